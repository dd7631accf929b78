//! OUT= of counts that do not fit into memory, computed cell by cell from disk.

use std::collections::HashMap;

use feedrate_procedure::records::sorted::{SortedRecords, Sorter};
use feedrate_procedure::records::spilled::{SpillingRecords, load_value, number};
use feedrate_procedure::records::spilling::SpillSetting;
use feedrate_rows::{Fault, Runtime, StepResult, sortable};
use feedrate_values::missing::MISSING;

use super::margins::{Ends, Margins, MarginsReader, SUM_BYTES};
use super::request::{Freq, FreqOutput, FreqTable};
use super::spilled_counts::{KeyPart, SpilledCounts};
use crate::fault::TableFault;

/// The first byte of a cell that is excluded because of a missing value. `COUNTS` is that of other cells.
const LEFT_OUT: u8 = 0;
const COUNTS: u8 = 1;

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
        let has_sides = self.request.classes.len() > 1;
        if self.request.sparse && has_sides {
            return Err(self.too_much());
        }
        let (mut sorted, ends) = self.sorted(runtime)?;
        let mut cells = SpillingRecords::begin(self.spilling, ends.cell + self.counts.record_bytes)?;
        let mut margins = match output.needs_margins() && has_sides {
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
                    return Err(self.too_much());
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
            let margins = match &mut margins {
                Some(margins) => Some(margins.of(key, ends)?),
                None => None,
            };
            output.set_counted(count, so_far, total, margins, &mut runtime.core.values);
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
        let mut cells = self.counts.records.read(self.spilling)?;
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
        let mut cells = self.counts.records.read(self.spilling)?;
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
                return Err(self.too_much());
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

    fn too_much(&self) -> Box<Fault> {
        TableFault::Cells(self.spilling.memory).into()
    }
}
