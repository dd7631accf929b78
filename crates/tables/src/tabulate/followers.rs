//! Finds the levels of a class variable that occur together with levels of others without testing all levels: for two
//! variables with many levels, most pairs may not occur.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::rc::Rc;

use feedrate_procedure::records::kept::{KeepingRecords, KeptRecords};
use feedrate_procedure::records::sorted::Sorter;
use feedrate_procedure::records::spilling::SpillSetting;
use feedrate_rows::StepResult;

use super::levels::NONE;
use super::types::Types;

/// The parts of the memory of combinations that all followers together have, and of which one is sorted.
const PARTS: usize = 8;

/// Followers by their type and the class variable that is sorted last, made when they are first asked for.
#[derive(Debug, Default)]
pub(super) struct Followers(RefCell<HashMap<(u64, usize), Rc<ClassCombinations>>>);

/// The combinations of a type, sorted by the levels of all its class variables but one, and then by the display order
/// of that one.
#[derive(Debug)]
struct ClassCombinations {
    combinations: KeptRecords,
    count: u64,
}

impl ClassCombinations {
    fn combination(&self, place: u64) -> StepResult<u32> {
        self.combinations.with(place, |record| {
            record.first_chunk().copied().map_or(0, u32::from_le_bytes)
        })
    }

    /// Sorts the combinations of a type. `shown` are the levels of the class variable in display order, and `most` is
    /// the greatest number of followers.
    fn new(
        types: &Types,
        shown: &[u32],
        (bits, class): (u64, usize),
        classes: usize,
        (spilling, most): (SpillSetting<'_>, usize),
    ) -> StepResult<Self> {
        let mut places = vec![0; shown.len()];
        for (place, &level) in (0_u32..).zip(shown) {
            places[level as usize] = place;
        }
        let part = spilling.share(PARTS);
        let key_bytes = bits.count_ones() as usize * size_of::<u32>();
        let mut sorter = Sorter::new(part, key_bytes, key_bytes + size_of::<u32>());
        let mut levels = vec![NONE; classes];
        let mut record = Vec::new();
        for number in types.numbers(bits) {
            spilling.check_stop()?;
            types.read(number, &mut levels)?;
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
        let mut combinations = KeepingRecords::new(part.share(most), size_of::<u32>());
        let mut count = 0;
        while let Some(record) = sorted.next_record()? {
            combinations.push(&record[key_bytes..])?;
            count += 1;
        }
        Ok(Self {
            combinations: combinations.finish()?,
            count,
        })
    }
}

impl Followers {
    /// Returns the levels of a class variable of a type, in display order, that occur together with `levels` of its
    /// other class variables. The other arguments are those of [`ClassCombinations::new`].
    pub(super) fn levels(
        &self,
        types: &Types,
        shown: &[u32],
        (bits, class): (u64, usize),
        levels: &[u32],
        spilling: (SpillSetting<'_>, usize),
    ) -> StepResult<Vec<u32>> {
        let known = self.0.borrow().get(&(bits, class)).cloned();
        let followers = match known {
            Some(known) => known,
            None => {
                let made = ClassCombinations::new(types, shown, (bits, class), levels.len(), spilling)?;
                Rc::clone(self.0.borrow_mut().entry((bits, class)).or_insert(Rc::new(made)))
            }
        };
        let mut own = vec![NONE; levels.len()];
        let mut order = |place: u64| -> StepResult<(Ordering, u32)> {
            types.read(followers.combination(place)?, &mut own)?;
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

    /// Adds what was read back to the accounts of the room.
    pub(super) fn account(&self, spilling: SpillSetting<'_>) {
        for followers in self.0.borrow().values() {
            followers.combinations.account(spilling);
        }
    }
}
