//! The facts of the machine that a test is fitted to.

use feedrate_machine::{Cores, Memory};

/// The facts of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ground {
    /// The physical cores that the process may use; of a quota of processor time, the whole ones.
    pub cores: u32,
    /// The hardware threads that it may use.
    pub threads: u32,
    /// True if the cores are those of a virtual machine.
    pub is_virtual: bool,
    /// True if the host of a virtual machine takes its free memory back, so that the page cache grows slowly.
    pub is_memory_taken_back: bool,
    /// The most that the page cache can hold.
    pub cacheable: Option<u64>,
}

impl Ground {
    /// Returns the facts of this machine.
    pub fn host() -> Self {
        let (cores, memory) = (Cores::host(), Memory::host());
        Self {
            cores: cores.usable().floor().max(1.0) as u32,
            threads: u32::try_from(cores.logical_available).unwrap_or(u32::MAX),
            is_virtual: cores.virtual_machine == Some(true),
            is_memory_taken_back: memory.free_memory_goes_to_host == Some(true),
            cacheable: memory.cacheable_bytes(),
        }
    }
}
