//! The memory.

use windows_sys::Win32::System::SystemInformation::{GlobalMemoryStatusEx, MEMORYSTATUSEX};

use super::page_size;
use crate::Memory;

/// Returns the memory of this machine.
pub(crate) fn memory() -> Option<Memory> {
    let told = status();
    Some(Memory {
        total_bytes: told.map(|told| told.ullTotalPhys),
        available_bytes: told.map(|told| told.ullAvailPhys),
        cgroup_limit_bytes: None,
        dirty_bytes: None,
        dirty_limit: None,
        dirty_background_limit: None,
        swap_total_bytes: None,
        swap_used_bytes: None,
        transparent_huge_pages: None,
        free_memory_goes_to_host: None,
        page_bytes: page_size(),
    })
}

/// Returns all memory that the system manages.
pub(crate) fn total_memory() -> Option<u64> {
    Some(status()?.ullTotalPhys)
}

fn status() -> Option<MEMORYSTATUSEX> {
    let mut told = MEMORYSTATUSEX {
        dwLength: size_of::<MEMORYSTATUSEX>() as u32,
        ..MEMORYSTATUSEX::default()
    };
    // SAFETY: the call fills the structure, whose size stands in it.
    (unsafe { GlobalMemoryStatusEx(&raw mut told) } != 0).then_some(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_memory() {
        let memory = memory().unwrap();
        assert!(memory.available_bytes.unwrap() <= memory.total_bytes.unwrap());
    }
}
