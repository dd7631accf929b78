//! A small file system of its own, in a file.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use crate::program::{folder, peer, peer_succeeds, skipped};

/// An ext4 file system of 64 MiB, mounted; unmounted and removed in the end.
pub struct LoopDisk {
    // Held for its own end, after the unmounting.
    _folder: tempfile::TempDir,
    image: PathBuf,
    mounted: PathBuf,
}

impl LoopDisk {
    /// Makes one. `None`, after saying so, for who may not mount.
    pub fn new(test: &str) -> Option<Self> {
        // SAFETY: the call takes nothing and cannot fail.
        if unsafe { libc::geteuid() } != 0 {
            skipped(test, "only root may mount a file system");
            return None;
        }
        let folder = folder();
        let image = folder.path().join("image");
        let mounted = folder.path().join("mounted");
        File::create(&image)
            .and_then(|file| file.set_len(64 << 20))
            .expect("a file of 64 MiB");
        fs::create_dir(&mounted).expect("a folder to mount on");
        format(&image);
        let mount = peer("mount", [Path::new("-oloop"), &image, &mounted]);
        if !mount.status.success() {
            let why = String::from_utf8_lossy(&mount.stderr);
            skipped(test, &format!("no loop device here: {}", why.trim()));
            return None;
        }
        Some(Self {
            _folder: folder,
            image,
            mounted,
        })
    }

    /// The file that is the disk.
    pub fn image(&self) -> &Path {
        &self.image
    }

    /// Where it is mounted.
    pub fn folder(&self) -> &Path {
        &self.mounted
    }

    /// Takes away the right to write.
    pub fn make_read_only(&self) {
        peer_succeeds("mount", [Path::new("-oremount,ro"), &self.mounted]);
    }
}

/// Puts an empty ext4 file system on a file or device.
pub fn format(device: &Path) {
    // No journal to replay, and no tables to be written later behind a test's back.
    let options = ["-q", "-F", "-O^has_journal", "-Elazy_itable_init=0"].map(Path::new);
    peer_succeeds("mkfs.ext4", options.into_iter().chain([device]));
}

/// Unmounts, even what is broken or still in use.
pub fn unmount(folder: &Path) {
    if !peer("umount", [folder]).status.success() {
        peer("umount", [Path::new("-l"), folder]);
    }
}

impl Drop for LoopDisk {
    fn drop(&mut self) {
        unmount(&self.mounted);
    }
}
