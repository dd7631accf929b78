//! Records that are read in any order: in memory, or spilled where they do not fit into it.

use std::cell::RefCell;

use feedrate_rows::StepResult;
use feedrate_rows::spill::{Layout, RandomReader, RunWriter};

use crate::records::spilling::SpillSetting;

/// The bytes of a chunk of records in memory.
const CHUNK_BYTES: usize = 64 << 10;

/// Takes records of equal length.
#[derive(Debug)]
pub struct KeepingRecords<'r> {
    spilling: SpillSetting<'r>,
    record_bytes: usize,
    in_memory: Chunks,
    count: u64,
    writer: Option<RunWriter<'r>>,
}

/// Records by their numbers.
#[derive(Debug)]
pub enum KeptRecords {
    /// Those that fit into memory.
    Memory(Chunks),
    /// Those of a utility file.
    Spilled(Box<RefCell<RandomReader>>),
}

/// Records in pieces of memory, which grow without being copied.
#[derive(Debug)]
pub struct Chunks {
    record_bytes: usize,
    records_a_chunk: usize,
    chunks: Vec<Vec<u8>>,
}

impl<'r> KeepingRecords<'r> {
    /// Returns one without records. They take at most the memory of `spilling` before they are spilled, and half of it
    /// when they are read back.
    pub fn new(spilling: SpillSetting<'r>, record_bytes: usize) -> Self {
        let record_bytes = record_bytes.max(1);
        Self {
            spilling,
            record_bytes,
            in_memory: Chunks {
                record_bytes,
                records_a_chunk: (CHUNK_BYTES / record_bytes).max(1),
                chunks: Vec::new(),
            },
            count: 0,
            writer: None,
        }
    }

    /// Adds a record.
    #[inline]
    pub fn push(&mut self, record: &[u8]) -> StepResult<()> {
        self.count += 1;
        let bytes = self.count.saturating_mul(self.record_bytes as u64);
        if self.writer.is_none() && bytes > self.spilling.memory as u64 && self.count > 1 {
            let layout = Layout::for_random(self.record_bytes);
            let mut writer = self.spilling.room.writer(layout, None)?;
            for chunk in std::mem::take(&mut self.in_memory.chunks) {
                for record in chunk.chunks_exact(self.record_bytes) {
                    writer.append(record)?;
                }
            }
            self.writer = Some(writer);
        }
        match &mut self.writer {
            Some(writer) => Ok(writer.append(record)?),
            None => {
                self.in_memory.push(record);
                Ok(())
            }
        }
    }

    /// Returns the records.
    pub fn finish(self) -> StepResult<KeptRecords> {
        let Some(writer) = self.writer else {
            return Ok(KeptRecords::Memory(self.in_memory));
        };
        let mut runs = writer.finish()?;
        let room = self.spilling.room;
        let memory = self.spilling.memory as u64 / 2;
        let reader = RandomReader::open(room, runs.swap_remove(0), memory)?;
        Ok(KeptRecords::Spilled(Box::new(RefCell::new(reader))))
    }
}

impl Chunks {
    fn push(&mut self, record: &[u8]) {
        let chunk_bytes = self.records_a_chunk * self.record_bytes;
        let is_full = |chunk: &Vec<u8>| chunk.len() == chunk_bytes;
        if self.chunks.last().is_none_or(is_full) {
            // The first chunk grows, because there are often few records.
            let capacity = if self.chunks.is_empty() { 0 } else { chunk_bytes };
            self.chunks.push(Vec::with_capacity(capacity));
        }
        if let Some(last) = self.chunks.last_mut() {
            last.extend_from_slice(record);
        }
    }

    fn record(&self, number: u64) -> &[u8] {
        let in_chunk = self.records_a_chunk as u64;
        let chunk = &self.chunks[(number / in_chunk) as usize];
        let start = (number % in_chunk) as usize * self.record_bytes;
        &chunk[start..start + self.record_bytes]
    }
}

impl KeptRecords {
    /// Passes a record to `see`, and returns what that returns.
    ///
    /// Panics if there is no record of this number, counted from 0.
    #[inline]
    pub fn with<R>(&self, number: u64, see: impl FnOnce(&[u8]) -> R) -> StepResult<R> {
        match self {
            Self::Memory(chunks) => Ok(see(chunks.record(number))),
            Self::Spilled(reader) => Ok(see(reader.borrow_mut().record(number)?)),
        }
    }

    /// Adds what was read back to the accounts of the room.
    pub fn account(&self, spilling: SpillSetting<'_>) {
        if let Self::Spilled(reader) = self {
            reader.borrow().account_to(spilling.room);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use feedrate_rows::spill::SpillRoom;

    #[test]
    fn records_are_the_same_in_memory_and_spilled() {
        let folder = tempfile::tempdir().unwrap();
        let stop = AtomicBool::new(false);
        for (memory, spills) in [(1 << 12, true), (1 << 20, false)] {
            let room = SpillRoom::new(folder.path());
            let spilling = SpillSetting {
                room: &room,
                memory,
                stop: &stop,
            };
            let count = 20_000_u64;
            let record = |number: u64| [&number.to_le_bytes()[..], b"abc"].concat();
            let mut keeping = KeepingRecords::new(spilling, 11);
            for number in 0..count {
                keeping.push(&record(number)).unwrap();
            }
            let kept = keeping.finish().unwrap();
            for step in 0..count {
                let number = step * 7919 % count;
                let is_same = kept.with(number, |found| found == record(number));
                assert!(is_same.unwrap(), "{number}");
            }
            kept.account(spilling);
            assert_eq!(room.runs() > 0, spills);
            assert_eq!(!room.accounts().is_empty(), spills);
        }
    }
}
