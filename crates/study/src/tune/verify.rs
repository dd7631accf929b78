//! The new program against the old one: in pairs, one transfer at a time as in SAS, and with overlap. A part whose
//! lines do not pay there loses them, and the comparison is made again.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use feedrate_machine::fingerprint::fnv1a;
use feedrate_pageio::named_file::{self, WriteMode};
use feedrate_stats::PairedRatio;

use super::choose::{Advice, PartChoice};
use super::program::{lines, with_options};
use super::settings::{arguments, cache, memory, quoted};
use super::{Request, TunedProgram, conductor, store_with};
use crate::conduct::Observer;
use crate::definition::{Overrides, Study};
use crate::error::{Error, Result};
use crate::figures::SECONDS;
use crate::opening;
use crate::plan::Plan;
use crate::store::Run;

/// The new program against the old one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verification {
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
    tuned: &mut TunedProgram,
    stop: &Arc<AtomicBool>,
    observer: &mut dyn Observer,
) -> Result<()> {
    let mut verified = Verification::default();
    loop {
        let runs = compare(request, text, tuned.text.as_deref(), stop, observer)?;
        let has_new = tuned.text.is_some();
        let newest = if has_new { "new" } else { "old" };
        let of_whole = [""].map(str::to_owned);
        verified.gained = has_new
            .then(|| ratio(&runs, &of_whole, ("new", "assas"), ("old", "assas")))
            .flatten();
        verified.overlap = ratio(&runs, &of_whole, (newest, "overlapped"), (newest, "assas"));
        if !has_new {
            break;
        }
        if let Some(reason) = failure_of(&runs, "new") {
            return Err(Error::Refused(format!(
                "the new program fails, and is not written: {reason}"
            )));
        }
        let is_slower = |steps: &[String]| {
            let ratio = ratio(&runs, steps, ("new", "assas"), ("old", "assas"));
            let interval = ratio.and_then(|ratio| ratio.interval);
            interval.is_some_and(|interval| interval.low > 1.0)
        };
        let pays = |part: &&mut Advice| matches!(part.chosen, PartChoice::Pays { .. });
        let mut lost: Vec<u32> = Vec::new();
        for part in tuned.advice.iter_mut().filter(pays) {
            if is_slower(&part.steps) {
                part.chosen = PartChoice::NothingPays;
                lost.push(part.line);
            }
        }
        let is_gain = verified.gained.is_some_and(|gained| {
            gained
                .interval
                .map_or(gained.ratio < 1.0, |interval| interval.high < 1.0)
        });
        if lost.is_empty() && !is_gain {
            // A gain of one step is a loss of another.
            for part in tuned.advice.iter_mut().filter(pays) {
                part.chosen = PartChoice::NothingPays;
                lost.push(part.line);
            }
        }
        if lost.is_empty() {
            break;
        }
        verified.taken_back.extend(lost);
        tuned.lines = lines(&tuned.advice);
        tuned.text = (!tuned.lines.is_empty()).then(|| with_options(text, &tuned.lines));
    }
    tuned.verified = Some(verified);
    Ok(())
}

/// Returns why a run of a program failed, if one did.
fn failure_of(runs: &[Run], which: &str) -> Option<String> {
    let own = runs
        .iter()
        .filter(|run| run.levels.get("which").map(String::as_str) == Some(which));
    own.filter_map(|run| run.failure.clone()).next()
}

/// Runs both programs in turn, with both disciplines. The store has the texts in its name, so that only runs of the
/// same programs are taken up again.
fn compare(
    request: &Request,
    old: &str,
    new: Option<&str>,
    stop: &Arc<AtomicBool>,
    observer: &mut dyn Observer,
) -> Result<Vec<Run>> {
    let texts = format!("{old}\0{}", new.unwrap_or_default());
    let digest = fnv1a(texts.as_bytes()) as u32;
    let store = store_with(&request.store, &format!("verify-{digest:08x}"));
    let old = std::path::absolute(&request.program).unwrap_or_else(|_| request.program.clone());
    let mut programs = vec![("old", old.to_string_lossy().into_owned())];
    // Its name is the same in a later call, which goes on where this one stopped.
    let file = store.with_extension("sas");
    if let Some(text) = new {
        let written =
            named_file::open(&file, WriteMode::Anew).and_then(|mut written| written.write_all(text.as_bytes()));
        written.map_err(|error| Error::File {
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

/// Returns the ratio of the times of some steps in two kinds of runs, within the same blocks.
fn ratio(runs: &[Run], steps: &[String], first: (&str, &str), second: (&str, &str)) -> Option<PairedRatio> {
    let is_of = |run: &&Run, (which, waits): (&str, &str)| {
        run.failure.is_none()
            && run.levels.get("which").map(String::as_str) == Some(which)
            && run.levels.get("waits").map(String::as_str) == Some(waits)
    };
    let pairs = runs.iter().filter(|run| is_of(run, first)).filter_map(|run| {
        let other = runs
            .iter()
            .filter(|other| is_of(other, second))
            .find(|other| other.block == run.block)?;
        let of = |run: &Run| steps.iter().map(|step| run.figure(step, SECONDS)).sum::<Option<f64>>();
        of(run).zip(of(other))
    });
    PairedRatio::of(&pairs.collect::<Vec<_>>())
}
