//! The dates of coupons.

use super::basis::{Basis, span};
use super::{Method, Parameters};
use crate::calendar::{Date, days_in_month};

pub(super) const METHODS: &[Method] = &[
    Method::new("COUPDAYBS", 3, 4, |p| Some(Coupons::of(p, 2, 3)?.elapsed())),
    Method::new("COUPDAYS", 3, 4, |p| Some(Coupons::of(p, 2, 3)?.length())),
    Method::new("COUPDAYSNC", 3, 4, |p| Some(Coupons::of(p, 2, 3)?.remaining())),
    Method::new("COUPNCD", 3, 4, |p| Some(Coupons::of(p, 2, 3)?.next.days().into())),
    Method::new("COUPNUM", 3, 4, |p| Some(Coupons::of(p, 2, 3)?.count.into())),
    Method::new("COUPPCD", 3, 4, |p| Some(Coupons::of(p, 2, 3)?.previous.days().into())),
];

/// The coupons of a bond from its settlement, the first parameter, to its maturity, the second.
pub(super) struct Coupons {
    pub(super) settlement: Date,
    /// The last coupon until settlement.
    pub(super) previous: Date,
    /// The first coupon after settlement.
    pub(super) next: Date,
    /// The number of coupons after settlement.
    pub(super) count: u32,
    /// The coupons of a year.
    pub(super) frequency: f64,
    pub(super) basis: Basis,
}

/// Returns the coupons of a year that a parameter names.
pub(super) fn frequency(p: &Parameters<'_>, position: usize) -> Option<f64> {
    let given = p.at(position);
    [1.0, 2.0, 4.0].contains(&given).then_some(given)
}

/// Returns a date some months later, on the same day of the month, or on the last one if the date is the last of its
/// month or that month is too short.
pub(super) fn months_later(date: Date, months: i32) -> Option<Date> {
    let month = date.year() * 12 + date.month() as i32 - 1 + months;
    let (year, month) = (month.div_euclid(12), month.rem_euclid(12) as u32 + 1);
    let is_last = date.day() == days_in_month(date.year(), date.month());
    let last = days_in_month(year, month);
    Date::new(year, month, if is_last { last } else { date.day().min(last) })
}

impl Coupons {
    pub(super) fn of(p: &Parameters<'_>, frequency_at: usize, basis_at: usize) -> Option<Self> {
        let (settlement, maturity) = span(p, 0, 1)?;
        Self::between(
            settlement,
            maturity,
            frequency(p, frequency_at)?,
            Basis::of(p, basis_at)?,
        )
    }

    pub(super) fn between(settlement: Date, maturity: Date, frequency: f64, basis: Basis) -> Option<Self> {
        let step = (12.0 / frequency) as i32;
        let months = 12 * (maturity.year() - settlement.year()) + maturity.month() as i32 - settlement.month() as i32;
        // The coupon of the month of settlement, or up to a period before it, and then those around settlement.
        let mut count = months.div_euclid(step) + 1;
        while count > 0 && months_later(maturity, -count * step)? <= settlement {
            count -= 1;
        }
        let next = months_later(maturity, -count * step)?;
        Some(Self {
            settlement,
            previous: months_later(maturity, -(count + 1) * step)?,
            next,
            count: u32::try_from(count + 1).ok()?,
            frequency,
            basis,
        })
    }

    /// The days from the last coupon to settlement.
    pub(super) fn elapsed(&self) -> f64 {
        self.basis.days(self.previous, self.settlement)
    }

    /// The days from settlement to the next coupon.
    pub(super) fn remaining(&self) -> f64 {
        match self.basis {
            Basis::Thirty => self.length() - self.elapsed(),
            _ => f64::from(self.next.days() - self.settlement.days()),
        }
    }

    /// The days of the period of settlement.
    pub(super) fn length(&self) -> f64 {
        match self.basis {
            Basis::Actual => f64::from(self.next.days() - self.previous.days()),
            basis => basis.year(self.previous, self.next) / self.frequency,
        }
    }
}
