//! The options of an observation.

use std::time::Duration;

/// The options of an observation.
#[derive(Clone, Debug)]
pub struct Options {
    /// The time between two samples: 50 ms by default. More where a sample costs more than [`Self::most_cost`], or the
    /// command runs long.
    pub interval: Duration,
    /// The most samples that are kept: 512 by default, at least 2. Neighbours are merged if there are more.
    pub most_samples: usize,
    /// The most files that are listed: 1000 by default. Others are counted.
    pub most_files: usize,
    /// The share of a core, 0 to 1, that the counters may cost, and again the files: 0.004 by default.
    pub most_cost: f64,
    /// The time that a command that is to stop may take: 10 s by default. Then all its processes receive SIGTERM, and
    /// SIGKILL as much later.
    pub time_to_end: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            interval: Duration::from_millis(50),
            most_samples: 512,
            most_files: 1000,
            most_cost: 0.004,
            time_to_end: Duration::from_secs(10),
        }
    }
}
