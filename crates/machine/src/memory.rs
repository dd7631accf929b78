//! The memory, and how much of it the page cache may take.
//!
//! Sources: `/proc/meminfo` (`proc_meminfo(5)`), `/proc/sys/vm`
//! (`Documentation/admin-guide/sysctl/vm.rst`), `/sys/kernel/mm/transparent_hugepage`, the memory
//! controller of control groups.

use serde::{Deserialize, Serialize};

use crate::System;
use crate::cgroup::{Group, Version};
use crate::platform::{self, MemoryFacts};
use crate::proc::MemoryInfo;
use crate::text::chosen;

/// The memory of a machine, in bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    /// All memory that the kernel manages (`MemTotal`).
    pub total_bytes: Option<u64>,
    /// The memory that programs can still take without swapping (`MemAvailable`).
    pub available_bytes: Option<u64>,
    /// The memory that the control groups of this process grant, page cache included; missing when they set no limit or
    /// one above the total.
    pub cgroup_limit_bytes: Option<u64>,
    /// Written data that waits in the page cache (`Dirty` and `Writeback`).
    pub dirty_bytes: Option<u64>,
    /// Dirty data at which a writer is made to wait.
    pub dirty_limit: Option<DirtyLimit>,
    /// Dirty data at which the kernel begins to write by itself.
    pub dirty_background_limit: Option<DirtyLimit>,
    /// Swap space (`SwapTotal`).
    pub swap_total_bytes: Option<u64>,
    /// Swap space in use.
    pub swap_used_bytes: Option<u64>,
    /// Transparent huge pages: `always`, `madvise` or `never`.
    pub transparent_huge_pages: Option<String>,
    /// True if the host of this virtual machine takes free memory back, through free page reporting of a virtio
    /// balloon; missing where devices cannot be seen. Getting such memory again takes several times as long.
    pub free_memory_goes_to_host: Option<bool>,
    /// Size of a page of memory.
    pub page_bytes: usize,
}

/// A threshold of dirty data, as `dirty_bytes` or, where that is 0, as `dirty_ratio` sets it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DirtyLimit {
    /// A fixed number of bytes.
    Bytes(u64),
    /// A share of the memory that is free or page cache, in percent.
    Percent(u64),
}

impl DirtyLimit {
    /// In bytes. A share is of the memory available now, which comes close to what the kernel
    /// takes it of.
    pub fn bytes(self, available_bytes: u64) -> u64 {
        match self {
            Self::Bytes(bytes) => bytes,
            Self::Percent(percent) => available_bytes / 100 * percent.min(100),
        }
    }
}

impl Memory {
    /// Of this machine.
    pub fn host() -> Self {
        Self::at(&System::host())
    }

    /// Of a given machine.
    pub fn at(system: &System) -> Self {
        if system.is_host()
            && let Some(told) = platform::memory()
        {
            return told.into();
        }
        let info = MemoryInfo::at(system);
        let total_bytes = info
            .total_bytes
            .or_else(|| system.is_host().then(platform::total_memory).flatten());
        Self {
            total_bytes,
            available_bytes: info.available_bytes,
            cgroup_limit_bytes: cgroup_limit(system).filter(|&limit| total_bytes.is_none_or(|total| limit < total)),
            dirty_bytes: info
                .dirty_bytes
                .map(|dirty| dirty.saturating_add(info.writeback_bytes.unwrap_or_default())),
            dirty_limit: dirty_limit(system, "dirty"),
            dirty_background_limit: dirty_limit(system, "dirty_background"),
            swap_total_bytes: info.swap_total_bytes,
            swap_used_bytes: info
                .swap_total_bytes
                .and_then(|total| total.checked_sub(info.swap_free_bytes?)),
            transparent_huge_pages: system
                .text("/sys/kernel/mm/transparent_hugepage/enabled")
                .and_then(|list| chosen(&list).map(str::to_owned)),
            free_memory_goes_to_host: free_memory_goes_to_host(system),
            page_bytes: platform::page_size(),
        }
    }

    /// The most that the page cache can hold of a file of this process: the memory, or the control
    /// groups' limit where that is less. A file has to be larger to be read cold through the cache.
    pub fn cacheable_bytes(&self) -> Option<u64> {
        match (self.total_bytes, self.cgroup_limit_bytes) {
            (Some(total), Some(limit)) => Some(total.min(limit)),
            (total, limit) => total.or(limit),
        }
    }
}

impl From<MemoryFacts> for Memory {
    fn from(told: MemoryFacts) -> Self {
        Self {
            total_bytes: told.total,
            available_bytes: told.available,
            cgroup_limit_bytes: None,
            dirty_bytes: None,
            dirty_limit: None,
            dirty_background_limit: None,
            swap_total_bytes: None,
            swap_used_bytes: None,
            transparent_huge_pages: None,
            free_memory_goes_to_host: None,
            page_bytes: platform::page_size(),
        }
    }
}

fn dirty_limit(system: &System, name: &str) -> Option<DirtyLimit> {
    let value = |kind: &str| system.value::<u64>(format!("/proc/sys/vm/{name}_{kind}"));
    match value("bytes") {
        // Only one of the two counts; the other one reads 0.
        None | Some(0) => value("ratio").map(DirtyLimit::Percent),
        Some(bytes) => Some(DirtyLimit::Bytes(bytes)),
    }
}

/// The device of virtio's memory balloon, and its feature of free page reporting (virtio 1.2, 5.5 and 5.5.3).
const BALLOON: &str = "0x0005";
const REPORTS_FREE_PAGES: usize = 5;

/// Looks for a balloon that reports free pages among the virtio devices.
fn free_memory_goes_to_host(system: &System) -> Option<bool> {
    if !system.has("/sys/bus") {
        return None;
    }
    let folder = "/sys/bus/virtio/devices";
    let devices = system.names(folder);
    let text = |device: &str, file: &str| system.text(format!("{folder}/{device}/{file}"));
    let reports = |device: &String| {
        // A character for each feature, the lowest first.
        text(device, "device").as_deref() == Some(BALLOON)
            && text(device, "features")
                .is_some_and(|features| features.as_bytes().get(REPORTS_FREE_PAGES) == Some(&b'1'))
    };
    Some(devices.iter().any(reports))
}

/// The tightest limit of all groups above this process.
fn cgroup_limit(system: &System) -> Option<u64> {
    let group = Group::of(system, "memory")?;
    let file = match group.version {
        Version::Two => "memory.max",
        // "No limit" is the largest number of pages that fits, which the total filters out.
        Version::One => "memory.limit_in_bytes",
    };
    group
        .texts(system, file)
        // `max` is no number: no limit.
        .filter_map(|text| text.parse().ok())
        .min()
}
