//! Calls that remove a file or folder.

use super::{Facts, NameCall, NameEffect};

impl NameCall {
    /// Removes a file.
    pub const REMOVE: Self = Self(&Facts {
        name: "unlink",
        action: "remove",
        effect: NameEffect::Removed,
        make: |path| std::fs::remove_file(path),
    });

    /// Removes a folder with nothing in it.
    pub const REMOVE_FOLDER: Self = Self(&Facts {
        name: "rmdir",
        action: "remove the folder",
        effect: NameEffect::Removed,
        make: |path| std::fs::remove_dir(path),
    });
}
