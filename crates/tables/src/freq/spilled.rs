//! The counts of a crossing that do not fit into memory, and OUT= of them, computed cell by cell from disk.

use std::collections::HashMap;
use std::ops::Range;

use feedrate_procedure::records::sorted::{SortedRecords, Sorter};
use feedrate_procedure::records::spilled::{
    SpilledReader, SpilledRecords, SpillingRecords, load_value, number, value_bytes, write_value,
};
use feedrate_procedure::records::spilling::SpillSetting;
use feedrate_program::Slot;
use feedrate_rows::{Runtime, StepResult, sortable};
use feedrate_values::missing::MISSING;

use super::counts::{Counts, LevelValue};
use super::number::share;
use super::request::{Freq, FreqOutput, FreqTable};
use crate::fault::TableFault;

/// The approximate memory of a sum in bytes, without its key.
const SUM_BYTES: usize = 96;

/// The first byte of a cell that is excluded because of a missing value. `COUNTS` is that of other cells.
const LEFT_OUT: u8 = 0;
const COUNTS: u8 = 1;

/// The combinations of a crossing with their counts, in the order in which they were spilled.
#[derive(Debug)]
pub(super) struct SpilledCounts {
    parts: Vec<KeyPart>,
    record_bytes: usize,
    laid: SpilledRecords,
    is_negative: bool,
}

/// The position of a class variable in a record. The count is at the end of the record.
#[derive(Clone, Debug)]
struct KeyPart {
    class: usize,
    slot: Slot,
    /// Bytes that sort as its levels do.
    key: Range<usize>,
    value: Range<usize>,
}

/// Spills counts.
#[derive(Debug)]
pub(super) struct SpillingCounts<'r> {
    parts: Vec<KeyPart>,
    record: Vec<u8>,
    laying: SpillingRecords<'r>,
    is_negative: bool,
}

impl<'r> SpillingCounts<'r> {
    /// Spills the counts in memory. `keys` are the lengths of the keys of each class variable in bytes.
    pub(super) fn begin(freq: &Freq, counts: &Counts, keys: &[usize], spilling: SpillSetting<'r>) -> StepResult<Self> {
        let mut parts = Vec::with_capacity(keys.len());
        let mut end = 0;
        for (&class, &bytes) in counts.classes.iter().zip(keys) {
            parts.push(KeyPart {
                class,
                slot: freq.aggregation.classes[class].slot,
                key: end..end + bytes,
                value: 0..0,
            });
            end += bytes;
        }
        for part in &mut parts {
            part.value = end..end + value_bytes(part.slot);
            end = part.value.end;
        }
        let mut laying = Self {
            laying: SpillingRecords::begin(spilling, end + size_of::<f64>())?,
            parts,
            record: Vec::new(),
            is_negative: counts.is_negative,
        };
        let width = laying.parts.len();
        for (cell, &count) in counts.cells.chunks_exact(width).zip(&counts.counts) {
            let levels = cell.iter().zip(&counts.levels);
            let levels = levels.map(|(&level, of_class)| &of_class[level as usize]);
            laying.record.clear();
            for level in levels.clone() {
                laying.record.extend_from_slice(&level.key);
            }
            for level in levels {
                match &level.value {
                    LevelValue::Number(number) => {
                        laying.record.extend_from_slice(&number.to_le_bytes());
                    }
                    LevelValue::Text(text) => laying.record.extend_from_slice(text),
                }
            }
            laying.end(count)?;
        }
        Ok(laying)
    }

    /// Adds a combination, whose values are in the vector, by the keys of its levels.
    pub(super) fn take<'k>(
        &mut self,
        keys: impl Iterator<Item = &'k [u8]>,
        (count, is_negative): (f64, bool),
        runtime: &Runtime<'_, '_>,
    ) -> StepResult<()> {
        self.is_negative |= is_negative;
        self.record.clear();
        keys.for_each(|key| self.record.extend_from_slice(key));
        for part in &self.parts {
            write_value(&runtime.core.values, part.slot, &mut self.record);
        }
        self.end(count)
    }

    fn end(&mut self, count: f64) -> StepResult<()> {
        self.record.extend_from_slice(&count.to_le_bytes());
        self.laying.push(&self.record)
    }

    /// Returns the spilled counts.
    pub(super) fn finish(self) -> StepResult<SpilledCounts> {
        let end = self.parts.last().map_or(0, |part| part.value.end);
        Ok(SpilledCounts {
            record_bytes: end + size_of::<f64>(),
            parts: self.parts,
            laid: self.laying.finish()?,
            is_negative: self.is_negative,
        })
    }
}

/// The sums that are the bases of percentages.
struct Margins<'r> {
    strata: SpillingRecords<'r>,
    rows: SpillingRecords<'r>,
    columns: SpillingRecords<'r>,
    /// The key of the current cell, the sum of its stratum and that of its row.
    key: Vec<u8>,
    stratum: f64,
    row: f64,
    of_column: HashMap<Vec<u8>, f64>,
}

/// The ends of the stratum, the row and the cell in the key of a cell.
#[derive(Clone, Copy)]
struct Ends {
    stratum: usize,
    row: usize,
    cell: usize,
}

/// A table that is made from spilled counts.
pub(super) struct SpilledTable<'t, 'r> {
    pub freq: &'t Freq,
    pub request: &'t FreqTable,
    pub counts: &'t SpilledCounts,
    /// The means to spill, with a quarter of MEMSIZE=.
    pub spilling: SpillSetting<'r>,
}

impl<'r> SpilledTable<'_, 'r> {
    /// Writes its observations.
    pub(super) fn output(&self, output: &FreqOutput, runtime: &mut Runtime<'_, '_>) -> StepResult<()> {
        if self.request.sparse && self.request.classes.len() > 1 {
            return Err(TableFault::Cells(self.spilling.memory).into());
        }
        let (mut sorted, ends) = self.sorted(runtime)?;
        let needs_margins = (output.of_row.is_some() || output.expected.is_some()) && self.request.classes.len() > 1;
        let record_bytes = ends.cell + self.counts.record_bytes;
        let mut cells = SpillingRecords::begin(self.spilling, record_bytes)?;
        let mut margins = match needs_margins {
            true => Some(Margins::begin(self.spilling, ends)?),
            false => None,
        };
        let mut total = 0.0;
        while let Some(record) = sorted.next_record()? {
            runtime.core.check_stop()?;
            let (key, cell) = record.split_at(ends.cell);
            if key[0] == LEFT_OUT {
                self.left_out(cell, output, runtime)?;
                continue;
            }
            let count = self.count(cell);
            total += count;
            if let Some(margins) = &mut margins {
                margins.add(key, count, ends)?;
                if margins.bytes() > self.spilling.memory {
                    return Err(TableFault::Cells(self.spilling.memory).into());
                }
            }
            cells.push(record)?;
        }
        drop(sorted);
        if self.counts.is_negative {
            total = MISSING;
        }
        let cells = cells.finish()?;
        let (mut cells, mut record) = (cells.read(self.spilling)?, Vec::new());
        let margins = margins.map(|margins| margins.finish()).transpose()?;
        let mut margins = match &margins {
            Some(margins) => Some(MarginsReader::begin(margins, self.spilling)?),
            None => None,
        };
        let mut so_far = 0.0;
        while cells.next(&mut record)? {
            runtime.core.check_stop()?;
            let (key, cell) = record.split_at(ends.cell);
            self.load(cell, runtime);
            let count = self.count(cell);
            so_far += count;
            let values = &mut runtime.core.values;
            values.set_number(output.count, count);
            values.set_number(output.percent, share(count, total));
            if let Some((of_frequency, of_percent)) = output.cumulative {
                values.set_number(of_frequency, so_far);
                values.set_number(of_percent, share(so_far, total));
            }
            if let Some(margins) = &mut margins {
                let (stratum, row, column) = margins.of(key, ends)?;
                for (slot, number) in [
                    (output.of_stratum, share(count, stratum)),
                    (output.of_row, share(count, row)),
                    (output.of_column, share(count, column)),
                    (output.expected, row * (share(column, stratum) / 100.0)),
                ] {
                    if let Some(slot) = slot {
                        values.set_number(slot, number);
                    }
                }
            }
            runtime.output(&[output.number])?;
        }
        Ok(())
    }

    /// Returns the cells in the order of the table, with those that are excluded first.
    fn sorted(&self, runtime: &mut Runtime<'_, '_>) -> StepResult<(SortedRecords<'r>, Ends)> {
        let parts: Vec<&KeyPart> = self
            .request
            .classes
            .iter()
            .filter_map(|class| self.counts.parts.iter().find(|part| part.class == *class))
            .collect();
        let by_frequency = self.freq.by_frequency;
        let met = match by_frequency && parts.len() > 1 {
            true => self.met(&parts, runtime)?,
            false => Vec::new(),
        };
        let rank_bytes = if by_frequency { size_of::<u64>() } else { 0 };
        let mut ends = vec![1];
        for part in &parts {
            let end = ends.last().copied().unwrap_or_default();
            ends.push(end + rank_bytes + part.key.len());
        }
        let back = |parts: usize| ends[ends.len().saturating_sub(parts).max(1) - 1];
        let ends = Ends {
            stratum: back(2),
            row: back(1),
            cell: ends[parts.len()],
        };
        let record_bytes = ends.cell + self.counts.record_bytes;
        let mut sorter = Sorter::new(self.spilling, ends.cell, record_bytes);
        let mut cells = self.counts.laid.read(self.spilling)?;
        let (mut cell, mut record) = (Vec::new(), Vec::with_capacity(record_bytes));
        while cells.next(&mut cell)? {
            runtime.core.check_stop()?;
            let is_left_out = self.is_left_out(&cell, runtime);
            record.clear();
            record.push(if is_left_out { LEFT_OUT } else { COUNTS });
            for (place, part) in parts.iter().enumerate() {
                let key = &cell[part.key.clone()];
                if by_frequency {
                    let met = match met.get(place) {
                        Some(met) => met.get(key).copied().unwrap_or(0.0),
                        None if is_left_out => 0.0,
                        None => self.count(&cell),
                    };
                    // The order is by descending frequency.
                    record.extend_from_slice(&(!sortable(met)).to_be_bytes());
                }
                record.extend_from_slice(key);
            }
            record.extend_from_slice(&cell);
            sorter.push(&record)?;
        }
        Ok((sorter.finish()?, ends))
    }

    /// Returns the frequency of each level of each variable in cells that are not excluded.
    fn met(&self, parts: &[&KeyPart], runtime: &mut Runtime<'_, '_>) -> StepResult<Vec<HashMap<Vec<u8>, f64>>> {
        let mut met = vec![HashMap::<Vec<u8>, f64>::new(); parts.len()];
        let mut bytes = 0;
        let mut cells = self.counts.laid.read(self.spilling)?;
        let mut cell = Vec::new();
        while cells.next(&mut cell)? {
            runtime.core.check_stop()?;
            if self.is_left_out(&cell, runtime) {
                continue;
            }
            let count = self.count(&cell);
            for (part, met) in parts.iter().zip(&mut met) {
                let key = &cell[part.key.clone()];
                match met.get_mut(key) {
                    Some(met) => *met += count,
                    None => {
                        bytes += key.len() + SUM_BYTES;
                        met.insert(key.to_vec(), count);
                    }
                }
            }
            if bytes > self.spilling.memory {
                return Err(TableFault::Cells(self.spilling.memory).into());
            }
        }
        Ok(met)
    }

    /// Returns whether a cell is excluded because of a missing value.
    fn is_left_out(&self, cell: &[u8], runtime: &mut Runtime<'_, '_>) -> bool {
        if self.request.missing {
            return false;
        }
        self.load(cell, runtime);
        let values = &runtime.core.values;
        let mut parts = self.counts.parts.iter();
        parts.any(|part| values.value(part.slot).is_missing())
    }

    /// Loads the values of a cell into the slots of their variables.
    fn load(&self, cell: &[u8], runtime: &mut Runtime<'_, '_>) {
        for part in &self.counts.parts {
            let value = &cell[part.value.clone()];
            load_value(value, part.slot, &mut runtime.core.values);
        }
    }

    fn count(&self, cell: &[u8]) -> f64 {
        number(&cell[self.counts.record_bytes - size_of::<f64>()..])
    }

    /// Writes a cell that is excluded, which has no percentages.
    fn left_out(&self, cell: &[u8], output: &FreqOutput, runtime: &mut Runtime<'_, '_>) -> StepResult<()> {
        self.load(cell, runtime);
        output.set_excluded(self.count(cell), &mut runtime.core.values);
        runtime.output(&[output.number])
    }
}

impl<'r> Margins<'r> {
    fn begin(spilling: SpillSetting<'r>, ends: Ends) -> StepResult<Self> {
        let column = ends.cell - ends.row + size_of::<f64>();
        Ok(Self {
            strata: SpillingRecords::begin(spilling, 2 * size_of::<f64>())?,
            rows: SpillingRecords::begin(spilling, size_of::<f64>())?,
            columns: SpillingRecords::begin(spilling, column)?,
            key: Vec::new(),
            stratum: 0.0,
            row: 0.0,
            of_column: HashMap::new(),
        })
    }

    /// Returns the approximate memory in bytes.
    fn bytes(&self) -> usize {
        self.of_column.len() * (self.key.len() + SUM_BYTES)
    }

    /// Adds a cell, which is after the previous ones in the order of the table.
    fn add(&mut self, key: &[u8], count: f64, ends: Ends) -> StepResult<()> {
        if !self.key.is_empty() {
            if self.key[..ends.row] != key[..ends.row] {
                self.end_row()?;
            }
            if self.key[..ends.stratum] != key[..ends.stratum] {
                self.end_stratum()?;
            }
        }
        self.key.clear();
        self.key.extend_from_slice(key);
        self.stratum += count;
        self.row += count;
        let column = &key[ends.row..];
        match self.of_column.get_mut(column) {
            Some(sum) => *sum += count,
            None => {
                self.of_column.insert(column.to_vec(), count);
            }
        }
        Ok(())
    }

    fn end_row(&mut self) -> StepResult<()> {
        let sum = std::mem::take(&mut self.row);
        self.rows.push(&sum.to_le_bytes())
    }

    fn end_stratum(&mut self) -> StepResult<()> {
        let sum = std::mem::take(&mut self.stratum);
        let columns = self.of_column.len() as f64;
        self.strata
            .push([sum.to_le_bytes(), columns.to_le_bytes()].as_flattened())?;
        for (column, sum) in self.of_column.drain() {
            self.columns.push(&[&column[..], &sum.to_le_bytes()].concat())?;
        }
        Ok(())
    }

    /// Returns all sums, by stratum and by row.
    fn finish(mut self) -> StepResult<[SpilledRecords; 3]> {
        if !self.key.is_empty() {
            self.end_row()?;
            self.end_stratum()?;
        }
        Ok([self.strata.finish()?, self.rows.finish()?, self.columns.finish()?])
    }
}

/// Reads the sums of the current cell.
struct MarginsReader<'r> {
    readers: [SpilledReader<'r>; 3],
    record: Vec<u8>,
    key: Vec<u8>,
    stratum: f64,
    row: f64,
    of_column: HashMap<Vec<u8>, f64>,
}

impl<'r> MarginsReader<'r> {
    fn begin([strata, rows, columns]: &[SpilledRecords; 3], spilling: SpillSetting<'r>) -> StepResult<Self> {
        Ok(Self {
            readers: [strata.read(spilling)?, rows.read(spilling)?, columns.read(spilling)?],
            record: Vec::new(),
            key: Vec::new(),
            stratum: 0.0,
            row: 0.0,
            of_column: HashMap::new(),
        })
    }

    /// Returns the sums of the stratum, the row and the column of the next cell.
    fn of(&mut self, key: &[u8], ends: Ends) -> StepResult<(f64, f64, f64)> {
        let [strata, rows, columns] = &mut self.readers;
        let is_first = self.key.is_empty();
        let record = &mut self.record;
        if (is_first || self.key[..ends.row] != key[..ends.row]) && rows.next(record)? {
            self.row = number(record);
        }
        if (is_first || self.key[..ends.stratum] != key[..ends.stratum]) && strata.next(record)? {
            self.stratum = number(record);
            let count = number(&record[size_of::<f64>()..]) as u64;
            self.of_column.clear();
            for _ in 0..count {
                if columns.next(record)? {
                    let (column, sum) = record.split_at(ends.cell - ends.row);
                    self.of_column.insert(column.to_vec(), number(sum));
                }
            }
        }
        self.key.clear();
        self.key.extend_from_slice(key);
        let column = self.of_column.get(&key[ends.row..]);
        Ok((self.stratum, self.row, column.copied().unwrap_or(0.0)))
    }
}
