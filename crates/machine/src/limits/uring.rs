//! The access to io_uring.

use serde::{Deserialize, Serialize};

use crate::System;
use crate::proc::ProcessStatus;

/// The facts about io_uring that are known without trying it. A filter on system calls may refuse it still, so the
/// engine tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct IoUring {
    /// `kernel.io_uring_disabled`: 0 allowed, 1 for the privileged and one group, 2 for nobody;
    /// missing on kernels without the setting.
    pub disabled: Option<u8>,
    /// `kernel.io_uring_group`: the group that may under 1; missing where none is set.
    pub group: Option<u32>,
    /// The access of this process that follows from them.
    pub access: IoUringAccess,
}

/// The answer of the settings to this process's use of io_uring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IoUringAccess {
    /// They do.
    Allowed,
    /// They do not.
    Refused,
    /// The kernel is older than io_uring (Linux 5.1).
    Absent,
    /// Nothing tells.
    Unknown,
}

impl IoUring {
    pub(super) fn read(system: &System, status: &ProcessStatus, privileged: Option<bool>) -> Self {
        let disabled = system.value("/proc/sys/kernel/io_uring_disabled");
        // -1 is no group.
        let group = system.value("/proc/sys/kernel/io_uring_group");
        let release = system.kernel_release();
        let access = match disabled {
            Some(0) => IoUringAccess::Allowed,
            Some(1) if group.is_some_and(|group| status.groups.contains(&group)) => IoUringAccess::Allowed,
            Some(1) => match privileged {
                Some(true) => IoUringAccess::Allowed,
                Some(false) => IoUringAccess::Refused,
                None => IoUringAccess::Unknown,
            },
            Some(_) => IoUringAccess::Refused,
            None => match release.as_deref().and_then(version) {
                Some(version) if version < (5, 1) => IoUringAccess::Absent,
                Some(_) => IoUringAccess::Allowed,
                None => IoUringAccess::Unknown,
            },
        };
        Self {
            disabled,
            group,
            access,
        }
    }
}

/// The first two numbers of a kernel's release.
fn version(release: &str) -> Option<(u32, u32)> {
    let mut parts = release.split(|c: char| !c.is_ascii_digit());
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions() {
        assert_eq!(version("4.18.0-553.el8_10.x86_64"), Some((4, 18)));
        assert_eq!(version("6.8-rc1"), Some((6, 8)));
        assert_eq!(version("x"), None);
        assert_eq!(version(""), None);
    }
}
