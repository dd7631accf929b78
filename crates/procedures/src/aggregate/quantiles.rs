//! Percentiles and the mode of values that come one by one in ascending order.
//!
//! The five definitions of a percentile are those of QNTLDEF=. Let n values be in order, p the share, and
//! n·p = j + g with whole j and 0 ≤ g < 1 (in definition 4, (n+1)·p):
//!
//! | | percentile |
//! |---|---|
//! | 1 | (1-g)·x(j) + g·x(j+1), where x(0) is x(1) |
//! | 2 | x(j) for g < ½, x(j+1) for g > ½, and for g = ½ that of the two with the even number |
//! | 3 | x(j) for g = 0, else x(j+1) |
//! | 4 | (1-g)·x(j) + g·x(j+1), where x(0) is x(1) and x(n+1) is x(n) |
//! | 5 | the mean of x(j) and x(j+1) for g = 0, else x(j+1) |
//!
//! Of values with weights there is the fifth only: the mean of the last value up to which the weights come
//! to p of all and the one after it if they come to that exactly, else the first with which they come to more.

/// Which definition of a percentile counts (QNTLDEF=).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QuantileDefinition {
    /// 1: the weighted mean of the values on both sides.
    Interpolated,
    /// 2: the nearest value.
    Nearest,
    /// 3: the empirical distribution.
    Empirical,
    /// 4: the weighted mean, of n + 1.
    InterpolatedWithin,
    /// 5: the empirical distribution, with the mean where it jumps.
    #[default]
    Averaged,
}

impl QuantileDefinition {
    /// That of a number from 1 to 5.
    pub fn of(number: u64) -> Option<Self> {
        Some(match number {
            1 => Self::Interpolated,
            2 => Self::Nearest,
            3 => Self::Empirical,
            4 => Self::InterpolatedWithin,
            5 => Self::Averaged,
            _ => return None,
        })
    }

    /// Its number.
    pub(crate) fn number(self) -> u32 {
        match self {
            Self::Interpolated => 1,
            Self::Nearest => 2,
            Self::Empirical => 3,
            Self::InterpolatedWithin => 4,
            Self::Averaged => 5,
        }
    }
}

/// A percentile that is being found: up to two ranks, and how much the values there count.
#[derive(Clone, Copy, Debug)]
struct Sought {
    percent: f64,
    /// The rank of the value that counts `1 - share`, from 1.
    low: f64,
    /// That of the one that counts `share`.
    high: f64,
    share: f64,
    low_value: Option<f64>,
    high_value: Option<f64>,
}

/// Finds percentiles and the mode.
#[derive(Clone, Debug, Default)]
pub(crate) struct Finder {
    sought: Vec<Sought>,
    weighted: bool,
    passed: f64,
    /// The value at hand, which may come in parts, and its weight.
    last: Option<(f64, f64)>,
    /// The value that was met most often so far, and how often.
    mode: Option<(f64, f64)>,
}

impl Finder {
    /// Begins with values that come to `weight` in all: their number, or the sum of their weights.
    pub(crate) fn begin(
        &mut self,
        percents: &[f64],
        weight: f64,
        weighted: bool,
        definition: QuantileDefinition,
    ) {
        self.sought.clear();
        self.sought
            .extend(percents.iter().map(|&percent| match weighted {
                true => {
                    let at = weight * percent / 100.0;
                    sought(percent, at, at, 0.5)
                }
                false => ranks(percent, weight, definition),
            }));
        self.weighted = weighted;
        self.passed = 0.0;
        self.last = None;
        self.mode = None;
    }

    /// Takes the next value, which is not less than the one before it.
    pub(crate) fn take(&mut self, value: f64, weight: f64) {
        if weight <= 0.0 {
            return;
        }
        self.passed += weight;
        let passed = self.passed;
        // Sums of weights are rounded, and are as good as equal when they differ by no more.
        let slack = 1e-12 * passed;
        for sought in &mut self.sought {
            let (low, high) = match self.weighted {
                true => (passed >= sought.low - slack, passed > sought.high + slack),
                false => (passed >= sought.low, passed >= sought.high),
            };
            if low && sought.low_value.is_none() {
                sought.low_value = Some(value);
            }
            if high && sought.high_value.is_none() {
                sought.high_value = Some(value);
            }
        }
        self.last = match self.last {
            Some((last, before)) if last == value => Some((last, before + weight)),
            _ => Some((value, weight)),
        };
        if let Some((value, weight)) = self.last
            && self.mode.is_none_or(|(_, most)| weight > most)
        {
            self.mode = Some((value, weight));
        }
    }

    /// A percentile that was sought; `None` where there was no value.
    pub(crate) fn percentile(&self, percent: f64) -> Option<f64> {
        let sought = self
            .sought
            .iter()
            .find(|sought| sought.percent == percent)?;
        let last = self.last.map(|(value, _)| value);
        let low = sought.low_value.or(last)?;
        let high = sought.high_value.or(last)?;
        Some(if low == high || sought.share == 0.0 {
            low
        } else if sought.share == 0.5 {
            low / 2.0 + high / 2.0
        } else {
            (1.0 - sought.share) * low + sought.share * high
        })
    }

    /// The least value of those that were met most often; `None` where none was met twice.
    pub(crate) fn mode(&self) -> Option<f64> {
        let (value, times) = self.mode?;
        (times > 1.0).then_some(value)
    }
}

fn sought(percent: f64, low: f64, high: f64, share: f64) -> Sought {
    Sought {
        percent,
        low,
        high,
        share,
        low_value: None,
        high_value: None,
    }
}

/// The ranks of a percentile of `n` values.
fn ranks(percent: f64, n: f64, definition: QuantileDefinition) -> Sought {
    let of = match definition {
        QuantileDefinition::InterpolatedWithin => n + 1.0,
        _ => n,
    };
    // In hundredths all is whole, so that nothing is rounded where it would matter.
    let hundredths = of * percent;
    let j = (hundredths / 100.0).floor();
    let g = (hundredths - 100.0 * j) / 100.0;
    let at = |low: f64, high: f64, share| {
        let within = |rank: f64| rank.clamp(1.0, n.max(1.0));
        sought(percent, within(low), within(high), share)
    };
    match definition {
        QuantileDefinition::Interpolated | QuantileDefinition::InterpolatedWithin => {
            at(j, j + 1.0, g)
        }
        QuantileDefinition::Nearest if g < 0.5 || g == 0.5 && j % 2.0 == 0.0 => at(j, j, 0.0),
        QuantileDefinition::Empirical if g == 0.0 => at(j, j, 0.0),
        QuantileDefinition::Averaged if g == 0.0 => at(j, j + 1.0, 0.5),
        QuantileDefinition::Nearest
        | QuantileDefinition::Empirical
        | QuantileDefinition::Averaged => at(j + 1.0, j + 1.0, 0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn percentile(values: &[f64], percent: f64, definition: u64) -> Option<f64> {
        let mut finder = Finder::default();
        let definition = QuantileDefinition::of(definition).unwrap();
        finder.begin(&[percent], values.len() as f64, false, definition);
        values.iter().for_each(|&value| finder.take(value, 1.0));
        finder.percentile(percent)
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
        assert_eq!(
            percentile(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 25.0, 2),
            Some(2.0)
        );
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
        let mut finder = Finder::default();
        finder.begin(&[25.0, 50.0, 75.0], 4.0, true, QuantileDefinition::Averaged);
        for (value, weight) in [(1.0, 2.0), (2.0, 0.0), (3.0, 1.0), (4.0, 0.5), (4.0, 0.5)] {
            finder.take(value, weight);
        }
        let found = [25.0, 50.0, 75.0].map(|percent| finder.percentile(percent));
        assert_eq!(found, [Some(1.0), Some(2.0), Some(3.5)]);
    }

    #[test]
    fn the_mode_is_the_least_of_those_met_most_often() {
        let mut finder = Finder::default();
        finder.begin(&[], 5.0, false, QuantileDefinition::Averaged);
        for value in [1.0, 2.0, 2.0, 3.0, 3.0] {
            finder.take(value, 1.0);
        }
        assert_eq!(finder.mode(), Some(2.0));
        finder.begin(&[], 2.0, false, QuantileDefinition::Averaged);
        finder.take(1.0, 1.0);
        finder.take(2.0, 1.0);
        assert_eq!(finder.mode(), None);
    }
}
