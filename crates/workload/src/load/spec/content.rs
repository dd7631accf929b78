//! The content that a load writes and verifies, and the creation of its files.

use std::sync::Arc;

use super::{VerifySum, WriteState};

/// The content of writes.
#[derive(Clone, Debug, PartialEq)]
pub enum Contents {
    /// Random bytes, generated once, a few of which change in each block.
    Scrambled,
    /// The same, without changes.
    Same,
    /// Random bytes for each block, with a percentage of zeros in each `chunk`.
    Fresh {
        /// The percentage of zeros.
        compressible_percent: u8,
        /// The bytes of a chunk; 0 for 512.
        chunk: u64,
        /// The repetition of blocks.
        repeats: Option<Repeats>,
    },
    /// Zeros.
    Zeros,
    /// A pattern that begins each block and is repeated.
    Pattern(Vec<u8>),
    /// For each block, a part of these bytes at a random offset; if they are fewer, they are repeated.
    Parts(Arc<[u8]>),
}

/// Blocks that are duplicates, for storage with deduplication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeats {
    /// The percentage of duplicates.
    pub percent: u8,
    /// The number of generated blocks that they are drawn from; `None`: each equals the last one that is not a
    /// duplicate.
    pub working_set: Option<u64>,
    /// True if all loads draw from the same blocks.
    pub is_shared: bool,
}

/// Verification: a load that only reads verifies all reads, and one that writes verifies its writes afterwards. The
/// reads of a mixed load are not verified.
#[derive(Clone, Debug, PartialEq)]
pub struct Verify {
    /// The method.
    pub method: VerifyMethod,
    /// The bytes of each checksum; `None` for the shortest block.
    pub interval: Option<u64>,
    /// The offset of the header in its interval. At the start of a file it lies behind the mark at least.
    pub header_at: u64,
    /// True if headers are checked to be of the last write of their place, where a load reads back what it wrote.
    pub numbers: bool,
    /// True if a load that writes reads everything back at its end.
    pub read_back: bool,
    /// True if it ends at the first block that differs.
    pub fatal: bool,
    /// True if blocks that differ are written beside the file.
    pub dump: bool,
    /// The number of writes after which it reads back, and the number of blocks read back at a time.
    pub backlog: Option<(u64, u64)>,
    /// True if only writes that were flushed count in how far they came.
    pub only_flushed: bool,
    /// The progress of the writes that a load which only reads verifies: it ends there. `None` for all of its blocks.
    pub until: Option<WriteState>,
}

/// The method of verification.
#[derive(Clone, Debug, PartialEq)]
pub enum VerifyMethod {
    /// By its header, which identifies the block.
    Header,
    /// By its header and a checksum of its bytes.
    Sum(VerifySum),
    /// By comparison with this pattern, with which each interval begins.
    Pattern(Vec<u8>),
    /// The same, with the interval's offset in 8 bytes, least significant first, at some positions of the pattern.
    PatternWithOffsets {
        /// The pattern, with room for the offsets.
        pattern: Vec<u8>,
        /// The positions of the offsets.
        places: Vec<usize>,
    },
}

/// The creation of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The reservation of space for writes.
    pub reserve: Reserve,
    /// True if a file to be written is laid out first.
    pub overwrite: bool,
    /// True if files are created when they are opened, not before.
    pub create_on_open: bool,
    /// True if missing files may be created.
    pub may_create: bool,
    /// True if files that are too short may be extended.
    pub may_grow: bool,
    /// True if files are removed at the end.
    pub unlink: bool,
    /// True if laid out files are flushed before anything runs.
    pub flush: bool,
    /// True if only the layout is done.
    pub is_all: bool,
}

/// The reservation of space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reserve {
    /// None: the file grows as it is written.
    None,
    /// `fallocate`, if the file system supports it.
    Native,
    /// `fallocate` with the size kept.
    Keep,
    /// `ftruncate`.
    Truncate,
}
