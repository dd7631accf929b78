//! The reach of compression below a file: how far back it looks for repeats.

use std::fs::File;

use crate::system;

/// File systems that compress at most 128 KiB at once, or not at all, by the magic numbers of `statfs(2)`. What is
/// below them does not compress more at once. ZFS is none of them, and a server behind a network file system may have
/// it.
const NEAR: [u32; 4] = [
    0xEF53,      // ext2, ext3 and ext4
    0x5846_5342, // XFS
    0x9123_683E, // Btrfs: 128 KiB
    0x0102_1994, // tmpfs
];

/// Returns whether it may look farther than that.
pub(crate) fn is_far(file: &File) -> bool {
    system::file_system(file).is_none_or(|magic| !NEAR.contains(&magic))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_to_look_near_may_look_far() {
        assert!(is_far(&File::open("/proc/self/stat").unwrap()));
    }
}
