//! Formats that write a time of day, a duration or a datetime.
//!
//! A format rounds to the smallest unit that it can show: `TIME` and `DATETIME` to seconds or to their
//! decimals, `HHMM` to minutes. What a narrow width leaves out is cut off, not rounded.

use super::date::{self, DateForm};
use crate::calendar::{Date, SECONDS_A_DAY};
use crate::number::decimal::Decimal;
use crate::number::digits;

/// A way to write a time.
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
}

/// Appends a number of seconds, which is finite, without the blanks before it; `false` if it does not fit.
pub(super) fn write(
    form: ClockForm,
    seconds: f64,
    width: usize,
    places: usize,
    out: &mut Vec<u8>,
) -> bool {
    match form {
        ClockForm::Time => time(seconds, Hours::Bare, width, places, "", out),
        ClockForm::TimeOfDay => {
            let seconds = seconds.rem_euclid(SECONDS_A_DAY);
            time(seconds, Hours::Two, width, places, "", out)
        }
        ClockForm::HalfDays => half_days(seconds, width, places, out),
        ClockForm::HoursMinutes => {
            in_a_day(seconds) && units(seconds, 60.0, true, width, places, out)
        }
        ClockForm::Hours => in_a_day(seconds) && units(seconds, 3600.0, false, width, places, out),
        ClockForm::MinutesSeconds => {
            in_a_day(seconds) && units(seconds, 1.0, true, width, places, out)
        }
        ClockForm::Datetime => datetime(seconds, width, places, out),
    }
}

/// Whether a time is one of a day; `HHMM` and its like show no other.
fn in_a_day(seconds: f64) -> bool {
    (0.0..=SECONDS_A_DAY).contains(&seconds)
}

/// How hours are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hours {
    Bare,
    Two,
}

/// Hours, minutes and seconds as far as they fit before an ending: decimals go first, then seconds, then
/// minutes.
fn time(
    seconds: f64,
    style: Hours,
    width: usize,
    places: usize,
    ending: &str,
    out: &mut Vec<u8>,
) -> bool {
    let Some(width) = width.checked_sub(ending.len()) else {
        return false;
    };
    let exact = Decimal::of(seconds);
    // What does not fit in any case need not be tried.
    let most = places.min(width.saturating_sub(8 - usize::from(style == Hours::Bare)));
    for places in (0..=most).rev() {
        let mut rounded = exact;
        rounded.round_to_places(places);
        let Some(whole) = rounded.whole() else {
            return false;
        };
        let hours = whole / 3600;
        let sign = usize::from(seconds < 0.0);
        let hours_length = sign
            + match style {
                Hours::Bare => count_digits(hours),
                Hours::Two => count_digits(hours).max(2),
            };
        let decimals = if places > 0 { places + 1 } else { 0 };
        let parts = if hours_length + 6 + decimals <= width {
            3
        } else if places > 0 {
            continue;
        } else if hours_length + 3 <= width {
            2
        } else if hours_length <= width {
            1
        } else {
            return false;
        };
        if sign > 0 {
            out.push(b'-');
        }
        match style {
            Hours::Bare => digits::push(hours, 0, out),
            Hours::Two => digits::push(hours, 2, out),
        }
        if parts > 1 {
            out.push(b':');
            digits::push(whole / 60 % 60, 2, out);
        }
        if parts > 2 {
            out.push(b':');
            digits::push(whole % 60, 2, out);
            rounded.write_places(places, out);
        }
        out.extend_from_slice(ending.as_bytes());
        return true;
    }
    false
}

fn half_days(seconds: f64, width: usize, places: usize, out: &mut Vec<u8>) -> bool {
    let mut rounded = Decimal::of(seconds.rem_euclid(SECONDS_A_DAY));
    rounded.round_to_places(places);
    let hour = rounded.whole().unwrap_or(0) / 3600 % 24;
    let ending = if hour < 12 { " AM" } else { " PM" };
    if width < 5 {
        out.extend_from_slice(ending.trim_start().as_bytes());
        return width >= 2;
    }
    // The twelfth hour comes first in each half, and is called 12.
    let in_half = seconds.rem_euclid(SECONDS_A_DAY / 2.0);
    let shown = if hour.is_multiple_of(12) && in_half < 3600.0 {
        in_half + SECONDS_A_DAY / 2.0
    } else {
        in_half
    };
    time(shown, Hours::Bare, width, places, ending, out)
}

/// A time in two units, the larger of which is 60 of the smaller one, or in one alone. Rounded in the
/// smaller one.
fn units(
    seconds: f64,
    unit: f64,
    has_two: bool,
    width: usize,
    places: usize,
    out: &mut Vec<u8>,
) -> bool {
    let exact = Decimal::of(seconds / unit);
    for places in (0..=places).rev() {
        let mut rounded = exact;
        rounded.round_to_places(places);
        let Some(whole) = rounded.whole() else {
            return false;
        };
        let decimals = if places > 0 { places + 1 } else { 0 };
        if !has_two {
            if count_digits(whole) + decimals <= width {
                digits::push(whole, 0, out);
                rounded.write_places(places, out);
                return true;
            }
            continue;
        }
        let large = count_digits(whole / 60);
        let is_whole = large + 3 + decimals <= width;
        if !is_whole && (places > 0 || large > width) {
            continue;
        }
        digits::push(whole / 60, 0, out);
        if is_whole {
            out.push(b':');
            digits::push(whole % 60, 2, out);
            rounded.write_places(places, out);
        }
        return true;
    }
    false
}

/// `DATETIMEw.d`: below 19 columns the year has two digits, and below 16 the time is cut.
fn datetime(seconds: f64, width: usize, places: usize, out: &mut Vec<u8>) -> bool {
    let Some((mut date, time)) = Date::of_datetime(seconds) else {
        return false;
    };
    let decimals = |places: usize| if places > 0 { places + 1 } else { 0 };
    let has_long_year = width == 9 || width >= 19 && 18 + decimals(places) <= width;
    let bare = if has_long_year { 18 } else { 16 };
    let places = if width < 16 {
        0
    } else {
        places.min(width.saturating_sub(bare + 1))
    };
    let mut rounded = Decimal::of(time);
    rounded.round_to_places(places);
    let Some(mut whole) = rounded.whole() else {
        return false;
    };
    if whole >= 86_400 {
        let Some(next) = Date::from_days(date.days() + 1) else {
            return false;
        };
        date = next;
        whole = 0;
        rounded = Decimal::of(0.0);
    }
    if !date::write(DateForm::Date, date, if has_long_year { 9 } else { 7 }, out) {
        return false;
    }
    let parts = match width {
        0..=9 => 0,
        10..=12 => 1,
        13..=15 => 2,
        _ => 3,
    };
    for part in [whole / 3600, whole / 60 % 60, whole % 60]
        .into_iter()
        .take(parts)
    {
        out.push(b':');
        digits::push(part, 2, out);
    }
    if parts == 3 {
        rounded.write_places(places, out);
    }
    true
}

fn count_digits(number: u64) -> usize {
    number.checked_ilog10().map_or(1, |log| log as usize + 1)
}
