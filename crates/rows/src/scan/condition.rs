//! WHERE on the rows of a scan, and the messages of several threads that evaluate it.

use std::sync::atomic::AtomicBool;

use feedrate_dataset::{Rows, Schema};
use feedrate_program::{DataStep, Node, Number, Source, Text, walk_number};
use feedrate_values::format::Formats;
use feedrate_values::function::{Context, FixedClock, NoSymbols};

use super::TakeRows;
use crate::environment::log::Log;
use crate::evaluation::core::Core;
use crate::evaluation::problems::Problems;
use crate::evaluation::row::{ReadOnly, RowSetting};
use crate::fault::StepResult;
use crate::sources::filter::RowFilter;
use feedrate_options::StepOptions as Options;
use feedrate_values::Severity;

/// The condition on the rows of a data set, evaluated on one thread.
pub(super) struct Condition<'c, 's, 'e> {
    filtered: RowFilter<'s>,
    core: &'c mut Core<'s, 'e>,
    /// The number of rows; `None` if it is not known in advance.
    rows: Option<u64>,
    /// The number of rows that were examined.
    seen: u64,
    /// The number of rows that satisfied the condition.
    passed: u64,
    /// `firstobs=` and `obs=`, which count the rows that satisfy it.
    first: u64,
    last: u64,
}

impl<'c, 's, 'e> Condition<'c, 's, 'e> {
    /// Returns the condition of a source, if it has one; `None` if the data set lacks variables that it uses.
    pub(super) fn new(
        source: &'s Source,
        schema: &Schema,
        rows: Option<u64>,
        core: &'c mut Core<'s, 'e>,
    ) -> Option<Option<Self>> {
        let Some(filter) = &source.filter else {
            return Some(None);
        };
        Some(Some(Self {
            filtered: RowFilter::new(filter, schema)?,
            core,
            rows,
            seen: 0,
            passed: 0,
            first: source.first,
            last: source.last.unwrap_or(u64::MAX),
        }))
    }

    /// Passes the rows that satisfy the condition to `taker`. Returns whether more are wanted.
    pub(super) fn take(&mut self, rows: Rows<'_>, schema: &Schema, taker: &mut impl TakeRows) -> StepResult<bool> {
        self.seen += rows.len() as u64;
        // If the number of rows is unknown, as many are assumed to follow as there have been.
        let expected = self.rows.unwrap_or(2 * self.seen);
        self.filtered.decide(expected, schema, self.core.options);
        let bytes = rows.contiguous().unwrap_or_default();
        let mut next = 0;
        while next < rows.len() {
            let found = match bytes {
                [] => self.filtered.search(rows.row(next), self.core)?,
                _ => {
                    let rest = &bytes[next * rows.stride()..];
                    match self.filtered.search(rest, self.core)? {
                        None => break,
                        found => found,
                    }
                }
            };
            if let Some(found) = found {
                next += found;
                if self.passed >= self.last {
                    return Ok(false);
                }
                self.passed += 1;
                if self.passed >= self.first && !taker.row(rows.row(next), rows.number(next))? {
                    return Ok(false);
                }
            }
            next += 1;
        }
        Ok(self.passed < self.last)
    }

    /// Returns how many rows were passed on.
    pub(super) fn taken(&self) -> u64 {
        self.passed.saturating_sub(self.first.saturating_sub(1))
    }

    /// Returns whether it was compiled to machine code.
    pub(super) fn is_compiled(&self) -> bool {
        self.filtered.is_compiled()
    }
}

/// The messages of a condition on a thread with its own log.
pub(super) struct ConditionMessages {
    problems: Problems,
    log: RowLog,
}

impl ConditionMessages {
    /// Adds the counts to those of earlier threads and logs the messages, up to ERRORS=.
    pub(super) fn log(self, core: &mut Core<'_, '_>) {
        core.problems.add(&self.problems);
        for messages in self.log.observations {
            if !core.logs_details() {
                break;
            }
            for (severity, text) in messages {
                core.log.message(severity, &text);
            }
            core.count_logged();
        }
    }
}

/// Collects messages per observation.
#[derive(Default)]
struct RowLog {
    observations: Vec<Vec<(Severity, String)>>,
    /// The messages of the current observation.
    messages: Vec<(Severity, String)>,
}

impl Log for RowLog {
    fn message(&mut self, severity: Severity, text: &str) {
        self.messages.push((severity, text.to_owned()));
    }

    fn line(&mut self, _: &[u8]) {}

    fn end_of_observation(&mut self) {
        self.observations.push(std::mem::take(&mut self.messages));
    }
}

/// The parts of which each thread makes its own state to evaluate a condition that depends on the row alone.
pub(super) struct ThreadCore<'s, 'e> {
    step: &'s DataStep,
    options: Options,
    formats: Formats,
    pub(super) stop: &'e AtomicBool,
}

impl<'s, 'e> ThreadCore<'s, 'e> {
    /// Returns one for the step and the options of `core`.
    pub(super) fn like(core: &Core<'s, 'e>) -> Self {
        let logged = u32::try_from(core.problems.observations).unwrap_or(u32::MAX);
        let mut options = core.options;
        options.errors = options.errors.saturating_sub(logged);
        Self {
            step: core.step,
            options,
            formats: Formats::default(),
            stop: core.stop(),
        }
    }

    pub(super) fn with<T>(&self, work: impl FnOnce(&mut Core<'s, '_>) -> T) -> (T, ConditionMessages) {
        let setting = RowSetting {
            clock: &FixedClock(0.0),
            formats: &self.formats,
            symbols: &NoSymbols,
            errors: self.options.errors,
        };
        on_thread_core(self.step, &setting, self.options, self.stop, work)
    }
}

/// Calls `work` with an evaluation state of this thread.
pub(super) fn on_thread_core<'s, T>(
    step: &'s DataStep,
    setting: &RowSetting<'_>,
    options: Options,
    stop: &AtomicBool,
    work: impl FnOnce(&mut Core<'s, '_>) -> T,
) -> (T, ConditionMessages) {
    let (mut symbols, mut log) = (ReadOnly(setting.symbols), RowLog::default());
    let context = Context::new(setting.clock, &mut symbols, setting.formats);
    let mut core = Core::new(step, context, &mut log, options, stop);
    let done = work(&mut core);
    let problems = core.problems;
    (done, ConditionMessages { problems, log })
}

/// Returns whether a condition depends on nothing but its row, so that its result is the same on any number of threads.
pub(super) fn depends_on_row_alone(condition: &Number) -> bool {
    let mut is_alone = true;
    walk_number(condition, &mut |node| match node {
        Node::Number(Number::Call { function, .. }) | Node::Text(Text::Call { function, .. }) => {
            is_alone &= function.depends_on_arguments_alone();
        }
        Node::Number(Number::Element { .. } | Number::Lag { .. } | Number::Dif { .. } | Number::Object(_))
        | Node::Text(Text::Element { .. } | Text::Lag { .. } | Text::Attribute(_)) => is_alone = false,
        _ => {}
    });
    is_alone
}
