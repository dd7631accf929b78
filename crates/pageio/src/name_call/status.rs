//! Calls that ask for the status of a file or folder: its size, owner and times.

use super::{Facts, NameCall, NameEffect};
use crate::system::names::{ask_extended_status, ask_link_status, ask_status};

const ACTION: &str = "read the status of";

impl NameCall {
    /// `stat`; of a link, of what it leads to.
    pub const STATUS: Self = Self(&Facts {
        name: "stat",
        action: ACTION,
        effect: NameEffect::None,
        make: ask_status,
    });

    /// `lstat`; of a link, of itself.
    pub const LINK_STATUS: Self = Self(&Facts {
        name: "lstat",
        action: ACTION,
        effect: NameEffect::None,
        make: ask_link_status,
    });

    /// `statx` of all that it tells; of a link, of what it leads to. Linux alone has it.
    pub const EXTENDED_STATUS: Self = Self(&Facts {
        name: "statx",
        action: ACTION,
        effect: NameEffect::None,
        make: ask_extended_status,
    });
}
