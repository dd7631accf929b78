//! `feedrate tune`.

mod arguments;

use std::path::Path;

use feedrate_runs::program::ProgramSettings;
use feedrate_study::tune::{self, Request};

pub use arguments::TuneArguments;

use super::study::{StudyLine, check_results};
use crate::command::{Execute, Invocation};
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::output::{self, Results};
use crate::say;

/// The fewest rounds, which have intervals.
const FEWEST_ROUNDS: u32 = 6;

impl Execute for TuneArguments {
    fn execute(&self, _: &Invocation<'_>) -> Exit {
        tune(self).unwrap_or_else(Exit::failure)
    }
}

fn tune(arguments: &TuneArguments) -> Result<Exit, String> {
    let results = Results::to(arguments.json.as_deref(), arguments.html.as_deref())?;
    let program = &arguments.program;
    let out = arguments
        .out
        .clone()
        .unwrap_or_else(|| program.with_extension("tuned.sas"));
    if out == *program {
        return Err(format!(
            "--out {}: it is the program itself; name another file",
            out.display()
        ));
    }
    output::check(&out)?;
    if let Some(option) = arguments.settings.options.iter().find(|option| is_tuned(option)) {
        return Err(format!("-o {option}: it is what is tuned; leave it out"));
    }
    let name = Path::new(program.file_name().unwrap_or("program".as_ref()));
    let store = arguments
        .store
        .clone()
        .unwrap_or_else(|| name.with_extension("tune.feedrate"));
    check_results(&store, arguments.json.as_deref(), arguments.html.as_deref())?;
    let request = Request {
        program: program.clone(),
        arguments: ProgramSettings::from(&arguments.settings).arguments(),
        page_sizes: sorted(&arguments.pages),
        buffers: sorted(&arguments.buffers),
        is_cold: arguments.cold,
        memory: arguments.memory,
        rounds: (FEWEST_ROUNDS, arguments.rounds),
        verifications: arguments.verifications,
        folder: arguments.settings.work.clone().unwrap_or_else(std::env::temp_dir),
        store,
        feedrate: std::env::current_exe().map_err(|error| format!("the program feedrate: {error}"))?,
    };
    let interrupt = Interrupt::listen().map_err(|error| error.to_string())?;
    let tuned = {
        let mut line = StudyLine::show(interrupt.stop());
        tune::tune(&request, &interrupt.stop(), &mut line)
    };
    let tuned = tuned.map_err(|error| error.to_string());
    if let Some(exit) = interrupt.instead_of(&tuned) {
        say::line("the same command goes on where it stopped");
        return Ok(exit);
    }
    let tuned = tuned?;
    results.deliver(&tune::document(&tuned), &tune::result(&tuned), &interrupt.stop())?;
    if let Some(text) = &tuned.text {
        output::write(&out, text)?;
        say::line(format_args!("the new program is {}", out.display()));
    }
    Ok(Exit::Success)
}

/// Returns whether a system option is one of those that are tried.
fn is_tuned(option: &str) -> bool {
    let name = option.split('=').next().unwrap_or_default().trim().to_ascii_lowercase();
    ["sgio", "nosgio", "bufno", "bufsize", "discipline"].contains(&name.as_str())
}

/// Returns values in ascending order, each once.
fn sorted<T: Ord + Copy>(values: &[T]) -> Vec<T> {
    let mut values = values.to_vec();
    values.sort_unstable();
    values.dedup();
    values
}
