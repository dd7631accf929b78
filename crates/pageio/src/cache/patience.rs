//! The patience with which it is tried, again and again, to empty the cache of a file.

use std::time::Duration;

use crate::cache::Residency;

/// Tries without a pause: pages on the kernel's per-processor lists escape a first one now and then.
const AT_ONCE: u32 = 3;

/// The first pause, and the longest that it grows to.
const PAUSES: [Duration; 2] = [Duration::from_millis(5), Duration::from_millis(50)];

/// The longest time for which it is tried.
const LONGEST: Duration = Duration::from_secs(15);

/// The time for which it is tried while no page goes, though some may be under way.
const WITHOUT_PROGRESS: Duration = Duration::from_secs(2);

/// The time for which it is tried while no page goes before it is asked whether any is under way at all.
const BEFORE_ASKING: Duration = Duration::from_millis(250);

/// The system as an eviction needs it.
pub(super) trait Attempt {
    /// Asks the kernel to forget the file, and says what it still holds.
    fn forget(&mut self) -> Residency;

    /// Returns whether no page that the cache holds is known to wait for the device, so that what is left is held by
    /// someone. It may cost as much as a try.
    fn nothing_under_way(&mut self) -> bool;

    /// The time since the first try.
    fn elapsed(&self) -> Duration;

    /// Lets time pass.
    fn pause(&mut self, duration: Duration);
}

/// Tries until the cache holds nothing of the file, or patience ends, and says what it then holds.
pub(super) fn until_cold(attempt: &mut impl Attempt) -> Residency {
    let [mut pause, longest_pause] = PAUSES;
    let mut least = u64::MAX;
    let mut progress = Duration::ZERO;
    let mut tries = 0;
    let mut all_filled = false;
    loop {
        let now = attempt.forget();
        tries += 1;
        let Some(bytes) = now.bytes().filter(|&bytes| bytes > 0) else {
            return now;
        };
        if tries < AT_ONCE {
            continue;
        }
        let elapsed = attempt.elapsed();
        if bytes < least {
            (least, progress) = (bytes, elapsed);
        }
        let standing = elapsed.saturating_sub(progress);
        let held = all_filled && !standing.is_zero();
        if now.is_cold() || elapsed >= LONGEST || standing >= WITHOUT_PROGRESS || held {
            return now;
        }
        all_filled = standing >= BEFORE_ASKING && attempt.nothing_under_way();
        if all_filled {
            // The last one may have been filled since, and a try would now free it.
            continue;
        }
        attempt.pause(pause);
        pause = (pause * 2).min(longest_pause);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cache::{ResidencySource, ResidentBytes};

    /// A cache of which pages go as a test tells.
    struct FakeCache<F> {
        left_after: F,
        under_way: bool,
        elapsed: Duration,
    }

    const FILE: u64 = 1 << 30;

    impl<F: Fn(Duration) -> u64> Attempt for FakeCache<F> {
        fn forget(&mut self) -> Residency {
            Residency::Known(ResidentBytes {
                bytes: (self.left_after)(self.elapsed),
                dirty: None,
                file_bytes: FILE,
                witness: ResidencySource::Cachestat,
            })
        }

        fn nothing_under_way(&mut self) -> bool {
            !self.under_way
        }

        fn elapsed(&self) -> Duration {
            self.elapsed
        }

        fn pause(&mut self, duration: Duration) {
            assert!((PAUSES[0]..=PAUSES[1]).contains(&duration));
            self.elapsed += duration;
        }
    }

    /// Returns whether it went cold, and after how many milliseconds it was given up.
    fn tried(under_way: bool, left_after: impl Fn(Duration) -> u64) -> (bool, u128) {
        let mut cache = FakeCache {
            left_after,
            under_way,
            elapsed: Duration::ZERO,
        };
        let cold = until_cold(&mut cache).is_cold();
        (cold, cache.elapsed.as_millis())
    }

    #[test]
    fn what_goes_at_once_costs_no_pause() {
        assert_eq!(tried(false, |_| 0), (true, 0));
        // A page or two that another reads along.
        assert_eq!(tried(false, |_| FILE / 2000), (true, 0));
    }

    #[test]
    fn read_ahead_that_a_slow_device_still_fills_is_waited_for() {
        // Locked for 240 ms whatever is asked, then gone.
        let locked = |elapsed: Duration| match elapsed.as_millis() {
            0..240 => 8 << 20,
            _ => 0,
        };
        let (cold, after) = tried(true, locked);
        assert!(cold && (240..300).contains(&after), "{after}");
        // 200 MB at 20 MB/s, a mebibyte at a time.
        let draining = |elapsed: Duration| (200 - elapsed.as_millis() as u64 / 50).min(200) << 20;
        let (cold, after) = tried(true, draining);
        assert!(cold && after >= 9_900, "{after}");
    }

    #[test]
    fn a_device_that_takes_longer_than_patience_lasts_is_given_up() {
        let endless = |elapsed: Duration| FILE - elapsed.as_millis() as u64 * 4096;
        let (cold, after) = tried(true, endless);
        assert!(!cold && (15_000..15_100).contains(&after), "{after}");
    }

    #[test]
    fn what_another_holds_is_given_up_soon() {
        let (cold, after) = tried(false, |_| FILE);
        assert!(!cold && (250..320).contains(&after), "{after}");
        // Where it cannot be known whether a page is under way.
        let (cold, after) = tried(true, |_| FILE);
        assert!(!cold && (2_000..2_100).contains(&after), "{after}");
    }

    #[test]
    fn what_cannot_be_known_is_not_waited_for() {
        struct BlindCache;

        impl Attempt for BlindCache {
            fn forget(&mut self) -> Residency {
                Residency::Unknown
            }

            fn nothing_under_way(&mut self) -> bool {
                unreachable!("it was given up before")
            }

            fn elapsed(&self) -> Duration {
                Duration::ZERO
            }

            fn pause(&mut self, _: Duration) {
                unreachable!("it was given up before")
            }
        }

        assert_eq!(until_cold(&mut BlindCache), Residency::Unknown);
    }
}
