//! A folder that DOPEN has opened.

use std::path::PathBuf;

/// A folder, and the names in it when it was opened, sorted.
pub(super) struct OpenFolder {
    pub(super) path: PathBuf,
    pub(super) names: Vec<String>,
}
