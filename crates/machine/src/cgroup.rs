//! Where the limits of this process's control groups are written.
//!
//! Sources: `cgroups(7)`, the kernel's `Documentation/admin-guide/cgroup-v1` and `cgroup-v2.rst`.

use std::path::{Component, Path, PathBuf};

use crate::System;
use crate::mountinfo::{self, Mount};

/// Version of the hierarchy that governs a controller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Version {
    One,
    Two,
}

/// The folders that bind this process for one controller.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) version: Version,
    /// From the process's own group up to the mount: a limit binds everything below it.
    pub(crate) folders: Vec<PathBuf>,
}

impl Group {
    /// Of a controller (`cpu`, `memory`, `blkio`); version 2 calls the last one `io` and needs no
    /// name, since all controllers share its one tree.
    pub(crate) fn of(system: &System, controller: &str) -> Option<Self> {
        let groups = system.text("/proc/self/cgroup")?;
        let mounts = mountinfo::read(system);
        first(&groups, &mounts, controller).or_else(|| second(&groups, &mounts))
    }

    /// Returns the text of a file in each folder that has it.
    pub(crate) fn texts<'a>(&'a self, system: &'a System, file: &'a str) -> impl Iterator<Item = String> + 'a {
        self.folders
            .iter()
            .filter_map(move |folder| system.text(folder.join(file)))
    }
}

fn first(groups: &str, mounts: &[Mount], controller: &str) -> Option<Group> {
    let path = groups.lines().find_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        let controllers = parts.next()?;
        let path = parts.next()?;
        controllers.split(',').any(|name| name == controller).then_some(path)
    })?;
    let mount = mounts
        .iter()
        .find(|mount| mount.fs_type == "cgroup" && mount.super_options.iter().any(|name| name == controller))?;
    Some(Group {
        version: Version::One,
        folders: folders(mount, path),
    })
}

fn second(groups: &str, mounts: &[Mount]) -> Option<Group> {
    let path = groups.lines().find_map(|line| line.strip_prefix("0::"))?;
    let mount = mounts.iter().find(|mount| mount.fs_type == "cgroup2")?;
    Some(Group {
        version: Version::Two,
        folders: folders(mount, path),
    })
}

/// A container may see its own group as the mount's root, or a path from outside of it.
fn folders(mount: &Mount, path: &str) -> Vec<PathBuf> {
    let path = Path::new(path);
    let below = path
        .strip_prefix(&mount.root)
        .ok()
        .filter(|below| !below.components().any(|part| part == Component::ParentDir))
        .unwrap_or(Path::new(""));
    mount
        .mount_point
        .join(below)
        .ancestors()
        .take_while(|folder| folder.starts_with(&mount.mount_point))
        .map(Path::to_path_buf)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_go_up_to_the_mount() {
        let mounts = mountinfo::parse(
            b"30 1 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n\
              31 1 0:27 /docker/a /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n",
        );
        let two = second("0::/user.slice/x.scope\n", &mounts).expect("a group");
        assert_eq!(
            two.folders,
            [
                "/sys/fs/cgroup/user.slice/x.scope",
                "/sys/fs/cgroup/user.slice",
                "/sys/fs/cgroup"
            ]
            .map(PathBuf::from)
        );
        let one = first("4:hugetlb,memory:/docker/a/b\n", &mounts, "memory").expect("a group");
        assert_eq!(one.version, Version::One);
        assert_eq!(
            one.folders,
            ["/sys/fs/cgroup/memory/b", "/sys/fs/cgroup/memory"].map(PathBuf::from)
        );
        let outside = second("0::/../other\n", &mounts).expect("a group");
        assert_eq!(outside.folders, [PathBuf::from("/sys/fs/cgroup")]);
    }
}
