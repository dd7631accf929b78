//! Distributions with their parameters.

/// A distribution with its parameters. Those with a location and a scale have both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Law<'a> {
    Bernoulli {
        p: f64,
    },
    Beta {
        a: f64,
        b: f64,
        left: f64,
        right: f64,
    },
    Binomial {
        p: f64,
        n: f64,
    },
    Cauchy {
        location: f64,
        scale: f64,
    },
    ChiSquare {
        degrees: f64,
        noncentrality: f64,
    },
    Exponential {
        scale: f64,
    },
    F {
        numerator: f64,
        denominator: f64,
        noncentrality: f64,
    },
    Gamma {
        shape: f64,
        scale: f64,
    },
    GeneralizedPoisson {
        theta: f64,
        eta: f64,
    },
    Geometric {
        p: f64,
    },
    Hypergeometric {
        all: f64,
        marked: f64,
        drawn: f64,
        odds: f64,
    },
    Laplace {
        location: f64,
        scale: f64,
    },
    Logistic {
        location: f64,
        scale: f64,
    },
    Lognormal {
        location: f64,
        scale: f64,
    },
    NegativeBinomial {
        p: f64,
        n: f64,
    },
    Normal {
        location: f64,
        scale: f64,
    },
    NormalMixture {
        shares: &'a [f64],
        means: &'a [f64],
        deviations: &'a [f64],
    },
    Pareto {
        shape: f64,
        scale: f64,
    },
    Poisson {
        mean: f64,
    },
    T {
        degrees: f64,
        noncentrality: f64,
    },
    Uniform {
        left: f64,
        right: f64,
    },
    Wald {
        shape: f64,
        mean: f64,
    },
    Weibull {
        shape: f64,
        scale: f64,
    },
}
