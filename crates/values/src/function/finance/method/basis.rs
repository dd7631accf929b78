//! The bases on which days are counted.

use super::Parameters;
use crate::calendar::{Date, is_leap};

/// A basis of days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Basis {
    /// 0 and 4: months of 30 days, the 31st of which counts as the 30th.
    Thirty,
    /// 1: actual days.
    Actual,
    /// 2: actual days, years of 360.
    Actual360,
    /// 3: actual days, years of 365.
    Actual365,
}

impl Basis {
    /// Returns the basis that a parameter names, which is 0 if it is left out.
    pub(super) fn of(parameters: &Parameters<'_>, position: usize) -> Option<Self> {
        Some(match parameters.or(position, 0.0) {
            0.0 | 4.0 => Self::Thirty,
            1.0 => Self::Actual,
            2.0 => Self::Actual360,
            3.0 => Self::Actual365,
            _ => return None,
        })
    }

    /// Returns the days from one date to another.
    pub(super) fn days(self, from: Date, to: Date) -> f64 {
        match self {
            Self::Thirty => {
                let day = |date: Date| date.day().min(30) as i32;
                let months = 12 * (to.year() - from.year()) + to.month() as i32 - from.month() as i32;
                f64::from(30 * months + day(to) - day(from))
            }
            _ => f64::from(to.days() - from.days()),
        }
    }

    /// Returns the days of the year that begins on a date, as they count from there to another.
    pub(super) fn year(self, from: Date, to: Date) -> f64 {
        match self {
            Self::Thirty | Self::Actual360 => 360.0,
            Self::Actual365 => 365.0,
            Self::Actual if from.year() == to.year() => f64::from(365 + i32::from(is_leap(from.year()))),
            Self::Actual if to.days() - from.days() <= 366 => {
                // Within a year the day is in it or not.
                let leaps = [from.year(), to.year()].into_iter().filter(|&year| is_leap(year));
                let mut days = leaps.filter_map(|year| Date::new(year, 2, 29));
                let has_leap = days.any(|leap| from.days() <= leap.days() && leap.days() <= to.days());
                f64::from(365 + i32::from(has_leap))
            }
            Self::Actual => {
                let years = f64::from(to.year() - from.year() + 1);
                let leaps = (from.year()..=to.year()).filter(|&year| is_leap(year)).count();
                365.0 + leaps as f64 / years
            }
        }
    }

    /// Returns the years from one date to another.
    pub(super) fn years(self, from: Date, to: Date) -> f64 {
        self.days(from, to) / self.year(from, to)
    }
}

/// Returns the date of a parameter.
pub(super) fn date(parameters: &Parameters<'_>, position: usize) -> Option<Date> {
    Date::of(parameters.at(position))
}

/// Returns the dates of two parameters, the first of which is earlier.
pub(super) fn span(parameters: &Parameters<'_>, first: usize, second: usize) -> Option<(Date, Date)> {
    let (from, to) = (date(parameters, first)?, date(parameters, second)?);
    (from < to).then_some((from, to))
}
