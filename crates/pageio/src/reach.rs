//! The reach of compression below a file: how far back it looks for repeats.

use std::fs::File;

use crate::system;

/// Returns whether it may look farther than 128 KiB.
pub(crate) fn is_far(file: &File) -> bool {
    !system::names::compresses_near(file)
}
