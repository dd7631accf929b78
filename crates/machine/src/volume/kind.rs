//! Sorts of file systems, as far as they matter to a measurement.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::platform;

/// The sort of a file system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FileSystemKind {
    /// Its data lies on block devices of this machine (ext4, xfs, btrfs, zfs, …).
    Local,
    /// Its data lies in memory and perhaps in swap (tmpfs, ramfs).
    Memory,
    /// Its data lies on other machines.
    Network,
    /// A layer over other folders.
    Overlay,
    /// A process in user space serves it, and nobody tells where the data lies.
    UserSpace,
    /// The host of this virtual machine serves it (9p, virtiofs, vboxsf).
    HostShare,
    /// No files in the common sense (proc, sysfs, …).
    Pseudo,
    /// Not known here.
    Unknown,
}

const NETWORK: &[&str] = &[
    "afs",
    "beegfs",
    "ceph",
    "cifs",
    "coda",
    "glusterfs",
    "gpfs",
    "lustre",
    "ncpfs",
    "nfs",
    "nfs4",
    "orangefs",
    "panfs",
    "pvfs2",
    "quobyte",
    // All that Windows says of a drive of another machine.
    "remote",
    "smb2",
    "smb3",
    "smbfs",
    "wekafs",
];

/// Subtypes of FUSE that are known to keep their data elsewhere.
const NETWORK_FUSE: &[&str] = &[
    "beegfs",
    "blobfuse",
    "blobfuse2",
    "ceph",
    "ceph-fuse",
    "curlftpfs",
    "davfs",
    "gcsfuse",
    "glusterfs",
    "goofys",
    "juicefs",
    "lustre",
    "mount-s3",
    "mountpoint-s3",
    "quobyte",
    "rclone",
    "s3fs",
    "seaweedfs",
    "smbnetfs",
    "sshfs",
];

const LOCAL: &[&str] = &[
    "bcachefs", "btrfs", "csvfs", "exfat", "ext", "ext2", "ext3", "ext4", "f2fs", "fat", "fat32", "gfs2", "hfsplus",
    "jfs", "nilfs2", "ntfs", "ntfs3", "ocfs2", "refs", "reiserfs", "udf", "ufs", "vfat", "vxfs", "xfs", "zfs", "erofs",
    "squashfs", "iso9660", "fuseblk",
];

const PSEUDO: &[&str] = &[
    "autofs",
    "binfmt_misc",
    "bpf",
    "cgroup",
    "cgroup2",
    "configfs",
    "debugfs",
    "devpts",
    "efivarfs",
    "fusectl",
    "hugetlbfs",
    "mqueue",
    "nsfs",
    "proc",
    "pstore",
    "rpc_pipefs",
    "securityfs",
    "selinuxfs",
    "sysfs",
    "tracefs",
];

impl FileSystemKind {
    /// Of a type as the kernel names it.
    pub fn of(fs_type: &str) -> Self {
        let among = |list: &[&str]| list.contains(&fs_type);
        match fs_type {
            "tmpfs" | "ramfs" | "devtmpfs" => Self::Memory,
            "overlay" | "overlayfs" | "aufs" | "fuse.fuse-overlayfs" => Self::Overlay,
            "9p" | "virtiofs" | "vboxsf" | "vmhgfs" | "fuse.vmhgfs-fuse" | "prl_fs" => Self::HostShare,
            _ if among(NETWORK) => Self::Network,
            _ if among(LOCAL) => Self::Local,
            _ if among(PSEUDO) => Self::Pseudo,
            _ => match fs_type.strip_prefix("fuse.") {
                Some(subtype) if NETWORK_FUSE.contains(&subtype) => Self::Network,
                Some(_) => Self::UserSpace,
                None if fs_type == "fuse" => Self::UserSpace,
                None => Self::Unknown,
            },
        }
    }
}

/// Types by the magic number of `statfs(2)`, from the kernel's `include/uapi/linux/magic.h` and
/// the file systems' own headers.
const MAGIC: &[(u64, &str)] = &[
    (0xEF53, "ext"),
    (0x5846_5342, "xfs"),
    (0x9123_683E, "btrfs"),
    (0x2FC1_2FC1, "zfs"),
    (0xF2F5_2010, "f2fs"),
    (0x0102_1994, "tmpfs"),
    (0x8584_58F6, "ramfs"),
    (0x6969, "nfs"),
    (0xFF53_4D42, "cifs"),
    (0xFE53_4D42, "smb3"),
    (0x00C3_6400, "ceph"),
    (0x0BD0_0BD0, "lustre"),
    (0x4750_4653, "gpfs"),
    (0x1983_0326, "beegfs"),
    (0x794C_7630, "overlay"),
    (0x6573_5546, "fuse"),
    (0x0102_1997, "9p"),
    (0x4D44, "vfat"),
    (0x2011_BAB0, "exfat"),
    (0x9FA0, "proc"),
    (0x6265_6572, "sysfs"),
];

/// The type of a path by its magic number, for machines that show no mountinfo.
pub(super) fn from_magic(path: &Path) -> String {
    let magic = platform::file_system_magic(path);
    MAGIC
        .iter()
        .find(|(number, _)| Some(*number) == magic)
        .map_or("unknown", |(_, name)| name)
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds() {
        for (fs_type, kind) in [
            ("ext4", FileSystemKind::Local),
            ("fuseblk", FileSystemKind::Local),
            ("nfs4", FileSystemKind::Network),
            ("fuse.sshfs", FileSystemKind::Network),
            ("fuse.encfs", FileSystemKind::UserSpace),
            ("fuse", FileSystemKind::UserSpace),
            ("virtiofs", FileSystemKind::HostShare),
            ("overlay", FileSystemKind::Overlay),
            ("tmpfs", FileSystemKind::Memory),
            ("proc", FileSystemKind::Pseudo),
            ("newfs", FileSystemKind::Unknown),
        ] {
            assert_eq!(FileSystemKind::of(fs_type), kind, "{fs_type}");
        }
    }

    #[test]
    fn magic_of_proc_where_there_is_one() {
        if Path::new("/proc/self").exists() {
            assert_eq!(from_magic(Path::new("/proc")), "proc");
        }
        assert_eq!(from_magic(Path::new("/no/such/path")), "unknown");
    }
}
