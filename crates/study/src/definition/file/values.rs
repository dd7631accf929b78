//! Single values of the file: numbers within ranges, words, times.

use std::time::Duration;

use toml::Spanned;

use super::lines::Lines;
use super::tables::StopTable;
use crate::definition::level::number;
use crate::definition::{CacheState, Order, StopRule};
use crate::error::Result;

pub(super) fn ranged(
    lines: &Lines<'_>,
    given: Option<&Spanned<u32>>,
    default: u32,
    range: std::ops::RangeInclusive<u32>,
    name: &str,
) -> Result<u32> {
    let Some(given) = given else {
        return Ok(default);
    };
    match range.contains(given.get_ref()) {
        true => Ok(*given.get_ref()),
        false => {
            let what = format!("{name} is from {} to {}", range.start(), range.end());
            Err(lines.error(&given.span(), what))
        }
    }
}

pub(super) fn order(lines: &Lines<'_>, given: Option<&Spanned<String>>) -> Result<Order> {
    match given.map(|given| given.get_ref().as_str()) {
        None | Some("random") => Ok(Order::Random),
        Some("listed") => Ok(Order::Listed),
        Some(_) => Err(lines.error(&given.map_or(0..0, Spanned::span), "order is random or listed")),
    }
}

pub(super) fn cache(lines: &Lines<'_>, given: Option<&Spanned<String>>) -> Result<CacheState> {
    match given.map(|given| given.get_ref().as_str()) {
        None | Some("as-left") => Ok(CacheState::AsLeft),
        Some("cold") => Ok(CacheState::Cold),
        Some("hot") => Ok(CacheState::Hot),
        Some(_) => Err(lines.error(&given.map_or(0..0, Spanned::span), "cache is as-left, cold or hot")),
    }
}

pub(super) fn time(lines: &Lines<'_>, given: Option<&Spanned<String>>) -> Result<Option<Duration>> {
    let Some(given) = given else { return Ok(None) };
    duration(given.get_ref())
        .map(Some)
        .map_err(|what| lines.error(&given.span(), what))
}

/// Parses a time such as `90s`, `30min`, `8h` or `1.5h`.
///
/// # Errors
///
/// Returns what is wrong.
pub fn duration(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        "d" => 86_400.0,
        _ => return Err(format!("`{text}` is no time; write 90s, 30min or 8h")),
    };
    number(digits)
        .map(|number| number * unit)
        .filter(|seconds| (0.001..=1e8).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("`{text}` is no time; write 90s, 30min or 8h"))
}

pub(super) fn stop(lines: &Lines<'_>, given: Option<&Spanned<StopTable>>) -> Result<Option<StopRule>> {
    let Some(given) = given else { return Ok(None) };
    let table = given.get_ref();
    let percent = table.interval.trim().strip_suffix('%').and_then(number);
    let interval = percent.filter(|percent| (0.01..=100.0).contains(percent));
    let interval = interval.ok_or_else(|| lines.error(&given.span(), "interval is a percentage such as \"3%\""))?;
    if !(6..=10_000).contains(&table.most_repeats) {
        return Err(lines.error(
            &given.span(),
            "most_repeats is from 6, the fewest with an interval, to 10000",
        ));
    }
    Ok(Some(StopRule {
        interval: interval / 100.0,
        most_repeats: table.most_repeats,
    }))
}
