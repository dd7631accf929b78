//! Values that were combined or spilled, in order.

use feedrate_procedure::keys::Keys;
use feedrate_procedure::records::spilling::MergedRuns;
use feedrate_rows::{StepResult, from_sortable};

use super::record;

/// A combined value of a variable in a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct TalliedValue {
    /// The cell times the number of variables, plus the variable.
    pub group: u64,
    /// The value in the encoding of [`feedrate_rows::sortable`].
    pub value: u64,
    /// Its frequency or weight.
    pub weight: f64,
}

/// Combined values in memory, in order if they are not spilled.
#[derive(Debug)]
pub(super) struct CombinedValues {
    /// The number of variables.
    pub variables: usize,
    /// The length of a cell's key.
    pub key_bytes: usize,
    /// The cells of the values.
    pub cells: Keys,
    pub values: Vec<TalliedValue>,
}

/// Values in order. A value can occur several times, each time with a part of its weight.
#[derive(Debug)]
pub(in crate::aggregate) struct SortedValues<'r> {
    combined: CombinedValues,
    source: Source<'r>,
    /// The key of the current value's cell.
    key: Vec<u8>,
    current: Option<VariableValue>,
}

#[derive(Debug)]
pub(super) enum Source<'r> {
    /// The cells in the order of their keys, and the index of the next value.
    Memory {
        order: Vec<u32>,
        next: usize,
    },
    Runs(Box<MergedRuns<'r>>),
}

/// A value of a variable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::aggregate) struct VariableValue {
    pub variable: usize,
    /// The value in the encoding of [`feedrate_rows::sortable`].
    pub value: u64,
    /// Its frequency or weight.
    pub weight: f64,
}

impl<'r> SortedValues<'r> {
    /// Returns the values of a table, positioned at the first.
    pub(super) fn new(combined: CombinedValues, source: Source<'r>) -> StepResult<Self> {
        let mut sorted = Self {
            combined,
            source,
            key: Vec::new(),
            current: None,
        };
        sorted.advance()?;
        Ok(sorted)
    }

    /// Returns the current value with the key of its cell, or `None` after the last.
    pub(in crate::aggregate) fn current(&self) -> Option<(&[u8], VariableValue)> {
        self.current.map(|current| (self.key.as_slice(), current))
    }

    /// Advances to the next value.
    pub(in crate::aggregate) fn advance(&mut self) -> StepResult<()> {
        let key_bytes = self.combined.key_bytes;
        let variables = self.combined.variables as u64;
        self.current = match &mut self.source {
            Source::Memory { order, next } => {
                let tallied = self.combined.values.get(*next).copied();
                *next += 1;
                tallied.map(|tallied| {
                    let number = order[(tallied.group / variables) as usize];
                    self.key.clear();
                    self.key.extend_from_slice(self.combined.cells.key(number));
                    VariableValue {
                        variable: (tallied.group % variables) as usize,
                        value: tallied.value,
                        weight: tallied.weight,
                    }
                })
            }
            Source::Runs(merged) => match merged.next()? {
                None => None,
                Some(record) => {
                    self.key.clear();
                    self.key.extend_from_slice(&record[..key_bytes]);
                    let (variable, value, weight) = record::decode(&record[key_bytes..]);
                    Some(VariableValue {
                        variable,
                        value,
                        weight,
                    })
                }
            },
        };
        Ok(())
    }

    /// Passes the values of a cell's variable to `take`, in order, and advances past them.
    pub(in crate::aggregate) fn of(
        &mut self,
        key: &[u8],
        variable: usize,
        mut take: impl FnMut(f64, f64),
    ) -> StepResult<()> {
        while let Some((at, current)) = self.current() {
            if at != key || current.variable != variable {
                break;
            }
            take(from_sortable(current.value), current.weight);
            self.advance()?;
        }
        Ok(())
    }
}
