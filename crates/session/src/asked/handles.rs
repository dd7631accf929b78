//! Open things by the numbers that functions return.

use std::collections::{BTreeMap, BTreeSet};

/// The most of a kind that are open at the same time.
const MOST: u32 = 1000;

/// Open things of one kind, numbered from 1.
#[derive(Debug)]
pub(super) struct Handles<T>(BTreeMap<u32, T>);

impl<T> Default for Handles<T> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<T> Handles<T> {
    /// Adds a thing, and returns its number: the least that is free. `None` where too many are open.
    pub(super) fn add(&mut self, opened: T) -> Option<f64> {
        let free = (1..=MOST).find(|number| !self.0.contains_key(number))?;
        self.0.insert(free, opened);
        Some(f64::from(free))
    }

    /// Returns the thing of a number.
    pub(super) fn get(&mut self, number: f64) -> Option<&mut T> {
        self.0.get_mut(&place(number)?)
    }

    /// Returns the numbers that are in use.
    pub(super) fn numbers(&self) -> BTreeSet<u32> {
        self.0.keys().copied().collect()
    }

    /// Removes all things but those of these numbers.
    pub(super) fn keep(&mut self, numbers: &BTreeSet<u32>) {
        self.0.retain(|number, _| numbers.contains(number));
    }

    /// Removes the thing of a number.
    pub(super) fn take(&mut self, number: f64) -> Option<T> {
        self.0.remove(&place(number)?)
    }
}

fn place(number: f64) -> Option<u32> {
    // Casts saturate, and no thing has the number 0.
    (number.fract() == 0.0).then_some(number as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_free_number_is_given() {
        let mut handles = Handles::default();
        assert_eq!([handles.add('a'), handles.add('b')], [Some(1.0), Some(2.0)]);
        assert_eq!(handles.take(1.0), Some('a'));
        assert_eq!([handles.add('c'), handles.add('d')], [Some(1.0), Some(3.0)]);
        handles.keep(&handles.numbers().into_iter().filter(|number| *number != 2).collect());
        assert_eq!([2.0, 3.0].map(|number| handles.get(number).copied()), [None, Some('d')]);
        for number in [0.0, 1.5, 9.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(handles.get(number), None, "{number}");
        }
    }
}
