//! Prices and yields of securities.

use super::basis::{Basis, date, span};
use super::coupon::Coupons;
use super::series::root_near_zero;
use super::{Method, Parameters};

pub(super) const METHODS: &[Method] = &[
    Method::new("DISC", 4, 5, |p| {
        simple(p, |price, redemption, years| (redemption - price) / redemption / years)
    }),
    Method::new("DURATION", 5, 6, |p| {
        let bond = Bond::of(p, 2, 100.0, [4, 5])?;
        Some(bond.duration(p.at(3)))
    }),
    Method::new("INTRATE", 4, 5, |p| {
        simple(p, |paid, redemption, years| (redemption - paid) / paid / years)
    }),
    Method::new("MDURATION", 5, 6, |p| {
        let bond = Bond::of(p, 2, 100.0, [4, 5])?;
        Some(bond.duration(p.at(3)) / (1.0 + p.at(3) / bond.coupons.frequency))
    }),
    Method::new("PRICE", 6, 7, |p| {
        let bond = Bond::of(p, 2, p.at(4), [5, 6])?;
        (p.at(3) >= 0.0).then(|| bond.price(p.at(3)))
    }),
    Method::new("PRICEDISC", 4, 5, |p| {
        simple(p, |discount, redemption, years| redemption * (1.0 - discount * years))
    }),
    Method::new("PRICEMAT", 5, 6, |p| {
        at_maturity(p, |due, accrued, years, yields| due / (1.0 + years * yields) - accrued)
    }),
    Method::new("RECEIVED", 4, 5, |p| {
        simple(p, |paid, discount, years| match discount * years < 1.0 {
            true => paid / (1.0 - discount * years),
            false => f64::NAN,
        })
    }),
    Method::new("YIELD", 6, 7, |p| {
        let bond = Bond::of(p, 2, p.at(4), [5, 6])?;
        let price = p.at(3);
        (price > 0.0).then_some(())?;
        root_near_zero(|rate| bond.price(rate) - price)
    }),
    Method::new("YIELDDISC", 4, 5, |p| {
        simple(p, |price, redemption, years| (redemption - price) / price / years)
    }),
    Method::new("YIELDMAT", 5, 6, |p| {
        at_maturity(p, |due, accrued, years, price| (due / (price + accrued) - 1.0) / years)
    }),
];

/// A figure of `(settlement, maturity, x, y, basis)` from x, y and the years between.
fn simple(p: &Parameters<'_>, figure: fn(f64, f64, f64) -> f64) -> Option<f64> {
    let (settlement, maturity) = span(p, 0, 1)?;
    let years = Basis::of(p, 4)?.years(settlement, maturity);
    (p.at(2) > 0.0 && p.at(3) > 0.0).then(|| figure(p.at(2), p.at(3), years))
}

/// A figure of `(settlement, maturity, issue, rate, x, basis)` from the amount at maturity, the interest until
/// settlement, the years from there and x.
fn at_maturity(p: &Parameters<'_>, figure: fn(f64, f64, f64, f64) -> f64) -> Option<f64> {
    let (settlement, maturity) = span(p, 0, 1)?;
    let (issue, basis, rate) = (date(p, 2)?, Basis::of(p, 5)?, p.at(3));
    (issue <= settlement && rate >= 0.0 && p.at(4) >= 0.0).then_some(())?;
    // All parts are of one year, so that they add up.
    let year = basis.year(issue, maturity);
    let years = |from, to| basis.days(from, to) / year;
    let due = 100.0 * (1.0 + rate * years(issue, maturity));
    let accrued = 100.0 * rate * years(issue, settlement);
    Some(figure(due, accrued, years(settlement, maturity), p.at(4)))
}

/// A bond with coupons.
struct Bond {
    coupons: Coupons,
    coupon: f64,
    redemption: f64,
}

/// Longer bonds have more coupons than a calendar.
const MOST_COUPONS: u32 = 100_000;

impl Bond {
    /// Reads the rate at a position, and the frequency and the basis at two others.
    fn of(p: &Parameters<'_>, rate: usize, redemption: f64, [frequency, basis]: [usize; 2]) -> Option<Self> {
        let coupons = Coupons::of(p, frequency, basis)?;
        let coupon = 100.0 * p.at(rate) / coupons.frequency;
        let holds = p.at(rate) >= 0.0 && redemption > 0.0 && coupons.count <= MOST_COUPONS;
        holds.then_some(Self {
            coupons,
            coupon,
            redemption,
        })
    }

    /// The amounts with their times in periods from settlement.
    fn amounts(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let first = self.coupons.remaining() / self.coupons.length();
        let last = self.coupons.count - 1;
        (0..=last).map(move |number| {
            let redemption = if number == last { self.redemption } else { 0.0 };
            (first + f64::from(number), self.coupon + redemption)
        })
    }

    fn price(&self, yields: f64) -> f64 {
        let growth = 1.0 + yields / self.coupons.frequency;
        let accrued = self.coupon * self.coupons.elapsed() / self.coupons.length();
        let value: f64 = match self.coupons.count {
            // Interest is simple in the last period.
            1 => self
                .amounts()
                .map(|(time, amount)| amount / (1.0 + time * (growth - 1.0)))
                .sum(),
            _ => self.amounts().map(|(time, amount)| amount * growth.powf(-time)).sum(),
        };
        value - accrued
    }

    fn duration(&self, yields: f64) -> f64 {
        let growth = 1.0 + yields / self.coupons.frequency;
        let values = || self.amounts().map(|(time, amount)| (time, amount * growth.powf(-time)));
        let weighted: f64 = values().map(|(time, value)| time * value).sum();
        weighted / values().map(|(_, value)| value).sum::<f64>() / self.coupons.frequency
    }
}
