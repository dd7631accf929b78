//! The block devices below the files of the command, and what they moved.

use feedrate_machine::DeviceNumber;
use serde::Serialize;

/// The bytes that a device moved in a time, for whatever programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct DeviceMoved {
    /// Bytes read.
    pub read_bytes: u64,
    /// Bytes written.
    pub written_bytes: u64,
    /// Reads completed.
    pub reads: u64,
    /// Writes completed.
    pub writes: u64,
    /// Seconds with at least one request.
    pub busy_seconds: f64,
    /// Summed seconds that all requests took: divided by the time, the mean number of requests.
    pub request_seconds: f64,
}

impl DeviceMoved {
    /// Adds what it moved in the time after.
    pub(crate) fn add(&mut self, other: &Self) {
        self.read_bytes = self.read_bytes.saturating_add(other.read_bytes);
        self.written_bytes = self.written_bytes.saturating_add(other.written_bytes);
        self.reads = self.reads.saturating_add(other.reads);
        self.writes = self.writes.saturating_add(other.writes);
        self.busy_seconds += other.busy_seconds;
        self.request_seconds += other.request_seconds;
    }
}

/// A block device below files of the command.
#[derive(Clone, Debug, Serialize)]
pub struct DeviceSeen {
    /// The kernel's name, such as `nvme0n1p2` or `dm-3`.
    pub name: String,
    /// Its number.
    pub number: DeviceNumber,
    /// The disks below it.
    pub disks: Vec<String>,
    /// True if files of the command were seen on it; if not, it is that of the working folder or of temporary files.
    pub has_files: bool,
    /// The bytes that it moved from the start of the command to its end, for whatever programs; absent if the system
    /// does not count that.
    pub moved: Option<DeviceMoved>,
}

/// The file system of files of the command.
#[derive(Clone, Debug, Serialize)]
pub struct FileSystemSeen {
    /// The number of its device, by which files name it.
    pub device: DeviceNumber,
    /// Its type, such as `xfs`; absent if it cannot be known.
    pub kind: Option<String>,
    /// Where it is mounted.
    pub mounted_at: Option<String>,
    /// The names of the block devices below it; none if it is elsewhere or in memory.
    pub devices: Vec<String>,
    /// True if its files are in memory.
    pub is_in_memory: bool,
}
