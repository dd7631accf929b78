//! Calls that ask for the status of a file or folder: its size, owner and times.

use rustix::fs::{AtFlags, CWD, StatxFlags, lstat, stat, statx};

use super::{Facts, NameCall, NameEffect};

const ACTION: &str = "read the status of";

impl NameCall {
    /// `stat`; of a link, of what it leads to.
    pub const STATUS: Self = Self(&Facts {
        name: "stat",
        action: ACTION,
        effect: NameEffect::None,
        make: |path| Ok(stat(path).map(drop)?),
    });

    /// `lstat`; of a link, of itself.
    pub const LINK_STATUS: Self = Self(&Facts {
        name: "lstat",
        action: ACTION,
        effect: NameEffect::None,
        make: |path| Ok(lstat(path).map(drop)?),
    });

    /// `statx` of all that it tells; of a link, of what it leads to.
    pub const EXTENDED_STATUS: Self = Self(&Facts {
        name: "statx",
        action: ACTION,
        effect: NameEffect::None,
        make: |path| Ok(statx(CWD, path, AtFlags::empty(), StatxFlags::ALL).map(drop)?),
    });
}
