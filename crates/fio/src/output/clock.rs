//! Formats times by the local clock.

use std::time::SystemTime;

use jiff::Zoned;

/// Formats a time like C's `ctime`: `Sat Nov 21 20:43:47 2026`. Empty for times outside the calendar.
pub(super) fn as_ctime(time: SystemTime) -> String {
    Zoned::try_from(time)
        .map(|time| time.strftime("%a %b %e %H:%M:%S %Y").to_string())
        .unwrap_or_default()
}

/// Returns milliseconds since 1970; 0 before.
pub(super) fn unix_milliseconds(time: SystemTime) -> u64 {
    time.duration_since(SystemTime::UNIX_EPOCH)
        .map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}
