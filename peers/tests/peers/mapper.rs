//! A device that fails while it is written, by the device mapper.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use crate::loop_disk::{format, unmount};
use crate::program::{assert_fails, folder, make_file, measure, peer, peer_succeeds, skipped};

/// 512-byte sectors of the disk.
const SECTORS: u64 = (64 << 20) / 512;

/// A mapped disk over a loop device, with a file system, mounted.
struct MappedDisk {
    _folder: tempfile::TempDir,
    name: String,
    under: String,
    mounted: PathBuf,
}

impl MappedDisk {
    fn new(test: &str) -> Option<Self> {
        let version = peer("dmsetup", ["version"]);
        if !version.status.success() {
            skipped(test, "this kernel has no device mapper, or this user may not use it");
            return None;
        }
        let folder = folder();
        let image = folder.path().join("image");
        let mounted = folder.path().join("mounted");
        File::create(&image)
            .and_then(|file| file.set_len(SECTORS * 512))
            .expect("a file of 64 MiB");
        fs::create_dir(&mounted).expect("a folder to mount on");
        let find = [Path::new("--find"), Path::new("--show"), &image];
        let under = peer_succeeds("losetup", find).trim().to_owned();
        let name = format!("feedrate-peers-{}", std::process::id());
        let disk = Self {
            _folder: folder,
            name,
            under,
            mounted,
        };
        let table = format!("0 {SECTORS} linear {} 0", disk.under);
        peer_succeeds("dmsetup", ["create", &disk.name, "--table", &table]);
        let device = PathBuf::from(format!("/dev/mapper/{}", disk.name));
        format(&device);
        peer_succeeds("mount", [device.as_path(), &disk.mounted]);
        Some(disk)
    }

    /// From now on every transfer to or from the device fails.
    fn fail(&self) {
        let table = format!("0 {SECTORS} error");
        peer_succeeds("dmsetup", ["suspend", "--noflush", "--nolockfs", &self.name]);
        peer_succeeds("dmsetup", ["load", &self.name, "--table", &table]);
        peer_succeeds("dmsetup", ["resume", &self.name]);
    }
}

impl Drop for MappedDisk {
    fn drop(&mut self) {
        unmount(&self.mounted);
        peer("dmsetup", ["remove", "--force", "--retry", &self.name]);
        peer("losetup", ["--detach", &self.under]);
    }
}

#[test]
fn a_device_that_fails_is_told_in_one_line() {
    let Some(disk) = MappedDisk::new("a device that fails while it is written") else {
        return;
    };
    let file = disk.mounted.join("data");
    make_file(&file, "16M");
    disk.fail();
    for options in [
        "--do write --target overwrite --size 16M --method direct --page 64K --depth 8",
        "--do write --target overwrite --size 16M --method direct --page 64K --pages 16",
        "--do read --method direct --page 64K --depth 8",
    ] {
        assert_fails(&measure(&file, options), "the device reported an error");
    }
}
