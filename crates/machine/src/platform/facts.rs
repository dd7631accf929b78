//! Facts that calls tell, as plain values: other modules make of them what they tell.

/// The cores of a machine.
#[derive(Debug)]
pub(crate) struct CoreFacts {
    /// Logical processors.
    pub(crate) logical: usize,
    /// Cores.
    pub(crate) physical: usize,
    /// Logical processors that this process may use.
    pub(crate) logical_available: usize,
    /// Cores with at least one of them.
    pub(crate) physical_available: usize,
    /// True if it is known which processors share a core.
    pub(crate) topology_known: bool,
    /// Processor packages.
    pub(crate) sockets: Option<usize>,
    /// NUMA nodes.
    pub(crate) numa_nodes: Option<usize>,
    /// Model of the processor.
    pub(crate) model: Option<String>,
    /// True if the machine is virtual.
    pub(crate) virtual_machine: bool,
    /// Who simulates it.
    pub(crate) hypervisor: Option<String>,
}

/// The memory of a machine, in bytes.
#[derive(Debug)]
pub(crate) struct MemoryFacts {
    pub(crate) total: Option<u64>,
    pub(crate) available: Option<u64>,
}

/// The room of a file system, in bytes, and whether it takes writes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoomFacts {
    pub(crate) total: u64,
    pub(crate) free: u64,
    /// Those that an ordinary user may fill.
    pub(crate) available: u64,
    /// All inodes, and those that an ordinary user may take, where their number is fixed.
    pub(crate) inodes: Option<(u64, u64)>,
    pub(crate) read_only: bool,
}

/// A volume.
#[derive(Debug)]
pub(crate) struct VolumeFacts {
    /// The folder that it is mounted on.
    pub(crate) mount_point: String,
    /// The name of its file system, in lower case.
    pub(crate) fs_type: String,
    pub(crate) room: Option<RoomFacts>,
    pub(crate) is_remote: bool,
    /// True if it lies in memory.
    pub(crate) is_memory: bool,
    /// The disks that hold it, by their numbers; none where nobody tells.
    pub(crate) disks: Vec<u32>,
}

/// A disk.
#[derive(Debug, Default)]
pub(crate) struct DiskFacts {
    pub(crate) name: String,
    /// False if it cannot be asked.
    pub(crate) is_there: bool,
    pub(crate) bytes: Option<u64>,
    pub(crate) spins: Option<bool>,
    pub(crate) write_cache: Option<bool>,
    pub(crate) logical_block_bytes: Option<u64>,
    pub(crate) physical_block_bytes: Option<u64>,
    pub(crate) vendor: Option<String>,
    pub(crate) model: Option<String>,
    pub(crate) transport: Option<&'static str>,
}
