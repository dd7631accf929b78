//! Times.

use std::time::Duration;

use super::{Refusal, Value};

/// The default unit of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Seconds.
    Seconds,
    /// Microseconds.
    Microseconds,
}

impl Unit {
    fn nanoseconds(self) -> u64 {
        match self {
            Self::Seconds => 1_000_000_000,
            Self::Microseconds => 1_000,
        }
    }
}

impl Value<'_> {
    /// Parses a time; a number without a unit is in `unit`.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no value, or if it is not a time.
    pub fn time(&mut self, unit: Unit) -> Result<Duration, Refusal> {
        let text = self.raw()?;
        self.time_of(text, unit)
    }

    /// The same for a part of the value.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not a time.
    pub fn time_of(&mut self, text: &str, unit: Unit) -> Result<Duration, Refusal> {
        self.decide(text, as_fio_reads(text, unit), as_meant(text, unit), not_a_time)
    }

    /// Parses a number of milliseconds that fio reads as a plain number and whose unit it ignores.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no value, or if it is not a time.
    pub fn milliseconds(&mut self) -> Result<Duration, Refusal> {
        let text = self.raw()?;
        let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
        if end == text.len() {
            return self.bytes_of(text).map(Duration::from_millis);
        }
        let fios = text[..end].parse().ok().map(Duration::from_millis);
        self.decide(text, fios, as_meant(text, Unit::Seconds), not_a_time)
    }

    /// The same, at least 1 millisecond.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no value, or if it is not such a time.
    pub fn positive_milliseconds(&mut self) -> Result<Duration, Refusal> {
        match self.milliseconds()? {
            Duration::ZERO => Err("it is at least 1 millisecond".to_owned()),
            time => Ok(time),
        }
    }
}

fn not_a_time(text: &str) -> Refusal {
    format!("'{text}' is not a time; write one such as 30s, 5m or 500ms")
}

/// Parses as fio does: digits, and the unit if the rest is exactly one of its units.
fn as_fio_reads(text: &str, unit: Unit) -> Option<Duration> {
    let number = text.trim_start();
    let end = number
        .find(|letter: char| !letter.is_ascii_digit())
        .unwrap_or(number.len());
    let count: u64 = number[..end].parse().ok()?;
    let scale = match number[end..].to_ascii_lowercase().as_str() {
        // A blank before the number hides the unit.
        _ if number.len() != text.len() => unit.nanoseconds(),
        "us" | "usec" => 1_000,
        "ms" | "msec" => 1_000_000,
        "s" => 1_000_000_000,
        "m" => 60_000_000_000,
        "h" => 3_600_000_000_000,
        "d" => 86_400_000_000_000,
        _ => unit.nanoseconds(),
    };
    count.checked_mul(scale).map(Duration::from_nanos)
}

/// Parses as intended: one or more numbers with units, also decimals, `1h30m`.
fn as_meant(text: &str, unit: Unit) -> Option<Duration> {
    let mut rest = text.trim();
    let mut sum = Duration::ZERO;
    let mut first = true;
    while first || !rest.is_empty() {
        let end = rest
            .find(|letter: char| !letter.is_ascii_digit() && letter != '.')
            .unwrap_or(rest.len());
        let (number, after) = rest.split_at(end);
        let after = after.trim_start();
        let end = after
            .find(|letter: char| !letter.is_ascii_alphabetic())
            .unwrap_or(after.len());
        let (name, after) = after.split_at(end);
        let scale = match name.to_ascii_lowercase().as_str() {
            "" if first && after.is_empty() => unit.nanoseconds(),
            name => scale_of(name)?,
        };
        sum = sum.checked_add(times(number, scale)?)?;
        rest = after.trim_start();
        first = false;
    }
    Some(sum)
}

fn scale_of(name: &str) -> Option<u64> {
    Some(match name {
        "ns" | "nsec" => 1,
        "us" | "usec" | "usecs" => 1_000,
        "ms" | "msec" | "msecs" => 1_000_000,
        "s" | "sec" | "secs" | "second" | "seconds" => 1_000_000_000,
        "m" | "min" | "mins" | "minute" | "minutes" => 60_000_000_000,
        "h" | "hr" | "hrs" | "hour" | "hours" => 3_600_000_000_000,
        "d" | "day" | "days" => 86_400_000_000_000,
        _ => return None,
    })
}

fn times(number: &str, scale: u64) -> Option<Duration> {
    if !number.contains('.') {
        let count: u64 = number.parse().ok()?;
        return count.checked_mul(scale).map(Duration::from_nanos);
    }
    let count: f64 = number.parse().ok()?;
    let nanoseconds = count * scale as f64;
    (nanoseconds < u64::MAX as f64).then(|| Duration::from_nanos(nanoseconds.round() as u64))
}
