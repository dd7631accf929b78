//! Prices of European options: Black and Scholes, Black, Garman and Kohlhagen, Margrabe.

use super::super::{Context, Function};
use crate::missing::MISSING;

pub(in super::super) const FUNCTIONS: &[Function] = &[
    Function::numbers("BLKSHCLPRC", 5, 5, |context, x| {
        priced(context, x, |[exercise, time, share, rate, volatility]| {
            forward_of_share(exercise, time, share, rate, volatility).call()
        })
    }),
    Function::numbers("BLKSHPTPRC", 5, 5, |context, x| {
        priced(context, x, |[exercise, time, share, rate, volatility]| {
            forward_of_share(exercise, time, share, rate, volatility).put()
        })
    }),
    Function::numbers("BLACKCLPRC", 5, 5, |context, x| {
        priced(context, x, |[exercise, time, future, rate, volatility]| {
            forward_of_future(exercise, time, future, rate, volatility).call()
        })
    }),
    Function::numbers("BLACKPTPRC", 5, 5, |context, x| {
        priced(context, x, |[exercise, time, future, rate, volatility]| {
            forward_of_future(exercise, time, future, rate, volatility).put()
        })
    }),
    Function::numbers("GARKHCLPRC", 6, 6, |context, x| {
        priced(context, x, |[exercise, time, spot, domestic, foreign, volatility]| {
            forward_of_currency(exercise, time, spot, [domestic, foreign], volatility).call()
        })
    }),
    Function::numbers("GARKHPTPRC", 6, 6, |context, x| {
        priced(context, x, |[exercise, time, spot, domestic, foreign, volatility]| {
            forward_of_currency(exercise, time, spot, [domestic, foreign], volatility).put()
        })
    }),
    Function::numbers("MARGRCLPRC", 6, 6, |context, x| exchanged(context, x, Exchange::call)),
    Function::numbers("MARGRPTPRC", 6, 6, |context, x| exchanged(context, x, Exchange::put)),
];

/// The exchange of one asset for another at a time to come, both by their present values.
struct Exchange {
    received: f64,
    given: f64,
    /// The volatility of the ratio of both until then.
    spread: f64,
}

impl Exchange {
    /// The value of the right to receive.
    fn call(&self) -> f64 {
        let (upper, lower) = self.limits();
        self.received * below(upper) - self.given * below(lower)
    }

    /// The value of the right to give.
    fn put(&self) -> f64 {
        let (upper, lower) = self.limits();
        self.given * below(-lower) - self.received * below(-upper)
    }

    fn limits(&self) -> (f64, f64) {
        let upper = match self.spread {
            // Without volatility the dearer of the two is known.
            0.0 => (self.received / self.given).ln() * f64::INFINITY,
            spread => (self.received / self.given).ln() / spread + spread / 2.0,
        };
        (upper, upper - self.spread)
    }
}

fn forward_of_share(exercise: f64, time: f64, share: f64, rate: f64, volatility: f64) -> Exchange {
    forward_of_currency(exercise, time, share, [rate, 0.0], volatility)
}

fn forward_of_future(exercise: f64, time: f64, future: f64, rate: f64, volatility: f64) -> Exchange {
    forward_of_currency(exercise, time, future, [rate, rate], volatility)
}

fn forward_of_currency(exercise: f64, time: f64, spot: f64, rates: [f64; 2], volatility: f64) -> Exchange {
    Exchange {
        received: spot * (-rates[1] * time).exp(),
        given: exercise * (-rates[0] * time).exp(),
        spread: volatility * time.sqrt(),
    }
}

/// The share of normal variates below `z`; 1/2 where both assets are worth the same.
fn below(z: f64) -> f64 {
    if z.is_nan() {
        0.5
    } else {
        0.5 * libm::erfc(-z * std::f64::consts::FRAC_1_SQRT_2)
    }
}

/// Returns a price of arguments that are not negative, the first and the third of which are prices above 0.
fn priced<const COUNT: usize>(context: &mut Context<'_>, x: &[f64], price: fn([f64; COUNT]) -> f64) -> f64 {
    let Ok(arguments) = <[f64; COUNT]>::try_from(x) else {
        return MISSING;
    };
    if x.iter().any(|argument| argument.is_nan()) {
        return MISSING;
    }
    if let Some(position) = [0, 2].into_iter().find(|&position| x[position] <= 0.0) {
        return context.invalid(position);
    }
    if let Some(position) = (0..COUNT).find(|&position| x[position] < 0.0) {
        return context.invalid(position);
    }
    context.finite(price(arguments))
}

/// `MARGRCLPRC(asset, time, other asset, volatility, other volatility, correlation)`.
fn exchanged(context: &mut Context<'_>, x: &[f64], price: fn(&Exchange) -> f64) -> f64 {
    let &[received, time, given, first, second, correlation] = x else {
        return MISSING;
    };
    if x.iter().any(|argument| argument.is_nan()) {
        return MISSING;
    }
    if let Some(position) = [0, 2].into_iter().find(|&position| x[position] <= 0.0) {
        return context.invalid(position);
    }
    if let Some(position) = [1, 3, 4].into_iter().find(|&position| x[position] < 0.0) {
        return context.invalid(position);
    }
    if correlation.abs() > 1.0 {
        return context.invalid(5);
    }
    let variance = first * first + second * second - 2.0 * correlation * first * second;
    let exchange = Exchange {
        received,
        given,
        spread: (variance.max(0.0) * time).sqrt(),
    };
    context.finite(price(&exchange))
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{invalid, number};

    #[test]
    fn a_call_and_a_put_differ_by_the_forward() {
        let [call, put] = ["BLKSHCLPRC", "BLKSHPTPRC"].map(|name| number(name, &[100.0, 0.5, 95.0, 0.04, 0.3]));
        let forward = 95.0 - 100.0 * (-0.02_f64).exp();
        assert!((call - put - forward).abs() < 1e-12, "{call} {put}");
        assert_eq!(number("BLKSHCLPRC", &[90.0, 0.0, 95.0, 0.04, 0.3]), 5.0);
        assert_eq!(number("BLKSHPTPRC", &[95.0, 0.0, 95.0, 0.04, 0.3]), 0.0);
        assert!(invalid("BLKSHCLPRC", &[0.0, 1.0, 95.0, 0.04, 0.3]));
        assert!(invalid("MARGRCLPRC", &[1.0, 1.0, 95.0, 0.04, 0.3, 2.0]));
    }
}
