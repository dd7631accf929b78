//! `feedrate tune`.

mod arguments;

use std::path::Path;

use feedrate_runs::program::ProgramSettings;
use feedrate_study::tune::{self, Request};

pub use arguments::TuneArguments;

use super::study::{StudyLine, check_results};
use crate::command::{Execute, Invocation};
use crate::exit::{CommandResult, Exit};
use crate::interrupt::Interrupt;
use crate::output::{self, Results};
use crate::say;

/// The fewest rounds, which have intervals.
const FEWEST_ROUNDS: u32 = 6;

impl Execute for TuneArguments {
    fn execute(&self, _: &Invocation<'_>) -> CommandResult {
        let results = Results::to(self.json.as_deref(), self.html.as_deref())?;
        let program = &self.program;
        let out = self.out.clone().unwrap_or_else(|| program.with_extension("tuned.sas"));
        if out == *program {
            let out = out.display();
            return Err(format!("--out {out}: it is the program itself; name another file").into());
        }
        output::check(&out)?;
        if let Some(option) = self.settings.options.iter().find(|option| is_tuned(option)) {
            return Err(format!("-o {option}: it is what is tuned; leave it out").into());
        }
        let name = Path::new(program.file_name().unwrap_or("program".as_ref()));
        let store = self
            .store
            .clone()
            .unwrap_or_else(|| name.with_extension("tune.feedrate"));
        check_results(&store, self.json.as_deref(), self.html.as_deref())?;
        let request = Request {
            program: program.clone(),
            arguments: ProgramSettings::from(&self.settings).arguments(),
            page_sizes: sorted(&self.pages),
            buffers: sorted(&self.buffers),
            is_cold: self.cold,
            memory: self.memory,
            rounds: (FEWEST_ROUNDS, self.rounds),
            verifications: self.verifications,
            folder: self.settings.work.clone().unwrap_or_else(std::env::temp_dir),
            store,
            feedrate: std::env::current_exe().map_err(|error| format!("the program feedrate: {error}"))?,
        };
        let interrupt = Interrupt::listen()?;
        let tuned = {
            let mut line = StudyLine::show(interrupt.stop());
            tune::tune(&request, &interrupt.stop(), &mut line)
        };
        let tuned = interrupt.check(tuned).inspect_err(|exit| {
            if let Exit::Interrupted(_) = exit {
                say::line("the same command goes on where it stopped");
            }
        })?;
        results.deliver(&tune::document(&tuned), &tune::result(&tuned), &interrupt.stop())?;
        if let Some(text) = &tuned.text {
            output::write(&out, text)?;
            say::line(format_args!("the new program is {}", out.display()));
        }
        Ok(Exit::Success)
    }
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
