//! Present values and rates of series of amounts.

use super::{Method, Parameters};

pub(super) const METHODS: &[Method] = &[
    Method::new("FVSCHEDULE", 2, usize::MAX, |p| {
        let [principal, rates @ ..] = p.0 else { return None };
        Some(rates.iter().fold(*principal, |value, rate| value * (1.0 + rate)))
    }),
    Method::new("IRR", 2, usize::MAX, |p| root_near_zero(|rate| value(rate, p.0))),
    Method::new("MIRR", 4, usize::MAX, modified_rate),
    Method::new("NPV", 2, usize::MAX, |p| {
        let [rate, amounts @ ..] = p.0 else { return None };
        (*rate > -1.0).then(|| value(*rate, amounts) / (1.0 + rate))
    }),
    Method::new("XIRR", 4, usize::MAX, |p| {
        let dated = CashFlows::of(&p.0[..p.0.len() / 2 * 2])?;
        root_near_zero(|rate| dated.value(rate))
    }),
    Method::new("XNPV", 3, usize::MAX, |p| {
        let [rate, rest @ ..] = p.0 else { return None };
        (*rate > -1.0).then_some(CashFlows::of(rest)?.value(*rate))
    }),
];

/// The value of amounts at the time of the first, each a period after the one before.
fn value(rate: f64, amounts: &[f64]) -> f64 {
    let discount = (1.0 + rate).recip();
    amounts.iter().rev().fold(0.0, |sum, amount| sum * discount + amount)
}

/// Amounts with their days.
struct CashFlows<'a> {
    amounts: &'a [f64],
    days: &'a [f64],
}

impl<'a> CashFlows<'a> {
    /// Splits a list into amounts and as many days, of which none is before the first.
    fn of(all: &'a [f64]) -> Option<Self> {
        let (amounts, days) = all.split_at_checked(all.len() / 2)?;
        let first = days.first()?;
        let holds = amounts.len() == days.len() && days.iter().all(|day| day >= first);
        holds.then_some(Self { amounts, days })
    }

    fn value(&self, rate: f64) -> f64 {
        let first = self.days[0];
        let pairs = self.amounts.iter().zip(self.days);
        pairs
            .map(|(amount, day)| amount * (1.0 + rate).powf((first - day) / 365.0))
            .sum()
    }
}

/// `MIRR(amounts, rate of payments, rate of receipts)`.
fn modified_rate(p: &Parameters<'_>) -> Option<f64> {
    let [amounts @ .., payments, receipts] = p.0 else {
        return None;
    };
    let periods = amounts.len() as f64 - 1.0;
    let part = |rate: f64, is_wanted: fn(&f64) -> bool| {
        let wanted: Vec<f64> = amounts
            .iter()
            .map(|amount| if is_wanted(amount) { *amount } else { 0.0 })
            .collect();
        value(rate, &wanted)
    };
    let received = part(*receipts, |amount| *amount > 0.0) * (1.0 + receipts).powf(periods);
    let paid = -part(*payments, |amount| *amount < 0.0);
    (received > 0.0 && paid > 0.0 && periods > 0.0).then(|| (received / paid).powf(periods.recip()) - 1.0)
}

/// Returns the rate nearest to 0 at which a function changes its sign.
pub(super) fn root_near_zero(excess: impl Fn(f64) -> f64) -> Option<f64> {
    // Rates are searched by their logarithms, so that all above -1 are possible.
    let at = |step: f64| excess(step.exp_m1());
    if at(0.0) == 0.0 {
        return Some(0.0);
    }
    let (width, most) = (0.005, 3000);
    let changes = |low: f64, high: f64| {
        let (low, high) = (at(low), at(high));
        low.is_finite() && high.is_finite() && (low > 0.0) != (high > 0.0)
    };
    let found = (0..most).find_map(|number| {
        let near = f64::from(number) * width;
        let sides = [(near, near + width), (-near - width, -near)];
        sides.into_iter().find(|&(low, high)| changes(low, high))
    });
    let (mut low, mut high) = found?;
    let is_positive_below = at(low) > 0.0;
    for _ in 0..100 {
        let middle = low + (high - low) / 2.0;
        if (at(middle) > 0.0) == is_positive_below {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some((low + (high - low) / 2.0).exp_m1())
}
