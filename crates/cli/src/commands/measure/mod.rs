//! `feedrate measure`: one synthetic job, once or several times.

mod arguments;
mod combination;
mod hosts;
mod names;
mod progress;

use feedrate_measure::{Observer, document};
use feedrate_workload::Control;

pub use arguments::MeasureArguments;

use crate::command::{Execute, Invocation};
use crate::exit::{CommandResult, Exit};
use crate::interrupt::Interrupt;
use crate::output::Results;
use crate::progress::ProgressThread;

impl Execute for MeasureArguments {
    fn execute(&self, invocation: &Invocation<'_>) -> CommandResult {
        if self.hosts.hosts.is_some() {
            return hosts::run(self, invocation.words);
        }
        combination::check(self)?;
        let results = Results::to(self.json.as_deref(), None)?;
        let interrupt = Interrupt::listen()?;
        let options = self.options();
        let mut repeats = Repeats {
            of: options.repeats,
            interrupt: &interrupt,
            shown: None,
        };
        let measurement = feedrate_measure::measure(&options, &mut repeats)?;
        let document = document(&options, &measurement);
        interrupt.check(results.deliver(&document, &measurement, &interrupt.stop()))?;
        Ok(match interrupt.signal() {
            Some(signal) => Exit::Interrupted(signal),
            None => Exit::Success,
        })
    }
}

/// The repeats of a measurement, whose throughput is shown and which signals interrupt.
struct Repeats<'a> {
    /// The number of all.
    of: u32,
    interrupt: &'a Interrupt,
    shown: Option<ProgressThread>,
}

impl Observer for Repeats<'_> {
    fn begins(&mut self, number: u32) -> Control {
        let control = self.interrupt.control();
        let what = match self.of {
            1 => "measuring".to_owned(),
            repeats => format!("measuring, {number} of {repeats}"),
        };
        self.shown = Some(progress::show(what, control.clone()));
        control
    }

    fn ended(&mut self) {
        self.shown = None;
    }

    fn interrupted_by(&self) -> Option<&'static str> {
        self.interrupt.name()
    }
}
