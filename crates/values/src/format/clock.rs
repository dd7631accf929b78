//! Formats of times of day, durations and datetimes.
//!
//! Seconds are rounded by [`FixedPoint`] to the decimals that fit, and what a narrow width leaves out after that is
//! truncated. The time of a datetime is rounded within its day: a time nearer to midnight than to any other time in the
//! form is the last one before it.

use super::Form;
use super::date::{self, DateForm};
use super::numeric;
use super::rule::{Decimals, Rule};
use crate::calendar::{Date, SECONDS_A_DAY};
use crate::number::digits;
use crate::number::fixed_point::FixedPoint;

/// A form of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClockForm {
    /// `TIMEw.d`: `9:35:57`, with any number of hours
    Time,
    /// `TODw.d`: `09:35:57`, of a time or a datetime
    TimeOfDay,
    /// `TIMEAMPMw.d`: `9:35:57 AM`
    HalfDays,
    /// `HHMMw.d`: `9:36`
    HoursMinutes,
    /// `HOURw.d`
    Hours,
    /// `MMSSw.d`: `575:57`
    MinutesSeconds,
    /// `DATETIMEw.d`: `15SEP2012:09:35:57`
    Datetime,
    /// `DATEAMPMw.d`: `15SEP12:09:35:57 AM`
    DatetimeInHalfDays,
    /// `MDYAMPMw.d`: `9/15/2012 9:35 AM`
    MonthDayYearInHalfDays,
}

/// Appends a finite number of seconds without leading blanks; `None` if it does not fit.
pub(super) fn write(form: ClockForm, seconds: f64, width: usize, places: usize, out: &mut Vec<u8>) -> Option<()> {
    match form {
        ClockForm::Time => time(seconds, width, places, out),
        ClockForm::TimeOfDay => time_of_day(seconds, width, places, out),
        ClockForm::HalfDays => half_days(seconds, width, places, out),
        ClockForm::HoursMinutes => units(seconds, 60, width, places, out),
        ClockForm::Hours => {
            let hours = (seconds / 3600.0).abs();
            if !numeric::fixed_or_whole(hours, width, places, out) {
                two_asterisks(out);
            }
            Some(())
        }
        ClockForm::MinutesSeconds => units(seconds, 1, width, places, out),
        ClockForm::Datetime => datetime(seconds, width, places, out),
        ClockForm::DatetimeInHalfDays => datetime_in_half_days(seconds, width, places, out),
        ClockForm::MonthDayYearInHalfDays => month_day_year_in_half_days(seconds, width, out),
    }
}

/// Returns how many of `places` decimals fit in addition to `bare` columns without a point.
pub(super) fn room(width: usize, bare: usize, places: usize) -> usize {
    places.min(width.saturating_sub(bare))
}

fn time(seconds: f64, width: usize, places: usize, out: &mut Vec<u8>) -> Option<()> {
    let is_negative = seconds < 0.0;
    let sign = usize::from(is_negative);
    let magnitude = seconds.abs();
    // Rounding may add a digit to the hours, which replaces a decimal.
    for places in (0..=room(width, 7 + sign, places)).rev() {
        let rounded = FixedPoint::of(magnitude, 1, places)?;
        let digits = count_digits(rounded.whole() / 3600);
        if places > 0 && sign + digits + 7 + places > width {
            continue;
        }
        if sign + digits > width {
            return None;
        }
        if is_negative {
            out.push(b'-');
        }
        let hour = rounded.whole() / 3600;
        hour_minute_second(hour, digits, rounded, width - sign, places, out);
        return Some(());
    }
    None
}

/// Appends an hour of `digits` digits, and as many of its minutes, seconds and decimals as fit.
fn hour_minute_second(hour: u64, digits: usize, rounded: FixedPoint, width: usize, places: usize, out: &mut Vec<u8>) {
    digits::push(hour, digits, out);
    for (after, part) in [(3, rounded.whole() / 60 % 60), (6, rounded.whole() % 60)] {
        if digits + after > width {
            return;
        }
        out.push(b':');
        digits::push(part, 2, out);
    }
    let room = width - digits - 6;
    if places > 0 && room > places {
        rounded.write_places(places, out);
    }
}

/// Returns the time of day of a number of seconds, rounded within its day.
pub(super) fn within_day(seconds: f64, places: usize) -> Option<FixedPoint> {
    let rounded = FixedPoint::of(seconds.rem_euclid(SECONDS_A_DAY), 1, places)?;
    Some(rounded.below(SECONDS_A_DAY as u64))
}

pub(super) fn time_of_day(seconds: f64, width: usize, places: usize, out: &mut Vec<u8>) -> Option<()> {
    let mut places = room(width, 8, places);
    let mut rounded = within_day(seconds, places)?;
    // A one-digit hour makes room for one more decimal, or for minutes or seconds.
    if places > 0 && width - places == 8 && rounded.whole() >= 36_000 {
        places -= 1;
        rounded = within_day(seconds, places)?;
    }
    let is_tight = width == 4 || width == 7 || places > 0 && width - places == 8;
    let hour = rounded.whole() / 3600;
    let digits = if is_tight { count_digits(hour) } else { 2 };
    hour_minute_second(hour, digits, rounded, width, places, out);
    Some(())
}

/// Returns the hour of a twelve-hour clock, and `AM` or `PM`.
pub(super) fn half_of_day(rounded: FixedPoint) -> (u64, &'static [u8]) {
    let hour = rounded.whole() / 3600 % 24;
    let shown = if hour.is_multiple_of(12) { 12 } else { hour % 12 };
    (shown, if hour < 12 { b" AM" } else { b" PM" })
}

/// Appends a time of day with `AM` or `PM`, as far as it fits.
pub(super) fn half_days(seconds: f64, width: usize, places: usize, out: &mut Vec<u8>) -> Option<()> {
    let bare = width.saturating_sub(3);
    for places in (0..=room(bare, 7, places)).rev() {
        let rounded = FixedPoint::of(seconds.rem_euclid(SECONDS_A_DAY), 1, places)?;
        let (hour, half) = half_of_day(rounded);
        if width < 5 {
            out.extend_from_slice(half.trim_ascii_start());
            return Some(());
        }
        let digits = count_digits(hour);
        if places > 0 && digits + 7 + places > bare {
            continue;
        }
        hour_minute_second(hour, digits, rounded, bare, places, out);
        out.extend_from_slice(half);
        return Some(());
    }
    None
}

/// Writes a time in two units, the larger of which is 60 of the smaller one: `smaller` is the seconds of that.
fn units(seconds: f64, smaller: u32, width: usize, places: usize, out: &mut Vec<u8>) -> Option<()> {
    let rounded = FixedPoint::of(seconds.abs(), smaller, places)?;
    let start = out.len();
    if seconds < 0.0 {
        out.push(b'-');
    }
    digits::push(rounded.whole() / 60, 0, out);
    let large = out.len() - start;
    if large > width {
        out.truncate(start);
        two_asterisks(out);
        return Some(());
    }
    if large + 3 <= width {
        out.push(b':');
        digits::push(rounded.whole() % 60, 2, out);
        if places > 0 && large + 3 < width {
            rounded.write_places(places.min(width - large - 4), out);
        }
    }
    Some(())
}

/// Writes a time that is too long: two asterisks, at any width.
fn two_asterisks(out: &mut Vec<u8>) {
    out.extend_from_slice(b"**");
}

/// Returns the date of a datetime, and its time rounded within that day.
pub(super) fn date_and_time(seconds: f64, places: usize) -> Option<(Date, FixedPoint)> {
    let (date, time) = Date::of_datetime(seconds)?;
    Some((date, within_day(time, places)?))
}

/// `DATETIMEw.d`: below 19 columns, not counting the decimals, the year has two digits, and below 16 the time is
/// truncated.
fn datetime(seconds: f64, width: usize, places: usize, out: &mut Vec<u8>) -> Option<()> {
    let places = room(width, 16, places);
    let (date, time) = date_and_time(seconds, places)?;
    let has_long_year = width == 9 || width - places >= 19;
    if !date::write(DateForm::Date, date, if has_long_year { 9 } else { 7 }, out) {
        return None;
    }
    let parts = match width {
        0..=9 => 0,
        10..=12 => 1,
        13..=15 => 2,
        _ => 3,
    };
    time_after_date(time.whole() / 3600, time, parts, out);
    if places > 0 {
        // The point is written even if no decimal fits after it.
        time.write_places(places.min(width - 17), out);
    }
    Some(())
}

/// Writes `parts` elements of a time, each after a colon.
fn time_after_date(hour: u64, time: FixedPoint, parts: usize, out: &mut Vec<u8>) {
    let all = [hour, time.whole() / 60 % 60, time.whole() % 60];
    for part in all.into_iter().take(parts) {
        out.push(b':');
        digits::push(part, 2, out);
    }
}

/// `DATEAMPMw.d`: below 13 columns the hour is that of a 24-hour clock, as there is no room for `AM` or `PM`.
fn datetime_in_half_days(seconds: f64, width: usize, places: usize, out: &mut Vec<u8>) -> Option<()> {
    if width < 13 {
        return datetime(seconds, width, 0, out);
    }
    let places = room(width, 20, places);
    let (date, time) = date_and_time(seconds, places)?;
    if !date::write(DateForm::Date, date, 7, out) {
        return None;
    }
    let parts = match width {
        13..=15 => 1,
        16..=18 => 2,
        _ => 3,
    };
    let (hour, half) = half_of_day(time);
    time_after_date(hour, time, parts, out);
    if places > 0 {
        time.write_places(places, out);
    }
    out.extend_from_slice(half);
    Some(())
}

/// `MDYAMPMw.`: without the time if it does not fit, and with a four-digit year if that fits.
fn month_day_year_in_half_days(seconds: f64, width: usize, out: &mut Vec<u8>) -> Option<()> {
    // Minutes are truncated, not rounded.
    let (date, time) = date_and_time(seconds, 0)?;
    let has_time = width >= 17;
    let has_long_year = width >= 19 || !has_time && width >= 10;
    if !date::write_bare(date, has_long_year, out) {
        return None;
    }
    if has_time {
        let (hour, half) = half_of_day(time);
        out.push(b' ');
        digits::push(hour, 0, out);
        out.push(b':');
        digits::push(time.whole() / 60 % 60, 2, out);
        out.extend_from_slice(half);
    }
    Some(())
}

fn count_digits(number: u64) -> usize {
    number.checked_ilog10().map_or(1, |log| log as usize + 1)
}

/// Returns the rule of a format of times and datetimes by its name in upper case.
pub(super) fn rule(name: &str) -> Option<Rule> {
    use ClockForm as F;
    let (form, default, least, most) = match name {
        "TIME" => (F::Time, 8, 2, 20),
        "TOD" => (F::TimeOfDay, 8, 2, 20),
        "TIMEAMPM" => (F::HalfDays, 11, 2, 20),
        "HHMM" => (F::HoursMinutes, 5, 2, 20),
        "HOUR" => (F::Hours, 2, 2, 20),
        "MMSS" => (F::MinutesSeconds, 5, 2, 20),
        "DATETIME" | "EURDFDT" => (F::Datetime, 16, 7, 40),
        "DATEAMPM" => (F::DatetimeInHalfDays, 19, 7, 40),
        "MDYAMPM" => (F::MonthDayYearInHalfDays, 19, 8, 40),
        _ => return None,
    };
    let decimals = Decimals::UpTo(if most == 40 { 39 } else { 19 });
    Some(Rule {
        decimals,
        ..Rule::new(Form::Clock(form), default, least, most)
    })
}
