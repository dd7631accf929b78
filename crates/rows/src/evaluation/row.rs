//! Evaluates expressions over rows that are not from a data set, such as those of PROC SQL. The results are those of a
//! DATA step.

use std::sync::atomic::AtomicBool;

use feedrate_program::{Argument, DataStep, Slot};
use feedrate_values::Value;
use feedrate_values::format::Formats;
use feedrate_values::function::{Clock, Context, Streams, SymbolScope, Symbols};

use super::core::Core;
use crate::environment::collected_lines::CollectedLines;
use crate::fault::StepResult;
use crate::vector::values::Values;
use feedrate_options::StepOptions as Options;

/// The parts of the session that the expressions of a query share.
pub struct RowSetting<'a> {
    /// The clock.
    pub clock: &'a dyn Clock,
    /// The catalogue of formats.
    pub formats: &'a Formats,
    /// The macro symbols, which expressions read but do not set.
    pub symbols: &'a dyn Symbols,
    /// The number of rows with data errors for which all details are logged.
    pub errors: u32,
}

/// Macro symbols that several threads read concurrently, so that none can set them.
pub(crate) struct ReadOnly<'a>(pub &'a dyn Symbols);

impl Symbols for ReadOnly<'_> {
    fn get(&self, name: &[u8], out: &mut Vec<u8>) -> bool {
        self.0.get(name, out)
    }

    fn set(&mut self, _: &[u8], _: &[u8], _: SymbolScope) {}

    fn is_global(&self, name: &[u8]) -> bool {
        self.0.is_global(name)
    }

    fn is_local(&self, name: &[u8]) -> bool {
        self.0.is_local(name)
    }
}

/// Problems with rows that did not end the evaluation.
#[derive(Clone, Debug, Default)]
pub struct RowProblems {
    /// The log messages about them.
    pub messages: Vec<String>,
    /// The number of rows that these messages are about.
    pub told_rows: u32,
    /// The number of character values that were not valid numbers.
    pub conversions: u64,
    /// Operations without a result, such as divisions by zero.
    pub mathematical: u64,
}

/// The inputs of an expression, set row by row. Values that are not set keep those of the previous row.
#[derive(Debug)]
pub struct RowValues<'a>(&'a mut Values);

impl RowValues<'_> {
    /// Sets an input. A value of the other kind is ignored.
    pub fn set(&mut self, slot: Slot, value: Value<'_>) {
        match (slot, value) {
            (Slot::Number(slot), Value::Number(number)) => self.0.set_number(slot, number),
            (Slot::Text(slot), Value::Text(text)) => self.0.set_text(slot, text),
            _ => {}
        }
    }
}

/// Evaluates an expression for a number of rows. `load` sets the inputs of a row, and `take` receives the result.
/// `streams` are the random number streams, which continue across calls.
///
/// # Errors
///
/// Fails if `load`, the expression or `take` fails.
pub fn evaluate_rows(
    step: &DataStep,
    value: &Argument,
    rows: usize,
    setting: &RowSetting<'_>,
    streams: &mut Streams,
    mut load: impl FnMut(usize, &mut RowValues<'_>),
    mut take: impl FnMut(Value<'_>),
) -> StepResult<RowProblems> {
    let (mut symbols, mut log) = (ReadOnly(setting.symbols), CollectedLines::default());
    let stop = AtomicBool::new(false);
    let mut context = Context::new(setting.clock, &mut symbols, setting.formats);
    std::mem::swap(&mut context.streams, streams);
    let options = Options {
        errors: setting.errors,
        ..Options::default()
    };
    let mut core = Core::new(step, context, &mut log, options, &stop);
    let done: StepResult<()> = (0..rows).try_for_each(|row| {
        load(row, &mut RowValues(&mut core.values));
        match value {
            Argument::Number(number) => {
                let number = core.number(number)?;
                take(Value::Number(number));
            }
            Argument::Text(text) => core.with_text(text, |text| take(Value::Text(text)))?,
        }
        if std::mem::take(&mut core.raised) && core.logs_details() {
            core.count_logged();
        }
        Ok(())
    });
    std::mem::swap(&mut core.context.streams, streams);
    let problems = RowProblems {
        messages: Vec::new(),
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
        messages: log.lines().to_vec(),
        ..problems
    })
}
