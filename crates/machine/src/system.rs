//! The root below which the kernel's files are read.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::platform;

/// No file of `/proc` or `/sys` that is read here comes near this; a fixture or a hostile mount
/// over `/proc` could be endless.
const LARGEST_FILE: u64 = 16 << 20;

/// The machine to ask: the host, or a folder that looks like one.
///
/// All paths given to it are absolute paths of that machine (`/proc/meminfo`).
#[derive(Debug, Clone)]
pub struct System {
    root: PathBuf,
}

impl System {
    /// The machine that this process runs on.
    pub fn host() -> Self {
        Self::at(platform::HOST_ROOT)
    }

    /// A folder with `proc`, `sys` and `dev` inside, as a test makes it.
    pub fn at(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// Returns whether this is the machine that the process runs on, so that system calls speak of it too.
    pub fn is_host(&self) -> bool {
        self.root == Path::new(platform::HOST_ROOT)
    }

    /// The real place of a path of that machine.
    pub fn locate(&self, path: impl AsRef<Path>) -> PathBuf {
        let path = path.as_ref();
        self.root.join(path.strip_prefix("/").unwrap_or(path))
    }

    /// Release of the kernel, from `/proc/sys/kernel/osrelease`; on the host else from the system's
    /// call.
    pub fn kernel_release(&self) -> Option<String> {
        let told = self.text("/proc/sys/kernel/osrelease");
        told.or_else(|| self.is_host().then(platform::kernel_release).flatten())
    }

    /// The machine's name on its network, from `/proc/sys/kernel/hostname`; on the host else from the
    /// system's call.
    pub fn host_name(&self) -> Option<String> {
        let told = self.text("/proc/sys/kernel/hostname");
        told.or_else(|| self.is_host().then(platform::host_name).flatten())
    }

    /// The identity that the kernel gave itself when it started, from `/proc/sys/kernel/random/boot_id`.
    pub fn boot_id(&self) -> Option<String> {
        self.text("/proc/sys/kernel/random/boot_id")
    }

    /// Returns whether the kernel counts how long threads wait for block I/O, from `/proc/sys/kernel/task_delayacct`;
    /// `None` before Linux 5.14, where it does so unless it was built or booted without.
    pub fn accounts_for_delays(&self) -> Option<bool> {
        self.flag("/proc/sys/kernel/task_delayacct")
    }

    /// The whole content; `None` when it cannot be read.
    pub(crate) fn bytes(&self, path: impl AsRef<Path>) -> Option<Vec<u8>> {
        let mut content = Vec::new();
        let file = File::open(self.locate(path)).ok()?;
        file.take(LARGEST_FILE).read_to_end(&mut content).ok()?;
        Some(content)
    }

    /// The content without the space around it; `None` when unreadable or empty.
    pub(crate) fn text(&self, path: impl AsRef<Path>) -> Option<String> {
        let content = self.bytes(path)?;
        let text = String::from_utf8_lossy(&content);
        let text = text.trim();
        (!text.is_empty()).then(|| text.to_owned())
    }

    /// The one value of a file.
    pub(crate) fn value<T: FromStr>(&self, path: impl AsRef<Path>) -> Option<T> {
        self.text(path)?.parse().ok()
    }

    /// A file that says yes or no: `1`, `0`, `Y`, `N`.
    pub(crate) fn flag(&self, path: impl AsRef<Path>) -> Option<bool> {
        match self.text(path)?.as_str() {
            "1" | "Y" | "y" => Some(true),
            "0" | "N" | "n" => Some(false),
            _ => None,
        }
    }

    /// Returns whether there is such a path.
    pub(crate) fn has(&self, path: impl AsRef<Path>) -> bool {
        self.locate(path).exists()
    }

    /// Sorted names in a folder; none when it cannot be read.
    pub(crate) fn names(&self, path: impl AsRef<Path>) -> Vec<String> {
        let mut names = platform::folder_names(&self.locate(path));
        names.sort_unstable();
        names
    }

    /// The path behind all links, below the machine's root.
    pub(crate) fn resolve(&self, path: impl AsRef<Path>) -> Option<PathBuf> {
        let real = fs::canonicalize(self.locate(path)).ok()?;
        let root = fs::canonicalize(&self.root).ok()?;
        let below = real.strip_prefix(root).ok()?;
        Some(Path::new("/").join(below))
    }

    /// Last name of the path behind all links.
    pub(crate) fn resolved_name(&self, path: impl AsRef<Path>) -> Option<String> {
        let real = self.resolve(path)?;
        Some(real.file_name()?.to_string_lossy().into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absolute_paths_stay_below_the_root() {
        let system = System::at("/fixture");
        assert_eq!(system.locate("/proc/stat"), Path::new("/fixture/proc/stat"));
        assert!(!system.is_host());
        assert_eq!(
            System::host().locate("/proc"),
            Path::new(platform::HOST_ROOT).join("proc")
        );
        assert!(System::host().is_host());
    }

    #[test]
    fn what_is_missing_is_none() {
        let system = System::at("/nowhere/at/all");
        assert_eq!(system.text("/proc/stat"), None);
        assert!(system.names("/sys").is_empty());
        assert_eq!(system.kernel_release(), None);
    }
}
