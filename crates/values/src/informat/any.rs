//! `ANYDTDTE`, `ANYDTDTM` and `ANYDTTME`: dates, times and datetimes in any form.
//!
//! The forms are tried in a fixed order, the unambiguous ones first. If day, month and year could each be any of three
//! numbers, `DATESTYLE=` decides, and the other orders are tried only if its own yields no date.

use super::DateOrder;
use super::clock::{take_border, take_time};
use super::cursor::Cursor;
use super::date::{self, DateForm};
use crate::calendar::{Date, MONTHS, SECONDS_A_DAY, full_year, month_of_name};

/// The date and time of a field.
#[derive(Clone, Copy, Debug)]
pub(super) struct ParsedDateTime {
    /// The date, 1 January 1960 for a time without a date.
    pub(super) date: Date,
    /// Seconds since midnight, 0 for a date without a time.
    pub(super) seconds: f64,
}

impl ParsedDateTime {
    /// Returns the seconds since 1960.
    pub(super) fn datetime(&self) -> f64 {
        f64::from(self.date.days()) * SECONDS_A_DAY + self.seconds
    }
}

/// Reads a field of any form; `None` if no form matches.
pub(super) fn read(text: &[u8], order: DateOrder, cutoff: i32) -> Option<ParsedDateTime> {
    let cursor = Cursor::new(text);
    let mut ahead = cursor;
    if ahead.digits(9).is_some() && ahead.peek() == Some(b':') {
        // A colon makes 10:11:12 a time, although it could be a date.
        let mut cursor = cursor;
        let seconds = take_time(&mut cursor)?;
        return cursor.is_at_end().then_some(ParsedDateTime {
            date: Date::from_days(0)?,
            seconds,
        });
    }
    candidates(order)
        .iter()
        .find_map(|candidate| with_time(*candidate, cursor, cutoff))
}

type DateReader = fn(&mut Cursor<'_>, i32) -> Option<Date>;

/// Returns the readers of date forms, in the order in which they are tried.
fn candidates(order: DateOrder) -> [DateReader; 14] {
    let month_day: DateReader = |cursor, cutoff| date::take(DateForm::MonthDayYear, cursor, cutoff);
    let day_month: DateReader = |cursor, cutoff| date::take(DateForm::DayMonthYear, cursor, cutoff);
    let year_first: DateReader = |cursor, cutoff| date::take(DateForm::YearMonthDay, cursor, cutoff);
    // Six digits that do not begin with a month begin with a year.
    let year_first_in_run: DateReader = |cursor, cutoff| match cursor.count_digits() {
        6 => date::take(DateForm::YearMonthDay, cursor, cutoff),
        _ => None,
    };
    let [first, second, third, fourth] = match order {
        DateOrder::MonthDayYear => [month_day, year_first_in_run, day_month, year_first],
        DateOrder::DayMonthYear => [day_month, month_day, year_first, year_first],
        DateOrder::YearMonthDay => [year_first, month_day, day_month, day_month],
    };
    [
        |cursor, cutoff| date::take(DateForm::Date, cursor, cutoff),
        take_name_first,
        |cursor, cutoff| date::take(DateForm::MonthYear, cursor, cutoff),
        |cursor, cutoff| date::take(DateForm::YearQuarter, cursor, cutoff),
        take_long_year,
        take_long_run,
        |cursor, cutoff| match cursor.count_digits() {
            5 | 7 => date::take(DateForm::Julian, cursor, cutoff),
            _ => None,
        },
        first,
        second,
        third,
        fourth,
        take_month_and_long_year,
        take_long_year_and_month,
        take_short_year_and_month,
    ]
}

/// Reads a date, and a time after it if there is one.
fn with_time(take: DateReader, mut cursor: Cursor<'_>, cutoff: i32) -> Option<ParsedDateTime> {
    let is_run = cursor.count_digits() >= 6;
    let date = take(&mut cursor, cutoff)?;
    if cursor.is_at_end() {
        return Some(ParsedDateTime { date, seconds: 0.0 });
    }
    let mut rest = cursor;
    if !take_border(&mut cursor) {
        // A letter that does not belong to a date of digits ends it.
        let is_end = is_run && rest.word().is_some();
        return is_end.then_some(ParsedDateTime { date, seconds: 0.0 });
    }
    let seconds = take_time(&mut cursor)?;
    // The letter for universal time ends datetimes of ISO 8601.
    cursor.take(b'Z');
    cursor.is_at_end().then_some(ParsedDateTime { date, seconds })
}

/// `January 1, 2012` and `Jan 1 2012`.
fn take_name_first(cursor: &mut Cursor<'_>, cutoff: i32) -> Option<Date> {
    let month = month_of_name(cursor.word()?)?;
    cursor.separators();
    let (day, _) = cursor.digits(2)?;
    if !cursor.separators() {
        return None;
    }
    match cursor.digits(4)? {
        (year, 4) => Date::new(i32::try_from(year).ok()?, month, day),
        (year, 2) => Date::new(full_year(i32::try_from(year).ok()?, cutoff), month, day),
        _ => None,
    }
}

/// `2012-01-31`: a four-digit year comes first, regardless of the order.
fn take_long_year(cursor: &mut Cursor<'_>, cutoff: i32) -> Option<Date> {
    match cursor.count_digits() {
        4 => date::take(DateForm::YearMonthDay, cursor, cutoff),
        _ => None,
    }
}

/// `20120131`: eight digits begin with the year if that is a valid date.
fn take_long_run(cursor: &mut Cursor<'_>, cutoff: i32) -> Option<Date> {
    match cursor.count_digits() {
        8 => date::take(DateForm::YearMonthDay, cursor, cutoff),
        _ => None,
    }
}

/// `01/2012`
fn take_month_and_long_year(cursor: &mut Cursor<'_>, _: i32) -> Option<Date> {
    let (month, _) = cursor.digits(2)?;
    match (cursor.separators(), cursor.digits(4)?) {
        (true, (year, 4)) => Date::new(i32::try_from(year).ok()?, month, 1),
        _ => None,
    }
}

/// `2012-01`
fn take_long_year_and_month(cursor: &mut Cursor<'_>, _: i32) -> Option<Date> {
    let (year, digits) = cursor.digits(4)?;
    match (digits, cursor.separators(), cursor.digits(2)?) {
        (4, true, (month, _)) => Date::new(i32::try_from(year).ok()?, month, 1),
        _ => None,
    }
}

/// `12/01`, or `01/12` if the first number is a month and the second is not.
fn take_short_year_and_month(cursor: &mut Cursor<'_>, cutoff: i32) -> Option<Date> {
    let (first, _) = cursor.digits(2)?;
    // Two numbers with a point between them are not a date.
    if cursor.peek() == Some(b'.') || !cursor.separators() {
        return None;
    }
    let (second, digits) = cursor.digits(2)?;
    let months = MONTHS.len() as u32;
    let (year, month) = match (second <= months, first <= months) {
        _ if digits != 2 => return None,
        (true, _) => (first, second),
        (false, true) => (second, first),
        (false, false) => return None,
    };
    Date::new(full_year(i32::try_from(year).ok()?, cutoff), month, 1)
}
