//! Windows.

use std::fs::Metadata;

/// The path of the file that has nothing and takes everything.
pub(crate) const NULL: &str = "NUL";

/// The names of the items about a file, in their order; a folder has all but the last.
pub(crate) const ITEMS: [&str; 4] = ["Filename", "Last Modified", "Create Time", "File Size (bytes)"];

/// Returns the value of an item that only some systems have: `None`, as none of its items are such.
pub(crate) fn item(_name: &str, _metadata: &Metadata) -> Option<String> {
    None
}
