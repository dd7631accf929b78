//! The summary of repeated measurements, without assumptions about their distribution.

use serde::{Deserialize, Serialize};

use crate::order::{median_interval_rank, sorted};
use crate::quantile::quantile;

/// A closed interval at 95 % confidence, `low <= high`, in the unit of its values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Returns whether `value` is in the interval, including its ends.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Returns half the distance between the ends.
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// The summary of repeated measurements. All fields except `count` are in the unit of the values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The number of values.
    pub count: usize,
    /// The smallest value.
    pub min: f64,
    /// The lower quartile, [`quantile`] 0.25.
    pub lower_quartile: f64,
    /// The median, [`quantile`] 0.5: the point to report.
    pub median: f64,
    /// The upper quartile, [`quantile`] 0.75.
    pub upper_quartile: f64,
    /// The largest value.
    pub max: f64,
    /// The arithmetic mean. It is given in addition to the median because a single stall affects it.
    pub mean: f64,
    /// A 95 % confidence interval of the median for any distribution, whose ends are two of the values (order
    /// statistics by the binomial distribution; David and Nagaraja, Order Statistics, section 7.1). It assumes
    /// independent repeats. `None` for fewer than 6 values: the smallest and the largest of 5 enclose the median in
    /// only 93.75 % of cases, so no such interval exists.
    pub interval: Option<Interval>,
}

impl Summary {
    /// Summarizes `values`; `None` if there are none or any of them is not finite.
    pub fn of(values: &[f64]) -> Option<Self> {
        if values.iter().any(|value| !value.is_finite()) {
            return None;
        }
        let values = sorted(values);
        let (&min, &max) = (values.first()?, values.last()?);
        let count = values.len();
        Some(Self {
            count,
            min,
            lower_quartile: quantile(&values, 0.25)?,
            median: quantile(&values, 0.5)?,
            upper_quartile: quantile(&values, 0.75)?,
            max,
            // Scaled before the addition, so that finite values have a finite mean.
            mean: (values.iter().map(|value| value / count as f64).sum::<f64>()).clamp(min, max),
            interval: median_interval_rank(count).map(|rank| Interval {
                low: values[rank - 1],
                high: values[count - rank],
            }),
        })
    }

    /// Returns the uncertainty of the median, as a fraction of it: the half width of its interval, or half of the whole
    /// range if there is no interval. `None` for a single value, or a median of 0.
    pub fn relative_spread(&self) -> Option<f64> {
        if self.count < 2 {
            return None;
        }
        let half_width = match self.interval {
            Some(interval) => interval.half_width(),
            None => (self.max - self.min) / 2.0,
        };
        self.relative(half_width)
    }

    /// Returns the scatter of the values, as a fraction of the median: the distance between the quartiles. It does not
    /// shrink with more repeats, as [`relative_spread`](Self::relative_spread) does. `None` for a single value or a
    /// median of 0.
    pub fn relative_quartile_range(&self) -> Option<f64> {
        if self.count < 2 {
            return None;
        }
        self.relative(self.upper_quartile - self.lower_quartile)
    }

    fn relative(&self, width: f64) -> Option<f64> {
        (self.median != 0.0).then(|| width / self.median.abs())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::Noise;

    #[test]
    fn a_small_sample_by_hand() {
        let summary = Summary::of(&[3.0, 1.0, 2.0, 5.0, 4.0, 60.0]).unwrap();
        assert_eq!(summary.count, 6);
        assert_eq!((summary.min, summary.max), (1.0, 60.0));
        assert_eq!(summary.median, 3.5);
        assert_eq!((summary.lower_quartile, summary.upper_quartile), (2.25, 4.75));
        assert_eq!(summary.mean, 12.5);
        assert_eq!(summary.interval, Some(Interval { low: 1.0, high: 60.0 }));
        assert_eq!(summary.relative_quartile_range(), Some(2.5 / 3.5));
    }

    #[test]
    fn no_summary_of_nothing_or_of_what_is_not_finite() {
        assert_eq!(Summary::of(&[]), None);
        assert_eq!(Summary::of(&[1.0, f64::NAN]), None);
        assert_eq!(Summary::of(&[1.0, f64::INFINITY]), None);
    }

    #[test]
    fn fewer_than_six_values_have_no_interval() {
        let summary = Summary::of(&[9.0, 10.0, 11.0]).unwrap();
        assert_eq!(summary.interval, None);
        assert_eq!(summary.relative_spread(), Some(0.1));
        let single = Summary::of(&[9.0]).unwrap();
        assert_eq!(single.relative_spread(), None, "one value says nothing of its spread");
        let zero = Summary::of(&[0.0; 8]).unwrap();
        assert_eq!(zero.relative_spread(), None);
    }

    #[test]
    fn the_interval_covers_the_median_of_a_skewed_population() {
        // Squared exponential noise, which is far from a normal distribution.
        let population_median = std::f64::consts::LN_2.powi(2);
        for n in [6, 10, 25] {
            let covered = (0..1000)
                .filter(|&seed| {
                    let mut noise = Noise::new(seed);
                    let values: Vec<f64> = (0..n).map(|_| noise.uniform().ln().powi(2)).collect();
                    let summary = Summary::of(&values).unwrap();
                    summary.interval.unwrap().contains(population_median)
                })
                .count();
            assert!(covered >= 935, "n = {n}: {covered} of 1000");
        }
    }

    proptest! {
        #[test]
        fn everything_is_in_order(values in prop::collection::vec(-1e300..1e300_f64, 1..200)) {
            let s = Summary::of(&values).unwrap();
            let order = [s.min, s.lower_quartile, s.median, s.upper_quartile, s.max];
            prop_assert!(order.is_sorted());
            prop_assert!((s.min..=s.max).contains(&s.mean));
            prop_assert_eq!(s.interval.is_some(), values.len() >= 6);
            if let Some(interval) = s.interval {
                prop_assert!(interval.contains(s.median));
            }
        }

        #[test]
        fn the_order_of_the_values_is_of_no_account(
            values in prop::collection::vec(0.0..1e6_f64, 1..50)
        ) {
            let mut reversed = values.clone();
            reversed.reverse();
            prop_assert_eq!(Summary::of(&values), Summary::of(&reversed));
        }
    }
}
