//! `feedrate measure`: one synthetic job, once or several times.

mod arguments;
mod combination;
mod hosts;
mod names;
mod progress;

use feedrate_measure::{Observer, Part, document};
use feedrate_workload::Control;

pub use arguments::MeasureArguments;
use progress::Throughput;

use crate::command::{Execute, Invocation};
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::output::Results;

impl Execute for MeasureArguments {
    fn execute(&self, invocation: &Invocation<'_>) -> Exit {
        if self.hosts.hosts.is_some() {
            return hosts::run(self, invocation.words);
        }
        match measure(self) {
            Ok(exit) => exit,
            Err(what) => Exit::failure(what),
        }
    }
}

fn measure(arguments: &MeasureArguments) -> Result<Exit, String> {
    combination::check(arguments)?;
    let results = Results::to(arguments.json.as_deref(), None)?;
    let interrupt = Interrupt::listen().map_err(|error| error.to_string())?;
    let options = arguments.options();
    let mut repeats = Repeats {
        of: options.repeats,
        interrupt: &interrupt,
        shown: None,
    };
    let measurement = feedrate_measure::measure(&options, &mut repeats);
    let measurement = measurement.map_err(|error| error.to_string())?;
    let document = document(&options, &measurement);
    let delivered = results.deliver(&document, &measurement, &interrupt.stop());
    if let Some(exit) = interrupt.instead_of(&delivered) {
        return Ok(exit);
    }
    delivered?;
    Ok(match interrupt.signal() {
        Some(signal) => Exit::Interrupted(signal),
        None => Exit::Success,
    })
}

/// The repeats of a measurement, whose throughput is shown and which signals interrupt.
struct Repeats<'a> {
    /// The number of all.
    of: u32,
    interrupt: &'a Interrupt,
    shown: Option<Throughput>,
}

impl Observer for Repeats<'_> {
    fn begins(&mut self, part: Part) -> Control {
        let control = self.interrupt.control();
        let what = match (part, self.of) {
            (Part::Filling, _) => "filling".to_owned(),
            (Part::Repeat(_), 1) => "measuring".to_owned(),
            (Part::Repeat(number), repeats) => format!("measuring, {number} of {repeats}"),
        };
        self.shown = Some(Throughput::show(&what, &control));
        control
    }

    fn ended(&mut self) {
        self.shown = None;
    }

    fn interrupted_by(&self) -> Option<&'static str> {
        self.interrupt.name()
    }
}
