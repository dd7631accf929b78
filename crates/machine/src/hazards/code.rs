//! Fixed names of hazards.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Declares the codes with their names once, for the enum, the text and JSON alike.
macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)*) => {
        /// Fixed name of a hazard; in JSON and as text in kebab case.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[$doc])* #[serde(rename = $name)] $variant,)*
        }

        impl Code {
            /// All codes.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The name.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

codes! {
    /// The file system lies in memory.
    MemoryFileSystem = "memory-file-system",
    /// The file system lies on other machines.
    NetworkFileSystem = "network-file-system",
    /// A process in user space serves the file system.
    UserSpaceFileSystem = "user-space-file-system",
    /// The hypervisor of the virtual machine serves the file system.
    HostShare = "host-share",
    /// A layer over other folders.
    Overlay = "overlay",
    /// Not a file system for files.
    PseudoFileSystem = "pseudo-file-system",
    /// Writes are refused.
    ReadOnly = "read-only",
    /// Too little room.
    NoSpace = "no-space",
    /// Nearly full.
    NearlyFull = "nearly-full",
    /// No room for another file.
    NoInodes = "no-inodes",
    /// The ext2 or ext3 format.
    OldExt = "old-ext",
    /// ext4 writes data through its journal.
    JournaledData = "journaled-data",
    /// Each write waits for the device.
    SyncMount = "sync-mount",
    /// Write barriers are off.
    NoBarrier = "no-barrier",
    /// The file system compresses.
    Compression = "compression",
    /// The file system writes to a new place each time.
    CopyOnWrite = "copy-on-write",
    /// The file system has a cache of its own.
    OwnCache = "own-cache",
    /// Little read-ahead.
    SmallReadAhead = "small-read-ahead",
    /// A file that looks like a disk.
    LoopDevice = "loop-device",
    /// A disk in memory.
    MemoryDevice = "memory-device",
    /// A disk on another machine.
    NetworkDevice = "network-device",
    /// A disk on a storage network.
    StorageNetwork = "storage-network",
    /// The device is encrypted by the processor.
    Encrypted = "encrypted",
    /// An array lacks a member.
    DegradedArray = "degraded-array",
    /// An array works by itself.
    BusyArray = "busy-array",
    /// Several paths were meant, one is left.
    SinglePath = "single-path",
    /// A disk on USB.
    UsbDisk = "usb-disk",
    /// A simulated disk.
    VirtualDisk = "virtual-disk",
    /// The devices beneath the volume cannot be seen.
    HiddenDevice = "hidden-device",
    /// A control group limits the I/O.
    Throttled = "throttled",
    /// A control group grants less CPU time than there are cores.
    CpuQuota = "cpu-quota",
    /// The process may not use all cores.
    FewerCores = "fewer-cores",
    /// A control group grants less memory than there is.
    MemoryLimit = "memory-limit",
    /// Swap is in use.
    SwapInUse = "swap-in-use",
    /// The hypervisor of a virtual machine takes free memory back.
    FreeMemoryGoesToHost = "free-memory-goes-to-host",
    /// Much written data waits in memory.
    DirtyData = "dirty-data",
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
