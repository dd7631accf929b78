//! Finds the levels of a class variable that occur together with levels of others without testing all levels: for two
//! variables with many levels, most pairs may not occur.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::rc::Rc;

use feedrate_procedure::records::kept::{KeepingRecords, KeptRecords};
use feedrate_procedure::records::sorted::Sorter;
use feedrate_procedure::records::spilling::SpillSetting;
use feedrate_rows::StepResult;

use super::combinations::{Combinations, NONE};

/// The parts of the memory of combinations that all followers together have, and of which one is sorted.
const PARTS: usize = 8;

/// Followers by their type and the class variable that is sorted last.
pub(super) type Followers = HashMap<(u64, usize), Rc<OfClass>>;

/// The combinations of a type, sorted by the levels of all its class variables but one, and then by the display order
/// of that one.
#[derive(Debug)]
pub(super) struct OfClass {
    combinations: KeptRecords,
    count: u64,
}

impl OfClass {
    fn combination(&self, place: u64) -> StepResult<u32> {
        self.combinations.with(place, |record| {
            record.first_chunk().copied().map_or(0, u32::from_le_bytes)
        })
    }

    /// Adds what was read back to the accounts of the room.
    pub(super) fn account(&self, spilling: SpillSetting<'_>) {
        self.combinations.account(spilling);
    }
}

impl Combinations<'_> {
    /// Returns the levels of a class variable, in display order, that occur together with `levels` of the other class
    /// variables of a type.
    pub(super) fn co_occurring_levels(&self, bits: u64, class: usize, levels: &[u32]) -> StepResult<Vec<u32>> {
        if self.levels[class].is_in_order() && self.types.is_last(bits, class) {
            return self.types.last_levels(bits, levels);
        }
        let followers = self.followers(bits, class)?;
        let mut own = vec![NONE; levels.len()];
        let mut order = |place: u64| -> StepResult<(Ordering, u32)> {
            self.read(followers.combination(place)?, &mut own)?;
            let others = (0..own.len()).filter(|&other| other != class && own[other] != NONE);
            let mut others = others.map(|other| own[other].cmp(&levels[other]));
            let order = others.find(|order| order.is_ne());
            Ok((order.unwrap_or(Ordering::Equal), own[class]))
        };
        let (mut low, mut high) = (0, followers.count);
        while low < high {
            let middle = low + (high - low) / 2;
            match order(middle)?.0.is_lt() {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        let mut found = Vec::new();
        for place in low..followers.count {
            let (order, level) = order(place)?;
            if order.is_ne() {
                break;
            }
            found.push(level);
        }
        Ok(found)
    }

    fn followers(&self, bits: u64, class: usize) -> StepResult<Rc<OfClass>> {
        if let Some(made) = self.followers.borrow().get(&(bits, class)) {
            return Ok(Rc::clone(made));
        }
        let shown = self.levels[class].shown();
        let mut places = vec![0; shown.len()];
        for (place, &level) in (0_u32..).zip(shown) {
            places[level as usize] = place;
        }
        let part = self.spilling.share(PARTS);
        let key_bytes = bits.count_ones() as usize * size_of::<u32>();
        let mut sorter = Sorter::new(part, key_bytes, key_bytes + size_of::<u32>());
        let mut levels = vec![NONE; self.levels.len()];
        let mut record = Vec::new();
        for number in self.types.numbers(bits) {
            self.spilling.check_stop()?;
            self.read(number, &mut levels)?;
            record.clear();
            let others = (0..levels.len()).filter(|&other| other != class);
            let others = others.map(|other| levels[other]).filter(|&level| level != NONE);
            let place = places.get(levels[class] as usize).copied().unwrap_or(NONE);
            let key = others.chain([place]).flat_map(u32::to_be_bytes);
            record.extend(key);
            record.extend(number.to_le_bytes());
            sorter.push(&record)?;
        }
        let mut sorted = sorter.finish()?;
        let share = part.share(self.tables_of_followers());
        let mut combinations = KeepingRecords::new(share, size_of::<u32>());
        let mut count = 0;
        while let Some(record) = sorted.next_record()? {
            combinations.push(&record[key_bytes..])?;
            count += 1;
        }
        let made = Rc::new(OfClass {
            combinations: combinations.finish()?,
            count,
        });
        self.followers.borrow_mut().insert((bits, class), Rc::clone(&made));
        Ok(made)
    }

    /// Returns the most followers that there can be: for each class variable of each type.
    fn tables_of_followers(&self) -> usize {
        let types = self.tabulate().aggregation.types().iter();
        types.map(|bits| bits.count_ones() as usize).sum()
    }
}
