//! `/proc/meminfo`: the memory of the machine.
//!
//! Format: `proc_meminfo(5)`.

use crate::System;
use crate::text::bytes_after_colon;

/// The memory of a machine, in bytes; each may be missing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryInfo {
    /// All memory that the kernel manages (`MemTotal`).
    pub total_bytes: Option<u64>,
    /// Memory that nobody uses, not even the page cache (`MemFree`).
    pub free_bytes: Option<u64>,
    /// Memory that programs can still take without swapping (`MemAvailable`).
    pub available_bytes: Option<u64>,
    /// Pages of files that were used lately (`Active(file)`).
    pub active_file_bytes: Option<u64>,
    /// Pages of files that were not (`Inactive(file)`).
    pub inactive_file_bytes: Option<u64>,
    /// Written data that waits in the page cache (`Dirty`).
    pub dirty_bytes: Option<u64>,
    /// Written data on its way to storage (`Writeback`).
    pub writeback_bytes: Option<u64>,
    /// Swap space (`SwapTotal`).
    pub swap_total_bytes: Option<u64>,
    /// Swap space that is free (`SwapFree`).
    pub swap_free_bytes: Option<u64>,
}

impl MemoryInfo {
    /// Returns that of this machine.
    pub fn host() -> Self {
        Self::at(&System::host())
    }

    /// Returns that of a given machine; nothing is known where the file cannot be read.
    pub fn at(system: &System) -> Self {
        Self::parse(&system.text("/proc/meminfo").unwrap_or_default())
    }

    /// Reads the text.
    pub fn parse(text: &str) -> Self {
        let bytes = |name| bytes_after_colon(text, name);
        Self {
            total_bytes: bytes("MemTotal"),
            free_bytes: bytes("MemFree"),
            available_bytes: bytes("MemAvailable"),
            active_file_bytes: bytes("Active(file)"),
            inactive_file_bytes: bytes("Inactive(file)"),
            dirty_bytes: bytes("Dirty"),
            writeback_bytes: bytes("Writeback"),
            swap_total_bytes: bytes("SwapTotal"),
            swap_free_bytes: bytes("SwapFree"),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn each_line_has_its_field() {
        let info = MemoryInfo::parse("MemTotal: 16 kB\nActive(file): 3 kB\nActive: 9 kB\n");
        assert_eq!(info.total_bytes, Some(16384));
        assert_eq!(info.active_file_bytes, Some(3072));
        assert_eq!(info.free_bytes, None);
    }

    proptest! {
        #[test]
        fn any_text_is_survived(text: String) {
            MemoryInfo::parse(&text);
        }
    }
}
