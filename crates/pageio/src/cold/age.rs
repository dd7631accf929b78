//! The age of a file: whether it was there before a program began, by the clock of file systems.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::thread;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

/// A moment of the time of day: seconds and nanoseconds.
pub(super) type Moment = (i64, i64);

/// The most time that the clock is waited for. Its ticks are 10 ms at most.
const LONGEST_TICK: Duration = Duration::from_millis(100);

/// Returns a moment that is later than all earlier changes of files, and not later than any change after this returns.
///
/// File systems note changes by a clock that ticks every few milliseconds. So the next tick is waited for.
pub(super) fn beginning() -> Moment {
    let precise = now();
    let since = Instant::now();
    loop {
        let ticked = read(ClockId::RealtimeCoarse);
        // The time of day may be set back meanwhile.
        if ticked > precise || since.elapsed() >= LONGEST_TICK {
            return ticked;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Returns the moment that no change so far is later than, unless the clock of its file system is ahead.
pub(super) fn now() -> Moment {
    read(ClockId::Realtime)
}

fn read(clock: ClockId) -> Moment {
    let time = clock_gettime(clock);
    (time.tv_sec, time.tv_nsec)
}

/// Returns when a file was last changed.
pub(super) fn last_change(metadata: &Metadata) -> Moment {
    (metadata.mtime(), metadata.mtime_nsec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginning_is_between_two_changes() {
        let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
        let changed = |name: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, b"x").unwrap();
            last_change(&std::fs::metadata(&path).unwrap())
        };
        for _ in 0..20 {
            let before = changed("before");
            let beginning = beginning();
            let after = changed("after");
            assert!(
                before < beginning && beginning <= after,
                "{before:?} {beginning:?} {after:?}"
            );
        }
    }
}
