//! The depth that a queue had.

use serde::{Deserialize, Serialize};

/// The depth of a queue, as counted each time it waited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Depth {
    /// The most transfers that were in flight at once.
    pub most: u32,
    /// The mean number in flight, over the moments at which the queue waited.
    pub mean: f64,
}

/// Counts it.
#[derive(Debug, Default)]
pub(super) struct DepthCount {
    most: u32,
    waits: u64,
    in_flight_at_waits: u64,
}

impl DepthCount {
    /// The queue waits with so many in flight.
    pub(super) fn wait(&mut self, in_flight: u32) {
        self.most = self.most.max(in_flight);
        self.waits += 1;
        self.in_flight_at_waits += u64::from(in_flight);
    }

    pub(super) fn depth(&self) -> Depth {
        Depth {
            most: self.most,
            mean: if self.waits == 0 {
                0.0
            } else {
                self.in_flight_at_waits as f64 / self.waits as f64
            },
        }
    }
}
