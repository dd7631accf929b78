//! The kinds of what a path can name.

/// The kind of what a path names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An ordinary file.
    File,
    /// A disk, a part of one, or what stands for one.
    Block,
    /// A device without length that is at home in the kernel's memory.
    MemoryDevice(MemoryDevice),
}

/// A device of the kernel's memory driver, which has no length and no places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryDevice {
    /// `/dev/null`: takes all, and ends at once when it is read.
    Null,
    /// `/dev/zero`: takes all, and gives zeros.
    Zero,
    /// `/dev/full`: takes nothing, and gives zeros.
    Full,
    /// `/dev/random`, `/dev/urandom`: stirs what it takes into the system's random numbers, and gives such.
    Random,
}

impl Kind {
    /// Returns whether it is a device, which is never made, marked, emptied, made longer or removed.
    pub fn is_device(self) -> bool {
        self != Self::File
    }

    /// Returns whether nothing that is written to it is kept, so that nothing is lost by it.
    pub fn keeps_nothing(self) -> bool {
        matches!(
            self,
            Self::MemoryDevice(MemoryDevice::Null | MemoryDevice::Zero | MemoryDevice::Full)
        )
    }
}
