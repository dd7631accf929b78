//! Expressions over rows that come from elsewhere than a data set, such as those of PROC SQL: what they come to is
//! what it would be in a DATA step.

use std::sync::atomic::AtomicBool;

use feedrate_values::format::{Format, Formats};
use feedrate_values::function::{Clock, Context, Streams, SymbolScope, Symbols};
use feedrate_values::{Kind, Value};

use super::core::Core;
use super::fault::Faulted;
use super::values::Values;
use crate::environment::{Collected, Options};
use crate::ir::{Argument, DataStep, Slot};

/// What the expressions of a query share.
pub struct RowSetting<'a> {
    /// Tells the time.
    pub clock: &'a dyn Clock,
    /// The catalogue of formats.
    pub formats: &'a Formats,
    /// The macro symbols, which expressions read and do not set.
    pub symbols: &'a dyn Symbols,
    /// For how many rows with data errors all details are told.
    pub errors: u32,
}

/// Macro symbols that are read by several threads at once, so that none can set them.
pub(super) struct ReadOnly<'a>(pub &'a dyn Symbols);

impl Symbols for ReadOnly<'_> {
    fn get(&self, name: &[u8], out: &mut Vec<u8>) -> bool {
        self.0.get(name, out)
    }

    fn set(&mut self, _: &[u8], _: &[u8], _: SymbolScope) {}
}

/// What went wrong in rows without ending anything.
#[derive(Clone, Debug, Default)]
pub struct RowProblems {
    /// What was told of it, in the form of a log.
    pub said: Vec<String>,
    /// How many rows that was about.
    pub told_rows: u32,
    /// Texts that were to be numbers and are none.
    pub conversions: u64,
    /// Operations that have no result, such as divisions by zero.
    pub mathematical: u64,
}

/// The inputs of an expression, to be set row by row. What is not set again stays.
#[derive(Debug)]
pub struct RowValues<'a>(&'a mut Values);

impl RowValues<'_> {
    /// Sets an input. A value of the other kind is not taken.
    pub fn set(&mut self, slot: Slot, value: Value<'_>) {
        match (slot, value) {
            (Slot::Number(slot), Value::Number(number)) => self.0.set_number(slot, number),
            (Slot::Text(slot), Value::Text(text)) => self.0.set_text(slot, text),
            _ => {}
        }
    }
}

/// Evaluates an expression for so many rows. `load` puts the inputs of a row in their places, and `take` gets what
/// comes of it. `streams` are the random numbers, which go on from one call to the next.
pub fn evaluate_rows(
    step: &DataStep,
    value: &Argument,
    rows: usize,
    setting: &RowSetting<'_>,
    streams: &mut Streams,
    mut load: impl FnMut(usize, &mut RowValues<'_>),
    mut take: impl FnMut(Value<'_>),
) -> Faulted<RowProblems> {
    let (mut symbols, mut log) = (ReadOnly(setting.symbols), Collected::default());
    let stop = AtomicBool::new(false);
    let mut context = Context::new(setting.clock, &mut symbols);
    context.formats = Some(setting.formats);
    std::mem::swap(&mut context.streams, streams);
    let best = Format::default_of(Kind::Number, 8);
    let options = Options {
        errors: setting.errors,
        ..Options::default()
    };
    let mut core = Core::new(step, context, &mut log, options, best, &stop);
    let done: Faulted<()> = (0..rows).try_for_each(|row| {
        load(row, &mut RowValues(&mut core.values));
        match value {
            Argument::Number(number) => {
                let number = core.number(number)?;
                take(Value::Number(number));
            }
            Argument::Text(text) => core.with_text(text, |text| take(Value::Text(text)))?,
        }
        if std::mem::take(&mut core.raised) && core.tells_details() {
            core.count_told();
        }
        Ok(())
    });
    std::mem::swap(&mut core.context.streams, streams);
    let problems = RowProblems {
        said: Vec::new(),
        told_rows: u32::try_from(core.problems.observations).unwrap_or(u32::MAX),
        conversions: core.problems.conversions(),
        mathematical: core
            .problems
            .mathematical_places(&step.sites)
            .iter()
            .map(|place| place.times)
            .sum(),
    };
    done?;
    Ok(RowProblems {
        said: log.lines().to_vec(),
        ..problems
    })
}
