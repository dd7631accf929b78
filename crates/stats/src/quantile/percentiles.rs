//! Percentiles and modes of values that come one by one in ascending order.

use super::{Definition, Modes, Ranks};

/// A percentile and the values of it that were found so far.
#[derive(Clone, Copy, Debug)]
struct PendingPercentile {
    percent: f64,
    ranks: Ranks,
    low: Option<f64>,
    high: Option<f64>,
}

/// Finds percentiles and modes of values that come one by one in ascending order.
#[derive(Clone, Debug, Default)]
pub struct Percentiles {
    sought: Vec<PendingPercentile>,
    weighted: bool,
    passed: f64,
    /// The current value, which may come in parts, and its weight.
    last: Option<(f64, f64)>,
    modes: Modes,
}

impl Percentiles {
    /// Begins with values whose weights add up to `weight`: their number, or the sum of their weights. For values with
    /// weights `definition` is ignored.
    pub fn begin(&mut self, percents: &[f64], weight: f64, weighted: bool, definition: Definition) {
        let sought = percents.iter().map(|&percent| PendingPercentile {
            percent,
            ranks: match weighted {
                true => Ranks::weighted(percent, weight),
                false => definition.ranks(percent, weight),
            },
            low: None,
            high: None,
        });
        self.sought.clear();
        self.sought.extend(sought);
        self.weighted = weighted;
        self.passed = 0.0;
        self.last = None;
        self.modes = Modes::default();
    }

    /// Adds the next value, which is not less than the one before it.
    pub fn take(&mut self, value: f64, weight: f64) {
        if weight <= 0.0 {
            return;
        }
        self.passed += weight;
        let passed = self.passed;
        // Sums of weights are rounded, and are treated as equal if they differ by no more.
        let slack = 1e-12 * passed;
        for sought in &mut self.sought {
            let Ranks { low, high, .. } = sought.ranks;
            let (low, high) = match self.weighted {
                true => (passed >= low - slack, passed > high + slack),
                false => (passed >= low, passed >= high),
            };
            if low && sought.low.is_none() {
                sought.low = Some(value);
            }
            if high && sought.high.is_none() {
                sought.high = Some(value);
            }
        }
        let (value, times) = match self.last {
            Some((last, before)) if last == value => (last, before + weight),
            _ => (value, weight),
        };
        self.last = Some((value, times));
        self.modes.take(value, times);
    }

    /// Adds all values at once, of which there is at least one and which have no weights. `at` returns the value with
    /// that many before it in ascending order, and is called only for values on which a percentile depends.
    pub fn take_all(&mut self, at: impl Fn(usize) -> f64) {
        for sought in &mut self.sought {
            sought.low = Some(at(sought.ranks.low as usize - 1));
            sought.high = Some(at(sought.ranks.high as usize - 1));
        }
    }

    /// Returns a requested percentile; `None` if there was no value.
    pub fn percentile(&self, percent: f64) -> Option<f64> {
        let mut all = self.sought.iter();
        let sought = all.find(|sought| sought.percent == percent)?;
        let last = self.last.map(|(value, _)| value);
        let (low, high) = (sought.low.or(last)?, sought.high.or(last)?);
        Some(sought.ranks.between(low, high))
    }

    /// Returns the most frequent values so far.
    pub fn modes(&self) -> Modes {
        self.modes
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn percentile(values: &[f64], percent: f64, definition: u64) -> Option<f64> {
        let mut percentiles = Percentiles::default();
        let definition = Definition::of(definition).unwrap();
        percentiles.begin(&[percent], values.len() as f64, false, definition);
        for &value in values {
            percentiles.take(value, 1.0);
        }
        let found = percentiles.percentile(percent);
        if !values.is_empty() {
            percentiles.begin(&[percent], values.len() as f64, false, definition);
            percentiles.take_all(|index| values[index]);
            assert_eq!(percentiles.percentile(percent), found);
        }
        let at_once = definition.percentile(percent, values.len(), |index| values[index]);
        assert_eq!(found, at_once);
        found
    }

    #[test]
    fn the_five_definitions_differ_as_they_should() {
        // n·p is 2.5 and, in definition 4, 2.75.
        let ten: Vec<_> = (1..=10).map(|value| f64::from(value * value)).collect();
        let quartiles: Vec<_> = (1..=5)
            .map(|definition| percentile(&ten, 25.0, definition).unwrap())
            .collect();
        assert_eq!(quartiles, [6.5, 4.0, 9.0, 7.75, 9.0]);
        // n·p is 5, and 5.5.
        let medians: Vec<_> = (1..=5)
            .map(|definition| percentile(&ten, 50.0, definition).unwrap())
            .collect();
        assert_eq!(medians, [25.0, 25.0, 25.0, 30.5, 30.5]);
        // Beyond both ends.
        for definition in 1..=5 {
            assert_eq!(percentile(&[3.0, 7.0], 1.0, definition), Some(3.0));
            assert_eq!(percentile(&[], 50.0, definition), None);
        }
        assert_eq!(percentile(&[3.0, 7.0], 99.0, 4), Some(7.0));
        // Of the two nearest ones, the one with the even number.
        assert_eq!(percentile(&[1.0, 2.0], 25.0, 2), Some(1.0));
        assert_eq!(percentile(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 25.0, 2), Some(2.0));
    }

    #[test]
    fn percents_of_many_values_are_not_rounded() {
        // 0.07 times 100 is more than 7 in doubles.
        let hundred: Vec<_> = (1..=100).map(f64::from).collect();
        for percent in 1..=99_u8 {
            assert_eq!(
                percentile(&hundred, f64::from(percent), 5),
                Some(f64::from(percent) + 0.5)
            );
        }
    }

    #[test]
    fn weights_move_percentiles() {
        let mut percentiles = Percentiles::default();
        percentiles.begin(&[25.0, 50.0, 75.0], 4.0, true, Definition::Averaged);
        for (value, weight) in [(1.0, 2.0), (2.0, 0.0), (3.0, 1.0), (4.0, 0.5), (4.0, 0.5)] {
            percentiles.take(value, weight);
        }
        let found = [25.0, 50.0, 75.0].map(|percent| percentiles.percentile(percent));
        assert_eq!(found, [Some(1.0), Some(2.0), Some(3.5)]);
    }

    #[test]
    fn the_mode_is_the_least_of_those_met_most_often() {
        let mut percentiles = Percentiles::default();
        percentiles.begin(&[], 5.0, false, Definition::Averaged);
        for value in [1.0, 2.0, 2.0, 3.0, 3.0] {
            percentiles.take(value, 1.0);
        }
        assert_eq!(percentiles.modes().mode(), Some(2.0));
        percentiles.begin(&[], 2.0, false, Definition::Averaged);
        percentiles.take(1.0, 1.0);
        percentiles.take(2.0, 1.0);
        assert_eq!(percentiles.modes().mode(), None);
    }

    proptest! {
        #[test]
        fn percentiles_and_modes_are_those_of_counting(
            mut values in prop::collection::vec((-4..4_i8, 1..4_u8), 1..40),
            percent in 0..=100_u8,
        ) {
            values.sort_unstable();
            let percent = f64::from(percent);
            let times = |(value, times): &(i8, u8)| std::iter::repeat_n(f64::from(*value), usize::from(*times));
            let each: Vec<f64> = values.iter().flat_map(times).collect();
            let mut percentiles = Percentiles::default();
            percentiles.begin(&[percent], each.len() as f64, false, Definition::Averaged);
            let mut weighted = Percentiles::default();
            weighted.begin(&[percent], 0.25 * each.len() as f64, true, Definition::Averaged);
            for (value, times) in &values {
                percentiles.take(f64::from(*value), f64::from(*times));
                weighted.take(f64::from(*value), 0.25 * f64::from(*times));
            }
            // The least and the greatest value that have no more than their share on both sides.
            let share = percent * each.len() as f64 / 100.0;
            let is_it = |value: &&f64| {
                let below = each.iter().filter(|other| other < value).count() as f64;
                let above = each.iter().filter(|other| other > value).count() as f64;
                below <= share && above <= each.len() as f64 - share
            };
            let (low, high) = (each.iter().find(is_it).unwrap(), each.iter().rfind(is_it).unwrap());
            prop_assert_eq!(percentiles.percentile(percent), Some((low + high) / 2.0));
            prop_assert_eq!(weighted.percentile(percent), Some((low + high) / 2.0));
            let groups = || each.chunk_by(|a, b| a == b);
            let most = groups().map(<[f64]>::len).max().unwrap();
            let mut modes = groups().filter(|group| group.len() == most);
            let found = percentiles.modes();
            prop_assert_eq!((found.times, found.count), (most as f64, modes.clone().count() as u64));
            prop_assert_eq!(found.least, modes.next().unwrap()[0]);
        }
    }
}
