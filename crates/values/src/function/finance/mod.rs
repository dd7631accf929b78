//! Interest, loans, savings and cash flows.

mod bond;
mod compounding;
mod depreciation;
mod method;
mod options;
mod plan;

use super::{Context, Function};
use crate::missing::MISSING;

use plan::Plan;

pub(super) const FAMILIES: [&[Function]; 5] = [
    bond::FUNCTIONS,
    compounding::FUNCTIONS,
    depreciation::FUNCTIONS,
    method::FUNCTIONS,
    options::FUNCTIONS,
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::numbers("COMPOUND", 4, 4, |context, x| {
        missing_one(context, x, |[amount, future, rate, periods], which| match which {
            0 => future / (1.0 + rate).powf(periods),
            1 => amount * (1.0 + rate).powf(periods),
            2 => (future / amount).powf(periods.recip()) - 1.0,
            _ => (future / amount).ln() / rate.ln_1p(),
        })
    }),
    Function::numbers("MORT", 4, 4, |context, x| {
        missing_one(context, x, |[amount, payment, rate, periods], which| match which {
            0 => payment * annuity(rate, periods),
            1 => amount / annuity(rate, periods),
            2 => rate_where(|rate| payment * annuity(rate, periods) - amount),
            _ if rate == 0.0 => amount / payment,
            _ => -(1.0 - amount * rate / payment).ln() / rate.ln_1p(),
        })
    }),
    Function::numbers("SAVING", 4, 4, |context, x| {
        missing_one(context, x, |[future, payment, rate, periods], which| match which {
            0 => payment * saved(rate, periods),
            1 => future / saved(rate, periods),
            2 => rate_where(|rate| future - payment * saved(rate, periods)),
            _ if rate == 0.0 => future / payment,
            _ => (1.0 + future / payment * rate / (1.0 + rate)).ln() / rate.ln_1p(),
        })
    }),
    Function::numbers("NPV", 3, usize::MAX, |context, x| match x {
        [rate, frequency, flows @ ..] => present_value(context, rate / 100.0, *frequency, flows),
        _ => MISSING,
    }),
    Function::numbers("NETPV", 3, usize::MAX, |context, x| match x {
        [rate, frequency, flows @ ..] => present_value(context, *rate, *frequency, flows),
        _ => MISSING,
    }),
    Function::numbers("IRR", 3, usize::MAX, |context, x| internal_rate(context, x, 100.0)),
    Function::numbers("INTRR", 3, usize::MAX, |context, x| internal_rate(context, x, 1.0)),
    Function::numbers("PMT", 3, 5, |context, x| {
        level(context, x, |plan| {
            -(plan.future + plan.present * plan.growth(plan.periods)) / plan.factor(plan.periods)
        })
    }),
    Function::numbers("IPMT", 4, 6, |context, x| {
        of_period(context, x, |plan, period| plan.interest(period))
    }),
    Function::numbers("PPMT", 4, 6, |context, x| {
        of_period(context, x, |plan, period| plan.payment() - plan.interest(period))
    }),
    Function::numbers("CUMIPMT", 5, 6, |context, x| cumulated(context, x, Plan::interest)),
    Function::numbers("CUMPRINC", 5, 6, |context, x| {
        cumulated(context, x, |plan, period| plan.payment() - plan.interest(period))
    }),
];

/// Computes the one of four quantities that is missing, from the others.
fn missing_one(context: &mut Context<'_>, x: &[f64], solve: fn([f64; 4], usize) -> f64) -> f64 {
    let &[a, b, c, d] = x else { return MISSING };
    let mut unknown = (0..4).filter(|&position| x[position].is_nan());
    let (Some(which), None) = (unknown.next(), unknown.next()) else {
        return context.invalid(0);
    };
    // Amounts and periods of nothing have no rate.
    if let Some(position) = (0..4).find(|&position| x[position] < 0.0) {
        return context.invalid(position);
    }
    context.finite(solve([a, b, c, d], which))
}

/// The present value of payments of 1 at the end of each period.
fn annuity(rate: f64, periods: f64) -> f64 {
    if rate == 0.0 {
        periods
    } else {
        -(-periods * rate.ln_1p()).exp_m1() / rate
    }
}

/// The future value of payments of 1 at the beginning of each period.
fn saved(rate: f64, periods: f64) -> f64 {
    if rate == 0.0 {
        periods
    } else {
        (1.0 + rate) * (periods * rate.ln_1p()).exp_m1() / rate
    }
}

/// Finds the rate at which a falling function is 0; NaN if it has no such rate between -1 and 1e6.
fn rate_where(excess: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (-0.999_999, 1e6);
    if excess(low).is_nan() || excess(low) < 0.0 || excess(high) > 0.0 {
        return f64::NAN;
    }
    for _ in 0..200 {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    low + (high - low) / 2.0
}

/// Returns the present value of flows, of which so many come in one period of the rate.
fn present_value(context: &mut Context<'_>, rate: f64, frequency: f64, flows: &[f64]) -> f64 {
    if rate.is_nan() || frequency.is_nan() || flows.iter().any(|flow| flow.is_nan()) {
        return MISSING;
    }
    if rate <= -1.0 {
        return context.invalid(0);
    }
    if frequency < 0.0 {
        return context.invalid(1);
    }
    // No flows a period stand for continuous interest.
    let step = if frequency == 0.0 {
        rate
    } else {
        rate.ln_1p() / frequency
    };
    context.finite(discounted(step, flows))
}

/// The sum of flows, each of which is discounted by the exponential of `step` once more than the one before.
fn discounted(step: f64, flows: &[f64]) -> f64 {
    flows.iter().rev().fold(0.0, |sum, flow| sum * (-step).exp() + flow)
}

/// Returns the rate, in units of 1 / `unit`, at which the present value of the flows is 0.
fn internal_rate(context: &mut Context<'_>, x: &[f64], unit: f64) -> f64 {
    let Some((&frequency, flows)) = x.split_first() else {
        return MISSING;
    };
    if x.iter().any(|number| number.is_nan()) {
        return MISSING;
    }
    if frequency < 0.0 {
        return context.invalid(0);
    }
    let value = |step: f64| discounted(step, flows);
    // The step nearest to 0 where the value changes its sign.
    let (width, most) = (0.01, 2000);
    let found = (0..most).find_map(|n| {
        let near = f64::from(n) * width;
        let is_between =
            |a: f64, b: f64| value(a).is_finite() && value(b).is_finite() && (value(a) > 0.0) != (value(b) > 0.0);
        let sides = [(near, near + width), (-near - width, -near)];
        sides.into_iter().find(|(low, high)| is_between(*low, *high))
    });
    let Some((mut low, mut high)) = found else {
        return context.invalid(1);
    };
    let is_positive_below = value(low) > 0.0;
    for _ in 0..100 {
        let middle = low + (high - low) / 2.0;
        if (value(middle) > 0.0) == is_positive_below {
            low = middle;
        } else {
            high = middle;
        }
    }
    let step = low + (high - low) / 2.0;
    let rate = if frequency == 0.0 {
        step
    } else {
        (step * frequency).exp_m1()
    };
    context.finite(rate * unit)
}

/// Calls a figure with the plan of a rate, a number of periods, a present value, a future value and a type, the last
/// two of which are 0 unless given.
fn level(context: &mut Context<'_>, x: &[f64], figure: impl Fn(&Plan) -> f64) -> f64 {
    let or_zero = |position: usize| {
        x.get(position)
            .copied()
            .filter(|number| !number.is_nan())
            .unwrap_or(0.0)
    };
    let &[rate, periods, present, ..] = x else {
        return MISSING;
    };
    if rate.is_nan() || periods.is_nan() || present.is_nan() {
        return MISSING;
    }
    if rate <= -1.0 {
        return context.invalid(0);
    }
    if periods <= 0.0 {
        return context.invalid(1);
    }
    let plan = Plan {
        rate,
        periods,
        present,
        future: or_zero(3),
        is_early: or_zero(4) == 1.0,
    };
    context.finite(figure(&plan))
}

/// The same for the second argument, a period.
fn of_period(context: &mut Context<'_>, x: &[f64], figure: fn(&Plan, f64) -> f64) -> f64 {
    let &[rate, period, ref rest @ ..] = x else {
        return MISSING;
    };
    if period.is_nan() {
        return MISSING;
    }
    if period < 1.0 || rest.first().is_some_and(|periods| period > *periods) {
        return context.invalid(1);
    }
    level(context, &[&[rate], rest].concat(), |plan| figure(plan, period))
}

/// The most periods whose figures are added up.
const MOST_PERIODS: f64 = 1e6;

/// Adds up figures of the periods from the fourth argument to the fifth.
fn cumulated(context: &mut Context<'_>, x: &[f64], figure: fn(&Plan, f64) -> f64) -> f64 {
    let &[rate, periods, present, first, last, ref rest @ ..] = x else {
        return MISSING;
    };
    if first.is_nan() || last.is_nan() {
        return MISSING;
    }
    if first < 1.0 || first > last {
        return context.invalid(3);
    }
    if last > periods || last > MOST_PERIODS {
        return context.invalid(4);
    }
    let due = rest.first().copied().unwrap_or(0.0);
    level(context, &[rate, periods, present, 0.0, due], |plan| {
        let count = (last - first) as u32;
        (0..=count).map(|step| figure(plan, first + f64::from(step))).sum()
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{invalid, number};
    use crate::missing::MISSING;

    fn near(got: f64, want: f64) {
        assert!((got - want).abs() <= 1e-9 * want.abs().max(1.0), "{got} for {want}");
    }

    #[test]
    fn each_quantity_follows_from_the_others() {
        for (name, all) in [
            ("COMPOUND", [1000.0, f64::NAN, 0.02, 12.0]),
            ("MORT", [1000.0, f64::NAN, 0.01, 24.0]),
            ("SAVING", [1000.0, f64::NAN, 0.01, 24.0]),
        ] {
            let mut all = all;
            all[1] = MISSING;
            all[1] = number(name, &all);
            for unknown in 0..4 {
                let mut given = all;
                given[unknown] = MISSING;
                near(number(name, &given), all[unknown]);
            }
            assert!(invalid(name, &[1.0, MISSING, MISSING, 1.0]) && invalid(name, &all));
        }
    }

    #[test]
    fn flows() {
        near(number("NETPV", &[0.1, 1.0, -100.0, 110.0]), 0.0);
        near(number("NPV", &[10.0, 1.0, -100.0, 110.0]), 0.0);
        near(number("INTRR", &[1.0, -100.0, 110.0]), 0.1);
        near(number("IRR", &[1.0, -100.0, 90.0]), -10.0);
        assert!(invalid("IRR", &[1.0, 100.0, 110.0]));
    }

    #[test]
    fn level_payments() {
        let payment = number("PMT", &[0.01, 12.0, 1000.0]);
        near(payment, -number("MORT", &[1000.0, MISSING, 0.01, 12.0]));
        let parts =
            |period| number("IPMT", &[0.01, period, 12.0, 1000.0]) + number("PPMT", &[0.01, period, 12.0, 1000.0]);
        near(parts(5.0), payment);
        near(number("IPMT", &[0.01, 1.0, 12.0, 1000.0]), -10.0);
        near(number("CUMPRINC", &[0.01, 12.0, 1000.0, 1.0, 12.0]), -1000.0);
        near(
            number("CUMIPMT", &[0.01, 12.0, 1000.0, 1.0, 12.0]),
            12.0 * payment + 1000.0,
        );
        assert!(invalid("IPMT", &[0.01, 13.0, 12.0, 1000.0]));
    }
}
