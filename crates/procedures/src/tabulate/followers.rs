//! Finds the levels of a class variable that occur together with levels of others without testing all levels: for two
//! variables with many levels, most pairs may not occur.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::rc::Rc;

use super::combinations::{Combinations, NONE};

/// The combinations of a type, sorted by the levels of all its class variables but one, and then by the display order
/// of that one. The key is the type and that variable.
pub(super) type Followers = HashMap<(u64, usize), Rc<[u32]>>;

impl Combinations<'_> {
    /// Returns the levels of a class variable, in display order, that occur together with `levels` of the other class
    /// variables of a type.
    pub(super) fn co_occurring_levels(&self, bits: u64, class: usize, levels: &[u32]) -> Vec<u32> {
        let followers = self.followers(bits, class);
        let order = |&combination: &u32| {
            let others = self.others(combination, class);
            others
                .map(|(other, level)| level.cmp(&levels[other]))
                .find(|order| order.is_ne())
                .unwrap_or(Ordering::Equal)
        };
        let first = followers.partition_point(|combination| order(combination).is_lt());
        let found = followers[first..].iter();
        found
            .take_while(|combination| order(combination).is_eq())
            .map(|&combination| self.level(combination, class))
            .collect()
    }

    /// Returns the levels of the class variables of a combination but one, each with its variable.
    fn others(&self, combination: u32, class: usize) -> impl Iterator<Item = (usize, u32)> {
        let levels = self.types.levels(combination);
        levels.filter(move |(other, _)| *other != class)
    }

    /// Returns the level of a class variable in a combination of its type.
    fn level(&self, combination: u32, class: usize) -> u32 {
        let mut levels = self.types.levels(combination);
        let found = levels.find(|(other, _)| *other == class);
        found.map_or(NONE, |(_, level)| level)
    }

    fn followers(&self, bits: u64, class: usize) -> Rc<[u32]> {
        let mut made = self.followers.borrow_mut();
        let followers = made.entry((bits, class)).or_insert_with(|| {
            let shown = &self.levels[class].shown;
            let mut places = vec![0; shown.len()];
            for (place, &level) in (0_u32..).zip(shown) {
                places[level as usize] = place;
            }
            let mut of_type: Vec<u32> = self.types.numbers(bits).collect();
            let place = |number: u32| places.get(self.level(number, class) as usize);
            of_type.sort_unstable_by(|&a, &b| {
                let (others_a, others_b) = (self.others(a, class), self.others(b, class));
                others_a.cmp(others_b).then_with(|| place(a).cmp(&place(b)))
            });
            of_type.into()
        });
        Rc::clone(followers)
    }
}
