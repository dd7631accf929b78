//! Informats of times and datetimes.

use super::cursor::Cursor;
use super::date::{self, DateForm};
use crate::calendar::SECONDS_A_DAY;
use crate::number::parse;

/// Reads a field that is only a time, in seconds.
pub(super) fn read_time(text: &[u8]) -> Option<f64> {
    let mut cursor = Cursor::new(text);
    let is_negative = cursor.take(b'-');
    let seconds = take_time(&mut cursor)?;
    cursor
        .is_at_end()
        .then_some(if is_negative { -seconds } else { seconds })
}

/// Reads seconds, or minutes and seconds, or hours, minutes and seconds, with colons between them.
pub(super) fn read_stimer(text: &[u8]) -> Option<f64> {
    let mut parts = text.rsplit(|byte| *byte == b':');
    let mut seconds = parse(parts.next()?).filter(|seconds| *seconds >= 0.0)?;
    for unit in [60.0, 3600.0] {
        let Some(part) = parts.next() else {
            break;
        };
        let mut cursor = Cursor::new(part);
        let (number, _) = cursor.digits(9)?;
        if !cursor.is_at_end() {
            return None;
        }
        seconds += unit * f64::from(number);
    }
    parts.next().is_none().then_some(seconds)
}

/// Reads hours, minutes and seconds, in digits alone or as a time. An odd count of fewer than six digits lacks a zero
/// before them, and zeros follow them; of more digits, all before the last four are hours. Digits with a point are
/// seconds, and with one colon minutes and seconds.
pub(super) fn read_hours_minutes_seconds(text: &[u8]) -> Option<f64> {
    let colons = text.iter().filter(|byte| **byte == b':').count();
    let has_point = text.contains(&b'.');
    if colons <= 1 && has_point {
        return read_stimer(text);
    }
    if colons > 0 {
        return read_time(text);
    }
    let mut cursor = Cursor::new(text);
    let (number, count) = cursor.digits(9)?;
    if !cursor.is_at_end() {
        return None;
    }
    let missing = 6usize.saturating_sub(count + count % 2);
    let number = if count < 6 {
        number * 10u32.pow(missing as u32)
    } else {
        number
    };
    let (hours, minutes, seconds) = (number / 10_000, number / 100 % 100, number % 100);
    Some(f64::from(hours) * 3600.0 + f64::from(minutes) * 60.0 + f64::from(seconds))
}

/// Reads a field that is only a datetime, in seconds since 1960. It needs both a date, of the given form, and a time.
pub(super) fn read_datetime(form: DateForm, text: &[u8], cutoff: i32) -> Option<f64> {
    let mut cursor = Cursor::new(text);
    let date = date::take(form, &mut cursor, cutoff)?;
    if !take_border(&mut cursor) {
        return None;
    }
    let time = take_time(&mut cursor)?;
    cursor
        .is_at_end()
        .then_some(f64::from(date.days()) * SECONDS_A_DAY + time)
}

/// Consumes the separator of a date and a time: special characters, or a `T`.
pub(super) fn take_border(cursor: &mut Cursor<'_>) -> bool {
    cursor.separators() || cursor.take(b'T') || cursor.take(b't')
}

/// Consumes hours and minutes, and seconds with a fraction and `AM` or `PM` if present. Hours and, as in SAS, minutes
/// may be any number.
pub(super) fn take_time(cursor: &mut Cursor<'_>) -> Option<f64> {
    let (hours, _) = cursor.digits(9)?;
    if !take_separator(cursor) {
        return None;
    }
    let (minutes, _) = cursor.digits(9)?;
    let mut seconds = 0.0;
    let mut after = *cursor;
    if take_separator(&mut after)
        && let Some((whole, _)) = after.digits(9)
    {
        seconds = f64::from(whole) + take_fraction(&mut after);
        *cursor = after;
    }
    let hours = take_half(cursor, hours)?;
    Some(f64::from(hours) * 3600.0 + f64::from(minutes) * 60.0 + seconds)
}

/// Consumes the one special character or the blanks between the elements of a time.
fn take_separator(cursor: &mut Cursor<'_>) -> bool {
    match cursor.peek() {
        Some(byte) if byte.is_ascii_punctuation() => cursor.take(byte),
        // A blank separates elements only if a digit follows: `9:30 PM` has no seconds.
        Some(b' ') => {
            let mut after = *cursor;
            after.blanks();
            let is_followed = after.peek().is_some_and(|byte| byte.is_ascii_digit());
            if is_followed {
                *cursor = after;
            }
            is_followed
        }
        _ => false,
    }
}

/// Consumes a point and digits: the fraction of a second.
fn take_fraction(cursor: &mut Cursor<'_>) -> f64 {
    if !cursor.take(b'.') {
        return 0.0;
    }
    let fraction = match cursor.digits(9) {
        // At most nine digits, so the power fits.
        Some((number, digits)) => f64::from(number) / 10f64.powi(digits as i32),
        None => 0.0,
    };
    // A double of seconds since 1960 has no more precision.
    while cursor.digits(9).is_some() {}
    fraction
}

/// Consumes `AM` or `PM`, if present, and returns the hour of the day for an hour.
fn take_half(cursor: &mut Cursor<'_>, hours: u32) -> Option<u32> {
    let mut after = *cursor;
    after.blanks();
    let Some(word) = after.word() else {
        return Some(hours);
    };
    let is_second = word.eq_ignore_ascii_case(b"pm") || word.eq_ignore_ascii_case(b"p");
    let is_first = word.eq_ignore_ascii_case(b"am") || word.eq_ignore_ascii_case(b"a");
    if !is_first && !is_second {
        return Some(hours);
    }
    let is_hour_of_half = (1..=12).contains(&hours) || is_first && hours == 0;
    if !is_hour_of_half {
        return None;
    }
    *cursor = after;
    Some(hours % 12 + if is_second { 12 } else { 0 })
}
