//! Informats of dates, times and datetimes by ISO 8601, in its extended notation (`E8601DT`) and its basic one
//! (`B8601DT`).
//!
//! A field must be in the notation of the informat. A time with a zone is converted to universal time.

use super::cursor::Cursor;
use crate::calendar::{Date, SECONDS_A_DAY};
use crate::spec::iso_kind;

/// A form of ISO 8601.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct IsoForm {
    /// True if elements are separated.
    pub(super) is_extended: bool,
    pub(super) kind: IsoKind,
}

/// The kind of value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum IsoKind {
    /// `DA`
    Date,
    /// `DN`: a date, as the datetime of its midnight
    DateAsDatetime,
    /// `DT`
    Datetime,
    /// `DJ`: without a letter between date and time, as in Java
    PlainDatetime,
    /// `CI`: the same with a digit of the century before a year of two digits, as in IBM's systems
    CenturyDatetime,
    /// `DZ`: with a zone
    DatetimeOfZone,
    /// `TM`
    Time,
    /// `TZ`: with a zone
    TimeOfZone,
    /// `LZ`: with a zone, converted to local time
    LocalTime,
}

/// Returns the informat of a name.
pub(super) fn of_name(name: &str) -> Option<IsoForm> {
    let (is_extended, kind) = iso_kind(name)?;
    let kind = match kind {
        "DA" => IsoKind::Date,
        "DN" => IsoKind::DateAsDatetime,
        "DT" | "LX" => IsoKind::Datetime,
        "DJ" if !is_extended => IsoKind::PlainDatetime,
        "CI" if !is_extended => IsoKind::CenturyDatetime,
        // Their fields have a zone, from which the time is universal.
        "DZ" | "DX" => IsoKind::DatetimeOfZone,
        "TM" => IsoKind::Time,
        "TZ" | "TX" => IsoKind::TimeOfZone,
        "LZ" if is_extended => IsoKind::LocalTime,
        _ => return None,
    };
    Some(IsoForm { is_extended, kind })
}

impl IsoForm {
    /// Returns its widths: default, least and most.
    pub(super) fn widths(self) -> (u16, u16, u16) {
        // The basic notation has no separators.
        let least = |extended: u16, basic| if self.is_extended { extended } else { basic };
        match self.kind {
            IsoKind::Date | IsoKind::DateAsDatetime => (10, least(10, 8), 10),
            IsoKind::Datetime => (19, least(19, 15), 26),
            IsoKind::PlainDatetime | IsoKind::CenturyDatetime => (16, 10, 26),
            IsoKind::DatetimeOfZone => (26, least(20, 16), 35),
            IsoKind::Time => (8, least(8, 6), 15),
            IsoKind::TimeOfZone | IsoKind::LocalTime => (14, least(9, 7), 20),
        }
    }
}

/// Reads a field. `utc_offset` is the number of seconds by which local time is ahead.
pub(super) fn read(form: IsoForm, text: &[u8], utc_offset: i32) -> Option<f64> {
    let mut cursor = Cursor::new(text);
    if !form.is_extended
        && let Some(days) = part_of_year(cursor)
    {
        match form.kind {
            IsoKind::Date => return Some(days),
            IsoKind::DateAsDatetime | IsoKind::Datetime => return Some(days * SECONDS_A_DAY),
            _ => {}
        }
    }
    let number = match form.kind {
        IsoKind::Date => take_days(form.is_extended, &mut cursor)?,
        IsoKind::DateAsDatetime => take_days(form.is_extended, &mut cursor)? * SECONDS_A_DAY,
        IsoKind::Datetime => take_datetime(form.is_extended, &mut cursor)?,
        IsoKind::PlainDatetime => take_days(false, &mut cursor)? * SECONDS_A_DAY + take_time(false, &mut cursor)?,
        IsoKind::CenturyDatetime => take_century_days(&mut cursor)? * SECONDS_A_DAY + take_time(false, &mut cursor)?,
        IsoKind::DatetimeOfZone => {
            let seconds = take_datetime(form.is_extended, &mut cursor)?;
            seconds - take_zone(form.is_extended, &mut cursor)?
        }
        IsoKind::Time => take_time(form.is_extended, &mut cursor)?,
        IsoKind::TimeOfZone | IsoKind::LocalTime => {
            let seconds = take_time(form.is_extended, &mut cursor)?;
            let universal = seconds - take_zone(form.is_extended, &mut cursor)?;
            let ahead = match form.kind {
                IsoKind::LocalTime => f64::from(utc_offset),
                _ => 0.0,
            };
            (universal + ahead).rem_euclid(SECONDS_A_DAY)
        }
    };
    cursor.is_at_end().then_some(number)
}

/// Consumes exactly `count` digits.
fn take_digits(cursor: &mut Cursor<'_>, count: usize) -> Option<u32> {
    match cursor.digits(count)? {
        (number, digits) if digits == count => Some(number),
        _ => None,
    }
}

fn take_separator(is_extended: bool, separator: u8, cursor: &mut Cursor<'_>) -> Option<()> {
    (!is_extended || cursor.take(separator)).then_some(())
}

fn take_days(is_extended: bool, cursor: &mut Cursor<'_>) -> Option<f64> {
    let year = take_digits(cursor, 4)?;
    take_separator(is_extended, b'-', cursor)?;
    let month = take_digits(cursor, 2)?;
    take_separator(is_extended, b'-', cursor)?;
    let day = take_digits(cursor, 2)?;
    let date = Date::new(i32::try_from(year).ok()?, month, day)?;
    Some(f64::from(date.days()))
}

/// Consumes the number of the century since 1900, a year in two digits, month and day.
fn take_century_days(cursor: &mut Cursor<'_>) -> Option<f64> {
    let year = 1900 + take_digits(cursor, 3)?;
    let month = take_digits(cursor, 2)?;
    let date = Date::new(i32::try_from(year).ok()?, month, take_digits(cursor, 2)?)?;
    Some(f64::from(date.days()))
}

/// Returns the first day of a year, or of a month of it, that is all there is.
fn part_of_year(mut cursor: Cursor<'_>) -> Option<f64> {
    let year = take_digits(&mut cursor, 4)?;
    let month = if cursor.is_at_end() {
        1
    } else {
        take_digits(&mut cursor, 2)?
    };
    let date = Date::new(i32::try_from(year).ok()?, month, 1)?;
    cursor.is_at_end().then(|| f64::from(date.days()))
}

fn take_datetime(is_extended: bool, cursor: &mut Cursor<'_>) -> Option<f64> {
    let days = take_days(is_extended, cursor)?;
    if !(cursor.take(b'T') || cursor.take(b't')) {
        return None;
    }
    Some(days * SECONDS_A_DAY + take_time(is_extended, cursor)?)
}

/// Consumes an hour and a minute, and a second with a fraction if present.
fn take_time(is_extended: bool, cursor: &mut Cursor<'_>) -> Option<f64> {
    let hour = take_digits(cursor, 2)?;
    take_separator(is_extended, b':', cursor)?;
    let minute = take_digits(cursor, 2)?;
    let has_second = match is_extended {
        true => cursor.take(b':'),
        false => cursor.peek().is_some_and(|byte| byte.is_ascii_digit()),
    };
    let second = if has_second { take_digits(cursor, 2)? } else { 0 };
    if hour > 24 || minute > 59 || second > 59 {
        return None;
    }
    let mut fraction = 0.0;
    // The basic notation has a fraction without a point.
    let has_point = has_second && (cursor.take(b'.') || cursor.take(b','));
    if (has_point || has_second && !is_extended)
        && let Some((digits, count)) = cursor.digits(9)
    {
        // At most nine digits, so the power fits.
        fraction = f64::from(digits) / 10f64.powi(count as i32);
    }
    Some(f64::from(hour * 3600 + minute * 60 + second) + fraction)
}

/// Consumes a zone, in seconds ahead of universal time.
fn take_zone(is_extended: bool, cursor: &mut Cursor<'_>) -> Option<f64> {
    if cursor.take(b'Z') || cursor.take(b'z') {
        return Some(0.0);
    }
    let is_behind = cursor.take(b'-');
    if !is_behind && !cursor.take(b'+') {
        return None;
    }
    let hours = take_digits(cursor, 2)?;
    take_separator(is_extended, b':', cursor)?;
    let minutes = take_digits(cursor, 2)?;
    let ahead = f64::from(hours * 3600 + minutes * 60);
    (hours <= 24 && minutes <= 59).then_some(if is_behind { -ahead } else { ahead })
}
