//! Dates and times in the records of IBM mainframes.

use crate::calendar::{Date, SECONDS_A_DAY};
use crate::missing::MISSING;

/// A form of date or time that is only read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stamp {
    /// `PDTIME4.`: `0hhmmssF`
    PackedTime,
    /// `RMFDUR4.`: `mmsstttF`
    Duration,
    /// `RMFSTAMP8.`: `0hhmmssF` and `ccyydddF`
    TimeAndDate,
    /// `SMFSTAMP8.`: hundredths of a second and `ccyydddF`
    HundredthsAndDate,
    /// `SHRSTAMP8.`: `ccyydddF` and `hhmmssth`
    DateAndTime,
    /// `TODSTAMP8.`: a clock that counts 4096 times in a microsecond since 1900
    Clock,
    /// `MSEC8.`: microseconds of such a clock
    Microseconds,
    /// `TU4.`: units of 1/38400 second
    TimerUnits,
}

/// The days from 1 January 1900 to 1 January 1960.
const DAYS_SINCE_1900: f64 = 21_914.0;

impl Stamp {
    /// Returns the form of an informat by its name in upper case, and its width.
    pub(crate) fn of_name(name: &str) -> Option<(Self, u16)> {
        let stamp = match name {
            "PDTIME" => Self::PackedTime,
            "RMFDUR" => Self::Duration,
            "RMFSTAMP" => Self::TimeAndDate,
            "SMFSTAMP" => Self::HundredthsAndDate,
            "SHRSTAMP" => Self::DateAndTime,
            "TODSTAMP" => Self::Clock,
            "MSEC" => Self::Microseconds,
            "TU" => Self::TimerUnits,
            _ => return None,
        };
        Some((stamp, stamp.width()))
    }

    /// Returns the number of bytes.
    fn width(self) -> u16 {
        match self {
            Self::PackedTime | Self::Duration | Self::TimerUnits => 4,
            _ => 8,
        }
    }

    /// Reads seconds, since 1960 if there is a date. All zeros are missing, but for a duration.
    pub(crate) fn read(self, bytes: &[u8]) -> Option<f64> {
        if bytes.len() != usize::from(self.width()) {
            return None;
        }
        let has_missing = matches!(self, Self::PackedTime | Self::Clock | Self::TimeAndDate);
        if has_missing && bytes.iter().all(|byte| *byte == 0) {
            return Some(MISSING);
        }
        let (first, last) = bytes.split_at_checked(4)?;
        let whole = || Some(u64::from_be_bytes(bytes.try_into().ok()?));
        match self {
            Self::PackedTime => packed_time(bytes),
            Self::Duration => {
                let digits = packed(bytes)?;
                Some(two(&digits) * 60.0 + two(&digits[2..]) + decimal(&digits[4..7]) / 1000.0)
            }
            Self::TimeAndDate => Some(packed_time(first)? + packed_date(last, true)? * SECONDS_A_DAY),
            Self::HundredthsAndDate => {
                let hundredths = u32::from_be_bytes(first.try_into().ok()?);
                Some(f64::from(hundredths) / 100.0 + packed_date(last, true)? * SECONDS_A_DAY)
            }
            Self::DateAndTime => {
                let digits: Vec<u8> = halves(last);
                if digits.iter().any(|digit| *digit > 9) {
                    return None;
                }
                let seconds = clock(&digits) + two(&digits[6..]) / 100.0;
                Some(seconds + packed_date(first, true)? * SECONDS_A_DAY)
            }
            Self::Clock => Some((whole()? >> 12) as f64 / 1e6 - DAYS_SINCE_1900 * SECONDS_A_DAY),
            Self::Microseconds => Some((whole()? >> 12) as f64 / 1e6),
            Self::TimerUnits => Some(f64::from(u32::from_be_bytes(bytes.try_into().ok()?)) / 38_400.0),
        }
    }
}

/// Reads the packed decimal `yyyyddd` or `ccyyddd`, in days since 1960.
pub(super) fn read_date(bytes: &[u8], has_century: bool) -> Option<f64> {
    if bytes.iter().all(|byte| *byte == 0) {
        return Some(MISSING);
    }
    packed_date(bytes, has_century)
}

/// Writes the packed decimal `yyyydddF` or `ccyydddF` of days since 1960 to the right; zeros for what is no date.
pub(super) fn write_date(days: f64, has_century: bool, bytes: &mut [u8]) {
    bytes.fill(0);
    let Some(date) = Date::of(days) else {
        return;
    };
    let year = date.year() - if has_century { 1900 } else { 0 };
    let Ok(year) = u64::try_from(year) else {
        return;
    };
    let mut number = year * 1000 + u64::from(date.day_of_year());
    let mut half = 0xF;
    for byte in bytes.iter_mut().rev() {
        *byte = (number % 10) as u8 * 16 + half;
        number /= 10;
        half = (number % 10) as u8;
        number /= 10;
    }
}

fn halves(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().flat_map(|byte| [byte >> 4, byte & 0xF]).collect()
}

/// Returns the digits of a packed decimal with its sign; `None` if it is none.
fn packed(bytes: &[u8]) -> Option<Vec<u8>> {
    let digits = halves(bytes);
    let (sign, rest) = digits.split_last()?;
    (*sign > 9 && rest.iter().all(|digit| *digit <= 9)).then_some(digits)
}

fn decimal(digits: &[u8]) -> f64 {
    digits
        .iter()
        .fold(0.0, |number, digit| number * 10.0 + f64::from(*digit))
}

fn two(digits: &[u8]) -> f64 {
    decimal(&digits[..2])
}

fn clock(digits: &[u8]) -> f64 {
    two(digits) * 3600.0 + two(&digits[2..]) * 60.0 + two(&digits[4..])
}

fn packed_time(bytes: &[u8]) -> Option<f64> {
    let digits = packed(bytes)?;
    Some(clock(digits.get(1..7)?))
}

fn packed_date(bytes: &[u8], has_century: bool) -> Option<f64> {
    let digits = packed(bytes)?;
    let number = decimal(&digits[..digits.len() - 1]);
    let year = (number / 1000.0).trunc() as i32 + if has_century { 1900 } else { 0 };
    let day = number % 1000.0;
    let first = Date::new(year, 1, 1)?.days();
    let date = Date::of(f64::from(first) + day - 1.0)?;
    (day >= 1.0 && date.year() == year).then(|| f64::from(date.days()))
}
