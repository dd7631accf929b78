//! `feedrate check`.

use std::path::Path;
use std::time::Duration;

use feedrate_check::{CheckResult, Effort, Observer, Options, Phase, document};
use feedrate_report::html::{self, HtmlOptions};

use crate::arguments::CheckArguments;
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::output;
use crate::progress::Stages;

/// Checks the folders that the arguments name.
pub fn run(arguments: &CheckArguments) -> Exit {
    match check(arguments) {
        Ok(exit) => exit,
        Err(what) => Exit::failure(what),
    }
}

fn check(arguments: &CheckArguments) -> Result<Exit, String> {
    for path in arguments.json.iter().chain(&arguments.html) {
        output::check_writable(path)?;
    }
    let interrupt = Interrupt::listen().map_err(|error| error.to_string())?;
    let control = interrupt.control();
    let stages = Stages::show(&control);
    let outcome = feedrate_check::check(&options(arguments), &control, &stages);
    drop(stages);
    let result = match (outcome, interrupt.signal()) {
        (Ok(result), _) => result,
        (Err(error), Some(signal)) => {
            eprintln!("feedrate: {error}");
            return Ok(Exit::Interrupted(signal));
        }
        (Err(error), None) => return Err(error.to_string()),
    };
    deliver(arguments, &result)?;
    Ok(match interrupt.signal() {
        Some(signal) => Exit::Interrupted(signal),
        None if result.verdict.meets => Exit::Success,
        None => Exit::FallsShort,
    })
}

fn options(arguments: &CheckArguments) -> Options {
    Options {
        require_mb_per_core: arguments.require,
        effort: if arguments.quick {
            Effort::Quick
        } else if arguments.thorough {
            Effort::Thorough
        } else {
            Effort::Normal
        },
        streams: arguments.streams.map(usize::from),
        file_bytes: arguments.size,
        discipline: arguments.discipline.map(Into::into),
        processes: arguments.processes,
        ..Options::new(arguments.folders.clone())
    }
}

fn deliver(arguments: &CheckArguments, result: &CheckResult) -> Result<(), String> {
    let document = document(result);
    if let Some(path) = &arguments.html {
        output::write(path, &html::render(&document, &HtmlOptions::default()))?;
    }
    if let Some(path) = &arguments.json {
        output::write_json(path, result)?;
    }
    let to_stdout = |path: &Option<_>| path.as_deref() == Some(Path::new("-"));
    if to_stdout(&arguments.json) || to_stdout(&arguments.html) {
        return Ok(());
    }
    output::print(&document).map_err(|error| format!("cannot write to standard output: {error}"))
}

impl Observer for Stages {
    fn begins(&self, folder: &Path, phase: Phase, left: Option<Duration>) {
        self.begin(&format!("{}: {}", folder.display(), phase.name()), left);
    }
}
