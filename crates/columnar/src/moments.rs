//! Dates, datetimes and times as columns of Arrow have them.

use feedrate_values::calendar::to_gregorian;
use feedrate_values::format::Moment;

use crate::values::{DAYS_TO_1970, SECONDS_A_DAY, SECONDS_TO_1970};

const MICROSECONDS: f64 = 1e6;

/// Microseconds overflow beyond so many seconds.
const MOST_SECONDS: f64 = 9e12;

/// Fewer days than any date is away from 1960.
const SOME_DAYS: f64 = 1e6;

/// Returns why a column of these moments cannot hold a number.
pub fn reason(moment: Moment) -> &'static str {
    match moment {
        Moment::Date => "which is no date that a column of dates can hold; write it with another format",
        Moment::Datetime => "which is no datetime that a column of timestamps can hold; write it with another format",
        Moment::Time => {
            "which is no time of day, and a column of times can hold nothing else; write it with another format"
        }
    }
}

/// Returns whether a column of these moments can hold a number that is not missing.
pub fn can_hold(moment: Moment, number: f64) -> bool {
    match moment {
        Moment::Date => number.abs() < SOME_DAYS || days(number).is_some(),
        Moment::Datetime => number.abs() <= MOST_SECONDS,
        Moment::Time => (0.0..SECONDS_A_DAY as f64 - 1.0).contains(&number) || of_day(number).is_some(),
    }
}

/// Converts days since 1960 to days since 1970, and returns whether the conversion is exact; `None` if the number is
/// too large.
pub fn days(number: f64) -> Option<(i32, bool)> {
    // The cast saturates; a number that is too large is rejected below.
    let days = to_gregorian(number.floor() as i64).saturating_sub(i64::from(DAYS_TO_1970));
    Some((i32::try_from(days).ok()?, number.fract() == 0.0))
}

/// Converts the seconds of a time of day to microseconds, in the same way; `None` if it is none.
pub fn of_day(seconds: f64) -> Option<(i64, bool)> {
    microseconds(seconds, 0).filter(|(value, _)| (0..SECONDS_A_DAY * MICROSECONDS as i64).contains(value))
}

/// Converts seconds since 1960 to microseconds since 1970, in the same way.
pub fn since_1970(seconds: f64) -> Option<(i64, bool)> {
    let day = (seconds / SECONDS_A_DAY as f64).floor() as i64;
    let lacking = to_gregorian(day).saturating_sub(day);
    microseconds(seconds, SECONDS_TO_1970 - lacking * SECONDS_A_DAY)
}

/// Converts seconds to microseconds, moved by `before` seconds, and returns whether the conversion is exact; `None` if
/// the number is too large.
fn microseconds(seconds: f64, before: i64) -> Option<(i64, bool)> {
    if seconds.abs() > MOST_SECONDS {
        return None;
    }
    let (whole, rest) = (seconds.floor(), seconds - seconds.floor());
    let rest_microseconds = (rest * MICROSECONDS).round();
    let value = (whole as i64 - before) * MICROSECONDS as i64 + rest_microseconds as i64;
    let is_whole = match before {
        // A difference may have no exact double, but a quotient is the double that its digits make.
        0 if value.unsigned_abs() <= 1 << 53 => value as f64 / MICROSECONDS == seconds,
        _ => rest_microseconds / MICROSECONDS == rest,
    };
    Some((value, is_whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_column_can_hold_is_what_is_converted() {
        let edges = [
            0.0,
            -0.0,
            0.5,
            -1e-9,
            86_398.9,
            86_399.5,
            86_399.999_999_4,
            86_399.999_999_6,
            86_400.0,
            1e6,
            -1e6,
            2e9,
            -2.2e9,
            3e9,
            8.9e12,
            9e12,
            -9e12,
            9.1e12,
            1e300,
            f64::INFINITY,
            f64::NEG_INFINITY,
        ];
        for number in edges {
            for number in [number, -number] {
                assert_eq!(can_hold(Moment::Date, number), days(number).is_some(), "{number}");
                let datetime = since_1970(number).is_some();
                assert_eq!(can_hold(Moment::Datetime, number), datetime, "{number}");
                assert_eq!(can_hold(Moment::Time, number), of_day(number).is_some(), "{number}");
            }
        }
    }
}
