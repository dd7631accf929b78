//! Finds the levels of a class variable that occur together with levels of others without testing all levels: for two
//! variables with many levels, most pairs may not occur.

use std::collections::HashMap;
use std::rc::Rc;

use super::combinations::Combinations;

/// The combinations of a type, sorted by the levels of all its class variables but one, and then by the display order
/// of that one. The key is the type and that variable.
pub(super) type Followers = HashMap<(u64, usize), Rc<[u32]>>;

impl Combinations<'_> {
    /// Returns the levels of a class variable, in display order, that occur together with `levels` of the other class
    /// variables of a type. `key` is a buffer.
    pub(super) fn co_occurring_levels(
        &self,
        bits: u64,
        class: usize,
        levels: &[u32],
        key: &mut Vec<u8>,
    ) -> Vec<u32> {
        self.write_key(bits, levels, key);
        let wanted = self.others(key, class);
        let followers = self.followers(bits, class);
        let others = |&combination: &u32| self.others(self.key(combination), class);
        let first = followers.partition_point(|combination| others(combination) < wanted);
        let found = followers[first..].iter();
        found
            .take_while(|combination| others(combination) == wanted)
            .map(|&combination| self.level(combination, class))
            .collect()
    }

    fn followers(&self, bits: u64, class: usize) -> Rc<[u32]> {
        let mut made = self.followers.borrow_mut();
        let followers = made.entry((bits, class)).or_insert_with(|| {
            let shown = &self.levels[class].shown;
            let mut places = vec![0; shown.len()];
            for (place, &level) in (0_u32..).zip(shown) {
                places[level as usize] = place;
            }
            let all = 0..self.count();
            let mut of_type: Vec<u32> = all.filter(|&number| self.bits(number) == bits).collect();
            let place = |number: u32| places.get(self.level(number, class) as usize);
            of_type.sort_unstable_by(|&a, &b| {
                let (others_a, others_b) = (
                    self.others(self.key(a), class),
                    self.others(self.key(b), class),
                );
                others_a
                    .cmp(&others_b)
                    .then_with(|| place(a).cmp(&place(b)))
            });
            of_type.into()
        });
        Rc::clone(followers)
    }
}
