//! Treasury bills, and prices and rates as other forms of them.

use super::basis::span;
use super::{Method, Parameters};

pub(super) const METHODS: &[Method] = &[
    Method::new("DOLLARDE", 2, 2, |p| {
        in_fractions(p, |fraction, scale| scale / fraction)
    }),
    Method::new("DOLLARFR", 2, 2, |p| {
        in_fractions(p, |fraction, scale| fraction / scale)
    }),
    Method::new("EFFECT", 2, 2, |p| {
        let times = p.at(1).trunc();
        (p.at(0) > 0.0 && times >= 1.0).then(|| (times * (p.at(0) / times).ln_1p()).exp_m1())
    }),
    Method::new("NOMINAL", 2, 2, |p| {
        let times = p.at(1).trunc();
        (p.at(0) > 0.0 && times >= 1.0).then(|| times * (p.at(0).ln_1p() / times).exp_m1())
    }),
    Method::new("TBILLEQ", 3, 3, equivalent),
    Method::new("TBILLPRICE", 3, 3, |p| Some(100.0 * (1.0 - p.at(2) * days(p)? / 360.0))),
    Method::new("TBILLYIELD", 3, 3, |p| {
        let price = p.at(2);
        (price > 0.0).then_some(())?;
        Some((100.0 - price) / price * 360.0 / days(p)?)
    }),
];

/// Converts the digits after the point, which count `fraction`ths.
fn in_fractions(p: &Parameters<'_>, factor: fn(f64, f64) -> f64) -> Option<f64> {
    let fraction = p.at(1).trunc();
    if !(1.0..=1e9).contains(&fraction) {
        return None;
    }
    let scale = 10_f64.powf(fraction.log10().ceil());
    let whole = p.at(0).trunc();
    Some(whole + (p.at(0) - whole) * factor(fraction, scale))
}

/// The days of a bill, which is not longer than a year.
fn days(p: &Parameters<'_>) -> Option<f64> {
    let (settlement, maturity) = span(p, 0, 1)?;
    let days = f64::from(maturity.days() - settlement.days());
    (days <= 366.0 && p.at(2) > 0.0).then_some(days)
}

/// `TBILLEQ(settlement, maturity, discount)`: beyond half a year, interest is paid at that time.
fn equivalent(p: &Parameters<'_>) -> Option<f64> {
    let (days, discount) = (days(p)?, p.at(2));
    if days <= 182.0 {
        return Some(365.0 * discount / (360.0 - discount * days));
    }
    let price = 1.0 - discount * days / 360.0;
    let years = days / 365.0;
    let root = (years * years - (2.0 * years - 1.0) * (1.0 - price.recip())).sqrt();
    Some(2.0 * (root - years) / (2.0 * years - 1.0))
}
