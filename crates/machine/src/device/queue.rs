//! The queue of the requests to a device.

use serde::{Deserialize, Serialize};

use crate::System;
use crate::text::chosen;

/// Settings and limits of a request queue, from `queue/*` (`Documentation/ABI/stable/sysfs-block`).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Queue {
    /// True if the device says that it spins. A virtual disk often says so without knowing.
    pub rotational: Option<bool>,
    /// The scheduler in use, the one in brackets (`none`, `mq-deadline`, `bfq`, `kyber`).
    pub scheduler: Option<String>,
    /// Read-ahead of cached sequential reads, in KiB.
    pub read_ahead_kib: Option<u64>,
    /// True if the device keeps writes in a volatile cache: `write back` is true, `write through` false.
    pub write_cache: Option<bool>,
    /// Smallest addressable unit, in bytes; direct I/O is aligned to it.
    pub logical_block_bytes: Option<u64>,
    /// Smallest unit that the device writes without reading first, in bytes.
    pub physical_block_bytes: Option<u64>,
    /// Unit that the device prefers for small I/O, in bytes (a RAID's chunk).
    pub minimum_io_bytes: Option<u64>,
    /// Unit that the device prefers for streaming, in bytes (a RAID's full stripe); 0 is not told.
    pub optimal_io_bytes: Option<u64>,
    /// Largest request that the kernel sends, in KiB, from `max_sectors_kb`.
    pub max_sectors_kib: Option<u64>,
    /// Largest request that the device takes, in KiB, from `max_hw_sectors_kb`.
    pub max_hw_sectors_kib: Option<u64>,
    /// Most pieces of memory in a request.
    pub max_segments: Option<u64>,
    /// Requests that may wait in the queue.
    pub requests: Option<u64>,
    /// True if the device takes discards (trim).
    pub discard: Option<bool>,
    /// True if the kernel counts this device's I/O, from `iostats`.
    pub counted: Option<bool>,
}

impl Queue {
    pub(super) fn read(system: &System, folder: &str) -> Self {
        let text = |file: &str| system.text(format!("{folder}/{file}"));
        let number = |file: &str| system.value::<u64>(format!("{folder}/{file}"));
        let flag = |file: &str| system.flag(format!("{folder}/{file}"));
        Self {
            rotational: flag("rotational"),
            scheduler: text("scheduler").and_then(|list| chosen(&list).map(str::to_owned)),
            read_ahead_kib: number("read_ahead_kb"),
            write_cache: text("write_cache").and_then(|mode| match mode.as_str() {
                "write back" => Some(true),
                "write through" => Some(false),
                _ => None,
            }),
            logical_block_bytes: number("logical_block_size"),
            physical_block_bytes: number("physical_block_size"),
            minimum_io_bytes: number("minimum_io_size"),
            optimal_io_bytes: number("optimal_io_size"),
            max_sectors_kib: number("max_sectors_kb"),
            max_hw_sectors_kib: number("max_hw_sectors_kb"),
            max_segments: number("max_segments"),
            requests: number("nr_requests"),
            discard: number("discard_max_bytes").map(|bytes| bytes > 0),
            counted: flag("iostats"),
        }
    }
}
