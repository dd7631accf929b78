//! The time between transfers.

use super::section::Section;

/// The least pause. Shorter ones come together after several transfers: fio is late by about 60 µs after each.
const LEAST_PAUSE: f64 = 2000.0;

/// The longest pause, in microseconds.
const LONGEST_PAUSE: f64 = 2e9;

/// A rate that no device reaches, in bytes a second.
const FASTEST: f64 = 100e9;

/// Makes a section pause for so many seconds in all, spread over its transfers.
///
/// A pause does not compute: with `thinktime_spin`, fio 3.33 subtracts the time that it took from the pause, and waits
/// for ever if the difference is negative.
pub(super) fn pause(section: &mut Section, seconds: f64, transfers: u64) {
    let all = seconds * 1e6;
    if transfers == 0 || all < 1.0 {
        return;
    }
    let each = all / transfers as f64;
    let every = ((LEAST_PAUSE / each).ceil() as u64).clamp(1, transfers);
    let pauses = transfers / every;
    let long = (all / pauses as f64).clamp(1.0, LONGEST_PAUSE);
    section.set("thinktime", format!("{}us", long.round() as u64));
    if every > 1 {
        section.set("thinktime_blocks", every);
    }
}

/// Returns the rate, in bytes a second, that keeps transfers in flight for as long as their step computes.
pub(super) fn rate(seconds: f64, bytes: u64) -> Option<u64> {
    let rate = bytes as f64 / seconds;
    let is_one = seconds > 0.0 && (1.0..=FASTEST).contains(&rate);
    is_one.then(|| rate.ceil() as u64)
}
