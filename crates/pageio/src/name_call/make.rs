//! Calls that make a file or folder, accessible only to its owner.

use std::fs::File;

use super::{Facts, NameCall, NameEffect};
use crate::system::names::{for_owner_alone, make_private_folder};

impl NameCall {
    /// Opens a file for reading and writing, and closes it again. It is made if it is not there, and keeps its content.
    pub const OPEN_NEW: Self = Self(&Facts {
        name: "open with O_CREAT",
        action: "make",
        effect: NameEffect::Made,
        make: |path| {
            let mut options = File::options();
            // A file that is there keeps its content.
            let options = options.read(true).write(true).create(true).truncate(false);
            for_owner_alone(options).open(path).map(drop)
        },
    });

    /// Makes a folder, which must not be there.
    pub const MAKE_FOLDER: Self = Self(&Facts {
        name: "mkdir",
        action: "make the folder",
        effect: NameEffect::Made,
        make: make_private_folder,
    });
}
