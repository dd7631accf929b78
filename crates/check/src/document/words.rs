//! Words and numbers that all parts of the report have.

use feedrate_document::format;
use feedrate_stats::Interval;

use crate::verdict::JudgedRate;

/// Formats a rate in 10^6 bytes a second.
pub(super) fn mb(rate: f64) -> String {
    format::rate(rate * 1e6)
}

/// Returns a number with the noun that it counts.
pub(super) fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", format::count(number as u64))
}

/// Returns in a word or two how a rate compares with the requirement.
pub(super) fn meets(judged: &JudgedRate) -> &'static str {
    match judged.meets {
        true => "meets",
        false if judged.undecided => "undecided",
        false => "falls short",
    }
}

/// Formats an interval.
pub(super) fn interval(interval: Option<Interval>) -> String {
    interval.map_or_else(
        || format::NOT_AVAILABLE.to_owned(),
        |interval| format::interval(&format::number(interval.low), &format::number(interval.high)),
    )
}
