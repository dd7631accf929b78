//! Cells: the moments of all variables for each combination of class values.
//!
//! Cells are looked up by key. When they exceed the memory, all of them are spilled to a run in the order of their
//! keys; at the end the runs are merged, and cells with equal keys are combined.

use feedrate_procedure::keys::{HASH_BYTES, Keys, MOST_KEYS};
use feedrate_procedure::records::spilling::{MergedRuns, SpillSetting, run_layout};
use feedrate_rows::StepResult;
use feedrate_rows::spill::Run;

use super::layout::Layout;

/// The initial capacity. It is small because a crossing may have few cells, and a step many crossings.
const FEWEST: usize = 16;

/// Cells by key.
#[derive(Debug)]
pub(super) struct Cells {
    layout: Layout,
    key_bytes: usize,
    keys: Keys,
    numbers: Vec<f64>,
    /// The memory limit in bytes.
    memory: usize,
    runs: Vec<Run>,
}

impl Cells {
    /// Returns an empty table for keys of `key_bytes` bytes, with a limit of `memory` bytes.
    pub(super) fn new(layout: Layout, key_bytes: usize, memory: usize) -> Self {
        Self {
            layout,
            key_bytes,
            keys: Keys::new(key_bytes),
            numbers: Vec::new(),
            memory,
            runs: Vec::new(),
        }
    }

    /// Returns the number of the cell with a key, which is added if it is new.
    #[inline]
    pub(super) fn number(&mut self, key: &[u8]) -> u32 {
        let number = self.keys.number(key);
        if number as usize * self.layout.width() == self.numbers.len() {
            self.add();
        }
        number
    }

    /// Adds a cell. The capacity grows by doubling unless that would exceed the memory limit.
    fn add(&mut self) {
        let (length, width) = (self.numbers.len(), self.layout.width());
        if length + width > self.numbers.capacity() {
            let least = length + length / 8 + FEWEST * width;
            let wanted = (2 * length).min(self.memory / 8).max(least);
            self.numbers.reserve_exact(wanted - length);
        }
        self.numbers.resize(length + width, 0.0);
        self.layout.clear(&mut self.numbers[length..]);
    }

    /// Returns the moments of a cell.
    #[inline]
    pub(super) fn cell_mut(&mut self, number: u32) -> &mut [f64] {
        let width = self.layout.width();
        &mut self.numbers[number as usize * width..][..width]
    }

    fn cell(&self, number: u32) -> &[f64] {
        let width = self.layout.width();
        &self.numbers[number as usize * width..][..width]
    }

    /// Returns the number of cells in memory.
    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns the approximate size of the cells in memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.keys.len() * (self.record_bytes() + HASH_BYTES)
    }

    /// Returns whether the number of cells in memory is at its maximum, regardless of memory.
    pub(super) fn is_full(&self) -> bool {
        self.keys.len() > MOST_KEYS
    }

    fn record_bytes(&self) -> usize {
        self.key_bytes + 8 * self.layout.width()
    }

    /// Spills the cells if they exceed the memory limit.
    pub(super) fn hold(&mut self, spilling: SpillSetting<'_>) -> StepResult<()> {
        let too_many = self.bytes() > self.memory || self.is_full();
        match too_many && self.keys.len() > 1 {
            true => self.spill(spilling),
            false => Ok(()),
        }
    }

    /// Spills the cells in memory as a run.
    pub(super) fn spill(&mut self, spilling: SpillSetting<'_>) -> StepResult<()> {
        let order = self.keys.sorted();
        let layout = run_layout(self.record_bytes(), self.memory);
        let mut writer = spilling.room.writer(layout, Some(order.len() as u64))?;
        for &number in &order {
            let record = writer.next_record()?;
            let (key, numbers) = record.split_at_mut(self.key_bytes);
            key.copy_from_slice(self.keys.key(number));
            let places = numbers.as_chunks_mut::<8>().0;
            for (place, value) in places.iter_mut().zip(self.cell(number)) {
                *place = value.to_le_bytes();
            }
        }
        self.runs.extend(writer.finish()?);
        self.keys.clear();
        self.numbers.clear();
        Ok(())
    }

    /// Returns all cells in the order of their keys.
    pub(super) fn into_sorted(mut self, spilling: SpillSetting<'_>) -> StepResult<SortedCells<'_>> {
        let layout = run_layout(self.record_bytes(), self.memory);
        let width = self.layout.width();
        let source = if self.runs.is_empty() {
            let order = self.keys.sorted();
            Source::Memory { order, next: 0 }
        } else {
            self.spill(spilling)?;
            self.keys = Keys::new(self.key_bytes);
            self.numbers = Vec::new();
            let runs = std::mem::take(&mut self.runs);
            let mut merged = spilling.merge(runs, layout, self.key_bytes)?;
            merged.advance()?;
            Source::Runs(Box::new(merged))
        };
        Ok(SortedCells {
            key: Vec::with_capacity(self.key_bytes),
            cell: vec![0.0; width],
            part: vec![0.0; width],
            cells: self,
            source,
        })
    }
}

/// Cells in the order of their keys.
#[derive(Debug)]
pub(super) struct SortedCells<'r> {
    cells: Cells,
    source: Source<'r>,
    key: Vec<u8>,
    cell: Vec<f64>,
    part: Vec<f64>,
}

#[derive(Debug)]
enum Source<'r> {
    Memory { order: Vec<u32>, next: usize },
    Runs(Box<MergedRuns<'r>>),
}

impl SortedCells<'_> {
    /// Returns the next cell with its key.
    pub(super) fn next(&mut self) -> StepResult<Option<(&[u8], &[f64])>> {
        match &mut self.source {
            Source::Memory { order, next } => {
                let Some(&number) = order.get(*next) else {
                    return Ok(None);
                };
                *next += 1;
                Ok(Some((self.cells.keys.key(number), self.cells.cell(number))))
            }
            Source::Runs(merged) => {
                let key_bytes = self.cells.key_bytes;
                if merged.record().is_empty() {
                    return Ok(None);
                }
                self.key.clear();
                self.key.extend_from_slice(&merged.record()[..key_bytes]);
                read_numbers(&merged.record()[key_bytes..], &mut self.cell);
                merged.advance()?;
                while merged.record().get(..key_bytes) == Some(&self.key) {
                    read_numbers(&merged.record()[key_bytes..], &mut self.part);
                    self.cells.layout.merge(&mut self.cell, &self.part);
                    merged.advance()?;
                }
                Ok(Some((&self.key, &self.cell)))
            }
        }
    }
}

fn read_numbers(bytes: &[u8], numbers: &mut [f64]) {
    for (number, bytes) in numbers.iter_mut().zip(bytes.as_chunks::<8>().0) {
        *number = f64::from_le_bytes(*bytes);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::super::details::Details;
    use super::super::selections::Selections;
    use super::*;
    use feedrate_rows::spill::SpillRoom;

    #[test]
    fn runs_can_be_read_with_other_memory_than_they_were_laid_down_with() {
        let folder = tempfile::tempdir().unwrap();
        let room = SpillRoom::new(folder.path());
        let stop = AtomicBool::new(false);
        let with = |memory| SpillSetting {
            room: &room,
            memory,
            stop: &stop,
        };
        let layout = Layout {
            variables: 1,
            weighted: false,
            higher: false,
            details: Details::NONE,
            selections: Selections::NONE,
        };
        let (little, much) = (16 << 20, 128 << 20);
        assert_ne!(run_layout(50, little), run_layout(50, much));
        let mut cells = Cells::new(layout, 2, little);
        for key in [*b"bb", *b"aa", *b"bb"] {
            let number = cells.number(&key);
            cells.cell_mut(number)[0] += 1.0;
            cells.spill(with(little)).unwrap();
        }
        cells.number(b"cc");
        let mut sorted = cells.into_sorted(with(much)).unwrap();
        let mut all = Vec::new();
        while let Some((key, cell)) = sorted.next().unwrap() {
            all.push((key.to_vec(), cell[0]));
        }
        let wanted = [(b"aa", 1.0), (b"bb", 2.0), (b"cc", 0.0)];
        assert_eq!(all, wanted.map(|(key, count)| (key.to_vec(), count)));
    }
}
