//! The way in which the system opens a file.

use crate::method::{Access, Method, WriteSync};

/// The way in which the system opens a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opening {
    pub(crate) reads: bool,
    pub(crate) writes: bool,
    /// True if the file must not exist.
    pub(crate) is_new: bool,
    pub(crate) method: Method,
    pub(crate) access: Access,
    pub(crate) sync: WriteSync,
}
