//! The state of a file that all changes were made to.

use crate::format::Marks;

/// The state of a file once all changes were made.
#[derive(Debug)]
pub(crate) struct FinalState {
    /// The length of the file.
    pub(crate) end: u64,
    /// The marks in its header, if there is place for some.
    pub(crate) marks: Option<Marks>,
    /// The notes for the log.
    pub(crate) notes: Vec<String>,
}
