//! The distributions of `RAND`.
//!
//! Methods: the polar method for normal variates (Marsaglia and Bray, 1964), Marsaglia and Tsang (2000) for gamma, and
//! the reductions of binomial to beta and of Poisson to gamma and binomial by Ahrens and Dieter (1974), so that no
//! parameter makes a draw slow. The others use inversion.

use super::twister::Twister;

/// The source of variates.
pub(super) struct Source<'a> {
    pub(super) twister: &'a mut Twister,
    pub(super) spare_normal: &'a mut Option<f64>,
}

/// A distribution of `RAND`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Distribution {
    Bernoulli,
    Beta,
    Binomial,
    Cauchy,
    ChiSquare,
    Exponential,
    Gamma,
    Geometric,
    Integer,
    Lognormal,
    Normal,
    Poisson,
    Table,
    Triangle,
    T,
    Uniform,
    Weibull,
}

const NAMES: &[(&str, Distribution)] = &[
    ("UNIFORM", Distribution::Uniform),
    ("NORMAL", Distribution::Normal),
    ("GAUSSIAN", Distribution::Normal),
    ("INTEGER", Distribution::Integer),
    ("BERNOULLI", Distribution::Bernoulli),
    ("TABLE", Distribution::Table),
    ("EXPONENTIAL", Distribution::Exponential),
    ("BINOMIAL", Distribution::Binomial),
    ("POISSON", Distribution::Poisson),
    ("GAMMA", Distribution::Gamma),
    ("BETA", Distribution::Beta),
    ("CAUCHY", Distribution::Cauchy),
    ("CHISQUARE", Distribution::ChiSquare),
    ("GEOMETRIC", Distribution::Geometric),
    ("LOGNORMAL", Distribution::Lognormal),
    ("TRIANGLE", Distribution::Triangle),
    ("T", Distribution::T),
    ("WEIBULL", Distribution::Weibull),
];

impl Distribution {
    /// Parses a name, ignoring case, which may be abbreviated to at least four letters.
    pub(super) fn of_name(name: &[u8]) -> Option<Self> {
        let is_named = |full: &str| {
            let start = full.as_bytes().get(..name.len());
            (name.len() >= 4 || name.len() == full.len()) && start.is_some_and(|start| start.eq_ignore_ascii_case(name))
        };
        NAMES
            .iter()
            .find(|(full, _)| is_named(full))
            .map(|(_, distribution)| *distribution)
    }

    /// Draws a variate; `None` if the parameters are invalid, too many or too few.
    pub(super) fn draw(self, parameters: &[f64], source: &mut Source<'_>) -> Option<f64> {
        Some(match (self, parameters) {
            (Self::Uniform, []) => source.uniform(),
            (Self::Uniform, &[a, b]) => a + (b - a) * source.uniform(),
            (Self::Normal, []) => source.normal(),
            (Self::Normal, &[mean]) => mean + source.normal(),
            (Self::Normal, &[mean, deviation]) if deviation > 0.0 => mean + deviation * source.normal(),
            (Self::Lognormal, []) => source.normal().exp(),
            (Self::Lognormal, &[mean]) => (mean + source.normal()).exp(),
            (Self::Lognormal, &[mean, deviation]) if deviation > 0.0 => (mean + deviation * source.normal()).exp(),
            (Self::Integer, &[most]) => source.integer(1.0, most)?,
            (Self::Integer, &[least, most]) => source.integer(least, most)?,
            (Self::Bernoulli, &[p]) if is_share(p) => f64::from(u8::from(source.uniform() <= p)),
            (Self::Table, shares) if !shares.is_empty() && are_shares(shares) => of_table(source.uniform(), shares),
            (Self::Exponential, []) => source.exponential(),
            (Self::Exponential, &[scale]) if scale > 0.0 => scale * source.exponential(),
            (Self::Binomial, &[p, n]) if is_share(p) && is_count(n) => source.binomial(n, p),
            (Self::Poisson, &[mean]) if mean > 0.0 && mean < MOST_COUNT => source.poisson(mean),
            (Self::Gamma, &[shape]) if shape > 0.0 => source.gamma(shape),
            (Self::Gamma, &[shape, scale]) if shape > 0.0 && scale > 0.0 => scale * source.gamma(shape),
            (Self::ChiSquare, &[freedom]) if freedom > 0.0 => 2.0 * source.gamma(freedom / 2.0),
            (Self::T, &[freedom]) if freedom > 0.0 => {
                source.normal() / (2.0 * source.gamma(freedom / 2.0) / freedom).sqrt()
            }
            (Self::Beta, &[a, b]) if a > 0.0 && b > 0.0 => source.beta(a, b),
            (Self::Cauchy, []) => (std::f64::consts::PI * (source.uniform() - 0.5)).tan(),
            (Self::Geometric, &[p]) if p > 0.0 && p <= 1.0 => {
                (source.uniform().ln() / (-p).ln_1p()).floor().max(0.0) + 1.0
            }
            (Self::Triangle, &[peak]) if is_share(peak) => {
                let u = source.uniform();
                if u <= peak {
                    (peak * u).sqrt()
                } else {
                    1.0 - ((1.0 - peak) * (1.0 - u)).sqrt()
                }
            }
            (Self::Weibull, &[shape, scale]) if shape > 0.0 && scale > 0.0 => {
                scale * source.exponential().powf(shape.recip())
            }
            _ => return None,
        })
    }
}

/// Counts up to here are exact.
const MOST_COUNT: f64 = 9_007_199_254_740_992.0;

fn is_share(p: f64) -> bool {
    (0.0..=1.0).contains(&p)
}

fn is_count(n: f64) -> bool {
    n >= 0.0 && n.fract() == 0.0 && n < MOST_COUNT
}

/// Returns whether numbers can be the probabilities of a table, whose remainder belongs to one more entry.
pub(super) fn are_shares(shares: &[f64]) -> bool {
    shares.iter().all(|share| is_share(*share)) && shares.iter().sum::<f64>() <= 1.0 + 1e-9
}

/// Returns the number, from 1, of the entry of a table that a uniform variate falls into. The remainder of the
/// probabilities belongs to one more entry.
pub(super) fn of_table(uniform: f64, shares: &[f64]) -> f64 {
    let mut sum = 0.0;
    let entry = shares.iter().position(|share| {
        sum += share;
        uniform <= sum
    });
    // Probabilities that add up to 1, except for rounding, have no further entry.
    let last = if sum >= 1.0 - 1e-9 {
        shares.len()
    } else {
        shares.len() + 1
    };
    entry.map_or(last, |index| index + 1) as f64
}

impl Source<'_> {
    fn uniform(&mut self) -> f64 {
        self.twister.uniform()
    }

    fn exponential(&mut self) -> f64 {
        -self.uniform().ln()
    }

    fn normal(&mut self) -> f64 {
        if let Some(spare) = self.spare_normal.take() {
            return spare;
        }
        loop {
            let (a, b) = (2.0 * self.uniform() - 1.0, 2.0 * self.uniform() - 1.0);
            let square = a * a + b * b;
            if square > 0.0 && square < 1.0 {
                let scale = (-2.0 * square.ln() / square).sqrt();
                *self.spare_normal = Some(b * scale);
                return a * scale;
            }
        }
    }

    fn integer(&mut self, least: f64, most: f64) -> Option<f64> {
        let whole = least.fract() == 0.0 && most.fract() == 0.0;
        let count = most - least + 1.0;
        (whole && (1.0..MOST_COUNT).contains(&count) && least.abs() < MOST_COUNT)
            .then(|| least + (self.uniform() * count).floor())
    }

    /// A gamma variate with scale 1.
    fn gamma(&mut self, shape: f64) -> f64 {
        if shape < 1.0 {
            let power = self.uniform().powf(shape.recip());
            return self.gamma(shape + 1.0) * power;
        }
        let d = shape - 1.0 / 3.0;
        let c = 1.0 / (9.0 * d).sqrt();
        loop {
            let x = self.normal();
            let v = (1.0 + c * x).powi(3);
            if v > 0.0 && self.uniform().ln() < 0.5 * x * x + d - d * v + d * v.ln() {
                return d * v;
            }
        }
    }

    fn beta(&mut self, a: f64, b: f64) -> f64 {
        let x = self.gamma(a);
        let y = self.gamma(b);
        // Both may underflow for tiny shapes; the variate is then at one of the ends.
        if x + y > 0.0 {
            x / (x + y)
        } else {
            f64::from(u8::from(self.uniform() < a / (a + b)))
        }
    }

    /// The median of n uniform variates has a beta distribution, and determines on which side of it to continue
    /// counting those below p.
    fn binomial(&mut self, mut n: f64, mut p: f64) -> f64 {
        let mut count = 0.0;
        while n > 32.0 {
            let middle = (n / 2.0).floor() + 1.0;
            let x = self.beta(middle, n + 1.0 - middle);
            if x >= p {
                n = middle - 1.0;
                p = (p / x).min(1.0);
            } else {
                count += middle;
                n -= middle;
                p = ((p - x) / (1.0 - x)).clamp(0.0, 1.0);
            }
        }
        for _ in 0..n as u32 {
            count += f64::from(u8::from(self.uniform() <= p));
        }
        count
    }

    /// The time of the nth event of a Poisson process has a gamma distribution, and determines how many events remain
    /// to be counted before or after it.
    fn poisson(&mut self, mut mean: f64) -> f64 {
        let mut count = 0.0;
        while mean > 16.0 {
            let events = (mean * 7.0 / 8.0).floor();
            let time = self.gamma(events);
            if time > mean {
                return count + self.binomial(events - 1.0, mean / time);
            }
            count += events;
            mean -= time;
        }
        let limit = (-mean).exp();
        let mut product = self.uniform();
        while product > limit {
            count += 1.0;
            product *= self.uniform();
        }
        count
    }
}
