//! The processor time of threads.

use std::ops::{Add, Sub};
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Processor time, context switches and page faults (`getrusage(2)`). What a system does not count is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CpuUse {
    /// Time in the program.
    pub user: Duration,
    /// Time in the kernel on the program's behalf.
    pub system: Duration,
    /// Times that the program waited.
    pub voluntary_switches: u64,
    /// Times that the program was set aside.
    pub involuntary_switches: u64,
    /// Page faults that waited for a device.
    #[serde(default)]
    pub major_faults: u64,
    /// Page faults that did not.
    #[serde(default)]
    pub minor_faults: u64,
}

impl CpuUse {
    /// User and system time.
    pub fn total(self) -> Duration {
        self.user + self.system
    }
}

impl Sub for CpuUse {
    type Output = Self;

    /// Returns the use since `earlier`.
    fn sub(self, earlier: Self) -> Self {
        Self {
            user: self.user.saturating_sub(earlier.user),
            system: self.system.saturating_sub(earlier.system),
            voluntary_switches: self.voluntary_switches.saturating_sub(earlier.voluntary_switches),
            involuntary_switches: self.involuntary_switches.saturating_sub(earlier.involuntary_switches),
            major_faults: self.major_faults.saturating_sub(earlier.major_faults),
            minor_faults: self.minor_faults.saturating_sub(earlier.minor_faults),
        }
    }
}

impl Add for CpuUse {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            user: self.user + other.user,
            system: self.system + other.system,
            voluntary_switches: self.voluntary_switches + other.voluntary_switches,
            involuntary_switches: self.involuntary_switches + other.involuntary_switches,
            major_faults: self.major_faults + other.major_faults,
            minor_faults: self.minor_faults + other.minor_faults,
        }
    }
}
