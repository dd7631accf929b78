//! The exclusion of blocks of other loads.

/// The lock that a load has on a file from the submission of a block to its end. It needs an engine that moves one
/// block at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FileLocking {
    /// None.
    #[default]
    None,
    /// Each block excludes all others.
    Exclusive,
    /// Reads exclude what changes the file, and what changes it all others.
    ReadWrite,
}
