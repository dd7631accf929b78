//! The time of a check: when it was begun, and by when it ends.

use std::time::{Duration, Instant};

/// The time of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Its beginning.
    pub began: Instant,
    /// The moment by which it ends.
    pub ends: Instant,
}

impl Clock {
    /// Returns a clock that begins now.
    pub fn start(time: Duration) -> Self {
        let began = Instant::now();
        Self {
            began,
            ends: began + time,
        }
    }

    /// Returns the time of a part that begins now and may take so long, but leaves the time of what follows.
    pub(super) fn part(&self, time: Duration, after: Duration) -> Self {
        let part = Self::start(time);
        Self {
            ends: self
                .ends
                .checked_sub(after)
                .map_or(part.ends, |ends| ends.min(part.ends)),
            ..part
        }
    }

    /// Returns one that begins and ends later.
    #[must_use]
    pub(super) fn later(self, by: Duration) -> Self {
        Self {
            began: self.began + by,
            ends: self.ends + by,
        }
    }

    /// Returns one that ends later.
    #[must_use]
    pub(super) fn longer(self, by: Duration) -> Self {
        Self {
            ends: self.ends + by,
            ..self
        }
    }

    /// Returns the moment at which a share of the time is over.
    pub fn at(&self, share: f64) -> Instant {
        self.began + self.ends.saturating_duration_since(self.began).mul_f64(share)
    }

    /// Returns the time that is left.
    pub fn left(&self) -> Duration {
        self.ends.saturating_duration_since(Instant::now())
    }

    /// Returns the share of the time that is over, 0 to 1.
    pub fn share(&self) -> f64 {
        let all = self.ends.saturating_duration_since(self.began).as_secs_f64();
        match all > 0.0 {
            true => (self.began.elapsed().as_secs_f64() / all).min(1.0),
            false => 1.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_leaves_the_time_of_what_follows() {
        let clock = Clock::start(Duration::from_secs(100));
        let part = clock.part(Duration::from_secs(50), Duration::from_secs(90));
        assert_eq!(part.ends, clock.began + Duration::from_secs(10));
        let part = clock.part(Duration::from_secs(50), Duration::from_secs(10));
        assert_eq!(part.ends, part.began + Duration::from_secs(50));
    }

    #[test]
    fn shares_of_the_time_are_moments() {
        let clock = Clock::start(Duration::from_secs(100));
        assert_eq!(clock.at(0.25), clock.began + Duration::from_secs(25));
        assert_eq!(clock.at(1.0), clock.ends);
        assert_eq!(clock.longer(Duration::from_secs(100)).at(0.5), clock.ends);
        let later = clock.later(Duration::from_secs(7));
        assert_eq!((later.began, later.at(0.5)), (clock.at(0.07), clock.at(0.57)));
        let over = Clock {
            ends: clock.began,
            ..clock
        };
        assert_eq!((over.share(), over.left()), (1.0, Duration::ZERO));
    }
}
