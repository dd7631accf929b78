//! Distributions of counts.

use feedrate_stats::distribution::hypergeometric::Hypergeometric;

use super::law::Law;
use super::standard::{beta_tails, gamma_tails};

/// A count that is not quite whole is taken for the whole one.
const FUZZ: f64 = 1e-12;

/// The probabilities of at most, and of more than, a count.
pub(super) fn tails(law: &Law<'_>, x: f64) -> (f64, f64) {
    let m = (x + FUZZ).floor();
    if m < 0.0 {
        return (0.0, 1.0);
    }
    match *law {
        Law::Bernoulli { p } => {
            if m < 1.0 {
                (1.0 - p, p)
            } else {
                (1.0, 0.0)
            }
        }
        Law::Binomial { n, .. } if m >= n => (1.0, 0.0),
        Law::Binomial { p, n } => beta_tails(n - m, m + 1.0, 1.0 - p, p),
        Law::Geometric { p } => {
            let logarithm = (m + 1.0) * (-p).ln_1p();
            (-logarithm.exp_m1(), logarithm.exp())
        }
        Law::NegativeBinomial { p, n } => beta_tails(n, m + 1.0, p, 1.0 - p),
        Law::Poisson { mean: 0.0 } => (1.0, 0.0),
        Law::Poisson { mean } => {
            let (lower, upper) = gamma_tails(m + 1.0, mean);
            (upper, lower)
        }
        Law::Hypergeometric {
            all,
            marked,
            drawn,
            odds: 1.0,
        } => {
            let law = Hypergeometric {
                marked,
                others: all - marked,
                drawn,
            };
            (law.at_most(m), law.at_least(m + 1.0))
        }
        Law::Hypergeometric {
            all,
            marked,
            drawn,
            odds,
        } => weighted_tails([all, marked, drawn], odds, m),
        Law::GeneralizedPoisson { .. } => {
            let terms = (0..=MOST_TERMS.min(m) as u32).map(|count| log_probability(law, f64::from(count)).exp());
            let lower = terms.sum::<f64>().min(1.0);
            (lower, 1.0 - lower)
        }
        _ => (f64::NAN, f64::NAN),
    }
}

/// The most terms that are added up.
const MOST_TERMS: f64 = 1e7;

/// The logarithm of the probability of a count; minus infinity for what is none.
pub(super) fn log_probability(law: &Law<'_>, x: f64) -> f64 {
    let m = x.round();
    if m < 0.0 || (x - m).abs() > FUZZ {
        return f64::NEG_INFINITY;
    }
    match *law {
        Law::Bernoulli { p } => match m {
            0.0 => (1.0 - p).ln(),
            1.0 => p.ln(),
            _ => f64::NEG_INFINITY,
        },
        Law::Binomial { n, .. } if m > n => f64::NEG_INFINITY,
        Law::Binomial { p, n } => log_choices(n, m) + times_log(m, p) + times_log(n - m, 1.0 - p),
        Law::Geometric { p } => p.ln() + times_log(m, 1.0 - p),
        Law::NegativeBinomial { p, n } => {
            libm::lgamma(n + m) - libm::lgamma(n) - libm::lgamma(m + 1.0) + n * p.ln() + times_log(m, 1.0 - p)
        }
        Law::Poisson { mean } => times_log(m, mean) - mean - libm::lgamma(m + 1.0),
        Law::Hypergeometric {
            all,
            marked,
            drawn,
            odds: 1.0,
        } => Hypergeometric {
            marked,
            others: all - marked,
            drawn,
        }
        .probability(m)
        .ln(),
        Law::Hypergeometric {
            all,
            marked,
            drawn,
            odds,
        } => {
            let (below, _) = weighted_tails([all, marked, drawn], odds, m - 1.0);
            let (lower, _) = weighted_tails([all, marked, drawn], odds, m);
            (lower - below).ln()
        }
        Law::GeneralizedPoisson { theta, eta } => {
            let rate = theta + eta * m;
            theta.ln() + (m - 1.0) * rate.ln() - rate - libm::lgamma(m + 1.0)
        }
        _ => f64::NAN,
    }
}

/// `n` times the logarithm of `x`, which is 0 for no times.
fn times_log(n: f64, x: f64) -> f64 {
    if n == 0.0 { 0.0 } else { n * x.ln() }
}

fn log_choices(n: f64, m: f64) -> f64 {
    libm::lgamma(n + 1.0) - libm::lgamma(m + 1.0) - libm::lgamma(n - m + 1.0)
}

/// The tails of the hypergeometric distribution whose odds of a marked item are not those of the others.
fn weighted_tails([all, marked, drawn]: [f64; 3], odds: f64, m: f64) -> (f64, f64) {
    let others = all - marked;
    let (least, most) = ((drawn - others).max(0.0), drawn.min(marked));
    if most - least > MOST_TERMS {
        return (f64::NAN, f64::NAN);
    }
    let logarithm = |k: f64| log_choices(marked, k) + log_choices(others, drawn - k) + k * odds.ln();
    let counts = || (0..=(most - least) as u32).map(|step| least + f64::from(step));
    let peak = counts().map(logarithm).fold(f64::NEG_INFINITY, f64::max);
    let (lower, upper) = counts().fold((0.0, 0.0), |(lower, upper), k| {
        let weight = (logarithm(k) - peak).exp();
        if k <= m {
            (lower + weight, upper)
        } else {
            (lower, upper + weight)
        }
    });
    (lower / (lower + upper), upper / (lower + upper))
}
