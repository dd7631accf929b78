//! The memory.

use windows_sys::Win32::System::SystemInformation::{GlobalMemoryStatusEx, MEMORYSTATUSEX};

use crate::platform::MemoryFacts;

/// Returns the memory of this machine.
pub(crate) fn memory() -> Option<MemoryFacts> {
    let told = status();
    Some(MemoryFacts {
        total: told.map(|told| told.ullTotalPhys),
        available: told.map(|told| told.ullAvailPhys),
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
        assert!(memory.available.unwrap() <= memory.total.unwrap());
    }
}
