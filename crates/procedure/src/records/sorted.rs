//! Sorts records by their leading bytes, with spilling to disk. The sort is stable.

use feedrate_rows::StepResult;
use feedrate_rows::spill::Run;

use crate::records::spilling::{MergedRuns, SpillSetting, run_layout};

/// The memory of a record's entry in the order, in bytes.
const ENTRY_BYTES: usize = 2 * size_of::<usize>();

/// Collects records.
#[derive(Debug)]
pub struct Sorter<'r> {
    spilling: SpillSetting<'r>,
    key_bytes: usize,
    record_bytes: usize,
    held: Vec<u8>,
    runs: Vec<Run>,
}

/// Records in order.
#[derive(Debug)]
pub enum SortedRecords<'r> {
    /// Those that fit into memory.
    Memory {
        /// The records, in the order in which they came.
        held: Vec<u8>,
        /// The bytes of a record.
        record_bytes: usize,
        /// The numbers of the records in their order.
        order: Vec<usize>,
        /// The place in that order of the next record.
        next: usize,
    },
    /// Those of utility files.
    Runs(Box<MergedRuns<'r>>),
}

impl<'r> Sorter<'r> {
    /// Returns a sorter of records of `record_bytes` bytes, which begin with a key of `key_bytes` bytes.
    pub fn new(spilling: SpillSetting<'r>, key_bytes: usize, record_bytes: usize) -> Self {
        Self {
            spilling,
            key_bytes,
            record_bytes,
            held: Vec::new(),
            runs: Vec::new(),
        }
    }

    /// Adds a record.
    #[inline]
    pub fn push(&mut self, record: &[u8]) -> StepResult<()> {
        let count = self.held.len() / self.record_bytes;
        let bytes = count * (self.record_bytes + ENTRY_BYTES);
        if bytes > self.spilling.memory && count > 1 {
            self.spill()?;
        }
        self.held.extend_from_slice(record);
        Ok(())
    }

    /// Returns the offsets of the records in memory, in order.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.held.len()).step_by(self.record_bytes).collect();
        let key = |start: usize| &self.held[start..start + self.key_bytes];
        order.sort_by(|&a, &b| key(a).cmp(key(b)));
        order
    }

    /// Spills the records in memory as a run.
    fn spill(&mut self) -> StepResult<()> {
        let order = self.order();
        let layout = run_layout(self.record_bytes, self.spilling.memory);
        let room = self.spilling.room;
        let mut writer = room.writer(layout, Some(order.len() as u64))?;
        for &start in &order {
            writer.append(&self.held[start..start + self.record_bytes])?;
        }
        self.runs.extend(writer.finish()?);
        self.held.clear();
        Ok(())
    }

    /// Returns all records in order; further records start a new sequence.
    pub fn finish(&mut self) -> StepResult<SortedRecords<'r>> {
        if self.runs.is_empty() {
            return Ok(SortedRecords::Memory {
                order: self.order(),
                held: std::mem::take(&mut self.held),
                record_bytes: self.record_bytes,
                next: 0,
            });
        }
        self.spill()?;
        self.held = Vec::new();
        let layout = run_layout(self.record_bytes, self.spilling.memory);
        let runs = std::mem::take(&mut self.runs);
        let merged = self.spilling.merge(runs, layout, self.key_bytes)?;
        Ok(SortedRecords::Runs(Box::new(merged)))
    }
}

impl SortedRecords<'_> {
    /// Returns the next record; `None` after the last.
    #[inline]
    pub fn next_record(&mut self) -> StepResult<Option<&[u8]>> {
        match self {
            Self::Memory {
                held,
                record_bytes,
                order,
                next,
            } => {
                let Some(&start) = order.get(*next) else {
                    return Ok(None);
                };
                *next += 1;
                Ok(Some(&held[start..start + *record_bytes]))
            }
            Self::Runs(merged) => Ok(merged.next()?),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use feedrate_rows::spill::SpillRoom;

    #[test]
    fn records_come_in_order_with_little_memory_and_with_much() {
        let folder = tempfile::tempdir().unwrap();
        let stop = AtomicBool::new(false);
        for (memory, spills) in [(1 << 12, true), (1 << 20, false)] {
            let room = SpillRoom::new(folder.path());
            let spilling = SpillSetting {
                room: &room,
                memory,
                stop: &stop,
            };
            let mut sorter = Sorter::new(spilling, 1, 5);
            // The second sequence is independent of the first.
            for count in [5000_u32, 3] {
                let mut should: Vec<Vec<u8>> = Vec::new();
                for number in 0..count {
                    let mut record = vec![(number * 7 % 11) as u8];
                    record.extend(number.to_be_bytes());
                    sorter.push(&record).unwrap();
                    should.push(record);
                }
                should.sort();
                let mut sorted = sorter.finish().unwrap();
                for record in &should {
                    assert_eq!(sorted.next_record().unwrap(), Some(record.as_slice()));
                }
                assert_eq!(sorted.next_record().unwrap(), None);
            }
            assert_eq!(room.runs() > 0, spills);
        }
    }
}
