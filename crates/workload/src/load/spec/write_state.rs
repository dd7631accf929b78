//! The progress of the writes of a load, for a later load that verifies them.

use serde::Serialize;

/// The progress of the writes of a load.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WriteState {
    /// The writes, in the order in which they began, before the first that is not known to be done.
    pub writes: u64,
    /// The last of them, the newest first: as many as the load has in flight at most.
    pub last: Vec<WrittenPlace>,
    /// The most writes in flight. Of more than the last `depth` writes, all are done.
    pub depth: u32,
    /// True if the load has no further writes.
    pub is_whole: bool,
    /// The generator of random offsets after them.
    pub generator: GeneratorState,
}

/// Where a block was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct WrittenPlace {
    /// The number of the load's file.
    pub file: usize,
    /// The offset in the file.
    pub offset: u64,
}

/// The registers of a combined generator of random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum GeneratorState {
    /// Of 32 bits.
    Short([u32; 3]),
    /// Of 64 bits.
    Long([u64; 5]),
}

impl Default for GeneratorState {
    fn default() -> Self {
        Self::Short([0; 3])
    }
}
