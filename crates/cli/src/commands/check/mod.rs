//! `feedrate check`.

mod arguments;
mod hosts;

use std::path::Path;

use feedrate_check::endurance::EnduranceRequest;
use feedrate_check::{Clock, Effort, Observer, Options, Phase, document};
use feedrate_document::format;

pub use arguments::CheckArguments;
pub use hosts::run_part;

use crate::command::{Execute, Invocation};
use crate::exit::{CommandResult, Exit};
use crate::interrupt::Interrupt;
use crate::output::Results;
use crate::progress::{StageTime, Stages, span};
use crate::say;

impl Execute for CheckArguments {
    fn execute(&self, invocation: &Invocation<'_>) -> CommandResult {
        if self.hosts.hosts.is_some() {
            return hosts::run(self, invocation.words);
        }
        if let Some(wrong) = endless_window(self) {
            return Err(wrong.into());
        }
        let results = Results::to(self.json.as_deref(), self.html.as_deref())?;
        let interrupt = Interrupt::listen()?;
        let control = interrupt.control();
        let options = options(self);
        say::line(time_it_takes(&options));
        let stages = Stages::show(&control);
        let outcome = feedrate_check::check(&options, &control, &stages);
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

/// Returns how long a check takes, and by when it ends.
fn time_it_takes(options: &Options) -> String {
    let time = options.time();
    let (takes, ends) = (span(time), feedrate_document::clock_time_in(time));
    match options.file_bytes {
        None => format!("This check takes {takes} at most, and ends by {ends}."),
        Some(bytes) => format!(
            "This check takes {takes} at most after it has written its test files of {} each.",
            format::size(bytes)
        ),
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
        endurance: endurance(arguments),
        ..Options::new(arguments.folders.clone())
    }
}

/// The most hours of a run until it is steady, unless they are given.
const MOST_HOURS: f64 = 8.0;

/// Returns what is wrong with a rule that can never hold, because the run ends before its minutes are over.
fn endless_window(arguments: &CheckArguments) -> Option<String> {
    let asked = endurance(arguments)?;
    let window = asked.until_steady.filter(|window| window.seconds > asked.seconds)?;
    Some(format!(
        "--until-steady: {} minutes of the rule are longer than the run, which takes {} at most; give fewer, or \
         more with --hours",
        window.seconds / 60.0,
        format::seconds(asked.seconds)
    ))
}

/// Returns the run for hours, if one is asked for.
fn endurance(arguments: &CheckArguments) -> Option<EnduranceRequest> {
    let until_steady = arguments.until_steady;
    let hours = arguments.hours.or(until_steady.map(|_| MOST_HOURS))?;
    Some(EnduranceRequest {
        seconds: hours * 3600.0,
        until_steady,
    })
}

impl Observer for Stages {
    fn begins(&self, folder: &Path, phase: Phase, check: &Clock) {
        let time = StageTime {
            began: check.began,
            ends: check.ends,
        };
        self.begin(&format!("{}: {}", folder.display(), phase.name()), Some(time));
    }
}
