//! The account of what was moved: bytes, operations, how long they took, calls, processor time.

mod cpu_use;

use std::ops::{AddAssign, Sub};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::latencies::Latencies;
use crate::system;
use crate::transfer::Direction;

pub use cpu_use::CpuUse;

/// The number of times that each system call was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Calls {
    /// `pread64`: one contiguous buffer in.
    pub pread: u64,
    /// `pwrite64`: one contiguous buffer out.
    pub pwrite: u64,
    /// `preadv2`: several buffers scattered into.
    pub preadv2: u64,
    /// `pwritev2`: several buffers gathered from.
    pub pwritev2: u64,
    /// Transfers handed to io_uring.
    pub uring_transfers: u64,
    /// Of them, those with a segment for each page (`READV`, `WRITEV`).
    #[serde(default)]
    pub uring_scattered: u64,
    /// `io_uring_enter`: each may carry many transfers.
    pub io_uring_enter: u64,
    /// Transfers that the system took in more than one part.
    pub split: u64,
    /// Transfers that were copied from or to mapped memory.
    #[serde(default)]
    pub mapped: u64,
    /// `fsync`.
    #[serde(default)]
    pub fsync: u64,
    /// `fdatasync`.
    #[serde(default)]
    pub fdatasync: u64,
}

impl AddAssign for Calls {
    fn add_assign(&mut self, other: Self) {
        self.pread += other.pread;
        self.pwrite += other.pwrite;
        self.preadv2 += other.preadv2;
        self.pwritev2 += other.pwritev2;
        self.uring_transfers += other.uring_transfers;
        self.uring_scattered += other.uring_scattered;
        self.io_uring_enter += other.io_uring_enter;
        self.split += other.split;
        self.mapped += other.mapped;
        self.fsync += other.fsync;
        self.fdatasync += other.fdatasync;
    }
}

impl Sub for Calls {
    type Output = Self;

    /// Returns the calls since `earlier`.
    fn sub(self, earlier: Self) -> Self {
        Self {
            pread: self.pread - earlier.pread,
            pwrite: self.pwrite - earlier.pwrite,
            preadv2: self.preadv2 - earlier.preadv2,
            pwritev2: self.pwritev2 - earlier.pwritev2,
            uring_transfers: self.uring_transfers - earlier.uring_transfers,
            uring_scattered: self.uring_scattered - earlier.uring_scattered,
            io_uring_enter: self.io_uring_enter - earlier.io_uring_enter,
            split: self.split - earlier.split,
            mapped: self.mapped - earlier.mapped,
            fsync: self.fsync - earlier.fsync,
            fdatasync: self.fdatasync - earlier.fdatasync,
        }
    }
}

impl Calls {
    /// The calls that were made, by name, without those that were not.
    pub fn named(self) -> impl Iterator<Item = (&'static str, u64)> {
        let counts = [
            self.pread,
            self.pwrite,
            self.preadv2,
            self.pwritev2,
            self.io_uring_enter,
            self.fsync,
            self.fdatasync,
        ];
        let mut named: Vec<(&'static str, u64)> = Vec::with_capacity(counts.len());
        for (name, count) in system::CALL_NAMES
            .into_iter()
            .zip(counts)
            .filter(|&(_, count)| count > 0)
        {
            // One call may flush both a file and its content.
            match named.last_mut().filter(|(last, _)| *last == name) {
                Some((_, sum)) => *sum += count,
                None => named.push((name, count)),
            }
        }
        named.into_iter()
    }
}

/// The bytes and transfers in one direction.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Flow {
    /// Bytes moved.
    pub bytes: u64,
    /// Transfers completed.
    pub operations: u64,
    /// The time that each took.
    pub latencies: Latencies,
}

impl Flow {
    /// Counts one completed transfer.
    pub fn record(&mut self, bytes: usize, latency: Duration) {
        self.bytes += bytes as u64;
        self.operations += 1;
        self.latencies.record(latency);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.bytes = 0;
        self.operations = 0;
        self.latencies.clear();
    }

    /// Adds another flow.
    pub fn merge(&mut self, other: &Self) {
        self.bytes += other.bytes;
        self.operations += other.operations;
        self.latencies.merge(&other.latencies);
    }
}

/// The account of a queue: all that it moved.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Account {
    /// From files to memory.
    pub read: Flow,
    /// From memory to files.
    pub write: Flow,
    /// The system calls that did it.
    pub calls: Calls,
}

impl Account {
    /// The flow of a direction.
    pub fn flow_mut(&mut self, direction: Direction) -> &mut Flow {
        match direction {
            Direction::Read => &mut self.read,
            Direction::Write => &mut self.write,
        }
    }

    /// Bytes moved both ways.
    pub fn bytes(&self) -> u64 {
        self.read.bytes + self.write.bytes
    }

    /// Transfers completed both ways.
    pub fn operations(&self) -> u64 {
        self.read.operations + self.write.operations
    }

    /// Adds another account.
    pub fn merge(&mut self, other: &Self) {
        self.read.merge(&other.read);
        self.write.merge(&other.write);
        self.calls += other.calls;
    }
}

impl CpuUse {
    /// Of the calling thread so far.
    pub fn of_thread() -> Self {
        system::use_of_thread()
    }

    /// Of all threads of the process so far, the kernel's workers for its io_uring included.
    pub fn of_process() -> Self {
        system::use_of_process()
    }

    /// Returns the processor time of the calling thread so far, to the nanosecond.
    pub fn time_of_thread() -> Duration {
        system::thread_time()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_is_seen() {
        let before = CpuUse::of_thread();
        let mut sum = 0u64;
        while (CpuUse::of_thread() - before).total() < Duration::from_millis(2) {
            sum = std::hint::black_box(sum + 1);
        }
        assert!(CpuUse::of_process().total() >= Duration::from_millis(2));
    }
}
