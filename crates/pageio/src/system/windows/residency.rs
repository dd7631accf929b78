//! The part of a file that lies in the page cache, which the system does not tell.

use std::fs::File;

use crate::cache::Residency;

/// True if the system tells what the cache holds.
pub(crate) const IS_TOLD: bool = false;

/// Returns that it is unknown.
pub(crate) fn residency(_file: &File) -> Residency {
    Residency::Unknown
}

/// Returns whether every page of a file that the cache holds is known to be filled: it never is.
pub(crate) fn is_all_filled(_file: &File) -> bool {
    false
}
