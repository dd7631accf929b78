//! What raw streams say of how fast a step could be, and when that is nothing.

/// A step that is so many times as fast as raw streams shows that these tell no limit: more than repeats
/// commonly differ by.
const BEATEN_FROM: f64 = 1.25;

/// Seconds in which raw streams move as much as a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit {
    pub(super) read: f64,
    pub(super) written: f64,
}

impl Limit {
    /// One way after the other.
    pub(super) fn seconds(self) -> f64 {
        self.read + self.written
    }

    /// Whether a step that took so long shows that it is none. Both ways at once, where the device has
    /// them, take as long as the longer one.
    pub(super) fn is_beaten_by(self, seconds: f64) -> bool {
        seconds * BEATEN_FROM < self.read.max(self.written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
