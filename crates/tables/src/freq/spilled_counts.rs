//! The counts of a crossing that do not fit into memory.

use std::ops::Range;

use feedrate_procedure::records::spilled::{SpilledRecords, SpillingRecords, value_bytes, write_value};
use feedrate_procedure::records::spilling::SpillSetting;
use feedrate_program::Slot;
use feedrate_rows::{Runtime, StepResult};

use super::counts::{Counts, LevelValue};
use super::request::Freq;

/// The combinations of a crossing with their counts, in the order in which they were spilled.
#[derive(Debug)]
pub(super) struct SpilledCounts {
    pub parts: Vec<KeyPart>,
    pub record_bytes: usize,
    pub records: SpilledRecords,
    /// True if a weight was negative.
    pub is_negative: bool,
}

/// The position of a class variable in a record. The count is at the end of the record.
#[derive(Clone, Debug)]
pub(super) struct KeyPart {
    pub class: usize,
    pub slot: Slot,
    /// Bytes that sort as its levels do.
    pub key: Range<usize>,
    pub value: Range<usize>,
}

/// Spills counts.
#[derive(Debug)]
pub(super) struct SpillingCounts<'r> {
    parts: Vec<KeyPart>,
    record: Vec<u8>,
    records: SpillingRecords<'r>,
    is_negative: bool,
}

impl<'r> SpillingCounts<'r> {
    /// Spills the counts in memory. `keys` are the lengths of the keys of each class variable in bytes.
    pub(super) fn begin(freq: &Freq, counts: &Counts, keys: &[usize], means: SpillSetting<'r>) -> StepResult<Self> {
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
        let mut spilling = Self {
            records: SpillingRecords::begin(means, end + size_of::<f64>())?,
            parts,
            record: Vec::new(),
            is_negative: counts.is_negative,
        };
        let width = spilling.parts.len();
        for (cell, &count) in counts.cells.chunks_exact(width).zip(&counts.counts) {
            let levels = cell.iter().zip(&counts.levels);
            let levels = levels.map(|(&level, of_class)| &of_class[level as usize]);
            spilling.record.clear();
            for level in levels.clone() {
                spilling.record.extend_from_slice(&level.key);
            }
            for level in levels {
                match &level.value {
                    LevelValue::Number(number) => {
                        spilling.record.extend_from_slice(&number.to_le_bytes());
                    }
                    LevelValue::Text(text) => spilling.record.extend_from_slice(text),
                }
            }
            spilling.end(count)?;
        }
        Ok(spilling)
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

    /// Ends a record with its count.
    fn end(&mut self, count: f64) -> StepResult<()> {
        self.record.extend_from_slice(&count.to_le_bytes());
        self.records.push(&self.record)
    }

    /// Returns the spilled counts.
    pub(super) fn finish(self) -> StepResult<SpilledCounts> {
        let end = self.parts.last().map_or(0, |part| part.value.end);
        Ok(SpilledCounts {
            record_bytes: end + size_of::<f64>(),
            parts: self.parts,
            records: self.records.finish()?,
            is_negative: self.is_negative,
        })
    }
}
