//! Collects values, with their frequencies or weights, from which exact percentiles and the mode are computed.
//!
//! They are held as they come, with eight bytes each. If memory is insufficient, those of each cell are sorted. Where
//! this leaves few, since many are equal, they are held in combined form; otherwise they are spilled to a run in the
//! order of their cell's key, their variable and their value. The runs are merged at the end. Their number is limited
//! only by the disk.

use feedrate_procedure::keys::{HASH_BYTES, Keys, MOST_KEYS};
use feedrate_procedure::records::spilling::{SpillSetting, run_layout};
use feedrate_rows::StepResult;
use feedrate_rows::spill::{Layout, Run};

use super::sorted::{CombinedValues, Source, TalliedValue};
use super::{GroupedValues, Segments, SortedValues, UncombinedValues, ValueRows, record};
use crate::aggregate::block::Block;

/// The values of the variables of cells.
#[derive(Debug)]
pub(in crate::aggregate) struct Tally {
    variables: usize,
    key_bytes: usize,
    /// The cells of the values in memory.
    cells: Keys,
    /// Values in memory as they came.
    rows: ValueRows,
    /// The same by cell, when no more come.
    grouped: Option<GroupedValues>,
    /// Combined values in memory.
    values: Vec<TalliedValue>,
    /// The memory limit in bytes.
    memory: usize,
    /// Values that were spilled as they came, where those of a cell are many.
    segments: Segments,
    /// Combined values that were spilled.
    runs: Vec<Run>,
}

/// The size of a combined value in memory, in bytes.
const VALUE_BYTES: usize = size_of::<TalliedValue>();

impl Tally {
    /// Returns an empty table for cells with keys of `key_bytes` bytes, with a limit of `memory` bytes. `is_weighted`
    /// tells whether there are frequencies or weights other than one.
    pub(in crate::aggregate) fn new(variables: usize, is_weighted: bool, key_bytes: usize, memory: usize) -> Self {
        Self {
            variables: variables.max(1),
            key_bytes,
            cells: Keys::new(key_bytes),
            rows: ValueRows::new(variables, is_weighted, key_bytes == 0),
            grouped: None,
            values: Vec::new(),
            memory,
            segments: Segments::new(is_weighted),
            runs: Vec::new(),
        }
    }

    /// Returns the size of the values in memory, in bytes.
    fn bytes(&self) -> usize {
        let starts = self.variables * size_of::<u32>();
        let cells = self.cells.len() * (self.key_bytes + HASH_BYTES + starts);
        self.rows.bytes() + self.values.len() * VALUE_BYTES + cells
    }

    /// Returns the number of the cell with a key, which is valid until [`hold`](Self::hold) is called.
    #[inline]
    pub(in crate::aggregate) fn cell(&mut self, key: &[u8]) -> u32 {
        self.cells.number(key)
    }

    /// Adds the observations of a block, with the cell of each; their weights are the total weights if `is_weighted`,
    /// otherwise the frequencies.
    pub(in crate::aggregate) fn add_block(&mut self, block: &Block, cells: &[u32], is_weighted: bool) {
        if self.key_bytes == 0 {
            self.cells.number(&[]);
        }
        self.rows.add(block, cells, |row| {
            let (count, weight) = block.weight(row);
            if is_weighted { weight } else { count }
        });
    }

    /// Adds a value in the encoding of [`feedrate_rows::sortable`].
    #[inline]
    pub(in crate::aggregate) fn add(&mut self, cell: u32, variable: usize, value: u64, weight: f64) {
        if self.values.len() == self.values.capacity() {
            self.grow();
        }
        self.values.push(TalliedValue {
            group: u64::from(cell) * self.variables as u64 + variable as u64,
            value,
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

    /// Enforces the memory limit. Values are combined if that frees half of the memory, and spilled otherwise.
    pub(in crate::aggregate) fn hold(&mut self, spilling: SpillSetting<'_>) -> StepResult<()> {
        let too_many = self.cells.len() > MOST_KEYS || self.rows.is_full();
        if self.bytes() <= self.memory && !too_many {
            return Ok(());
        }
        let grouped = self.rows.take_grouped(self.cells.len());
        if self.is_to_be_segments(&grouped) {
            self.segments.write(&grouped, &self.cells, spilling)?;
        } else {
            self.combine_values(grouped, spilling)?;
        }
        self.combine();
        match self.bytes() > self.memory / 2 || too_many {
            true => self.spill(spilling),
            false => Ok(()),
        }
    }

    /// Prepares the values in memory for the results, if none were combined.
    pub(in crate::aggregate) fn finish(&mut self) {
        if self.runs.is_empty() && self.values.is_empty() {
            self.grouped = Some(self.rows.take_grouped(self.cells.len()));
        }
    }

    /// Returns whether no values were combined, and [`finish`](Self::finish) was called.
    pub(in crate::aggregate) fn is_uncombined(&self) -> bool {
        self.grouped.is_some()
    }

    /// Returns the number of cells in memory.
    pub(in crate::aggregate) fn cells(&self) -> usize {
        self.cells.len()
    }

    /// Takes the values out, with their cells, if they are [uncombined](Self::is_uncombined).
    pub(in crate::aggregate) fn take_uncombined(&mut self) -> Option<UncombinedValues> {
        let in_memory = self.grouped.take()?;
        // All of their cells are known: when cells are forgotten, a run of combined values is left.
        self.segments.index(&mut self.cells);
        Some(UncombinedValues {
            cells: std::mem::replace(&mut self.cells, Keys::new(self.key_bytes)),
            in_memory,
            segments: self.segments.take(),
        })
    }

    /// Puts back what was taken out.
    pub(in crate::aggregate) fn put_back(&mut self, values: UncombinedValues) {
        self.cells = values.cells;
        self.grouped = Some(values.in_memory);
        self.segments = values.segments;
    }

    /// Returns whether values are spilled as they came: they are many in each cell, and so many differ that little
    /// would be gained if equal ones were combined.
    fn is_to_be_segments(&self, grouped: &GroupedValues) -> bool {
        self.values.is_empty()
            && self.runs.is_empty()
            && Segments::are_worthwhile(grouped, self.cells.len())
            && (!self.segments.is_empty() || grouped.about_differing() * VALUE_BYTES > self.memory / 2)
    }

    /// Combines all values that are in memory, or spilled, as they came.
    fn combine_all(&mut self, spilling: SpillSetting<'_>) -> StepResult<()> {
        let grouped = self.grouped.take();
        let grouped = grouped.unwrap_or_else(|| self.rows.take_grouped(self.cells.len()));
        self.combine_values(grouped, spilling)?;
        for segment in self.segments.take().into_segments() {
            segment.read(spilling, |value, weight| {
                let cell = self.cell(&segment.key);
                self.add(cell, segment.variable as usize, value, weight.unwrap_or(1.0));
                self.hold(spilling)
            })?;
        }
        Ok(())
    }

    /// Combines values that came. Writes them to a run if there are too many even so.
    fn combine_values(&mut self, mut grouped: GroupedValues, spilling: SpillSetting<'_>) -> StepResult<()> {
        let cells = self.cells.len();
        let differing = grouped.sort();
        if differing == 0 {
            return Ok(());
        }
        if (self.values.len() + differing) * VALUE_BYTES <= self.memory / 2 {
            for cell in 0..cells {
                grouped.combined(cell, |variable, value, weight| {
                    let group = cell as u64 * self.variables as u64 + variable as u64;
                    self.values.push(TalliedValue { group, value, weight });
                    Ok(())
                })?;
            }
            return Ok(());
        }
        let mut writer = spilling.room.writer(self.layout(), Some(differing as u64))?;
        for number in self.cells.sorted() {
            spilling.check_stop()?;
            grouped.combined(number as usize, |variable, value, weight| {
                record::encode(writer.next_record()?, self.cells.key(number), variable, value, weight);
                Ok(())
            })?;
        }
        self.runs.extend(writer.finish()?);
        Ok(())
    }

    /// Sorts the combined values of each variable and cell, and combines equal ones.
    fn combine(&mut self) {
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
    fn combine_by_key(&mut self) -> Vec<u32> {
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
        self.combine();
        order
    }

    /// Spills the combined values as a run, and forgets the cells.
    fn spill(&mut self, spilling: SpillSetting<'_>) -> StepResult<()> {
        let order = self.combine_by_key();
        let mut writer = spilling.room.writer(self.layout(), Some(self.values.len() as u64))?;
        let variables = self.variables as u64;
        for tallied in &self.values {
            let (rank, variable) = (tallied.group / variables, (tallied.group % variables) as usize);
            let number = order[rank as usize];
            let key = self.cells.key(number);
            record::encode(writer.next_record()?, key, variable, tallied.value, tallied.weight);
        }
        self.runs.extend(writer.finish()?);
        self.values.clear();
        self.cells.clear();
        Ok(())
    }

    fn layout(&self) -> Layout {
        run_layout(record::bytes(self.key_bytes), self.memory)
    }

    /// Takes over the values of another table for the same single cell, as there is without CLASS.
    pub(in crate::aggregate) fn absorb(&mut self, mut other: Self, spilling: SpillSetting<'_>) -> StepResult<()> {
        self.combine_all(spilling)?;
        other.combine_all(spilling)?;
        self.cell(&[]);
        self.values.reserve_exact(other.values.len());
        self.values.extend(other.values);
        self.runs.extend(other.runs);
        Ok(())
    }

    /// Returns all values in the order of their cells' keys, their variables and the values themselves.
    pub(in crate::aggregate) fn into_sorted(mut self, spilling: SpillSetting<'_>) -> StepResult<SortedValues<'_>> {
        self.combine_all(spilling)?;
        let source = if self.runs.is_empty() {
            let order = self.combine_by_key();
            Source::Memory { order, next: 0 }
        } else {
            self.spill(spilling)?;
            self.values = Vec::new();
            let runs = std::mem::take(&mut self.runs);
            let merged = spilling.merge(runs, self.layout(), record::order_bytes(self.key_bytes))?;
            Source::Runs(Box::new(merged))
        };
        let combined = CombinedValues {
            variables: self.variables,
            key_bytes: self.key_bytes,
            cells: self.cells,
            values: self.values,
        };
        SortedValues::new(combined, source)
    }
}
