//! A table of values with their frequencies, in order, from which exact percentiles and the mode are computed.
//!
//! Values that do not fit into memory are spilled to runs in the order of their cell's key, their variable and their
//! value, and merged at the end. Their number is limited only by the disk.

use feedrate_procedure::keys::{HASH_BYTES, Keys, MOST_KEYS};
use feedrate_procedure::records::spilling::{MergedRuns, SpillSetting, run_layout};
use feedrate_rows::spill::Run;
use feedrate_rows::{StepResult, from_sortable, sortable};

/// The values of the variables of cells.
#[derive(Debug)]
pub(super) struct Tally {
    variables: usize,
    key_bytes: usize,
    /// The cells of the values in memory.
    cells: Keys,
    values: Vec<TalliedValue>,
    /// The memory limit in bytes.
    memory: usize,
    runs: Vec<Run>,
}

/// A value of a variable in a cell, with its weight.
#[derive(Clone, Copy, Debug)]
struct TalliedValue {
    /// The cell times the number of variables, plus the variable.
    group: u64,
    /// The value in the encoding of [`sortable`].
    value: u64,
    /// Its frequency or weight.
    weight: f64,
}

/// The size of a value in memory, in bytes.
const VALUE_BYTES: usize = size_of::<TalliedValue>();

/// The size of a record after the key: the variable, the value and the weight.
const RECORD_REST: usize = 4 + 8 + 8;

impl Tally {
    /// Returns an empty table for cells with keys of `key_bytes` bytes, with a limit of `memory` bytes.
    pub(super) fn new(variables: usize, key_bytes: usize, memory: usize) -> Self {
        Self {
            variables: variables.max(1),
            key_bytes,
            cells: Keys::new(key_bytes),
            values: Vec::new(),
            memory,
            runs: Vec::new(),
        }
    }

    /// Returns the size of the values in memory, in bytes.
    fn bytes(&self) -> usize {
        self.values.len() * VALUE_BYTES + self.cells.len() * (self.key_bytes + HASH_BYTES)
    }

    /// Returns the number of the cell with a key, which is valid until the values in memory are spilled.
    #[inline]
    pub(super) fn cell(&mut self, key: &[u8]) -> u32 {
        self.cells.number(key)
    }

    /// Adds a value.
    #[inline]
    pub(super) fn add(&mut self, cell: u32, variable: usize, value: f64, weight: f64) {
        if self.values.len() == self.values.capacity() {
            self.grow();
        }
        self.values.push(TalliedValue {
            group: u64::from(cell) * self.variables as u64 + variable as u64,
            value: sortable(value),
            weight,
        });
    }

    /// Makes room for more values. The capacity grows by doubling unless that would exceed the memory limit.
    #[cold]
    fn grow(&mut self) {
        let length = self.values.len();
        let least = length + length / 8 + 1024;
        let wanted = (2 * length).min(self.memory / VALUE_BYTES).max(least);
        self.values.reserve_exact(wanted - length);
    }

    /// Enforces the memory limit: combines equal values, and spills all of them if that does not free half of the
    /// memory.
    pub(super) fn hold(&mut self, spilling: SpillSetting<'_>) -> StepResult<()> {
        let too_many = self.cells.len() > MOST_KEYS;
        if self.bytes() <= self.memory && !too_many {
            return Ok(());
        }
        self.count();
        match self.bytes() > self.memory / 2 || too_many {
            true => self.spill(spilling),
            false => Ok(()),
        }
    }

    /// Sorts the values of each variable and cell, and combines equal ones.
    fn count(&mut self) {
        self.values
            .sort_unstable_by_key(|tallied| (tallied.group, tallied.value));
        self.values.dedup_by(|next, before| {
            let same = (next.group, next.value) == (before.group, before.value);
            if same {
                before.weight += next.weight;
            }
            same
        });
    }

    /// Renumbers the cells in the order of their keys, which it returns, and sorts and combines the values in that
    /// order.
    fn count_by_key(&mut self) -> Vec<u32> {
        let order = self.cells.sorted();
        let mut ranks = vec![0_u64; order.len()];
        for (rank, &number) in (0..).zip(&order) {
            ranks[number as usize] = rank;
        }
        let variables = self.variables as u64;
        for tallied in &mut self.values {
            let (cell, variable) = (tallied.group / variables, tallied.group % variables);
            tallied.group = ranks[cell as usize] * variables + variable;
        }
        self.count();
        order
    }

    /// Spills the values in memory as a run.
    fn spill(&mut self, spilling: SpillSetting<'_>) -> StepResult<()> {
        let order = self.count_by_key();
        let layout = run_layout(self.key_bytes + RECORD_REST, self.memory);
        let mut writer = spilling.room.writer(layout, Some(self.values.len() as u64))?;
        let variables = self.variables as u64;
        for tallied in &self.values {
            let (rank, variable) = (tallied.group / variables, tallied.group % variables);
            let record = writer.next_record()?;
            let (key, rest) = record.split_at_mut(self.key_bytes);
            key.copy_from_slice(self.cells.key(order[rank as usize]));
            rest[..4].copy_from_slice(&(variable as u32).to_be_bytes());
            rest[4..12].copy_from_slice(&tallied.value.to_be_bytes());
            rest[12..].copy_from_slice(&tallied.weight.to_le_bytes());
        }
        self.runs.extend(writer.finish()?);
        self.values.clear();
        self.cells.clear();
        Ok(())
    }

    /// Takes over the values of another table for the same single cell, as there is without CLASS.
    pub(super) fn absorb(&mut self, other: Self) {
        self.cell(&[]);
        self.values.reserve_exact(other.values.len());
        self.values.extend(other.values);
        self.runs.extend(other.runs);
    }

    /// Returns all values in the order of their cells' keys, their variables and the values themselves.
    pub(super) fn into_sorted(mut self, spilling: SpillSetting<'_>) -> StepResult<SortedValues<'_>> {
        let source = if self.runs.is_empty() {
            let order = self.count_by_key();
            Source::Memory { order, next: 0 }
        } else {
            self.spill(spilling)?;
            self.values = Vec::new();
            let runs = std::mem::take(&mut self.runs);
            let layout = run_layout(self.key_bytes + RECORD_REST, self.memory);
            // The weight at the end of a record is not part of its key.
            let key_bytes = self.key_bytes + RECORD_REST - 8;
            let merged = spilling.merge(runs, layout, key_bytes)?;
            Source::Runs(Box::new(merged))
        };
        let mut sorted = SortedValues {
            tally: self,
            source,
            key: Vec::new(),
            current: None,
        };
        sorted.advance()?;
        Ok(sorted)
    }
}

/// Values in order. A value can occur several times, each time with a part of its weight.
#[derive(Debug)]
pub(super) struct SortedValues<'r> {
    tally: Tally,
    source: Source<'r>,
    /// The key of the current value's cell.
    key: Vec<u8>,
    current: Option<VariableValue>,
}

#[derive(Debug)]
enum Source<'r> {
    /// The cells in the order of their keys, and the index of the next value.
    Memory {
        order: Vec<u32>,
        next: usize,
    },
    Runs(Box<MergedRuns<'r>>),
}

/// A value of a variable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct VariableValue {
    pub variable: usize,
    pub value: f64,
    /// Its frequency or weight.
    pub weight: f64,
}

impl SortedValues<'_> {
    /// Returns the current value with the key of its cell, or `None` after the last.
    pub(super) fn current(&self) -> Option<(&[u8], VariableValue)> {
        self.current.map(|current| (self.key.as_slice(), current))
    }

    /// Advances to the next value.
    pub(super) fn advance(&mut self) -> StepResult<()> {
        let key_bytes = self.tally.key_bytes;
        let variables = self.tally.variables as u64;
        self.current = match &mut self.source {
            Source::Memory { order, next } => {
                let tallied = self.tally.values.get(*next).copied();
                *next += 1;
                tallied.map(|tallied| {
                    let number = order[(tallied.group / variables) as usize];
                    self.key.clear();
                    self.key.extend_from_slice(self.tally.cells.key(number));
                    VariableValue {
                        variable: (tallied.group % variables) as usize,
                        value: from_sortable(tallied.value),
                        weight: tallied.weight,
                    }
                })
            }
            Source::Runs(merged) => match merged.next()? {
                None => None,
                Some(record) => {
                    self.key.clear();
                    self.key.extend_from_slice(&record[..key_bytes]);
                    Some(valued(&record[key_bytes..]))
                }
            },
        };
        Ok(())
    }

    /// Passes the values of a cell's variable to `take`, in order, and advances past them.
    pub(super) fn of(&mut self, key: &[u8], variable: usize, mut take: impl FnMut(f64, f64)) -> StepResult<()> {
        while let Some((at, current)) = self.current() {
            if at != key || current.variable != variable {
                break;
            }
            take(current.value, current.weight);
            self.advance()?;
        }
        Ok(())
    }
}

/// Decodes the part of a record after its key.
fn valued(rest: &[u8]) -> VariableValue {
    let word = |from: usize| {
        let bytes = rest.get(from..).and_then(<[u8]>::first_chunk::<8>);
        bytes.copied().unwrap_or_default()
    };
    let variable = rest.first_chunk::<4>().copied().unwrap_or_default();
    VariableValue {
        variable: u32::from_be_bytes(variable) as usize,
        value: from_sortable(u64::from_be_bytes(word(4))),
        weight: f64::from_le_bytes(word(12)),
    }
}
