//! Level payments.

use super::super::plan::Plan;
use super::{Method, Parameters};

pub(super) const METHODS: &[Method] = &[
    Method::new("CUMIPMT", 5, 6, |p| cumulated(p, Plan::interest)),
    Method::new("CUMPRINC", 5, 6, |p| {
        cumulated(p, |plan, period| plan.payment() - plan.interest(period))
    }),
    Method::new("FV", 3, 5, |p| {
        let plan = plan(p.at(0), p.at(1), p.or(3, 0.0), 0.0, p.or(4, 0.0))?;
        Some(-plan.present * plan.growth(plan.periods) - p.at(2) * plan.factor(plan.periods))
    }),
    Method::new("IPMT", 4, 6, |p| of_period(p, Plan::interest)),
    Method::new("NPER", 3, 5, periods),
    Method::new("PMT", 3, 5, |p| {
        Some(plan(p.at(0), p.at(1), p.at(2), p.or(3, 0.0), p.or(4, 0.0))?.payment())
    }),
    Method::new("PPMT", 4, 6, |p| {
        of_period(p, |plan, period| plan.payment() - plan.interest(period))
    }),
    Method::new("PV", 3, 5, |p| {
        let plan = plan(p.at(0), p.at(1), 0.0, p.or(3, 0.0), p.or(4, 0.0))?;
        Some(-(plan.future + p.at(2) * plan.factor(plan.periods)) / plan.growth(plan.periods))
    }),
    Method::new("RATE", 3, 6, rate),
];

/// The most periods whose figures are added up.
const MOST_PERIODS: f64 = 1e6;

fn plan(rate: f64, periods: f64, present: f64, future: f64, due: f64) -> Option<Plan> {
    let holds = rate > -1.0 && periods > 0.0 && (due == 0.0 || due == 1.0);
    holds.then_some(Plan {
        rate,
        periods,
        present,
        future,
        is_early: due == 1.0,
    })
}

/// A figure of `(rate, period, periods, present, future, due)`.
fn of_period(p: &Parameters<'_>, figure: fn(&Plan, f64) -> f64) -> Option<f64> {
    let plan = plan(p.at(0), p.at(2), p.at(3), p.or(4, 0.0), p.or(5, 0.0))?;
    let period = p.at(1);
    (1.0..=plan.periods).contains(&period).then(|| figure(&plan, period))
}

/// The sum of a figure of `(rate, periods, present, first, last, due)`.
fn cumulated(p: &Parameters<'_>, figure: fn(&Plan, f64) -> f64) -> Option<f64> {
    let plan = plan(p.at(0), p.at(1), p.at(2), 0.0, p.or(5, 0.0))?;
    let (first, last) = (p.at(3), p.at(4));
    if first < 1.0 || first > last || last > plan.periods || last > MOST_PERIODS {
        return None;
    }
    let steps = 0..=(last - first) as u32;
    Some(steps.map(|step| figure(&plan, first + f64::from(step))).sum())
}

/// `NPER(rate, payment, present, future, due)`.
fn periods(p: &Parameters<'_>) -> Option<f64> {
    let (rate, payment, present, future) = (p.at(0), p.at(1), p.at(2), p.or(3, 0.0));
    if rate == 0.0 {
        return Some(-(present + future) / payment);
    }
    let paid = match p.or(4, 0.0) {
        1.0 => payment * (1.0 + rate),
        _ => payment,
    };
    Some(((paid - future * rate) / (paid + present * rate)).ln() / rate.ln_1p())
}

/// `RATE(periods, payment, present, future, due, guess)`: the rate nearest to 0 at which all amounts add up to 0.
fn rate(p: &Parameters<'_>) -> Option<f64> {
    let (count, payment, present, future, due) = (p.at(0), p.at(1), p.at(2), p.or(3, 0.0), p.or(4, 0.0));
    let excess = |rate: f64| {
        let plan = plan(rate, count, present, future, due)?;
        let total = present * plan.growth(count) + payment * plan.factor(count) + future;
        // Amounts at the beginning stay comparable where growth is large.
        Some(total / plan.growth(count))
    };
    excess(0.0)?;
    super::series::root_near_zero(|rate| excess(rate).unwrap_or(f64::NAN))
}
