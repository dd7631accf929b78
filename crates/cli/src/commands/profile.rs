//! `feedrate profile`.

use std::path::Path;

use feedrate_pageio::course;
use feedrate_predict::profile::{self, ProfileRecord};

use super::run::{self, execute, load};
use crate::arguments::{ProfileArguments, ProgramFiles, ProgramSettings, RunArguments};
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::output::Results;
use crate::stack;

/// Profiles the program or the command of the arguments.
pub fn run(arguments: &ProfileArguments) -> Exit {
    stack::run_program(|| match &arguments.program {
        Some(program) => profile_program(program, arguments),
        None => Err("a command cannot be profiled yet".to_owned()),
    })
}

/// Returns the arguments with which a program is run for its profile. Its listing goes nowhere unless a file is named.
pub(super) fn run_arguments(
    program: &Path,
    files: &ProgramFiles,
    settings: &ProgramSettings,
) -> RunArguments {
    let nowhere = || Path::new("/dev/null").to_owned();
    RunArguments {
        programs: vec![program.to_owned()],
        jobs: None,
        log_dir: None,
        batch: false,
        files: ProgramFiles {
            log: files.log.clone(),
            listing: Some(files.listing.clone().unwrap_or_else(nowhere)),
        },
        settings: settings.clone(),
        json: None,
        timeline: None,
    }
}

fn profile_program(program: &Path, arguments: &ProfileArguments) -> Result<Exit, String> {
    let results = Results::to(arguments.json.as_deref(), arguments.html.as_deref())?;
    let as_run = run_arguments(program, &arguments.files, &arguments.settings);
    let loaded = load(program, &as_run)?;
    let interrupt = Interrupt::listen().map_err(|error| error.to_string())?;
    course::record(true);
    let outcome = execute(&as_run, &loaded, &interrupt);
    course::record(false);
    if let Some(exit) = interrupt.instead_of(&outcome) {
        return Ok(exit);
    }
    let (record, ending) = outcome?;
    let failure = record.error.clone();
    let record = ProfileRecord::of(record);
    let profile = record.profile().map_err(|error| error.to_string())?;
    let document = profile::document(&profile);
    let delivered = results.deliver(&document, &record, &interrupt.stop());
    let failures: Vec<String> = failure.into_iter().chain(delivered.err()).collect();
    if !failures.is_empty() {
        return Err(failures.join("; "));
    }
    Ok(run::exit_of(ending, &interrupt))
}
