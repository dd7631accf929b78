//! Securities whose first or last period is odd.

use super::basis::{Basis, date, span};
use super::coupon::{Coupons, frequency, months_later};
use super::series::root_near_zero;
use super::{Method, Parameters};
use crate::calendar::Date;

pub(super) const METHODS: &[Method] = &[
    Method::new("ODDFPRICE", 8, 9, |p| {
        let first = OddFirst::of(p)?;
        (p.at(5) >= 0.0).then(|| first.price(p.at(5)))
    }),
    Method::new("ODDFYIELD", 8, 9, |p| {
        let (first, price) = (OddFirst::of(p)?, p.at(5));
        (price > 0.0).then_some(())?;
        root_near_zero(|rate| first.price(rate) - price)
    }),
    Method::new("ODDLPRICE", 7, 8, |p| {
        let last = OddLast::of(p)?;
        (p.at(4) >= 0.0).then(|| last.due / (1.0 + last.remaining * p.at(4) / last.frequency) - last.accrued)
    }),
    Method::new("ODDLYIELD", 7, 8, |p| {
        let (last, price) = (OddLast::of(p)?, p.at(4));
        (price > 0.0).then_some(())?;
        Some((last.due / (price + last.accrued) - 1.0) * last.frequency / last.remaining)
    }),
];

/// Periods of coupons that would begin at a date.
struct Quasi {
    anchor: Date,
    frequency: f64,
    basis: Basis,
}

/// The most periods between two dates.
const MOST_PERIODS: i32 = 10_000;

impl Quasi {
    /// Returns the periods from one date to another, in parts of each period that begins or ends at the anchor.
    fn between(&self, from: Date, to: Date) -> Option<f64> {
        let step = (12.0 / self.frequency) as i32;
        let (mut number, mut periods) = (0, 0.0);
        while months_later(self.anchor, number * step)? > from {
            number -= 1;
            (number > -MOST_PERIODS).then_some(())?;
        }
        while months_later(self.anchor, (number + 1) * step)? <= from {
            number += 1;
            (number < MOST_PERIODS).then_some(())?;
        }
        loop {
            let (begin, end) = (
                months_later(self.anchor, number * step)?,
                months_later(self.anchor, (number + 1) * step)?,
            );
            let (first, last) = (begin.max(from), end.min(to));
            if first < last {
                let length = match self.basis {
                    Basis::Actual => self.basis.days(begin, end),
                    basis => basis.year(begin, end) / self.frequency,
                };
                periods += self.basis.days(first, last) / length;
            }
            if end >= to {
                return Some(periods);
            }
            number += 1;
            (number < MOST_PERIODS).then_some(())?;
        }
    }
}

/// `(settlement, maturity, issue, first coupon, rate, x, redemption, frequency, basis)`.
struct OddFirst {
    /// The periods from issue to the first coupon, from issue to settlement, and from settlement to the first coupon.
    whole: f64,
    elapsed: f64,
    remaining: f64,
    /// The coupons after the first.
    count: u32,
    coupon: f64,
    redemption: f64,
    frequency: f64,
}

impl OddFirst {
    fn of(p: &Parameters<'_>) -> Option<Self> {
        let (settlement, maturity) = span(p, 0, 1)?;
        let (issue, first) = span(p, 2, 3)?;
        let (frequency, basis) = (frequency(p, 7)?, Basis::of(p, 8)?);
        let holds = issue <= settlement && settlement < first && first < maturity && p.at(4) >= 0.0 && p.at(6) > 0.0;
        holds.then_some(())?;
        let quasi = Quasi {
            anchor: first,
            frequency,
            basis,
        };
        Some(Self {
            whole: quasi.between(issue, first)?,
            elapsed: quasi.between(issue, settlement)?,
            remaining: quasi.between(settlement, first)?,
            count: Coupons::between(first, maturity, frequency, basis)?.count,
            coupon: 100.0 * p.at(4) / frequency,
            redemption: p.at(6),
            frequency,
        })
    }

    fn price(&self, yields: f64) -> f64 {
        let growth = 1.0 + yields / self.frequency;
        let later = (1..=self.count).map(|number| {
            let redemption = if number == self.count { self.redemption } else { 0.0 };
            (self.coupon + redemption) * growth.powf(-self.remaining - f64::from(number))
        });
        let first = self.coupon * self.whole * growth.powf(-self.remaining);
        first + later.sum::<f64>() - self.coupon * self.elapsed
    }
}

/// `(settlement, maturity, last interest, rate, x, redemption, frequency, basis)`.
struct OddLast {
    /// The amount at maturity.
    due: f64,
    /// The interest until settlement.
    accrued: f64,
    /// The periods from settlement to maturity.
    remaining: f64,
    frequency: f64,
}

impl OddLast {
    fn of(p: &Parameters<'_>) -> Option<Self> {
        let (settlement, maturity) = span(p, 0, 1)?;
        let last = date(p, 2)?;
        let (frequency, basis) = (frequency(p, 6)?, Basis::of(p, 7)?);
        (last <= settlement && p.at(3) >= 0.0 && p.at(5) > 0.0).then_some(())?;
        let quasi = Quasi {
            anchor: last,
            frequency,
            basis,
        };
        let coupon = 100.0 * p.at(3) / frequency;
        Some(Self {
            due: p.at(5) + coupon * quasi.between(last, maturity)?,
            accrued: coupon * quasi.between(last, settlement)?,
            remaining: quasi.between(settlement, maturity)?,
            frequency,
        })
    }
}
