//! Waiting for what takes a moment.

use std::thread;
use std::time::{Duration, Instant};

/// Waits until a condition holds, or fails with what `why_not` says after 30 seconds.
pub fn until(mut holds: impl FnMut() -> bool, why_not: impl FnOnce() -> String) {
    let patience = Instant::now() + Duration::from_secs(30);
    while !holds() {
        if Instant::now() >= patience {
            panic!("{}", why_not());
        }
        thread::sleep(Duration::from_millis(10));
    }
}
