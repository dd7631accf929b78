//! The five definitions of a percentile of the SAS procedures (Base SAS Procedures Guide, "Calculating
//! Percentiles"), of which the second to fifth are types 3, 1, 6 and 2 of R. J. Hyndman and Y. Fan ("Sample
//! Quantiles in Statistical Packages", The American Statistician 50, 1996), and the first is their type 4.
//!
//! Let n values be in order, p the share, and n·p = j + g with whole j and 0 ≤ g < 1 (in definition 4,
//! (n+1)·p):
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

/// The definition of a percentile (QNTLDEF=).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Definition {
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

/// The ranks of the two values of a percentile, which may be equal, and their shares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranks {
    /// The rank of the value with the share `1 - share`, from 1; for values with weights, the sum of the weights up to
    /// it.
    pub low: f64,
    /// The rank of the value with the share `share`.
    pub high: f64,
    /// The share of the second value, from 0 to 1.
    pub share: f64,
}

impl Definition {
    /// Returns the definition of a number from 1 to 5; `None` for another number.
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

    /// Returns its number.
    pub fn number(self) -> u32 {
        match self {
            Self::Interpolated => 1,
            Self::Nearest => 2,
            Self::Empirical => 3,
            Self::InterpolatedWithin => 4,
            Self::Averaged => 5,
        }
    }

    /// Returns the ranks of a percentile of `n` values, from 1 to `n`.
    pub fn ranks(self, percent: f64, n: f64) -> Ranks {
        let of = match self {
            Self::InterpolatedWithin => n + 1.0,
            _ => n,
        };
        // In hundredths all numbers are integers, so that no relevant rounding occurs.
        let hundredths = of * percent;
        let j = (hundredths / 100.0).floor();
        let g = (hundredths - 100.0 * j) / 100.0;
        let at = |low: f64, high: f64, share| {
            let within = |rank: f64| rank.clamp(1.0, n.max(1.0));
            Ranks {
                low: within(low),
                high: within(high),
                share,
            }
        };
        match self {
            Self::Interpolated | Self::InterpolatedWithin => at(j, j + 1.0, g),
            Self::Nearest if g < 0.5 || g == 0.5 && j % 2.0 == 0.0 => at(j, j, 0.0),
            Self::Empirical if g == 0.0 => at(j, j, 0.0),
            Self::Averaged if g == 0.0 => at(j, j + 1.0, 0.5),
            Self::Nearest | Self::Empirical | Self::Averaged => at(j + 1.0, j + 1.0, 0.0),
        }
    }

    /// Returns a percentile of `n` values, where `at` returns the value with that many before it in ascending order;
    /// `None` if there are none. `percent` is from 0 to 100.
    pub fn percentile(self, percent: f64, n: usize, mut at: impl FnMut(usize) -> f64) -> Option<f64> {
        let ranks = self.ranks(percent, n as f64);
        let mut value = |rank: f64| at(rank as usize - 1);
        (n > 0).then(|| match ranks.low == ranks.high {
            true => value(ranks.low),
            false => ranks.between(value(ranks.low), value(ranks.high)),
        })
    }
}

impl Ranks {
    /// Returns the ranks of a percentile of values whose weights add up to `weight`.
    pub fn weighted(percent: f64, weight: f64) -> Self {
        let at = weight * percent / 100.0;
        Self {
            low: at,
            high: at,
            share: 0.5,
        }
    }

    /// Returns the percentile, given the values at both ranks.
    pub fn between(self, low: f64, high: f64) -> f64 {
        if low == high || self.share == 0.0 {
            low
        } else if self.share == 0.5 {
            // Neither half can overflow.
            low / 2.0 + high / 2.0
        } else {
            (1.0 - self.share) * low + self.share * high
        }
    }
}
