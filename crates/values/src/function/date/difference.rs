//! `YRDIF` and `DATDIF`: differences of dates by day count conventions.

use super::super::{Context, number_at, text_at};
use crate::calendar::{Date, days_in_month, is_leap};
use crate::missing::MISSING;
use crate::value::{Value, trim};

/// A day count convention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Basis {
    /// Months of 30 days and years of 360.
    Thirty,
    /// Actual days, and years of 365 or 366.
    Actual,
    /// Actual days, years of 360.
    Actual360,
    /// Actual days, years of 365.
    Actual365,
    /// Birthdays.
    Age,
}

impl Basis {
    fn of(name: &[u8]) -> Option<Self> {
        let names: &[(&str, Self)] = &[
            ("30/360", Self::Thirty),
            ("360", Self::Thirty),
            ("ACT/ACT", Self::Actual),
            ("ACTUAL", Self::Actual),
            ("ACT/360", Self::Actual360),
            ("ACT/365", Self::Actual365),
            ("AGE", Self::Age),
        ];
        let name = trim(name).trim_ascii_start();
        let found = names
            .iter()
            .find(|(known, _)| name.eq_ignore_ascii_case(known.as_bytes()));
        found.map(|(_, basis)| *basis)
    }
}

/// Returns the difference in years; an age if no basis is given.
pub(super) fn years(context: &mut Context<'_>, arguments: &[Value<'_>]) -> f64 {
    difference(context, arguments, |basis, from, to| match basis {
        Basis::Thirty => thirty_day_months(from, to) / 360.0,
        Basis::Actual => actual_years(from, to),
        Basis::Actual360 => actual_days(from, to) / 360.0,
        Basis::Actual365 => actual_days(from, to) / 365.0,
        Basis::Age => age(from, to),
    })
}

/// Returns the difference in days.
pub(super) fn days(context: &mut Context<'_>, arguments: &[Value<'_>]) -> f64 {
    if Basis::of(text_at(arguments, 2)) == Some(Basis::Age) {
        return context.invalid(2);
    }
    difference(context, arguments, |basis, from, to| match basis {
        Basis::Thirty => thirty_day_months(from, to),
        _ => actual_days(from, to),
    })
}

fn difference(context: &mut Context<'_>, arguments: &[Value<'_>], count: fn(Basis, Date, Date) -> f64) -> f64 {
    let (from, to) = (number_at(arguments, 0), number_at(arguments, 1));
    if from.is_nan() || to.is_nan() {
        return MISSING;
    }
    let basis = if arguments.len() > 2 {
        Basis::of(text_at(arguments, 2))
    } else {
        Some(Basis::Age)
    };
    match (basis, Date::of(from), Date::of(to)) {
        (Some(basis), Some(from), Some(to)) if from <= to => count(basis, from, to),
        (Some(basis), Some(from), Some(to)) => -count(basis, to, from),
        (None, _, _) => context.invalid(2),
        (_, None, _) => context.invalid(0),
        (_, _, None) => context.invalid(1),
    }
}

fn actual_days(from: Date, to: Date) -> f64 {
    f64::from(to.days() - from.days())
}

/// Returns days of common years in 365ths and days of leap years in 366ths.
fn actual_years(from: Date, to: Date) -> f64 {
    let length = |date: Date| if is_leap(date.year()) { 366.0 } else { 365.0 };
    let elapsed = |date: Date| f64::from(date.day_of_year() - 1) / length(date);
    f64::from(to.year() - from.year()) + elapsed(to) - elapsed(from)
}

/// Returns the days by the rule of the American securities trade: a first date at the end of February, or on the 31st,
/// counts as the 30th; so does a second date on the 31st if the first is the 30th, and one at the end of February if
/// the first is too.
fn thirty_day_months(from: Date, to: Date) -> f64 {
    let ends_february = |date: Date| date.month() == 2 && date.day() == days_in_month(date.year(), 2);
    let (mut first, mut second) = (date_day(from), date_day(to));
    if ends_february(from) {
        if ends_february(to) {
            second = 30;
        }
        first = 30;
    }
    first = first.min(30);
    if first == 30 {
        second = second.min(30);
    }
    let months = 12 * (to.year() - from.year()) + date_month(to) - date_month(from);
    f64::from(30 * months + second - first)
}

/// Returns the years in a calendar in which each year has 365 days: 29 February counts as the 28th. The published
/// results are those of this rule: 1/365 for one day of 2000, and 52 years from 29 February 1964 to 28 February 2016.
fn age(from: Date, to: Date) -> f64 {
    let day = |date: Date| {
        let is_after_leap_day = is_leap(date.year()) && date.day_of_year() >= 60;
        f64::from(date.day_of_year() - u32::from(is_after_leap_day))
    };
    f64::from(to.year() - from.year()) + (day(to) - day(from)) / 365.0
}

/// A day of a month, which is at most 31.
fn date_day(date: Date) -> i32 {
    date.day() as i32
}

/// A month, which is at most 12.
fn date_month(date: Date) -> i32 {
    date.month() as i32
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::call;
    use super::super::tests::day;
    use crate::value::Value;

    fn difference(name: &str, from: f64, to: f64, basis: &str) -> f64 {
        let basis = Value::Text(basis.as_bytes());
        call(name, &[Value::Number(from), Value::Number(to), basis]).unwrap()
    }

    fn near(got: f64, want: f64) {
        assert!((got - want).abs() < 1e-9, "{got} for {want}");
    }

    #[test]
    fn years_by_each_basis() {
        let (from, to) = (day(1998, 10, 16), day(2010, 2, 16));
        near(difference("YRDIF", from, to, "30/360"), 11.0 + 120.0 / 360.0);
        near(difference("YRDIF", from, to, "ACT/ACT"), 11.0 + 123.0 / 365.0);
        near(difference("YRDIF", from, to, "act/360"), 4141.0 / 360.0);
        near(difference("YRDIF", from, to, "ACT/365"), 4141.0 / 365.0);
        near(difference("YRDIF", from, to, "AGE"), 11.0 + 123.0 / 365.0);
        near(difference("YRDIF", to, from, "ACT/365"), -4141.0 / 365.0);
        near(difference("YRDIF", day(2004, 2, 29), day(2005, 2, 28), "AGE"), 1.0);
        near(
            difference("YRDIF", day(1582, 1, 1), day(19_900, 12, 31), "AGE"),
            18_318.0 + 364.0 / 365.0,
        );
        assert!(difference("YRDIF", from, to, "30/365").is_nan());
    }

    #[test]
    fn days_by_each_basis() {
        near(
            difference("DATDIF", day(1978, 10, 16), day(1996, 2, 16), "30/360"),
            6240.0,
        );
        near(
            difference("DATDIF", day(1978, 10, 16), day(1996, 2, 16), "ACT/ACT"),
            6332.0,
        );
        // Values printed by a user of the language.
        for ((m1, d1), (m2, d2), want) in [
            ((1, 1), (1, 16), 15.0),
            ((1, 16), (1, 31), 15.0),
            ((2, 1), (2, 15), 14.0),
            ((2, 12), (2, 28), 16.0),
        ] {
            near(difference("DATDIF", day(2017, m1, d1), day(2017, m2, d2), "360"), want);
        }
        assert!(difference("DATDIF", 0.0, 1.0, "AGE").is_nan());
    }
}
