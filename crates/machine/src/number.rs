//! Device numbers.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{Error, platform};

/// A device number as the kernel prints it, `major:minor`; in JSON a string of that form.
///
/// Major 0 means an *anonymous* device: a file system without one block device of its own, such
/// as btrfs, overlay, tmpfs and NFS.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct DeviceNumber {
    /// Driver's number.
    pub major: u32,
    /// The driver's number for the device.
    pub minor: u32,
}

impl DeviceNumber {
    /// From its two parts.
    pub const fn new(major: u32, minor: u32) -> Self {
        Self { major, minor }
    }

    /// From `st_dev` or `st_rdev` of `stat(2)`.
    pub fn from_raw(device: u64) -> Self {
        let (major, minor) = platform::device_parts(device);
        Self::new(major, minor)
    }

    /// Returns whether no block device bears this number.
    pub const fn is_anonymous(self) -> bool {
        self.major == 0
    }
}

impl fmt::Display for DeviceNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.major, self.minor)
    }
}

impl FromStr for DeviceNumber {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        text.split_once(':')
            .and_then(|(major, minor)| Some(Self::new(major.parse().ok()?, minor.parse().ok()?)))
            .ok_or_else(|| Error::DeviceNumber { text: text.into() })
    }
}

impl From<DeviceNumber> for String {
    fn from(number: DeviceNumber) -> Self {
        number.to_string()
    }
}

impl TryFrom<String> for DeviceNumber {
    type Error = Error;

    fn try_from(text: String) -> Result<Self, Error> {
        text.parse()
    }
}
