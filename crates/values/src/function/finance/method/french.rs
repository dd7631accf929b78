//! Depreciations and accrued interest by dates.

use super::basis::{Basis, span};
use super::coupon::{frequency, months_later};
use super::{Method, Parameters};

pub(super) const METHODS: &[Method] = &[
    Method::new("ACCRINT", 6, 7, accrued),
    Method::new("ACCRINTM", 4, 5, |p| {
        let (issue, settlement) = span(p, 0, 1)?;
        (p.at(2) > 0.0 && p.at(3) > 0.0).then_some(())?;
        Some(p.at(3) * p.at(2) * Basis::of(p, 4)?.years(issue, settlement))
    }),
    Method::new("AMORDEGRC", 6, 7, degressive),
    Method::new("AMORLINC", 6, 7, linear),
];

/// The most periods of a call.
const MOST_PERIODS: i32 = 100_000;

/// `ACCRINT(issue, first interest, settlement, rate, par, frequency, basis)`: the shares of the periods of coupons
/// from the issue to the settlement.
fn accrued(p: &Parameters<'_>) -> Option<f64> {
    let (issue, settlement) = span(p, 0, 2)?;
    let (_, first) = span(p, 0, 1)?;
    let (frequency, basis) = (frequency(p, 5)?, Basis::of(p, 6)?);
    if p.at(3) <= 0.0 || p.at(4) <= 0.0 {
        return None;
    }
    let step = (12.0 / frequency) as i32;
    let mut number = 0;
    while months_later(first, number * step)? < settlement {
        number += 1;
    }
    let mut periods = 0.0;
    loop {
        let (begin, end) = (
            months_later(first, (number - 1) * step)?,
            months_later(first, number * step)?,
        );
        let (from, to) = (begin.max(issue), end.min(settlement));
        let length = match basis {
            Basis::Actual => basis.days(begin, end),
            _ => basis.year(begin, end) / frequency,
        };
        if from < to {
            periods += basis.days(from, to) / length;
        }
        if begin <= issue {
            break;
        }
        number -= 1;
        if number < -MOST_PERIODS {
            return None;
        }
    }
    Some(p.at(4) * p.at(3) / frequency * periods)
}

/// The cost, salvage, period and rate, and the share of a year in the first period.
fn parts(p: &Parameters<'_>) -> Option<[f64; 5]> {
    let (purchase, first) = span(p, 1, 2)?;
    let (cost, salvage, period, rate) = (p.at(0), p.at(3), p.at(4).trunc(), p.at(5));
    let holds = salvage >= 0.0 && cost >= salvage && rate > 0.0;
    (holds && (0.0..=f64::from(MOST_PERIODS)).contains(&period)).then_some(())?;
    Some([cost, salvage, period, rate, Basis::of(p, 6)?.years(purchase, first)])
}

/// `AMORDEGRC(cost, purchase, end of the first period, salvage, period, rate, basis)`.
fn degressive(p: &Parameters<'_>) -> Option<f64> {
    let [mut cost, salvage, period, rate, first] = parts(p)?;
    let coefficient = match rate.recip() {
        life if life < 3.0 => 1.0,
        life if life < 5.0 => 1.5,
        life if life <= 6.0 => 2.0,
        _ => 2.5,
    };
    let rate = rate * coefficient;
    let mut amount = (first * rate * cost).round();
    cost -= amount;
    let mut rest = cost - salvage;
    for number in 0..period as u32 {
        amount = (rate * cost).round();
        rest -= amount;
        if rest < 0.0 {
            // The last two periods share what is left.
            return Some(match period - f64::from(number) {
                left if left <= 1.0 => (cost * 0.5).round(),
                _ => 0.0,
            });
        }
        cost -= amount;
    }
    Some(amount)
}

/// `AMORLINC`, with the same parameters.
fn linear(p: &Parameters<'_>) -> Option<f64> {
    let [cost, salvage, period, rate, first] = parts(p)?;
    let (of_year, of_first) = (cost * rate, cost * rate * first);
    let whole = ((cost - salvage - of_first) / of_year).trunc();
    Some(if period == 0.0 {
        of_first
    } else if period <= whole {
        of_year
    } else if period == whole + 1.0 {
        cost - salvage - of_year * whole - of_first
    } else {
        0.0
    })
}
