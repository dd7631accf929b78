//! Where a path lies, in the kernel's terms.

use std::fs;
use std::path::{Path, PathBuf};

use crate::platform;
use crate::{DeviceNumber, Error, Result, System};

/// A path with what identifies its file system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathLocation {
    /// Absolute, behind all links.
    pub path: PathBuf,
    /// `st_dev` of the path.
    pub device: Option<DeviceNumber>,
    /// Number of the mount, from `statx(2)` with `STATX_MNT_ID` (Linux 5.8).
    pub mount: Option<u64>,
}

impl PathLocation {
    /// Of a path on this machine.
    ///
    /// # Errors
    /// When the path cannot be reached.
    pub fn of(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let unreachable = |source| Error::Unreachable {
            path: path.to_path_buf(),
            source,
        };
        let path = fs::canonicalize(path).map_err(unreachable)?;
        let (device, mount) = platform::location(&path).map_err(unreachable)?;
        Ok(Self {
            path,
            device: device.map(DeviceNumber::from_raw),
            mount,
        })
    }

    /// Of a path by its name only; the mount is then found by the longest mount point above it.
    pub fn named(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            device: None,
            mount: None,
        }
    }

    /// Of a folder that may be out of sight of this machine, as a container's layers are.
    pub(crate) fn on(system: &System, path: &str) -> Option<Self> {
        if system.is_host() {
            Self::of(path).ok()
        } else {
            system.has(path).then(|| Self::named(path))
        }
    }
}
