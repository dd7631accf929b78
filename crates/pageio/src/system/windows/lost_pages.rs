//! The pages of mappings that cannot be read. Nothing takes their place here, so no mapping is watched.

use std::convert::Infallible;
use std::io;

/// Watches a range of mapped memory; there is none.
#[derive(Debug)]
pub(crate) struct Watch(Infallible);

impl Watch {
    /// Fails: a page that cannot be read ends the program.
    ///
    /// # Errors
    /// [`io::ErrorKind::Unsupported`].
    ///
    /// # Safety
    /// The range must be a mapping of whole pages that no one writes to, and stay mapped until the watch is dropped.
    pub(crate) unsafe fn new(_start: usize, _bytes: usize) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Returns whether a page was lost.
    #[inline]
    pub(crate) fn has_lost(&self) -> bool {
        match self.0 {}
    }
}
