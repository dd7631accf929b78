//! Distributions by their names and parameters.

use super::law::Law;
use crate::value::trim;

/// The greatest noncentrality: the terms of its series grow with its root.
const MOST_NONCENTRALITY: f64 = 1e6;

/// The full names. All but `T`, `F` and `NORMALMIX` may be abbreviated to four letters.
const NAMES: [&str; 25] = [
    "BERNOULLI",
    "BETA",
    "BINOMIAL",
    "CAUCHY",
    "CHISQUARE",
    "EXPONENTIAL",
    "F",
    "GAMMA",
    "GENPOISSON",
    "GEOMETRIC",
    "HYPERGEOMETRIC",
    "LAPLACE",
    "LOGISTIC",
    "LOGNORMAL",
    "NEGBINOMIAL",
    "NORMAL",
    "GAUSS",
    "NORMALMIX",
    "PARETO",
    "POISSON",
    "T",
    "UNIFORM",
    "WALD",
    "IGAUSS",
    "WEIBULL",
];

/// Parameters, whose checks tell the position in the call of the first that is not valid.
struct Parameters<'a>(&'a [f64]);

/// The position in a call of the first parameter.
const FIRST: usize = 2;

impl Parameters<'_> {
    /// Checks the number of parameters.
    fn count(&self, least: usize, most: usize) -> Result<(), usize> {
        match (least..=most).contains(&self.0.len()) {
            true => Ok(()),
            false => Err(FIRST + self.0.len().min(most).saturating_sub(1)),
        }
    }

    fn or(&self, position: usize, default: f64) -> f64 {
        self.0.get(position).copied().unwrap_or(default)
    }

    fn valid(&self, position: usize, default: f64, is_valid: impl Fn(f64) -> bool) -> Result<f64, usize> {
        let value = self.or(position, default);
        if value.is_finite() && is_valid(value) {
            Ok(value)
        } else {
            Err(FIRST + position)
        }
    }

    fn positive(&self, position: usize, default: f64) -> Result<f64, usize> {
        self.valid(position, default, |value| value > 0.0)
    }

    fn probability(&self, position: usize) -> Result<f64, usize> {
        self.valid(position, f64::NAN, |value| (0.0..=1.0).contains(&value))
    }

    fn count_at(&self, position: usize) -> Result<f64, usize> {
        self.valid(position, f64::NAN, |value| value >= 0.0 && value.fract() == 0.0)
    }

    /// Returns the location, 0 unless given, and the scale, 1 unless given.
    fn location_and_scale(&self) -> Result<(f64, f64), usize> {
        self.count(0, 2)?;
        Ok((self.valid(0, 0.0, |_| true)?, self.positive(1, 1.0)?))
    }
}

impl<'a> Law<'a> {
    /// Returns the distribution of a name with its parameters.
    ///
    /// # Errors
    ///
    /// Gives the position in the call of the argument that is not valid.
    pub(super) fn new(name: &[u8], parameters: &'a [f64]) -> Result<Self, usize> {
        let name = trim(name).trim_ascii_start().to_ascii_uppercase();
        let is_meant = |full: &&&str| {
            let is_short = matches!(**full, "T" | "F" | "NORMALMIX");
            full.as_bytes() == name || (!is_short && name.len() >= 4 && full.as_bytes().starts_with(&name))
        };
        let name = NAMES.iter().find(is_meant).ok_or(0_usize)?;
        let given = Parameters(parameters);
        Ok(match *name {
            "NORMALMIX" => Self::mixture(parameters)?,
            "BERNOULLI" | "BINOMIAL" | "GENPOISSON" | "GEOMETRIC" | "HYPERGEOMETRIC" | "NEGBINOMIAL" | "POISSON" => {
                Self::of_counts(name, &given)?
            }
            "CAUCHY" | "LAPLACE" | "LOGISTIC" | "LOGNORMAL" | "NORMAL" | "GAUSS" => {
                let (location, scale) = given.location_and_scale()?;
                match *name {
                    "CAUCHY" => Self::Cauchy { location, scale },
                    "LAPLACE" => Self::Laplace { location, scale },
                    "LOGISTIC" => Self::Logistic { location, scale },
                    "LOGNORMAL" => Self::Lognormal { location, scale },
                    _ => Self::Normal { location, scale },
                }
            }
            _ => Self::of_measures(name, &given)?,
        })
    }

    /// Returns a distribution of counts.
    fn of_counts(name: &str, given: &Parameters<'_>) -> Result<Self, usize> {
        Ok(match name {
            "BERNOULLI" => {
                given.count(1, 1)?;
                Self::Bernoulli {
                    p: given.probability(0)?,
                }
            }
            "BINOMIAL" => {
                given.count(2, 2)?;
                Self::Binomial {
                    p: given.probability(0)?,
                    n: given.count_at(1)?,
                }
            }
            "GENPOISSON" => {
                given.count(2, 2)?;
                let theta = given.valid(0, f64::NAN, |theta| (0.0..=1e5).contains(&theta) && theta > 0.0)?;
                Self::GeneralizedPoisson {
                    theta,
                    eta: given.valid(1, f64::NAN, |eta| (0.0..=0.95).contains(&eta))?,
                }
            }
            "GEOMETRIC" => {
                given.count(1, 1)?;
                Self::Geometric {
                    p: given.valid(0, f64::NAN, |p| p > 0.0 && p <= 1.0)?,
                }
            }
            "HYPERGEOMETRIC" => {
                given.count(3, 4)?;
                let all = given.count_at(0)?;
                Self::Hypergeometric {
                    all,
                    marked: given
                        .count_at(1)
                        .and_then(|marked| if marked <= all { Ok(marked) } else { Err(FIRST + 1) })?,
                    drawn: given
                        .count_at(2)
                        .and_then(|drawn| if drawn <= all { Ok(drawn) } else { Err(FIRST + 2) })?,
                    odds: given.positive(3, 1.0)?,
                }
            }
            "NEGBINOMIAL" => {
                given.count(2, 2)?;
                let p = given.valid(0, f64::NAN, |p| p > 0.0 && p <= 1.0)?;
                Self::NegativeBinomial {
                    p,
                    n: given.positive(1, f64::NAN)?,
                }
            }
            _ => {
                given.count(1, 1)?;
                Self::Poisson {
                    mean: given.valid(0, f64::NAN, |mean| mean >= 0.0)?,
                }
            }
        })
    }

    /// Returns a distribution of measures that may have a noncentrality, or rests on the gamma or beta function.
    fn of_measures(name: &str, given: &Parameters<'_>) -> Result<Self, usize> {
        let noncentrality = |position: usize, least: f64| {
            let range = least..=MOST_NONCENTRALITY;
            given.valid(position, 0.0, |value| range.contains(&value))
        };
        Ok(match name {
            "BETA" => {
                given.count(2, 4)?;
                let left = given.valid(2, 0.0, |_| true)?;
                Self::Beta {
                    a: given.positive(0, f64::NAN)?,
                    b: given.positive(1, f64::NAN)?,
                    left,
                    right: given.valid(3, 1.0, |right| right > left)?,
                }
            }
            "CHISQUARE" => {
                given.count(1, 2)?;
                Self::ChiSquare {
                    degrees: given.positive(0, f64::NAN)?,
                    noncentrality: noncentrality(1, 0.0)?,
                }
            }
            "F" => {
                given.count(2, 3)?;
                Self::F {
                    numerator: given.positive(0, f64::NAN)?,
                    denominator: given.positive(1, f64::NAN)?,
                    noncentrality: noncentrality(2, 0.0)?,
                }
            }
            "GAMMA" => {
                given.count(1, 2)?;
                Self::Gamma {
                    shape: given.positive(0, f64::NAN)?,
                    scale: given.positive(1, 1.0)?,
                }
            }
            "T" => {
                given.count(1, 2)?;
                let bound = MOST_NONCENTRALITY.sqrt();
                let noncentrality = given.valid(1, 0.0, |value| value.abs() <= bound)?;
                Self::T {
                    degrees: given.positive(0, f64::NAN)?,
                    noncentrality,
                }
            }
            _ => Self::of_simple_measures(name, given)?,
        })
    }

    /// Returns another distribution of measures.
    fn of_simple_measures(name: &str, given: &Parameters<'_>) -> Result<Self, usize> {
        Ok(match name {
            "EXPONENTIAL" => {
                given.count(0, 1)?;
                Self::Exponential {
                    scale: given.positive(0, 1.0)?,
                }
            }
            "PARETO" => {
                given.count(1, 2)?;
                Self::Pareto {
                    shape: given.positive(0, f64::NAN)?,
                    scale: given.positive(1, 1.0)?,
                }
            }
            "UNIFORM" => {
                given.count(0, 2)?;
                let left = given.valid(0, 0.0, |_| true)?;
                Self::Uniform {
                    left,
                    right: given.valid(1, 1.0, |right| right > left)?,
                }
            }
            "WALD" | "IGAUSS" => {
                given.count(1, 2)?;
                Self::Wald {
                    shape: given.positive(0, f64::NAN)?,
                    mean: given.positive(1, 1.0)?,
                }
            }
            _ => {
                given.count(1, 2)?;
                Self::Weibull {
                    shape: given.positive(0, f64::NAN)?,
                    scale: given.positive(1, 1.0)?,
                }
            }
        })
    }

    /// Returns a mixture of normal distributions, whose shares add up to 1.
    fn mixture(parameters: &'a [f64]) -> Result<Self, usize> {
        let (&count, rest) = parameters.split_first().ok_or(FIRST - 1)?;
        let n = rest.len() / 3;
        if n == 0 || count != n as f64 || rest.len() % 3 != 0 {
            return Err(FIRST);
        }
        let (shares, rest) = rest.split_at(n);
        let (means, deviations) = rest.split_at(n);
        if shares.iter().any(|share| *share < 0.0) || (shares.iter().sum::<f64>() - 1.0).abs() > 1e-8 {
            return Err(FIRST + 1);
        }
        match deviations.iter().position(|deviation| *deviation <= 0.0) {
            Some(position) => Err(FIRST + 1 + 2 * n + position),
            None => Ok(Self::NormalMixture {
                shares,
                means,
                deviations,
            }),
        }
    }
}
