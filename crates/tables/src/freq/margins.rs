//! The sums of strata, rows and columns of cells that do not fit into memory: written in the order of the cells, and
//! read back with them.

use std::collections::HashMap;

use feedrate_procedure::records::spilled::{SpilledReader, SpilledRecords, SpillingRecords, number};
use feedrate_procedure::records::spilling::SpillSetting;
use feedrate_rows::StepResult;

/// The approximate memory of a sum in bytes, without its key.
pub(super) const SUM_BYTES: usize = 96;

/// The sums that are the bases of percentages.
pub(super) struct Margins<'r> {
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
pub(super) struct Ends {
    pub stratum: usize,
    pub row: usize,
    pub cell: usize,
}

impl<'r> Margins<'r> {
    pub(super) fn begin(spilling: SpillSetting<'r>, ends: Ends) -> StepResult<Self> {
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
    pub(super) fn bytes(&self) -> usize {
        self.of_column.len() * (self.key.len() + SUM_BYTES)
    }

    /// Adds a cell, which is after the previous ones in the order of the table.
    pub(super) fn add(&mut self, key: &[u8], count: f64, ends: Ends) -> StepResult<()> {
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
    pub(super) fn finish(mut self) -> StepResult<[SpilledRecords; 3]> {
        if !self.key.is_empty() {
            self.end_row()?;
            self.end_stratum()?;
        }
        Ok([self.strata.finish()?, self.rows.finish()?, self.columns.finish()?])
    }
}

/// Reads the sums of the current cell.
pub(super) struct MarginsReader<'r> {
    readers: [SpilledReader<'r>; 3],
    record: Vec<u8>,
    key: Vec<u8>,
    stratum: f64,
    row: f64,
    of_column: HashMap<Vec<u8>, f64>,
}

impl<'r> MarginsReader<'r> {
    pub(super) fn begin([strata, rows, columns]: &[SpilledRecords; 3], spilling: SpillSetting<'r>) -> StepResult<Self> {
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
    pub(super) fn of(&mut self, key: &[u8], ends: Ends) -> StepResult<(f64, f64, f64)> {
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
