//! The distance of the clock of a host from the clock here.
//!
//! The host is asked several times what its clocks show. Of each answer it is known only that it was made between the
//! question and the answer's arrival; the shortest of these times bounds the error most tightly. (Cristian,
//! "Probabilistic clock synchronization", 1989.)

use std::time::{Duration, SystemTime};

use serde::Serialize;

use crate::message::Clocks;

/// Returns what the clocks of this machine show.
pub fn now() -> Clocks {
    let nanos = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
    Clocks {
        monotonic: nanos(feedrate_machine::monotonic()),
        since_boot: nanos(feedrate_machine::since_boot()),
        real: nanos(
            SystemTime::now()
                .duration_since(SystemTime::UNIX_EPOCH)
                .unwrap_or_default(),
        ),
    }
}

/// The clock of a host, as seen from here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct HostClock {
    /// Its monotonic clock minus that here, in nanoseconds.
    #[serde(skip)]
    pub monotonic_offset: i128,
    /// The time since it started minus that here, in nanoseconds.
    #[serde(skip)]
    pub boot_offset: i128,
    /// Its time of day minus that here, in nanoseconds.
    #[serde(rename = "offset_nanoseconds", serialize_with = "as_i64")]
    pub real_offset: i128,
    /// By how much these may be wrong, in nanoseconds: half of the shortest round trip.
    #[serde(rename = "uncertainty_nanoseconds")]
    pub uncertainty: u64,
}

fn as_i64<S: serde::Serializer>(nanos: &i128, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_i64(i64::try_from(*nanos).unwrap_or(i64::MAX))
}

impl HostClock {
    /// Returns the clock as one question and its answer show it.
    pub fn of(asked: Clocks, there: Clocks, answered: Clocks) -> Self {
        let round_trip = answered.monotonic.saturating_sub(asked.monotonic);
        let half = i128::from(round_trip / 2);
        Self {
            monotonic_offset: i128::from(there.monotonic) - (i128::from(asked.monotonic) + half),
            boot_offset: i128::from(there.since_boot) - (i128::from(asked.since_boot) + half),
            real_offset: i128::from(there.real) - (i128::from(asked.real) + half),
            uncertainty: round_trip.div_ceil(2),
        }
    }

    /// Returns the better known of two.
    #[must_use]
    pub fn better(self, other: Self) -> Self {
        match other.uncertainty < self.uncertainty {
            true => other,
            false => self,
        }
    }

    /// Returns a moment of the monotonic clock here in that of the host.
    pub fn there(&self, here: u64) -> u64 {
        u64::try_from(i128::from(here) + self.monotonic_offset).unwrap_or_default()
    }

    /// Returns a moment of the host's monotonic clock in that here.
    pub fn here(&self, there: u64) -> u64 {
        u64::try_from(i128::from(there) - self.monotonic_offset).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_offset_is_within_its_uncertainty(
            offset in -1_000_000_000_000i128..1_000_000_000_000,
            there_after in 0u64..5_000_000,
            back_after in 0u64..5_000_000,
        ) {
            let begin = 3_000_000_000_000;
            let clocks = |at: u64| Clocks { monotonic: at, since_boot: at, real: at };
            let shown = u64::try_from(i128::from(begin + there_after) + offset).unwrap();
            let clock = HostClock::of(
                clocks(begin),
                clocks(shown),
                clocks(begin + there_after + back_after),
            );
            let error = (clock.real_offset - offset).unsigned_abs();
            prop_assert!(error <= u128::from(clock.uncertainty));
            prop_assert_eq!(clock.boot_offset, clock.real_offset);
            prop_assert_eq!(clock.here(clock.there(begin)), begin);
        }
    }
}
