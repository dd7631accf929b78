//! The combinations of levels, numbered in the order in which they come: by type, and within a type by levels.

use std::cmp::Ordering;

/// The combinations of all types.
#[derive(Debug, Default)]
pub(super) struct Types {
    types: Vec<OfType>,
    count: u32,
}

/// The combinations of a type.
#[derive(Debug)]
struct OfType {
    /// The bits of its class variables, and their indexes.
    bits: u64,
    classes: Vec<usize>,
    /// The number of the first combination.
    first: u32,
    /// The levels of its class variables, combination by combination.
    levels: Vec<u32>,
}

impl Types {
    /// Adds a combination: of the type of the one before it with greater levels, or of another type. Returns whether it
    /// could be added, which it could not in another order.
    pub(super) fn push(
        &mut self,
        bits: u64,
        classes: impl Iterator<Item = usize>,
        levels: &[u32],
    ) -> bool {
        let has_type = self.types.last().is_some_and(|last| last.bits == bits);
        if !has_type {
            if self.types.iter().any(|other| other.bits == bits) {
                return false;
            }
            self.types.push(OfType {
                bits,
                classes: classes.collect(),
                first: self.count,
                levels: Vec::new(),
            });
        }
        let Some(last) = self.types.last_mut() else {
            return false;
        };
        let width = last.classes.len();
        let before = last.levels.len().checked_sub(width);
        if has_type && before.is_none_or(|at| last.order(&last.levels[at..], levels).is_ge()) {
            return false;
        }
        let own = last.classes.iter().map(|&class| levels[class]);
        last.levels.extend(own);
        self.count += 1;
        true
    }

    /// Returns the number of combinations.
    pub(super) fn count(&self) -> u32 {
        self.count
    }

    /// Returns the memory in bytes.
    pub(super) fn bytes(&self) -> usize {
        let levels = self.types.iter().map(|own| own.levels.capacity());
        size_of::<u32>() * levels.sum::<usize>()
    }

    /// Returns the number of a combination; `None` if it does not occur. Levels of class variables that are not part of
    /// its type are ignored.
    pub(super) fn find(&self, bits: u64, levels: &[u32]) -> Option<u32> {
        let own = self.types.iter().find(|own| own.bits == bits)?;
        let width = own.classes.len();
        if width == 0 {
            return Some(own.first);
        }
        let (mut low, mut high) = (0, own.levels.len() / width);
        while low < high {
            let middle = low + (high - low) / 2;
            match own.order(&own.levels[middle * width..][..width], levels) {
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
                Ordering::Equal => return Some(own.first + middle as u32),
            }
        }
        None
    }

    /// Returns the type of a combination.
    pub(super) fn bits(&self, number: u32) -> u64 {
        self.of(number).map_or(0, |(own, _)| own.bits)
    }

    /// Returns the numbers of the combinations of a type.
    pub(super) fn numbers(&self, bits: u64) -> std::ops::Range<u32> {
        let place = self.types.iter().position(|own| own.bits == bits);
        let Some(place) = place else {
            return 0..0;
        };
        let end = self
            .types
            .get(place + 1)
            .map_or(self.count, |next| next.first);
        self.types[place].first..end
    }

    /// Returns the levels of a combination, each with its class variable.
    pub(super) fn levels(&self, number: u32) -> impl Iterator<Item = (usize, u32)> {
        let own = self.of(number).into_iter();
        own.flat_map(|(own, levels)| own.classes.iter().copied().zip(levels.iter().copied()))
    }

    fn of(&self, number: u32) -> Option<(&OfType, &[u32])> {
        let place = self.types.partition_point(|own| own.first <= number);
        let own = self.types.get(place.checked_sub(1)?)?;
        let width = own.classes.len();
        let at = (number - own.first) as usize * width;
        Some((own, own.levels.get(at..at + width)?))
    }
}

impl OfType {
    /// Compares the levels of a combination with those of all class variables.
    fn order(&self, own: &[u32], levels: &[u32]) -> Ordering {
        own.iter()
            .cmp(self.classes.iter().map(|&class| &levels[class]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_found_by_their_levels() {
        let mut types = Types::default();
        assert!(types.push(0, [].into_iter(), &[9, 9, 9]));
        for level in 0..3 {
            assert!(types.push(1, [0].into_iter(), &[level, 9, 9]));
        }
        for (first, last) in [(0, 1), (0, 4), (2, 0)] {
            assert!(types.push(5, [0, 2].into_iter(), &[first, 9, last]));
        }
        assert_eq!(types.count(), 7);
        assert_eq!(types.find(0, &[5, 5, 5]), Some(0));
        assert_eq!(types.find(1, &[2, 0, 0]), Some(3));
        assert_eq!(types.find(1, &[3, 0, 0]), None);
        assert_eq!(types.find(5, &[0, 7, 4]), Some(5));
        assert_eq!(types.find(5, &[1, 7, 4]), None);
        assert_eq!(types.find(4, &[0, 0, 0]), None);
        assert_eq!(types.numbers(5), 4..7);
        assert_eq!(types.numbers(1), 1..4);
        assert_eq!(types.numbers(2), 0..0);
        assert_eq!((types.bits(0), types.bits(3), types.bits(6)), (0, 1, 5));
        assert_eq!(types.levels(6).collect::<Vec<_>>(), [(0, 2), (2, 0)]);
        assert_eq!(types.levels(0).count(), 0);
        // In another order they would not be found.
        assert!(!types.push(5, [0, 2].into_iter(), &[2, 9, 0]));
        assert!(!types.push(1, [0].into_iter(), &[4, 9, 9]));
    }
}
