//! Which levels of a class variable there are together with levels of others, found without a look at all that the
//! variable has: of two variables of many levels each, most pairs may be none.

use std::collections::HashMap;
use std::rc::Rc;

use super::combinations::Combinations;

/// The combinations of a type by the levels of all its class variables but one, and of these in the order in which
/// the levels of that one are shown. By the type and by that variable.
pub(super) type Followers = HashMap<(u64, usize), Rc<[u32]>>;

impl Combinations<'_> {
    /// The levels of a class variable, in the order in which they are shown, that observations have together with
    /// those of the other class variables of a type. `key` is room for a key.
    pub(super) fn levels_met(
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
        let met = followers[first..].iter();
        met.take_while(|combination| others(combination) == wanted)
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
