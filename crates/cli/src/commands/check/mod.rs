//! `feedrate check`.

mod arguments;
mod hosts;

use std::path::Path;
use std::time::Duration;

use feedrate_check::{Effort, Observer, Options, Phase, document};

pub use arguments::CheckArguments;
pub use hosts::run_part;

use crate::command::{Execute, Invocation};
use crate::exit::{CommandResult, Exit};
use crate::interrupt::Interrupt;
use crate::output::Results;
use crate::progress::Stages;

impl Execute for CheckArguments {
    fn execute(&self, invocation: &Invocation<'_>) -> CommandResult {
        if self.hosts.hosts.is_some() {
            return hosts::run(self, invocation.words);
        }
        let results = Results::to(self.json.as_deref(), self.html.as_deref())?;
        let interrupt = Interrupt::listen()?;
        let control = interrupt.control();
        let stages = Stages::show(&control);
        let outcome = feedrate_check::check(&options(self), &control, &stages);
        drop(stages);
        let result = interrupt.check(outcome)?;
        interrupt.check(results.deliver(&document(&result), &result, &interrupt.stop()))?;
        Ok(match interrupt.signal() {
            Some(signal) => Exit::Interrupted(signal),
            None if result.error.is_some() => Exit::Failure(result.error.unwrap_or_default()),
            None if result.verdict.meets => Exit::Success,
            None => Exit::FallsShort,
        })
    }
}

/// Returns the options of a check.
pub(super) fn options(arguments: &CheckArguments) -> Options {
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

impl Observer for Stages {
    fn begins(&self, folder: &Path, phase: Phase, left: Option<Duration>) {
        self.begin(&format!("{}: {}", folder.display(), phase.name()), left);
    }
}
