//! The differences of each value of one sample to each of another, by their ranks, without a list of them.

/// All differences between two samples.
#[derive(Clone, Debug)]
pub(super) struct Differences {
    ours: Vec<f64>,
    theirs: Vec<f64>,
}

impl Differences {
    /// Creates the differences of two samples of finite values in ascending order; `None` if one is empty.
    pub(super) fn of(ours: Vec<f64>, theirs: Vec<f64>) -> Option<Self> {
        let is_empty = ours.is_empty() || theirs.is_empty();
        (!is_empty).then_some(Self { ours, theirs })
    }

    /// Returns how many there are.
    pub(super) fn count(&self) -> usize {
        self.ours.len().saturating_mul(self.theirs.len())
    }

    /// Returns the difference of a rank, counted from 1 at the smallest.
    ///
    /// It halves the range of the representable numbers until one is left, which takes 64 passes over the samples at
    /// most.
    pub(super) fn smallest(&self, rank: usize) -> f64 {
        let last = |values: &[f64]| values[values.len() - 1];
        let mut low = key(self.ours[0] - last(&self.theirs));
        let mut high = key(last(&self.ours) - self.theirs[0]);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.at_most(number(middle)) >= rank {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        number(low)
    }

    /// Returns how many differences are at most as large as a limit. Rounding keeps the order of the differences, so
    /// that one pass over both samples counts them.
    fn at_most(&self, limit: f64) -> usize {
        let mut count = 0;
        let mut first = 0;
        for ours in &self.ours {
            while first < self.theirs.len() && ours - self.theirs[first] > limit {
                first += 1;
            }
            count += self.theirs.len() - first;
        }
        count
    }
}

/// The bit of the sign.
const SIGN: u64 = 1 << 63;

/// Returns a whole number in the order of the floating-point numbers.
fn key(number: f64) -> u64 {
    let bits = number.to_bits();
    if bits & SIGN == 0 { bits | SIGN } else { !bits }
}

/// Returns the floating-point number of a key.
fn number(key: u64) -> f64 {
    f64::from_bits(if key & SIGN == 0 { !key } else { key & !SIGN })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::order::sorted;

    #[test]
    fn keys_have_the_order_of_their_numbers() {
        let numbers = [f64::MIN, -1.0, -1e-300, 0.0, 1e-300, 1.0, f64::MAX];
        assert!(numbers.map(key).is_sorted());
        assert_eq!(numbers.map(|of| number(key(of))), numbers);
    }

    proptest! {
        #[test]
        fn ranks_are_those_of_the_sorted_list(
            ours in prop::collection::vec(-3..3_i32, 1..12),
            theirs in prop::collection::vec(-300.0..300.0_f64, 1..12),
            are_ties in any::<bool>(),
        ) {
            let ours: Vec<f64> = ours.into_iter().map(f64::from).collect();
            let theirs = match are_ties {
                true => theirs.iter().map(|value| (value / 100.0).round()).collect(),
                false => theirs,
            };
            let list: Vec<f64> = ours.iter().flat_map(|a| theirs.iter().map(move |b| a - b)).collect();
            let differences = Differences::of(sorted(&ours), sorted(&theirs)).unwrap();
            for (index, difference) in sorted(&list).iter().enumerate() {
                prop_assert_eq!(differences.smallest(index + 1), *difference);
            }
        }
    }
}
