//! The combinations of levels, numbered in the order in which they come: by type, and within a type by levels.

use std::cmp::Ordering;
use std::ops::Range;

use feedrate_procedure::records::kept::{KeepingRecords, KeptRecords};
use feedrate_procedure::records::spilling::SpillSetting;
use feedrate_rows::StepResult;

/// The bytes of a level.
const LEVEL_BYTES: usize = size_of::<u32>();

/// Takes the combinations of all types with their figures.
#[derive(Debug)]
pub(super) struct GatheredTypes<'r> {
    index: Index,
    records: KeepingRecords<'r>,
    /// The levels of the last combination.
    last: Vec<u32>,
    record: Vec<u8>,
}

/// The combinations of all types.
#[derive(Debug)]
pub(super) struct Types {
    index: Index,
    /// The levels of each combination, and its figures.
    records: KeptRecords,
}

/// The types, and the levels of some combinations.
#[derive(Debug)]
struct Index {
    types: Vec<CombinationsOfType>,
    count: u32,
    /// The bytes of the levels in a record.
    levels_bytes: usize,
    /// The levels of every combination whose number is a multiple of `marked`. They find the block of a combination
    /// without reading others.
    marks: Vec<u8>,
    marked: u32,
}

/// The combinations of a type.
#[derive(Debug)]
struct CombinationsOfType {
    /// The bits of its class variables, and their indexes.
    bits: u64,
    classes: Vec<usize>,
    /// The number of the first combination.
    first: u32,
}

impl<'r> GatheredTypes<'r> {
    /// Returns one without combinations, for types of at most `width` class variables and for so many figures.
    pub(super) fn new(spilling: SpillSetting<'r>, width: usize, figures: usize) -> Self {
        let levels_bytes = width * LEVEL_BYTES;
        let record_bytes = levels_bytes + size_of::<f64>() * figures;
        let marked = feedrate_rows::spill::Layout::for_random(record_bytes).records_a_block();
        Self {
            index: Index {
                types: Vec::new(),
                count: 0,
                levels_bytes,
                marks: Vec::new(),
                marked: u32::try_from(marked).unwrap_or(u32::MAX),
            },
            records: KeepingRecords::new(spilling, record_bytes),
            last: Vec::new(),
            record: Vec::new(),
        }
    }

    /// Adds a combination: of the type of the one before it with greater levels, or of another type. Returns whether it
    /// could be added, which it could not in another order.
    pub(super) fn push(
        &mut self,
        bits: u64,
        classes: impl Iterator<Item = usize> + Clone,
        levels: &[u32],
        figures: impl Iterator<Item = f64>,
    ) -> StepResult<bool> {
        let index = &mut self.index;
        let own = classes.clone().map(|class| levels[class]);
        if index.types.last().is_some_and(|last| last.bits == bits) {
            if self.last.iter().copied().cmp(own.clone()).is_ge() {
                return Ok(false);
            }
        } else {
            if index.types.iter().any(|other| other.bits == bits) {
                return Ok(false);
            }
            index.types.push(CombinationsOfType {
                bits,
                classes: classes.collect(),
                first: index.count,
            });
        }
        self.last.clear();
        self.last.extend(own);
        self.record.clear();
        let bytes = self.last.iter().flat_map(|level| level.to_le_bytes());
        self.record.extend(bytes);
        self.record.resize(index.levels_bytes, 0);
        if index.count.is_multiple_of(index.marked) {
            index.marks.extend_from_slice(&self.record);
        }
        self.record.extend(figures.flat_map(f64::to_le_bytes));
        self.records.push(&self.record)?;
        index.count += 1;
        Ok(true)
    }

    /// Returns the combinations.
    pub(super) fn finish(self) -> StepResult<Types> {
        Ok(Types {
            index: self.index,
            records: self.records.finish()?,
        })
    }
}

impl Types {
    /// Returns the number of combinations.
    pub(super) fn count(&self) -> u32 {
        self.index.count
    }

    /// Returns the number of a combination; `None` if it does not occur. Levels of class variables that are not part of
    /// its type are ignored.
    pub(super) fn find(&self, bits: u64, levels: &[u32]) -> StepResult<Option<u32>> {
        let Some(own) = self.index.types.iter().find(|own| own.bits == bits) else {
            return Ok(None);
        };
        let width = own.classes.len();
        let found = self.first_not_before(own, width, levels)?;
        let is_there = found < self.numbers(bits).end
            && self
                .records
                .with(found.into(), |record| own.order(width, record, levels).is_eq())?;
        Ok(is_there.then_some(found))
    }

    /// Returns the number of the first combination of a type whose levels of its first `width` class variables are
    /// not before `levels`.
    fn first_not_before(&self, own: &CombinationsOfType, width: usize, levels: &[u32]) -> StepResult<u32> {
        let Range { start, end } = self.numbers(own.bits);
        let Index {
            marks,
            marked,
            levels_bytes,
            ..
        } = &self.index;
        let (mut low, mut high) = (start, end);
        // The marks within the type; those before `passed` are of combinations before the levels.
        let (mut passed, mut open) = (start.div_ceil(*marked), end.div_ceil(*marked));
        while passed < open {
            let middle = passed + (open - passed) / 2;
            let mark = &marks[middle as usize * levels_bytes..][..*levels_bytes];
            match own.order(width, mark, levels).is_lt() {
                true => {
                    low = middle * marked + 1;
                    passed = middle + 1;
                }
                false => {
                    high = middle * marked;
                    open = middle;
                }
            }
        }
        while low < high {
            let middle = low + (high - low) / 2;
            let is_before = self
                .records
                .with(middle.into(), |record| own.order(width, record, levels).is_lt())?;
            match is_before {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        Ok(low)
    }

    /// Returns the levels of the last class variable of a type that occur together with `levels` of the others, in
    /// ascending order.
    pub(super) fn last_levels(&self, bits: u64, levels: &[u32]) -> StepResult<Vec<u32>> {
        let mut found = Vec::new();
        let Some(own) = self.index.types.iter().find(|own| own.bits == bits) else {
            return Ok(found);
        };
        let width = own.classes.len().saturating_sub(1);
        let first = self.first_not_before(own, width, levels)?;
        for number in first..self.numbers(bits).end {
            let level = self.records.with(number.into(), |record| {
                let is_same = own.order(width, record, levels).is_eq();
                is_same.then(|| levels_of(record).nth(width)).flatten()
            })?;
            match level {
                Some(level) => found.push(level),
                None => break,
            }
        }
        Ok(found)
    }

    /// Returns whether a class variable is the last of a type.
    pub(super) fn is_last(&self, bits: u64, class: usize) -> bool {
        let own = self.index.types.iter().find(|own| own.bits == bits);
        own.is_some_and(|own| own.classes.last() == Some(&class))
    }

    /// Returns the numbers of the combinations of a type.
    pub(super) fn numbers(&self, bits: u64) -> Range<u32> {
        let types = &self.index.types;
        let Some(place) = types.iter().position(|own| own.bits == bits) else {
            return 0..0;
        };
        let next = types.get(place + 1);
        types[place].first..next.map_or(self.count(), |next| next.first)
    }

    /// Writes the levels of a combination to those of their class variables, and returns its type.
    pub(super) fn read(&self, number: u32, levels: &mut [u32]) -> StepResult<u64> {
        let types = &self.index.types;
        let place = types.partition_point(|own| own.first <= number);
        let Some(own) = place.checked_sub(1).and_then(|place| types.get(place)) else {
            return Ok(0);
        };
        self.records.with(number.into(), |record| {
            for (&class, level) in own.classes.iter().zip(levels_of(record)) {
                levels[class] = level;
            }
            own.bits
        })
    }

    /// Returns a figure of a combination.
    pub(super) fn figure(&self, number: u32, place: usize) -> StepResult<Option<f64>> {
        let start = self.index.levels_bytes + place * size_of::<f64>();
        self.records.with(number.into(), |record| {
            let bytes = record.get(start..).and_then(|rest| rest.first_chunk());
            bytes.copied().map(f64::from_le_bytes)
        })
    }

    /// Adds what was read back to the accounts of the room.
    pub(super) fn account(&self, spilling: SpillSetting<'_>) {
        self.records.account(spilling);
    }
}

impl CombinationsOfType {
    /// Compares the levels of the first class variables in a record with those of all class variables.
    fn order(&self, width: usize, record: &[u8], levels: &[u32]) -> Ordering {
        let own = levels_of(record).take(width);
        own.cmp(self.classes[..width].iter().map(|&class| levels[class]))
    }
}

/// Returns the levels in a record, and what follows them.
fn levels_of(record: &[u8]) -> impl Iterator<Item = u32> {
    let chunks = record.as_chunks::<LEVEL_BYTES>().0;
    chunks.iter().map(|level| u32::from_le_bytes(*level))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use feedrate_rows::spill::SpillRoom;

    #[test]
    fn combinations_are_found_by_their_levels() {
        let folder = tempfile::tempdir().unwrap();
        let (room, stop) = (SpillRoom::new(folder.path()), AtomicBool::new(false));
        for memory in [64, 1 << 20] {
            let spilling = SpillSetting {
                room: &room,
                memory,
                stop: &stop,
            };
            let mut types = GatheredTypes::new(spilling, 2, 1);
            let mut number = 0.0;
            let mut push = |bits: u64, levels: &[u32]| {
                let classes = (0..3).filter(|class| bits >> class & 1 == 1);
                number += 1.0;
                let figures = std::iter::once(number - 1.0);
                types.push(bits, classes, levels, figures).unwrap()
            };
            assert!(push(0, &[9, 9, 9]));
            for level in 0..3 {
                assert!(push(1, &[level, 9, 9]));
            }
            let pairs: Vec<(u32, u32)> = (0..4000).map(|pair| (pair / 40, pair % 40 * 2)).collect();
            for (first, last) in &pairs {
                assert!(push(5, &[*first, 9, *last]));
            }
            assert!(!push(5, &[2, 9, 0]) && !push(1, &[7, 9, 9]));
            let types = types.finish().unwrap();
            assert_eq!(types.count(), 4004);
            let find = |bits, levels: &[u32]| types.find(bits, levels).unwrap();
            assert_eq!(find(0, &[5, 5, 5]), Some(0));
            assert_eq!(find(1, &[2, 0, 0]), Some(3));
            assert_eq!(find(1, &[3, 0, 0]), None);
            for (place, (first, last)) in (4_u32..).zip(&pairs) {
                assert_eq!(find(5, &[*first, 7, *last]), Some(place));
                assert_eq!(find(5, &[*first, 7, *last + 1]), None);
                assert_eq!(types.figure(place, 0).unwrap(), Some(f64::from(place)));
            }
            assert_eq!(types.figure(5, 1).unwrap(), None);
            assert_eq!(find(5, &[100, 7, 0]), None);
            assert_eq!(find(4, &[0, 0, 0]), None);
            assert_eq!(types.numbers(5), 4..4004);
            assert_eq!(types.numbers(1), 1..4);
            assert_eq!(types.numbers(2), 0..0);
            let mut levels = [9; 3];
            assert_eq!(types.read(45, &mut levels).unwrap(), 5);
            assert_eq!(levels, [1, 9, 2]);
            assert_eq!(types.read(0, &mut levels).unwrap(), 0);
            let last = types.last_levels(5, &[99, 0, 0]).unwrap();
            assert_eq!(last, (0..40).map(|level| level * 2).collect::<Vec<_>>());
            assert!(types.last_levels(5, &[100, 0, 0]).unwrap().is_empty());
            assert!(types.is_last(5, 2) && !types.is_last(5, 0));
        }
        assert!(room.runs() > 0);
    }
}
