//! The new program against the old one: in pairs, one transfer at a time as in SAS, and with overlap. A part whose lines do
//! not pay there loses them, and the comparison is made again.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use feedrate_stats::PairedRatio;

use super::choose::Chosen;
use super::program::{lines, with_options};
use super::settings::{arguments, cache, memory, quoted};
use super::{Request, Tuned, conductor, store_with};
use crate::conduct::Observer;
use crate::definition::{Overrides, Study};
use crate::error::{Error, Result};
use crate::figures::SECONDS;
use crate::opening;
use crate::plan::Plan;
use crate::store::Run;

/// The most times that lines are taken back.
const MOST_TRIES: u32 = 3;

/// The new program against the old one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verified {
    /// The time of the new program as a ratio to that of the old one, one transfer at a time; `None` if nothing pays.
    pub gained: Option<PairedRatio>,
    /// The time with overlap as a ratio to that without, of the new program, or of the old one if nothing pays.
    pub overlap: Option<PairedRatio>,
    /// The parts that lost their lines because they did not pay.
    pub taken_back: Vec<u32>,
}

/// Compares the programs, and takes lines back that do not pay.
///
/// # Errors
///
/// Returns an error if a run or a store fails, or a signal stops it.
pub(super) fn verify(
    request: &Request,
    text: &str,
    tuned: &mut Tuned,
    stop: &Arc<AtomicBool>,
    observer: &mut dyn Observer,
) -> Result<()> {
    let mut verified = Verified::default();
    for number in 1..=MOST_TRIES {
        let runs = compare(request, tuned.text.as_deref(), number, stop, observer)?;
        let has_new = tuned.text.is_some();
        let newest = if has_new { "new" } else { "old" };
        verified.gained = has_new
            .then(|| ratio(&runs, "", ("new", "assas"), ("old", "assas")))
            .flatten();
        verified.overlap = ratio(&runs, "", (newest, "overlapped"), (newest, "assas"));
        let mut lost = Vec::new();
        for part in &tuned.advice {
            let is_slower = |name: &String| {
                let ratio = ratio(&runs, name, ("new", "assas"), ("old", "assas"));
                ratio
                    .and_then(|ratio| ratio.interval)
                    .is_some_and(|interval| interval.low > 1.0)
            };
            if matches!(part.chosen, Chosen::Pays { .. }) && part.steps.iter().all(is_slower) {
                lost.push(part.line);
            }
        }
        if lost.is_empty() {
            break;
        }
        for part in tuned
            .advice
            .iter_mut()
            .filter(|part| lost.contains(&part.line))
        {
            part.chosen = Chosen::NothingPays;
        }
        verified.taken_back.extend(lost);
        tuned.lines = lines(&tuned.advice, text);
        tuned.text = (!tuned.lines.is_empty()).then(|| with_options(text, &tuned.lines));
    }
    tuned.verified = Some(verified);
    Ok(())
}

/// Runs both programs in turn, with both disciplines.
fn compare(
    request: &Request,
    new: Option<&str>,
    number: u32,
    stop: &Arc<AtomicBool>,
    observer: &mut dyn Observer,
) -> Result<Vec<Run>> {
    let old = std::path::absolute(&request.program).unwrap_or_else(|_| request.program.clone());
    let store = store_with(&request.store, &format!("verify{number}"));
    let file = store_with(&request.store, &format!("verify{number}")).with_extension("sas");
    let mut programs = vec![("old", old.to_string_lossy().into_owned())];
    if let Some(text) = new {
        fs::write(&file, text).map_err(|error| Error::File {
            file: file.clone(),
            reason: error.to_string(),
        })?;
        let path = std::path::absolute(&file).unwrap_or_else(|_| file.clone());
        programs.push(("new", path.to_string_lossy().into_owned()));
    }
    let outcome = run(request, &programs, &store, stop, observer);
    let _ = fs::remove_file(&file);
    outcome
}

fn run(
    request: &Request,
    programs: &[(&str, String)],
    store: &Path,
    stop: &Arc<AtomicBool>,
    observer: &mut dyn Observer,
) -> Result<Vec<Run>> {
    let paths: Vec<String> = programs.iter().map(|(_, path)| quoted(path)).collect();
    let study = format!(
        "title = \"the new program against the old one\"\nrepeats = {}\n{}[run]\nprogram = \"{{which}}\"\n\
         arguments = [\"-o\", \"discipline={{waits}}\", {}]\n[[factor]]\nname = \"which\"\nlevels = [{}]\n\
         [[factor]]\nname = \"waits\"\nlevels = [\"assas\", \"overlapped\"]\n{}",
        request.verifications,
        cache(request),
        arguments(request),
        paths.join(", "),
        memory(request),
    );
    let study = Study::parse(Path::new("verify.toml"), &study, &Overrides::default())?;
    let plan = Plan::of(&study)?;
    let (mut store, machine) = opening::open(&study, store, &request.folder)?;
    conductor(request, &study, &plan, machine, stop).carry_out(&mut store, observer)?;
    let mut runs = store.runs()?;
    for run in &mut runs {
        for (name, path) in programs {
            if run.levels.get("which") == Some(path) {
                run.levels.insert("which".to_owned(), (*name).to_owned());
            }
        }
    }
    Ok(runs)
}

/// Returns the ratio of the times of two kinds of runs, within the same blocks.
fn ratio(
    runs: &[Run],
    step: &str,
    first: (&str, &str),
    second: (&str, &str),
) -> Option<PairedRatio> {
    let is_of = |run: &&Run, (which, waits): (&str, &str)| {
        run.failure.is_none()
            && run.levels.get("which").map(String::as_str) == Some(which)
            && run.levels.get("waits").map(String::as_str) == Some(waits)
    };
    let pairs = runs
        .iter()
        .filter(|run| is_of(run, first))
        .filter_map(|run| {
            let other = runs
                .iter()
                .filter(|other| is_of(other, second))
                .find(|other| other.block == run.block)?;
            run.figure(step, SECONDS).zip(other.figure(step, SECONDS))
        });
    PairedRatio::of(&pairs.collect::<Vec<_>>())
}
