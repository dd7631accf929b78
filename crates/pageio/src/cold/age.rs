//! The age of a file: whether it was there before a program began, by the clock of file systems.

use std::fs::Metadata;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use crate::system;

/// A moment of the time of day: seconds and nanoseconds.
pub(super) type Moment = (i64, i64);

/// The most time that the clock is waited for. Its ticks are 16 ms at most.
const LONGEST_TICK: Duration = Duration::from_millis(100);

/// Returns a moment that is later than all earlier changes of files, and not later than any change after this returns.
///
/// File systems note changes by a clock that ticks every few milliseconds. So the next tick is waited for.
pub(super) fn beginning() -> Moment {
    let precise = now();
    let since = Instant::now();
    loop {
        let ticked = system::file_clock();
        // The time of day may be set back meanwhile.
        if ticked > precise || since.elapsed() >= LONGEST_TICK {
            return ticked;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Returns the moment that no change so far is later than, unless the clock of its file system is ahead.
pub(super) fn now() -> Moment {
    moment(SystemTime::now())
}

fn moment(time: SystemTime) -> Moment {
    let parts = |time: Duration| (time.as_secs() as i64, i64::from(time.subsec_nanos()));
    match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(after) => parts(after),
        Err(earlier) => match parts(earlier.duration()) {
            (seconds, 0) => (-seconds, 0),
            (seconds, nanoseconds) => (-seconds - 1, 1_000_000_000 - nanoseconds),
        },
    }
}

/// Returns when a file was last changed, where its file system tells.
pub(super) fn last_change(metadata: &Metadata) -> Moment {
    moment(metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cold::register::tests::new_register;

    #[test]
    fn moments_before_the_epoch_have_their_order() {
        let at = |nanoseconds| moment(SystemTime::UNIX_EPOCH - Duration::from_nanos(nanoseconds));
        assert_eq!(at(0), (0, 0));
        // The units of Windows.
        assert_eq!(at(100), (-1, 999_999_900));
        assert_eq!(at(1_000_000_000), (-1, 0));
        assert_eq!(at(1_500_000_000), (-2, 500_000_000));
    }

    #[test]
    fn a_beginning_is_between_two_changes() {
        if new_register().is_none() {
            // Nothing begins on such a system.
            return;
        }
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
