//! Finds the settings that suit each step of a program, and writes the program back with the option lines that pay.
//!
//! | module | contents |
//! |---|---|
//! | this one | the order of the work |
//! | `settings` | the settings that are tried, as a study |
//! | `steps` | the steps of the program, by the lines where options can be set |
//! | `rules` | what stays cached whatever the times say |
//! | `choose` | the best setting of each part, by a race |
//! | `program` | the program with option lines |
//! | `verify` | the new program against the old one |
//! | `pipes` | steps that a pipe could join |
//! | `document`, `result` | the report, and the JSON |

mod choose;
mod document;
mod pipes;
mod program;
mod result;
mod rules;
mod settings;
mod steps;
#[cfg(test)]
mod tests;
mod verify;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use feedrate_pageio::named_text::TextKind;

use crate::conduct::{Conductor, Observer};
use crate::error::{Error, Result};
use crate::opening;
use crate::plan::{Block, Plan};

pub use choose::{Advice, PartChoice};
pub use document::document;
pub use pipes::PossiblePipe;
pub use program::{FIRST_WORDS, with_options};
pub use result::{TuneResult, result};
pub use rules::StaysCached;
pub use settings::Setting;
pub use steps::{Part, Step, Use};
pub use verify::Verification;

const PROGRAM: TextKind = TextKind {
    name: "program",
    longest: 256 << 20,
};

/// The program that is tuned, and the settings that are tried.
#[derive(Clone, Debug)]
pub struct Request {
    /// The program.
    pub program: PathBuf,
    /// Its arguments for `feedrate run`.
    pub arguments: Vec<String>,
    /// The page sizes that are tried, in bytes.
    pub page_sizes: Vec<u64>,
    /// The numbers of buffers that are tried past the page cache.
    pub buffers: Vec<u32>,
    /// True if the inputs are sent out of the page cache before each run.
    pub is_cold: bool,
    /// The limit of the memory of each run, in bytes.
    pub memory: Option<u64>,
    /// The fewest and the most rounds of the race.
    pub rounds: (u32, u32),
    /// The number of comparisons of the new program with the old one.
    pub verifications: u32,
    /// The folder for the data of the runs.
    pub folder: PathBuf,
    /// The store of the race; that of the comparison has `.verify` before its extension.
    pub store: PathBuf,
    /// The program `feedrate`.
    pub feedrate: PathBuf,
}

/// The result of tuning.
#[derive(Clone, Debug)]
pub struct TunedProgram {
    /// The name of the program.
    pub program: String,
    /// The parts of the program, with their advice.
    pub advice: Vec<Advice>,
    /// The text of the new program; `None` if nothing pays.
    pub text: Option<String>,
    /// The lines that were added, with the numbers of the lines that they precede.
    pub lines: Vec<(u32, String)>,
    /// The new program against the old one.
    pub verified: Option<Verification>,
    /// Steps that a pipe could join.
    pub pipes: Vec<PossiblePipe>,
    /// Rounds of the race.
    pub rounds: u32,
    /// Notes.
    pub notes: Vec<String>,
}

/// Tunes a program. For its comparison, the new text is in a file beside the store; the caller writes it.
///
/// # Errors
///
/// Returns an error if the program has errors, a store cannot be used, or a signal stops it.
pub fn tune(request: &Request, stop: &Arc<AtomicBool>, observer: &mut dyn Observer) -> Result<TunedProgram> {
    let failed = |reason: String| Error::File {
        file: request.program.clone(),
        reason,
    };
    let bytes = PROGRAM
        .read(&request.program)
        .map_err(|error| failed(error.to_string()))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| failed("it is not in UTF-8; convert it, such as by iconv -f latin1 -t utf-8".to_owned()))?;
    if let Some(reason) = program::refusal(&text) {
        return Err(Error::Refused(format!("{}: {reason}", request.program.display())));
    }
    let study = settings::study(request)?;
    let mut plan = Plan::of(&study)?;
    let (mut store, machine) = opening::open(&study, &request.store, &request.folder)?;
    observer.note("the program is run once to see its steps");
    let record = {
        let conductor = conductor(request, &study, &plan, machine, stop);
        conductor.probe(&plan.cells[0])?
    };
    let steps = steps::of(&record);
    let parts = steps::parts(&steps, &text);
    if parts.is_empty() {
        return Err(Error::Refused(format!(
            "{} has no step that moves pages; there is nothing to tune",
            request.program.display()
        )));
    }
    let mut race = choose::Races::new(&study, &plan, parts, &steps, rules::memory(request));
    let mut round = 0;
    while round < request.rounds.1 && !(round >= request.rounds.0 && race.is_decided()) {
        round += 1;
        plan.cells = race.live();
        plan.blocks = vec![Block {
            is_warm_up: false,
            number: round,
        }];
        conductor(request, &study, &plan, machine, stop).carry_out(&mut store, observer)?;
        race.record(&study, &store.runs()?, round);
    }
    let advice = race.advice();
    let lines = program::lines(&advice);
    let mut tuned = TunedProgram {
        program: request.program.display().to_string(),
        pipes: pipes::of(&steps),
        text: (!lines.is_empty()).then(|| with_options(&text, &lines)),
        lines,
        advice,
        verified: None,
        rounds: round,
        notes: settings::notes(&store.runs()?),
    };
    if request.verifications > 0 {
        verify::verify(request, &text, &mut tuned, stop, observer)?;
    }
    Ok(tuned)
}

fn conductor<'a>(
    request: &'a Request,
    study: &'a crate::definition::Study,
    plan: &'a Plan,
    machine: i64,
    stop: &'a Arc<AtomicBool>,
) -> Conductor<'a> {
    Conductor {
        study,
        plan,
        program: &request.feedrate,
        folder: &request.folder,
        machine,
        stop,
    }
}

/// Returns the file of a store with a word before its extension.
fn store_with(store: &Path, word: &str) -> PathBuf {
    store.with_extension(match store.extension() {
        Some(extension) => format!("{word}.{}", extension.to_string_lossy()),
        None => word.to_owned(),
    })
}
