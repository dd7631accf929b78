//! A clock that all processes of the machine share.

use std::time::Duration;

use crate::platform;

/// Returns the time since the machine started, the time that it slept included (`CLOCK_BOOTTIME`; on Windows that of
/// the performance counter).
///
/// Acts of two processes can be told apart by it to the microsecond: nobody can set it, as the time of day is set while
/// a long program runs, and processes need agree on no beginning. What it says means nothing on another machine, or
/// after a restart.
pub fn since_boot() -> Duration {
    platform::since_boot()
}

/// Returns the time of the monotonic clock: `CLOCK_MONOTONIC`, which stands still while the machine sleeps; on Windows
/// that of the performance counter, which goes on. All processes of the machine share it, and `Instant` is a moment of
/// it.
pub fn monotonic() -> Duration {
    platform::monotonic()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_goes_on_and_is_that_of_proc_uptime() {
        let before = since_boot();
        let uptime = std::fs::read_to_string("/proc/uptime").ok();
        let after = since_boot();
        assert!(Duration::ZERO < before && before <= after);
        // Absent where `/proc` is hidden; in hundredths of a second. A container may show its own there.
        let seconds = uptime.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
        if let Some(seconds) = seconds {
            assert!(seconds <= after.as_secs_f64() + 0.01, "{seconds} {after:?}");
        }
    }
}
