//! The sign test and the signed rank test, computed from values in order with their frequencies.

use feedrate_stats::univariate::{LocationTest, sign_of, signed_rank, signed_rank_of};

/// Up to this number of values that differ from the location, the exact distribution of the rank sum is used.
const FEW: f64 = 20.0;

/// The state of the tests.
#[derive(Clone, Debug)]
pub(super) struct Location {
    location: f64,
    /// The distances of the values below the location, in descending order, with their frequencies. Values above the
    /// location are ranked among them as they come.
    below: Vec<(f64, f64)>,
    /// The maximum number of these distances; all are dropped if there are more.
    most: usize,
    is_too_many: bool,
    /// The number of values below the location, and above it.
    fewer: f64,
    more: f64,
    /// The number of ranked values, and the sum of the ranks of values above the location.
    ranked: f64,
    sum: f64,
    /// The sum of t³ - t over all groups of t tied ranks.
    ties: f64,
    /// All distances, as long as they are few.
    few: Vec<f64>,
}

impl Location {
    /// Returns the tests of a location, which hold at most `most` distinct values below it.
    pub(super) fn new(location: f64, most: usize) -> Self {
        Self {
            location,
            below: Vec::new(),
            most,
            is_too_many: false,
            fewer: 0.0,
            more: 0.0,
            ranked: 0.0,
            sum: 0.0,
            ties: 0.0,
            few: Vec::new(),
        }
    }

    /// Adds a value with frequency `count`. It is greater than those before it.
    pub(super) fn take(&mut self, value: f64, count: f64) {
        let distance = value - self.location;
        if distance == 0.0 {
            return;
        }
        if self.fewer + self.more + count <= FEW {
            self.few.extend(std::iter::repeat_n(distance, count as usize));
        }
        if distance < 0.0 {
            self.fewer += count;
            self.is_too_many |= self.below.len() >= self.most;
            if self.is_too_many {
                self.below = Vec::new();
            } else {
                self.below.push((-distance, count));
            }
            return;
        }
        self.more += count;
        self.rank_below(|other| other < distance);
        let mut group = count;
        if let Some(&(other, equal)) = self.below.last()
            && other == distance
        {
            group += equal;
            self.below.pop();
        }
        self.sum += count * (self.ranked + (group + 1.0) / 2.0);
        self.rank(group);
    }

    /// Ranks the smallest distances of values below the location while `which` holds for them.
    fn rank_below(&mut self, which: impl Fn(f64) -> bool) {
        while let Some(&(distance, count)) = self.below.last()
            && which(distance)
        {
            self.below.pop();
            self.rank(count);
        }
    }

    /// Assigns the next ranks to a group of tied values.
    fn rank(&mut self, group: f64) {
        self.ranked += group;
        self.ties += group * (group * group - 1.0);
    }

    /// Returns the sign test and the signed rank test. The latter is `None` if it would have to hold too many values,
    /// in which case the last result is true.
    pub(super) fn tests(mut self) -> (Option<LocationTest>, Option<LocationTest>, bool) {
        let sign = sign_of(self.more, self.fewer);
        let n = self.fewer + self.more;
        let ranks = match n {
            0.0 => None,
            n if n <= FEW => signed_rank(&self.few),
            _ if self.is_too_many => None,
            n => {
                self.rank_below(|_| true);
                let statistic = self.sum - n * (n + 1.0) / 4.0;
                Some(signed_rank_of(statistic, n, self.ties))
            }
        };
        (sign, ranks, self.is_too_many && n > FEW)
    }
}

#[cfg(test)]
mod tests {
    use feedrate_stats::univariate::sign;
    use proptest::prelude::*;

    use super::*;

    fn near(a: Option<LocationTest>, b: Option<LocationTest>) -> bool {
        match (a, b) {
            (Some(a), Some(b)) => a.statistic == b.statistic && (a.probability - b.probability).abs() < 1e-9,
            (None, None) => true,
            _ => false,
        }
    }

    proptest! {
        #[test]
        fn values_in_order_give_what_values_in_any_order_do(
            values in prop::collection::vec(-12..12_i32, 0..60),
            location in -3..3_i32,
        ) {
            let mut sorted = values.clone();
            sorted.sort_unstable();
            let mut tests = Location::new(f64::from(location), 1000);
            for group in sorted.chunk_by(|a, b| a == b) {
                tests.take(f64::from(group[0]), group.len() as f64);
            }
            let distances: Vec<f64> = values.iter().map(|v| f64::from(v - location)).collect();
            let (of_signs, of_ranks, _) = tests.tests();
            prop_assert!(near(of_signs, sign(&distances)));
            prop_assert!(near(of_ranks, signed_rank(&distances)), "{:?} {:?}", of_ranks, signed_rank(&distances));
        }
    }

    #[test]
    fn no_more_than_is_allowed_is_held() {
        let mut tests = Location::new(100.0, 10);
        (0..200).for_each(|value| tests.take(f64::from(value), 1.0));
        assert!(tests.below.is_empty());
        let (sign, ranks, is_too_many) = tests.tests();
        assert_eq!(sign.unwrap().statistic, -0.5);
        assert_eq!((ranks, is_too_many), (None, true));
    }
}
