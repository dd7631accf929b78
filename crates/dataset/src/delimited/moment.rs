//! Dates, datetimes and times in the notation of ISO 8601.

use std::io::Write;

use feedrate_values::calendar::Date;
use feedrate_values::format::Moment;

const MICROSECONDS: i64 = 1_000_000;
const DAY: i64 = 86_400 * MICROSECONDS;

/// The maximum number of seconds that is written.
const MOST_SECONDS: f64 = 1e12;

/// Appends a value that is not missing. Returns `None` if it is not a date or time, and otherwise whether it was
/// written exactly.
pub(super) fn write(moment: Moment, value: f64, out: &mut Vec<u8>) -> Option<bool> {
    if moment == Moment::Date {
        date(Date::of(value)?, out);
        return Some(value.fract() == 0.0);
    }
    if value.abs() > MOST_SECONDS {
        return None;
    }
    // Separating seconds and their fraction loses no digits.
    let (whole, rest) = (value.floor(), value - value.floor());
    let rest_microseconds = (rest * MICROSECONDS as f64).round();
    let microseconds = whole as i64 * MICROSECONDS + rest_microseconds as i64;
    if moment == Moment::Datetime {
        let day = i32::try_from(microseconds.div_euclid(DAY)).ok()?;
        date(Date::from_days(day)?, out);
        out.push(b'T');
        clock(microseconds.rem_euclid(DAY), out);
    } else {
        if microseconds < 0 {
            out.push(b'-');
        }
        clock(microseconds.abs(), out);
    }
    Some(rest_microseconds / MICROSECONDS as f64 == rest)
}

fn date(date: Date, out: &mut Vec<u8>) {
    // Writing to memory does not fail.
    let _ = write!(out, "{:04}-{:02}-{:02}", date.year(), date.month(), date.day());
}

fn clock(microseconds: i64, out: &mut Vec<u8>) {
    let (seconds, fraction) = (microseconds / MICROSECONDS, microseconds % MICROSECONDS);
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    let _ = write!(out, "{hours:02}:{minutes:02}:{:02}", seconds % 60);
    if fraction != 0 {
        let _ = write!(out, ".{fraction:06}");
        while out.last() == Some(&b'0') {
            out.pop();
        }
    }
}

/// Parses a text without surrounding blanks; `None` if it is not a date or time.
pub(super) fn parse(moment: Moment, text: &[u8]) -> Option<f64> {
    match moment {
        Moment::Date => parse_date(text),
        Moment::Datetime => {
            let (day, rest) = text.split_at_checked(10)?;
            let rest = match rest {
                [b'T' | b' ', rest @ ..] => rest,
                _ => return None,
            };
            let rest = rest.strip_suffix(b"Z").unwrap_or(rest);
            let seconds = parse_clock(rest).filter(|seconds| *seconds < 86_400.0)?;
            Some(parse_date(day)? * 86_400.0 + seconds)
        }
        Moment::Time => match text {
            [b'-', text @ ..] => parse_clock(text).map(|seconds| -seconds),
            text => parse_clock(text),
        },
    }
}

fn parse_date(text: &[u8]) -> Option<f64> {
    let [year @ .., b'-', m1, m2, b'-', d1, d2] = text else {
        return None;
    };
    let year = digits(year).filter(|_| (4..=5).contains(&year.len()))?;
    let date = Date::new(
        i32::try_from(year).ok()?,
        u32::try_from(digits(&[*m1, *m2])?).ok()?,
        u32::try_from(digits(&[*d1, *d2])?).ok()?,
    )?;
    Some(date.days().into())
}

/// Parses hours of two digits or more, minutes, and seconds with an optional fraction.
fn parse_clock(text: &[u8]) -> Option<f64> {
    let (whole, fraction) = match text.iter().position(|&byte| byte == b'.') {
        Some(point) => (&text[..point], &text[point..]),
        None => (text, &b""[..]),
    };
    let [hours @ .., b':', m1, m2, b':', s1, s2] = whole else {
        return None;
    };
    let hours = digits(hours).filter(|_| (1..=9).contains(&hours.len()))?;
    let (minutes, seconds) = (digits(&[*m1, *m2])?, digits(&[*s1, *s2])?);
    let fraction = match fraction {
        [] => 0.0,
        [_, rest @ ..] => {
            digits(rest).filter(|_| rest.len() <= 9)?;
            std::str::from_utf8(fraction).ok()?.parse::<f64>().ok()?
        }
    };
    (minutes < 60 && seconds < 60).then(|| (hours * 3600 + minutes * 60 + seconds) as f64 + fraction)
}

/// Parses digits; `None` if there are none, or more than nine.
fn digits(text: &[u8]) -> Option<u64> {
    let is_number = (1..=9).contains(&text.len()) && text.iter().all(u8::is_ascii_digit);
    is_number.then(|| text.iter().fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0')))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn written(moment: Moment, value: f64) -> String {
        let mut out = Vec::new();
        let is_whole = write(moment, value, &mut out);
        format!("{} {is_whole:?}", String::from_utf8(out).unwrap())
    }

    #[test]
    fn moments_are_written_as_the_standard_has_them() {
        assert_eq!(written(Moment::Date, 0.0), "1960-01-01 Some(true)");
        assert_eq!(written(Moment::Date, 22_000.5), "2020-03-26 Some(false)");
        assert_eq!(
            written(Moment::Datetime, 4_304_914_276.560_662),
            "2096-05-31T09:31:16.560662 Some(false)"
        );
        assert_eq!(written(Moment::Date, 1e9), " None");
        assert_eq!(
            written(Moment::Datetime, 1_900_000_000.25),
            "2020-03-16T17:46:40.25 Some(true)"
        );
        assert_eq!(written(Moment::Datetime, -1.0), "1959-12-31T23:59:59 Some(true)");
        assert_eq!(written(Moment::Time, 90_061.0), "25:01:01 Some(true)");
        assert_eq!(written(Moment::Time, -1.5), "-00:00:01.5 Some(true)");
    }

    #[test]
    fn what_is_none_is_not_read() {
        for text in [
            "2020-13-01",
            "2020-1-1",
            "20200101",
            "2020-02-30",
            "x",
            "",
            "2020-01-01 ",
        ] {
            assert_eq!(parse(Moment::Date, text.as_bytes()), None, "{text}");
        }
        for text in [
            "2020-01-01",
            "2020-01-01T24:00:00",
            "2020-01-01T1:60:00",
            "2020-01-01x01:00:00",
        ] {
            assert_eq!(parse(Moment::Datetime, text.as_bytes()), None, "{text}");
        }
        for text in ["1:2:3", "12", "12:30", ":00:00", "00:00:00.", "0:0a:00"] {
            assert_eq!(parse(Moment::Time, text.as_bytes()), None, "{text}");
        }
        assert_eq!(parse(Moment::Datetime, b"1960-01-02 00:00:01.5Z"), Some(86_401.5));
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(days in -100_000_i32..6_000_000, seconds in -1e11_f64..1e11) {
            let mut out = Vec::new();
            prop_assert_eq!(write(Moment::Date, days.into(), &mut out), Some(true));
            prop_assert_eq!(parse(Moment::Date, &out), Some(days.into()));
            for moment in [Moment::Datetime, Moment::Time] {
                let whole = (seconds * 1e3).round() / 1e3;
                out.clear();
                if write(moment, whole, &mut out).is_some() {
                    let read = parse(moment, &out).unwrap();
                    prop_assert!((read - whole).abs() < 1e-4, "{} {}", read, whole);
                }
            }
        }

        #[test]
        fn no_text_panics(text in "[-0-9:.TZ ]{0,24}|.{0,10}") {
            for moment in [Moment::Date, Moment::Datetime, Moment::Time] {
                let _ = parse(moment, text.as_bytes());
            }
        }
    }
}
