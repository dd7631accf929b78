//! The limit that raw streams set for a step, and whether it is one.

/// The ratio from which on a step that is faster than raw streams shows that these are not a limit: more than repeats
/// usually differ by.
const BEATEN_FROM: f64 = 1.25;

/// The least seconds of raw streams with which a step is compared: with less, what a step does once (its start, its
/// files, their way to the device) would count for more than its pages.
const LEAST_SECONDS: f64 = 0.05;

/// The seconds in which raw streams move as many bytes as a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit {
    pub(super) read: f64,
    pub(super) written: f64,
}

impl Limit {
    /// Returns the seconds for reading and writing one after the other.
    pub(super) fn seconds(self) -> f64 {
        self.read + self.written
    }

    /// Returns whether a step with this duration shows that it is not a limit. Reading and writing at once, on a device
    /// that can, takes as long as the longer one.
    pub(super) fn is_beaten_by(self, seconds: f64) -> bool {
        seconds * BEATEN_FROM < self.read.max(self.written)
    }
}

/// Returns the seconds of steps divided by those of raw streams; `None` if these are too short for that.
pub(super) fn ratio(seconds: f64, limit_seconds: f64) -> Option<f64> {
    (limit_seconds >= LEAST_SECONDS).then(|| seconds / limit_seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_makes_no_ratio() {
        assert_eq!(ratio(0.2, 0.1), Some(2.0));
        // MEANS of 1.5 MiB took 0.12 s, and a raw stream of 526 MB/s 3 ms.
        assert_eq!(ratio(0.12, 1.5 * 1.048_576 / 526.0), None);
    }

    #[test]
    fn a_limit_is_beaten_only_by_what_overlap_and_repeats_do_not_explain() {
        let limit = Limit {
            read: 1.0,
            written: 2.0,
        };
        assert!((limit.seconds() - 3.0).abs() < 1e-12);
        for (seconds, is_beaten) in [(3.0, false), (2.0, false), (1.61, false), (1.59, true)] {
            assert_eq!(limit.is_beaten_by(seconds), is_beaten, "{seconds}");
        }
    }
}
