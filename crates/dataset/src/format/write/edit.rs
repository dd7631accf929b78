//! Changes of bytes in a file.

/// A change of bytes in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Their offset.
    pub at: u64,
    /// The previous bytes.
    pub before: Vec<u8>,
    /// The new bytes.
    pub after: Vec<u8>,
}
