//! The time in words, by the local clock.

use std::time::SystemTime;

use jiff::Zoned;

/// As C's `ctime` has it: `Sat Nov 21 20:43:47 2026`. Empty for times that no calendar reaches.
pub(super) fn as_ctime(time: SystemTime) -> String {
    Zoned::try_from(time)
        .map(|time| time.strftime("%a %b %e %H:%M:%S %Y").to_string())
        .unwrap_or_default()
}

/// Milliseconds since 1970; 0 before.
pub(super) fn unix_milliseconds(time: SystemTime) -> u64 {
    time.duration_since(SystemTime::UNIX_EPOCH)
        .map_or(0, |since| {
            u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
        })
}
