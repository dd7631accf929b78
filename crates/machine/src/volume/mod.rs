//! The volume that a path lies on: file system, mount, space, and what backs it.

mod backing;
mod kind;
mod location;
mod space;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

pub use backing::BackingStore;
pub use kind::FileSystemKind;
pub use location::PathLocation;
pub use space::Space;

use crate::mountinfo::{self, Mount};
use crate::platform::{self, VolumeFacts};
use crate::text::{lossy_path, lossy_path_option};
use crate::{BlockDevice, DeviceNumber, Result, System};

/// An overlay may lie on an overlay; more than this many is no real machine.
const DEEPEST_OVERLAY: usize = 4;

/// A mounted file system, seen from a path on it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Volume {
    /// The path asked for, behind all links.
    #[serde(with = "lossy_path")]
    pub path: PathBuf,
    /// Where the file system is mounted; unknown without `/proc/self/mountinfo`.
    #[serde(with = "lossy_path_option")]
    pub mount_point: Option<PathBuf>,
    /// The folder of the file system that is mounted there: `/`, else a bind mount's folder or a
    /// btrfs subvolume.
    #[serde(with = "lossy_path_option")]
    pub root: Option<PathBuf>,
    /// Type as the kernel names it (`ext4`, `xfs`, `fuse.sshfs`). Without mountinfo from the magic
    /// number of `statfs(2)`, where ext2, ext3 and ext4 are all `ext`; `unknown` if that fails too.
    pub fs_type: String,
    /// The source of the mount, in the file system's own words (`/dev/sda1`, `server:/export`).
    pub source: Option<String>,
    /// Options of this mount (`rw`, `noatime`, …).
    pub options: Vec<String>,
    /// Options of the file system (`data=ordered`, …), with passwords left out.
    pub super_options: Vec<String>,
    /// True if writes are refused, by the mount or by the file system.
    pub read_only: bool,
    /// `st_dev` of the path; for btrfs it is the subvolume's own number.
    pub device: Option<DeviceNumber>,
    /// The holder of the data.
    pub backing: BackingStore,
    /// Read-ahead of cached sequential reads in KiB, from `/sys/class/bdi/MAJ:MIN/read_ahead_kb`.
    /// It exists for file systems without a device too (NFS, btrfs).
    pub read_ahead_kib: Option<u64>,
    /// Room in bytes and inodes, from `statvfs(2)`.
    pub space: Option<Space>,
    /// The volume beneath an overlay that takes its writes, where it can be seen from here.
    pub beneath: Option<Box<Volume>>,
}

impl Volume {
    /// The volume of a path on this machine.
    ///
    /// # Errors
    /// When the path cannot be reached. Whatever else is missing is unknown.
    pub fn of(path: impl AsRef<Path>) -> Result<Self> {
        Ok(Self::at(&System::host(), &PathLocation::of(path)?))
    }

    /// The volume of a place on a given machine.
    pub fn at(system: &System, location: &PathLocation) -> Self {
        if system.is_host()
            && let Some(told) = platform::volume(&location.path)
        {
            return Self::told(location, told);
        }
        Self::within(system, &mountinfo::read(system), location, DEEPEST_OVERLAY)
    }

    /// Returns a volume of which calls have told all.
    fn told(location: &PathLocation, told: VolumeFacts) -> Self {
        let backing = BackingStore::from(&told);
        Self {
            path: location.path.clone(),
            mount_point: Some(told.mount_point.into()),
            root: None,
            fs_type: told.fs_type,
            source: None,
            options: Vec::new(),
            super_options: Vec::new(),
            read_only: told.room.is_some_and(|room| room.read_only),
            device: backing.devices().first().copied(),
            backing,
            read_ahead_kib: None,
            space: told.room.map(Space::from),
            beneath: None,
        }
    }

    fn within(system: &System, mounts: &[Mount], location: &PathLocation, depth: usize) -> Self {
        let mount = mountinfo::find(mounts, location);
        let magic = || kind::from_magic(&system.locate(&location.path));
        let fs_type = mount.map_or_else(magic, |mount| mount.fs_type.clone());
        let super_options = mount.map_or_else(Vec::new, |mount| mount.super_options.clone());
        let beneath = (FileSystemKind::of(&fs_type) == FileSystemKind::Overlay && depth > 0)
            .then(|| option(&super_options, "upperdir"))
            .flatten()
            .and_then(|upper| PathLocation::on(system, upper))
            .map(|upper| Box::new(Self::within(system, mounts, &upper, depth - 1)));
        let backing = match &beneath {
            Some(upper) => upper.backing.clone(),
            None => backing::find(system, mount, location, &fs_type),
        };
        let room = platform::room(&system.locate(&location.path)).ok();
        let options = mount.map_or_else(Vec::new, |mount| mount.options.clone());
        let says_read_only = |options: &[String]| options.iter().any(|option| option == "ro");
        Self {
            read_only: says_read_only(&options)
                || says_read_only(&super_options)
                || (system.is_host() && room.is_some_and(|room| room.read_only)),
            path: location.path.clone(),
            mount_point: mount.map(|mount| mount.mount_point.clone()),
            root: mount.map(|mount| mount.root.clone()),
            source: mount
                .map(|mount| mount.source.clone())
                .filter(|source| !source.is_empty()),
            device: location.device.or(mount.map(|mount| mount.device)),
            read_ahead_kib: mount
                .map(|mount| mount.device)
                .or(location.device)
                .and_then(|device| system.value(format!("/sys/class/bdi/{device}/read_ahead_kb"))),
            fs_type,
            options,
            super_options,
            backing,
            space: room.map(Space::from),
            beneath,
        }
    }

    /// Returns the sort of its file system.
    pub fn kind(&self) -> FileSystemKind {
        FileSystemKind::of(&self.fs_type)
    }

    /// Returns whether the mount or the file system has this option, as a word of its own (`sync`) or with a value
    /// (`data`).
    pub fn has_option(&self, name: &str) -> bool {
        self.all_options()
            .any(|option| option.split_once('=').map_or(option, |(key, _)| key) == name)
    }

    /// The value of an option: `journal` for `data` where `data=journal` is set.
    pub fn option(&self, name: &str) -> Option<&str> {
        self.all_options().find_map(|option| value_of(option, name))
    }

    fn all_options(&self) -> impl Iterator<Item = &str> {
        self.options.iter().chain(&self.super_options).map(String::as_str)
    }

    /// The block devices that the volume lies on, with everything beneath them; none where the
    /// data lies elsewhere or nobody tells.
    pub fn block_devices(&self, system: &System) -> Vec<BlockDevice> {
        self.backing
            .devices()
            .iter()
            .map(|&device| BlockDevice::at(system, device))
            .collect()
    }
}

fn option<'a>(options: &'a [String], name: &str) -> Option<&'a str> {
    options.iter().find_map(|option| value_of(option, name))
}

fn value_of<'a>(option: &'a str, name: &str) -> Option<&'a str> {
    option.strip_prefix(name)?.strip_prefix('=')
}
