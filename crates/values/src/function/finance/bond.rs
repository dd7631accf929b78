//! Durations, convexities, prices and yields of cash flows and of bonds with level coupons.

use super::super::{Context, Function};
use crate::missing::MISSING;

pub(in super::super) const FUNCTIONS: &[Function] = &[
    Function::numbers("CONVX", 3, usize::MAX, |context, x| {
        of_flows(context, x, |flows| flows.convexity())
    }),
    Function::numbers("DUR", 3, usize::MAX, |context, x| {
        of_flows(context, x, |flows| flows.duration())
    }),
    Function::numbers("CONVXP", 6, 6, |context, x| {
        of_bond(context, x, |bond, yields| bond.flows(yields).convexity())
    }),
    Function::numbers("DURP", 6, 6, |context, x| {
        of_bond(context, x, |bond, yields| bond.flows(yields).duration())
    }),
    Function::numbers("PVP", 6, 6, |context, x| {
        of_bond(context, x, |bond, yields| bond.flows(yields).value())
    }),
    Function::numbers("YIELDP", 6, 6, |context, x| {
        of_bond(context, x, |bond, price| {
            super::rate_where(|rate| bond.flows(rate).value() - price)
        })
    }),
];

/// The most coupons of a bond.
const MOST_COUPONS: f64 = 1e5;

/// Amounts to come, each at a time in periods, of which `frequency` make a year.
struct Flows {
    frequency: f64,
    /// The growth of an amount in a period.
    growth: f64,
    amounts: Vec<(f64, f64)>,
}

impl Flows {
    /// Adds up the present values of the amounts, each times a function of its time.
    fn sum(&self, weight: impl Fn(f64) -> f64) -> f64 {
        let present = self
            .amounts
            .iter()
            .map(|&(time, amount)| weight(time) * amount * self.growth.powf(-time));
        present.sum()
    }

    fn value(&self) -> f64 {
        self.sum(|_| 1.0)
    }

    fn duration(&self) -> f64 {
        self.sum(|time| time) / (self.value() * self.growth * self.frequency)
    }

    fn convexity(&self) -> f64 {
        let scale = self.growth * self.frequency;
        self.sum(|time| time * (time + 1.0)) / (self.value() * scale * scale)
    }
}

/// Computes a figure of a yield a year, a frequency and amounts at the end of each period. The yield is of a year, so
/// that its powers are those of years.
fn of_flows(context: &mut Context<'_>, x: &[f64], figure: fn(&YearlyFlows<'_>) -> f64) -> f64 {
    let [yields, frequency, amounts @ ..] = x else {
        return MISSING;
    };
    if x.iter().any(|argument| argument.is_nan()) {
        return MISSING;
    }
    if *yields <= -1.0 {
        return context.invalid(0);
    }
    if *frequency <= 0.0 {
        return context.invalid(1);
    }
    let flows = YearlyFlows {
        growth: 1.0 + yields,
        frequency: *frequency,
        amounts,
    };
    context.finite(figure(&flows))
}

/// Amounts at the end of each period, by the growth of an amount in a year.
struct YearlyFlows<'a> {
    growth: f64,
    frequency: f64,
    amounts: &'a [f64],
}

impl YearlyFlows<'_> {
    fn sum(&self, weight: impl Fn(f64) -> f64) -> f64 {
        let present = self.amounts.iter().zip(1_u32..).map(|(amount, number)| {
            let number = f64::from(number);
            weight(number) * amount * self.growth.powf(-number / self.frequency)
        });
        present.sum()
    }

    fn duration(&self) -> f64 {
        self.sum(|number| number) / (self.sum(|_| 1.0) * self.growth * self.frequency)
    }

    fn convexity(&self) -> f64 {
        let scale = self.growth * self.frequency;
        self.sum(|number| number * (number + self.frequency)) / (self.sum(|_| 1.0) * scale * scale)
    }
}

/// A bond with level coupons.
struct Bond {
    par: f64,
    /// The coupons of a year as a share of `par`.
    coupon: f64,
    frequency: f64,
    count: u32,
    /// The years until the first coupon.
    first: f64,
}

impl Bond {
    /// Its amounts at a yield a year.
    fn flows(&self, yields: f64) -> Flows {
        let coupon = self.par * self.coupon / self.frequency;
        let amounts = (0..self.count).map(|number| {
            let redemption = if number + 1 == self.count { self.par } else { 0.0 };
            (self.frequency * self.first + f64::from(number), coupon + redemption)
        });
        Flows {
            frequency: self.frequency,
            growth: 1.0 + yields / self.frequency,
            amounts: amounts.collect(),
        }
    }
}

/// Computes a figure of a par, a coupon rate, a frequency, a number of coupons, the years until the first, and one
/// more number.
fn of_bond(context: &mut Context<'_>, x: &[f64], figure: fn(&Bond, f64) -> f64) -> f64 {
    let &[par, coupon, frequency, count, first, last] = x else {
        return MISSING;
    };
    if x.iter().any(|argument| argument.is_nan()) {
        return MISSING;
    }
    let invalid = [
        par <= 0.0,
        !(0.0..1.0).contains(&coupon),
        frequency <= 0.0 || frequency.fract() != 0.0,
        !(1.0..=MOST_COUPONS).contains(&count) || count.fract() != 0.0,
        first < 0.0 || first > frequency.recip() + 1e-9,
        last <= 0.0,
    ];
    if let Some(position) = invalid.iter().position(|&is_invalid| is_invalid) {
        return context.invalid(position);
    }
    let bond = Bond {
        par,
        coupon,
        frequency,
        count: count as u32,
        first,
    };
    context.finite(figure(&bond, last))
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{invalid, number};

    #[test]
    fn a_yield_gives_its_price() {
        let bond = |last: f64| [1000.0, 0.05, 2.0, 20.0, 0.3, last];
        let price = number("PVP", &bond(0.07));
        let yields = number("YIELDP", &bond(price));
        assert!((yields - 0.07).abs() < 1e-12, "{yields}");
        // The duration is the slope of the logarithm of the price.
        let slope = (number("PVP", &bond(0.070001)) / number("PVP", &bond(0.069999))).ln() / 2e-6;
        let duration = number("DURP", &bond(0.07));
        assert!((duration + slope).abs() < 1e-6, "{duration} {slope}");
        assert!(invalid("PVP", &[1000.0, 0.05, 2.0, 0.0, 0.3, 0.07]));
    }
}
