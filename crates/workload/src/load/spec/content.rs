//! What a load writes and checks, and how its files come to be.

use std::sync::Arc;

use super::VerifySum;

/// What is written.
#[derive(Clone, Debug, PartialEq)]
pub enum Contents {
    /// Random bytes, made once, of which a little changes in each block.
    Scrambled,
    /// The same, without changes.
    Same,
    /// Random bytes for each block; of each `chunk`, so many percent are zeros.
    Fresh {
        /// The share of zeros, 0 to 100.
        compressible_percent: u8,
        /// Bytes of a chunk; 0: 512.
        chunk: u64,
        /// How many of the blocks are as others were.
        repeats: Option<Repeats>,
    },
    /// Zeros.
    Zeros,
    /// A pattern that each block begins with and repeats.
    Pattern(Vec<u8>),
    /// Each block is a part of these bytes that begins at a random place; all of them, repeated, where they are fewer.
    Parts(Arc<[u8]>),
}

/// Blocks that are as others were, for storage that keeps such once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeats {
    /// Of 100 blocks so many.
    pub percent: u8,
    /// They are drawn from so many blocks that are made for that; absent: each is as the last that was not one of them.
    pub working_set: Option<u64>,
    /// All loads draw from the same.
    pub is_shared: bool,
}

/// What is checked: a load that only reads checks all that it reads, one that writes what it wrote, after writing. The
/// reads of a mixed load are not checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Verify {
    /// How a block tells what it is.
    pub method: VerifyMethod,
    /// Bytes that carry a checksum each; absent: the shortest block.
    pub interval: Option<u64>,
    /// Whether one that writes reads all back at its end.
    pub read_back: bool,
    /// It ends at the first block that differs.
    pub fatal: bool,
    /// What differs is written beside the file.
    pub dump: bool,
    /// It reads back after so many writes, so many at a time.
    pub backlog: Option<(u64, u64)>,
}

/// How a block tells whether it is what was written.
#[derive(Clone, Debug, PartialEq)]
pub enum VerifyMethod {
    /// By its header alone, which tells what block it is.
    Header,
    /// By its header and a sum of its bytes.
    Sum(VerifySum),
    /// It is this pattern, which each interval begins with.
    Pattern(Vec<u8>),
    /// The same, with the interval's offset in 8 bytes, the least first, at these places of the pattern.
    PatternWithOffsets {
        /// The pattern, with room for the offsets.
        pattern: Vec<u8>,
        /// Where they stand in it.
        places: Vec<usize>,
    },
}

/// How files come to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// How space is found for what is to be written.
    pub reserve: Reserve,
    /// A file to be written is laid out whole first.
    pub overwrite: bool,
    /// Files are made when they are opened, not before.
    pub create_on_open: bool,
    /// A file that is not there is an error.
    pub may_create: bool,
    /// A file that is too short is made longer, behind what is in it; else it is an error.
    pub may_grow: bool,
    /// Files go at the end.
    pub unlink: bool,
    /// What is written in laying out reaches the device before anything runs.
    pub flush: bool,
    /// Nothing but the layout is done.
    pub is_all: bool,
}

/// How space is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reserve {
    /// Not before it is written: the file grows.
    None,
    /// `fallocate`, as far as the file system can.
    Native,
    /// With the size kept.
    Keep,
    /// `ftruncate`.
    Truncate,
}
