//! Ranks of values that do not fit into memory: the values are sorted, ranked in their order, and the ranks brought
//! back into the order of the observations.

use std::path::Path;

use feedrate_rows::spill::SpillRoom;
use feedrate_rows::{StepResult, from_sortable, sortable};

use crate::records::sorted::{SortedRecords, Sorter};
use crate::records::spilled::{SpilledRecords, SpillingRecords};
use crate::records::spilling::SpillSetting;

/// The key of a value: its variable, its group and its order.
const KEY: usize = SEGMENT + size_of::<u64>();

/// The variable and the group.
const SEGMENT: usize = size_of::<u32>() + size_of::<u64>();

/// The place of an observation, and the variable.
const PLACE: usize = size_of::<u64>() + size_of::<u32>();

/// The sorter has half of the memory; the sequences that are written and read beside it have shares of this size.
const SHARES: usize = 8;

/// Returns the place of the runs of values with this memory limit, in the folder of UTILLOC=. Several are written at
/// the same time, so that each has a small part for what is in flight.
pub fn room_for_ranks(utility_folder: &Path, memory: usize) -> SpillRoom {
    let mut room = SpillRoom::new(utility_folder);
    room.hold_at_most((memory / SHARES / 2) as u64);
    room
}

/// Takes the values of variables, in groups of observations.
pub struct RankedValues<'r> {
    spilling: SpillSetting<'r>,
    sorter: Sorter<'r>,
    descending: bool,
}

/// Distinct values of a variable in a group, which are ranked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Segment {
    /// The number of values.
    pub n: u64,
    /// The number of distinct values.
    pub distinct: u64,
}

/// The values in their order: the places of their observations, how often each distinct value occurs, and the segments
/// with their variables.
struct CountedValues {
    places: SpilledRecords,
    counts: SpilledRecords,
    segments: SpilledRecords,
}

/// The ranks in the order of the observations.
#[derive(Debug)]
pub struct RanksInOrder<'r> {
    sorted: SortedRecords<'r>,
    /// The place, the variable and the rank that are next.
    next: Option<(u64, usize, f64)>,
}

impl<'r> RankedValues<'r> {
    /// Returns one without values. With `descending`, the greatest is the first.
    pub fn new(spilling: SpillSetting<'r>, descending: bool) -> Self {
        Self {
            spilling,
            sorter: Sorter::new(spilling.share(2), KEY, KEY + size_of::<u64>()),
            descending,
        }
    }

    /// Adds a value, which is not missing, of the observation at a place.
    #[inline]
    pub fn push(&mut self, variable: usize, group: u64, place: u64, value: f64) -> StepResult<()> {
        let order = match self.descending {
            true => !sortable(value),
            false => sortable(value),
        };
        let mut record = [0; KEY + size_of::<u64>()];
        record[..4].copy_from_slice(&(variable as u32).to_be_bytes());
        record[4..SEGMENT].copy_from_slice(&group.to_be_bytes());
        record[SEGMENT..KEY].copy_from_slice(&order.to_be_bytes());
        record[KEY..].copy_from_slice(&place.to_le_bytes());
        self.sorter.push(&record)
    }

    /// Ranks the values. `begin` returns what gives each distinct value of a segment its rank, from how often the value
    /// occurs; `see` is called with the variable and the value of each in their order.
    pub fn finish<F: FnMut(u64) -> f64>(
        self,
        mut begin: impl FnMut(Segment) -> F,
        see: impl FnMut(usize, f64),
    ) -> StepResult<RanksInOrder<'r>> {
        let spilling = self.spilling;
        let counted = self.count(see)?;
        let small = spilling.share(SHARES);
        let mut places = counted.places.read(small)?;
        let mut counts = counted.counts.read(small)?;
        let mut segments = counted.segments.read(small)?;
        let mut by_place = Sorter::new(spilling.share(2), PLACE, PLACE + size_of::<f64>());
        let (mut segment, mut count, mut place) = (Vec::new(), Vec::new(), Vec::new());
        while segments.next(&mut segment)? {
            let [variable, n, distinct] = [0, 8, 16].map(|at| word(&segment, at));
            let mut rank_of = begin(Segment { n, distinct });
            for _ in 0..distinct {
                spilling.check_stop()?;
                counts.next(&mut count)?;
                let count = word(&count, 0);
                let rank = rank_of(count);
                for _ in 0..count {
                    places.next(&mut place)?;
                    let mut record = [0; PLACE + size_of::<f64>()];
                    record[..8].copy_from_slice(&word(&place, 0).to_be_bytes());
                    record[8..PLACE].copy_from_slice(&(variable as u32).to_be_bytes());
                    record[PLACE..].copy_from_slice(&rank.to_le_bytes());
                    by_place.push(&record)?;
                }
            }
        }
        let mut ranks = RanksInOrder {
            sorted: by_place.finish()?,
            next: None,
        };
        ranks.advance()?;
        Ok(ranks)
    }

    /// Counts the values in their order.
    fn count(mut self, mut see: impl FnMut(usize, f64)) -> StepResult<CountedValues> {
        let small = self.spilling.share(SHARES);
        let mut sorted = self.sorter.finish()?;
        let mut places = SpillingRecords::begin(small, size_of::<u64>())?;
        let mut counts = SpillingRecords::begin(small, size_of::<u64>())?;
        let mut segments = SpillingRecords::begin(small, 3 * size_of::<u64>())?;
        let mut last = [0; KEY];
        let (mut count, mut segment) = (0_u64, Segment::default());
        let mut end_segment = |last: &[u8; KEY], segment: Segment| {
            let words = [variable_of(last) as u64, segment.n, segment.distinct];
            let record: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            segments.push(&record)
        };
        while let Some(record) = sorted.next_record()? {
            let key: [u8; KEY] = record.first_chunk().copied().unwrap_or(last);
            if count > 0 && key != last {
                counts.push(&count.to_le_bytes())?;
                count = 0;
                if key[..SEGMENT] != last[..SEGMENT] {
                    self.spilling.check_stop()?;
                    end_segment(&last, segment)?;
                    segment = Segment::default();
                }
            }
            segment.distinct += u64::from(count == 0);
            segment.n += 1;
            count += 1;
            places.push(&record[KEY..])?;
            last = key;
            let order = last.last_chunk().copied().map_or(0, u64::from_be_bytes);
            let order = if self.descending { !order } else { order };
            see(variable_of(&last), from_sortable(order));
        }
        if count > 0 {
            counts.push(&count.to_le_bytes())?;
            end_segment(&last, segment)?;
        }
        Ok(CountedValues {
            places: places.finish()?,
            counts: counts.finish()?,
            segments: segments.finish()?,
        })
    }
}

impl RanksInOrder<'_> {
    /// Passes the ranks of the observation at a place to `take`, each with its variable. Places must ascend, and none
    /// with a rank be left out.
    pub fn of(&mut self, place: u64, mut take: impl FnMut(usize, f64)) -> StepResult<()> {
        while let Some((at, variable, rank)) = self.next
            && at == place
        {
            take(variable, rank);
            self.advance()?;
        }
        Ok(())
    }

    fn advance(&mut self) -> StepResult<()> {
        self.next = self.sorted.next_record()?.map(|record| {
            let place = record.first_chunk().copied().map_or(0, u64::from_be_bytes);
            let variable = record[8..].first_chunk().copied();
            let variable = variable.map_or(0, u32::from_be_bytes);
            let rank = f64::from_bits(word(record, PLACE));
            (place, variable as usize, rank)
        });
        Ok(())
    }
}

fn variable_of(key: &[u8; KEY]) -> usize {
    key.first_chunk().copied().map_or(0, u32::from_be_bytes) as usize
}

/// Returns the number of eight bytes at an offset.
fn word(record: &[u8], at: usize) -> u64 {
    let bytes = record.get(at..).and_then(|rest| rest.first_chunk());
    bytes.copied().map_or(0, u64::from_le_bytes)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    #[test]
    fn ranks_are_those_of_counting() {
        let folder = tempfile::tempdir().unwrap();
        let (room, stop) = (room_for_ranks(folder.path(), 1 << 12), AtomicBool::new(false));
        let spilling = SpillSetting {
            room: &room,
            memory: 1 << 12,
            stop: &stop,
        };
        // Two variables of two groups, the second of which lacks every third value.
        let value = |variable: usize, place: u64| match variable {
            0 => (place * 7 % 13) as f64 - 6.0,
            _ => (place * 5 % 101) as f64,
        };
        let is_there = |variable: usize, place: u64| variable == 0 || !place.is_multiple_of(3);
        let (places, first) = (2000_u64, 700);
        let group = |place: u64| u64::from(place >= first);
        for descending in [false, true] {
            let mut values = RankedValues::new(spilling, descending);
            for place in 0..places {
                for variable in (0..2).filter(|&variable| is_there(variable, place)) {
                    let value = value(variable, place);
                    values.push(variable, group(place), place, value).unwrap();
                }
            }
            let mut seen = 0;
            let low = |_: Segment| {
                let mut before = 0;
                move |count| {
                    before += count;
                    (before - count) as f64
                }
            };
            let mut ranks = values.finish(low, |_, _| seen += 1).unwrap();
            assert_eq!(seen, places + places - places.div_ceil(3));
            for place in 0..places {
                let mut found = Vec::new();
                let take = |variable, rank| found.push((variable, rank));
                ranks.of(place, take).unwrap();
                let should = (0..2).filter(|&variable| is_there(variable, place));
                let should = should.map(|variable| {
                    let own = value(variable, place);
                    let before = (0..places).filter(|&other| {
                        let other_value = value(variable, other);
                        let is_before = match descending {
                            true => other_value > own,
                            false => other_value < own,
                        };
                        is_there(variable, other) && group(other) == group(place) && is_before
                    });
                    (variable, before.count() as f64)
                });
                assert_eq!(found, should.collect::<Vec<_>>(), "{place}");
            }
            assert!(ranks.next.is_none());
        }
        assert!(room.runs() > 0);
    }
}
