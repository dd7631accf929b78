//! Informats of dates.
//!
//! The elements may be separated by blanks and special characters, either all of them or none; a year has two digits,
//! which `YEARCUTOFF=` completes, or four. Beside the name of a month, day and year are numbers with any leading zeros.

use super::cursor::Cursor;
use crate::calendar::{Date, ERAS, FIRST_YEAR_OF_MINGUO, WeekRule, full_year, month_of_name};

/// The most digits of a day or a year beside the name of a month.
const LONGEST_NUMBER: usize = 9;

/// A form of date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DateForm {
    /// `DATEw.`: day, name of the month, year
    Date,
    /// `MMDDYYw.`
    MonthDayYear,
    /// `DDMMYYw.`
    DayMonthYear,
    /// `YYMMDDw.`
    YearMonthDay,
    /// `MONYYw.`: the first day of a month
    MonthYear,
    /// `YYMMNw.`: the same in digits
    YearMonth,
    /// `YYQw.`: the first day of a quarter
    YearQuarter,
    /// `JULIANw.`: year and day of the year
    Julian,
    /// `WEEKUw.`, `WEEKVw.` and `WEEKWw.`: year, week and, if it is not the first one, a day of it
    Week(WeekRule),
    /// `NLDATEw.`: the name of a month, day, year
    Words,
    /// `MINGUOw.`: a year of the Republic of China, month and day
    Minguo,
    /// `NENGOw.`: the letter of an era of Japan, a year of it, month and day
    Nengo,
}

/// Reads a field that is only a date. `DATEw.` leaves what follows the year. A blank before five or seven digits of
/// `MMDDYYw.` and `DDMMYYw.` is a leading zero.
pub(super) fn read(form: DateForm, field: &[u8], cutoff: i32) -> Option<Date> {
    let text = field.trim_ascii();
    let mut with_zero = [b'0'; 8];
    let takes_zero = matches!(form, DateForm::MonthDayYear | DateForm::DayMonthYear)
        && field.first() == Some(&b' ')
        && matches!(text.len(), 5 | 7)
        && text.iter().all(u8::is_ascii_digit);
    let text = if takes_zero {
        with_zero[1..=text.len()].copy_from_slice(text);
        &with_zero[..=text.len()]
    } else {
        text
    };
    let mut cursor = Cursor::new(text);
    let date = take(form, &mut cursor, cutoff)?;
    (form == DateForm::Date || cursor.is_at_end()).then_some(date)
}

/// Consumes a date.
pub(super) fn take(form: DateForm, cursor: &mut Cursor<'_>, cutoff: i32) -> Option<Date> {
    match form {
        DateForm::Date => {
            let (day, _) = cursor.digits(LONGEST_NUMBER)?;
            cursor.separators();
            let month = month_of_name(cursor.word()?)?;
            cursor.separators();
            Date::new(take_number_year(cursor, cutoff)?, month, day)
        }
        DateForm::MonthDayYear => {
            let ([month, day], year) = take_year_last(cursor, cutoff)?;
            Date::new(year, month, day)
        }
        DateForm::DayMonthYear => {
            let ([day, month], year) = take_year_last(cursor, cutoff)?;
            Date::new(year, month, day)
        }
        DateForm::YearMonthDay => {
            let ([month, day], year) = take_year_first(cursor, cutoff)?;
            Date::new(year, month, day)
        }
        DateForm::MonthYear => {
            let month = month_of_name(cursor.word()?)?;
            cursor.separators();
            Date::new(take_number_year(cursor, cutoff)?, month, 1)
        }
        DateForm::YearMonth => {
            let year = take_run_year(cursor, 2, cutoff)?;
            let (month, _) = cursor.digits(2)?;
            Date::new(year, month, 1)
        }
        DateForm::YearQuarter => {
            let year = take_year(cursor, cutoff)?;
            if !(cursor.take(b'Q') || cursor.take(b'q')) {
                return None;
            }
            match cursor.digits(2)? {
                (quarter @ 1..=4, _) => Date::new(year, quarter * 3 - 2, 1),
                _ => None,
            }
        }
        DateForm::Julian => {
            let year = take_run_year(cursor, 3, cutoff)?;
            let (day, _) = cursor.digits(3)?;
            let day = i32::try_from(day).ok()?;
            let date = Date::from_days(Date::new(year, 1, 1)?.days() + day - 1)?;
            (day > 0 && date.year() == year).then_some(date)
        }
        DateForm::Week(rule) => {
            let year = take_year(cursor, cutoff)?;
            cursor.take(b'-');
            if !(cursor.take(b'W') || cursor.take(b'w')) {
                return None;
            }
            let (week, _) = cursor.digits(2)?;
            cursor.take(b'-');
            let day = cursor.digits(2).map_or(1, |(day, _)| day);
            rule.date(year, week, day)
        }
        DateForm::Words => {
            let month = month_of_name(cursor.word()?)?;
            cursor.separators();
            let (day, _) = cursor.digits(2)?;
            cursor.separators();
            Date::new(take_number_year(cursor, cutoff)?, month, day)
        }
        DateForm::Minguo => take_minguo(cursor),
        DateForm::Nengo => take_nengo(cursor),
    }
}

/// Consumes a year of the Republic of China, month and day, with separators or in six or seven digits.
fn take_minguo(cursor: &mut Cursor<'_>) -> Option<Date> {
    let has_separators = cursor.count_digits() <= 4;
    let length = if has_separators {
        4
    } else {
        cursor.count_digits().checked_sub(4)?
    };
    let (year, _) = cursor.digits(length)?;
    take_border(cursor, has_separators)?;
    let (month, _) = cursor.digits(2)?;
    take_border(cursor, has_separators)?;
    let (day, _) = cursor.digits(2)?;
    Date::new(FIRST_YEAR_OF_MINGUO - 1 + i32::try_from(year).ok()?, month, day)
}

/// Consumes the letter of an era, a year of it, month and day, with separators or in six digits, of which a day below
/// 10 may lack the zero. Without a letter the era is the last one.
fn take_nengo(cursor: &mut Cursor<'_>) -> Option<Date> {
    let first = match cursor.word() {
        Some([letter]) => ERAS.iter().find(|era| era.0 == letter.to_ascii_uppercase())?.1,
        Some(_) => return None,
        None => ERAS[0].1,
    };
    cursor.separators();
    let has_separators = cursor.count_digits() <= 2;
    let (year, _) = cursor.digits(2)?;
    take_border(cursor, has_separators)?;
    let (month, _) = cursor.digits(2)?;
    take_border(cursor, has_separators)?;
    let (day, _) = cursor.digits(2)?;
    Date::new(first - 1 + i32::try_from(year).ok()?, month, day)
}

/// Consumes two numbers and a year: six or eight consecutive digits, or with separators.
fn take_year_last(cursor: &mut Cursor<'_>, cutoff: i32) -> Option<([u32; 2], i32)> {
    let has_separators = match cursor.count_digits() {
        1 | 2 => true,
        6 | 8 => false,
        _ => return None,
    };
    let (first, _) = cursor.digits(2)?;
    take_border(cursor, has_separators)?;
    let (second, _) = cursor.digits(2)?;
    take_border(cursor, has_separators)?;
    Some(([first, second], take_year(cursor, cutoff)?))
}

/// Consumes the separators between two numbers; `None` if there are none where there must be, or some where not.
fn take_border(cursor: &mut Cursor<'_>, has_separators: bool) -> Option<()> {
    (has_separators == cursor.separators()).then_some(())
}

/// Consumes a year and two numbers: six or eight consecutive digits, or with separators.
fn take_year_first(cursor: &mut Cursor<'_>, cutoff: i32) -> Option<([u32; 2], i32)> {
    let has_separators = cursor.count_digits() <= 4;
    let year = if has_separators {
        take_year(cursor, cutoff)?
    } else {
        take_run_year(cursor, 4, cutoff)?
    };
    take_border(cursor, has_separators)?;
    let (first, _) = cursor.digits(2)?;
    take_border(cursor, has_separators)?;
    let (second, _) = cursor.digits(2)?;
    Some(([first, second], year))
}

/// Consumes a year as a number: below 100 it is one of two digits.
fn take_number_year(cursor: &mut Cursor<'_>, cutoff: i32) -> Option<i32> {
    let (year, _) = cursor.digits(LONGEST_NUMBER)?;
    complete((year, if year < 100 { 2 } else { 4 }), cutoff)
}

/// Consumes a year of two or four digits; one digit is taken as two.
fn take_year(cursor: &mut Cursor<'_>, cutoff: i32) -> Option<i32> {
    complete(cursor.digits(4)?, cutoff)
}

/// Consumes the year before the last `behind` digits of a run.
fn take_run_year(cursor: &mut Cursor<'_>, behind: usize, cutoff: i32) -> Option<i32> {
    let digits = match cursor.count_digits().checked_sub(behind)? {
        digits @ (2 | 4) => digits,
        _ => return None,
    };
    complete(cursor.digits(digits)?, cutoff)
}

fn complete((year, digits): (u32, usize), cutoff: i32) -> Option<i32> {
    let year = i32::try_from(year).ok()?;
    match digits {
        1 | 2 => Some(full_year(year, cutoff)),
        // Zeros before two digits do not make a year of the first century.
        4 if year < 100 => Some(full_year(year, cutoff)),
        4 => Some(year),
        _ => None,
    }
}
