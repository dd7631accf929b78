//! Times, datetimes and names as the locale of the United States has them: formats whose names begin with `NL`, beside
//! those of dates and numbers.
//!
//! Narrower fields than those that hold all of a form have abbreviations that are not documented, so that the least
//! widths of datetimes are greater than in SAS.

use super::Form;
use super::clock::{date_and_time, half_days, half_of_day, time_of_day, within_day};
use super::rule::{Decimals, Rule};
use crate::calendar::{Date, MONTHS, WEEKDAYS};
use crate::number::digits;
use crate::number::fixed_point::FixedPoint;

/// A form of a locale, aligned to the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LocalForm {
    /// `NLTIMEw.`: `4:24:43`, of a clock of twelve hours
    Time,
    /// `NLTIMAPw.`: `4:24:43 PM`
    TimeInHalfDays,
    /// `NLDATMTMw.`: `12:39:43`, of a datetime
    TimeOfDatetime,
    /// `NLDATMw.`: `24Feb03:12:39:43`
    Datetime,
    /// `NLDATMAPw.`: `February 24, 2003 12:39:43 PM`
    DatetimeInHalfDays,
    /// `NLDATMWw.`: the same after `Mon, `, with names in three letters or in full
    DatetimeOfWeek,
    /// `NLSTRMONw.d`, `NLSTRQTRw.d` and `NLSTRWKw.d`: the name of a number
    Name(NameKind),
}

/// A kind of names that numbers have, from 1 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NameKind {
    Month,
    Quarter,
    Weekday,
}

/// The quarters of a year, in full and abbreviated.
const QUARTERS: [(&str, &str); 4] = [
    ("1st quarter", "Q1"),
    ("2nd quarter", "Q2"),
    ("3rd quarter", "Q3"),
    ("4th quarter", "Q4"),
];

/// The longest text of [`LocalForm::DatetimeOfWeek`].
const LONGEST_DATETIME: &str = "Wednesday, September 30, 2026 12:00:00 PM";

/// Appends a finite number; `None` if it is none of the form or does not fit.
pub(super) fn write(form: LocalForm, number: f64, width: usize, places: usize, out: &mut Vec<u8>) -> Option<()> {
    let start = out.len();
    match form {
        LocalForm::Time => {
            let time = within_day(number, 0)?;
            write_hour(time, half_of_day(time).0, 0, out);
        }
        LocalForm::TimeInHalfDays => half_days(number, width, 0, out)?,
        LocalForm::TimeOfDatetime => {
            let (_, time) = Date::of_datetime(number)?;
            time_of_day(time, 8, 0, out)?;
        }
        LocalForm::Datetime => {
            let (date, time) = date_and_time(number, 0)?;
            digits::push(u64::from(date.day()), 2, out);
            out.extend_from_slice(&date.month_name().as_bytes()[..3]);
            digits::push(u64::from(date.year().unsigned_abs() % 100), 2, out);
            out.push(b':');
            write_hour(time, time.whole() / 3600, 2, out);
        }
        LocalForm::DatetimeInHalfDays => write_datetime(number, true, out)?,
        LocalForm::DatetimeOfWeek => {
            let is_long = width >= LONGEST_DATETIME.len();
            let (date, _) = date_and_time(number, 0)?;
            out.extend_from_slice(shortened(date.weekday_name(), is_long).as_bytes());
            out.extend_from_slice(b", ");
            write_datetime(number, is_long, out)?;
        }
        LocalForm::Name(kind) => {
            let index = index_of(number)?;
            let is_long = places & 1 == 0;
            let name = match kind {
                NameKind::Month => shortened(MONTHS.get(index)?, is_long),
                NameKind::Weekday => shortened(WEEKDAYS.get(index)?, is_long),
                NameKind::Quarter if is_long => QUARTERS.get(index)?.0,
                NameKind::Quarter => QUARTERS.get(index)?.1,
            };
            out.extend_from_slice(name.as_bytes());
            if places & 2 != 0 {
                out[start..].make_ascii_uppercase();
            }
        }
    }
    (out.len() - start <= width).then_some(())
}

/// Returns the index of a number that counts from 1.
fn index_of(number: f64) -> Option<usize> {
    (number.fract() == 0.0 && (1.0..=12.0).contains(&number)).then(|| number as usize - 1)
}

/// Returns a name in full or its first three letters.
fn shortened(name: &str, is_long: bool) -> &str {
    if is_long { name } else { &name[..3] }
}

/// Appends an hour of at least `least` digits, and the minutes and seconds of a time.
fn write_hour(time: FixedPoint, hour: u64, least: usize, out: &mut Vec<u8>) {
    digits::push(hour, least, out);
    for part in [time.whole() / 60 % 60, time.whole() % 60] {
        out.push(b':');
        digits::push(part, 2, out);
    }
}

/// Appends `February 24, 2003 12:39:43 PM`, with the month in full or three letters.
fn write_datetime(number: f64, is_long: bool, out: &mut Vec<u8>) -> Option<()> {
    let (date, time) = date_and_time(number, 0)?;
    let (hour, half) = half_of_day(time);
    out.extend_from_slice(shortened(date.month_name(), is_long).as_bytes());
    out.push(b' ');
    digits::push(u64::from(date.day()), 0, out);
    out.extend_from_slice(b", ");
    digits::push(u64::from(date.year().unsigned_abs()), 4, out);
    out.push(b' ');
    write_hour(time, hour, 0, out);
    out.extend_from_slice(half);
    Some(())
}

/// Returns the rule of a format by its name in upper case.
pub(super) fn rule(name: &str) -> Option<Rule> {
    use LocalForm as F;
    let (form, default, least, decimals) = match name {
        "NLTIME" => (F::Time, 20, 10, 0),
        "NLTIMAP" => (F::TimeInHalfDays, 10, 4, 0),
        "NLDATMTM" => (F::TimeOfDatetime, 16, 16, 0),
        "NLDATM" => (F::Datetime, 30, 16, 0),
        "NLDATMAP" => (F::DatetimeInHalfDays, 32, 30, 0),
        "NLDATMW" => (F::DatetimeOfWeek, 30, 29, 0),
        "NLSTRMON" => (F::Name(NameKind::Month), 20, 1, 3),
        "NLSTRQTR" => (F::Name(NameKind::Quarter), 20, 1, 3),
        "NLSTRWK" => (F::Name(NameKind::Weekday), 20, 1, 3),
        _ => return None,
    };
    Some(Rule {
        decimals: Decimals::Scale(decimals),
        ..Rule::new(Form::Local(form), default, least, 200)
    })
}
