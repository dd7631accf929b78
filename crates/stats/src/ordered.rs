//! Values with their places, in ascending order.

/// Values in ascending order, each with its place; equal ones in the order of their places.
#[derive(Clone, Debug)]
pub struct OrderedValues {
    entries: Vec<Entry>,
}

/// A value and its place: the bits of the value, so that they are ordered as numbers are, above the place. Entries that
/// are sorted need not look anything up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry(u128);

const SIGN: u64 = 1 << 63;

impl Entry {
    fn new(place: usize, value: f64) -> Self {
        let bits = value.to_bits();
        let ordered = if bits & SIGN == 0 { bits | SIGN } else { !bits };
        Self(u128::from(ordered) << 64 | place as u128)
    }

    /// Returns the value.
    pub fn value(self) -> f64 {
        let ordered = (self.0 >> 64) as u64;
        f64::from_bits(if ordered & SIGN == 0 { !ordered } else { ordered ^ SIGN })
    }

    /// Returns the place.
    pub fn place(self) -> usize {
        self.0 as u64 as usize
    }
}

impl OrderedValues {
    /// Orders values, by [`f64::total_cmp`].
    pub fn new(values: impl IntoIterator<Item = (usize, f64)>) -> Self {
        let entries = values.into_iter().map(|(place, value)| Entry::new(place, value));
        let mut entries: Vec<_> = entries.collect();
        entries.sort_unstable();
        Self { entries }
    }

    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns a value by its index in the order.
    ///
    /// # Panics
    ///
    /// Panics if there are not so many.
    pub fn value(&self, index: usize) -> f64 {
        self.entries[index].value()
    }

    /// Returns the groups of equal values, in ascending order. Both zeros are equal, and a NaN is equal to none.
    pub fn equal(&self) -> impl DoubleEndedIterator<Item = &[Entry]> {
        self.entries.chunk_by(|a, b| a.value() == b.value())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn values_are_ordered(values in prop::collection::vec(any::<f64>(), 0..60)) {
            let ordered = OrderedValues::new(values.iter().copied().enumerate());
            let mut expected: Vec<(usize, f64)> = values.iter().copied().enumerate().collect();
            expected.sort_by(|a, b| a.1.total_cmp(&b.1));
            prop_assert_eq!(ordered.len(), values.len());
            for (index, (place, value)) in expected.into_iter().enumerate() {
                prop_assert_eq!(ordered.value(index).to_bits(), value.to_bits());
                prop_assert_eq!(ordered.entries[index].place(), place);
            }
        }
    }

    #[test]
    fn both_zeros_are_equal() {
        let ordered = OrderedValues::new([0.0, -1.0, -0.0, 2.0, 0.0].into_iter().enumerate());
        let groups: Vec<Vec<usize>> = ordered
            .equal()
            .map(|group| group.iter().map(|own| own.place()).collect())
            .collect();
        assert_eq!(groups, [vec![1], vec![2, 0, 4], vec![3]]);
    }
}
