//! File systems that are full, read-only or broken.

use std::fs::{self, OpenOptions};
use std::path::Path;

use crate::loop_disk::LoopDisk;
use crate::program::{assert_fails, figures, make_file, measure, names, number, peer_succeeds};
use crate::slow::slow_write;

/// The ways of writing that meet a full disk in different places.
const WRITES: [&str; 5] = [
    "--method cached --page 64K",
    "--method direct --page 64K --pages 16",
    "--method direct --page 1M --depth 8",
    "--method direct --page 256K --depth 4 --engine threads",
    "--method write-through --page 256K",
];

/// The words by which feedrate calls these errors.
const NO_SPACE: &str = "no space left";
const READ_ONLY: &str = "mounted read-only";
const DEVICE_ERROR: &str = "the device reported an error";

#[test]
fn a_disk_that_fills_up_is_told_in_one_line_and_left_as_it_was() {
    let Some(disk) = LoopDisk::new("a full disk") else {
        return;
    };
    make_file(&disk.folder().join("earlier"), "8M");
    let before = names(disk.folder());
    for options in WRITES {
        let file = disk.folder().join("data");
        // There is space when it begins, or it would be refused at once.
        let child = slow_write(&file, &format!("--size 40M {options}"));
        let theirs = disk.folder().join("theirs");
        peer_succeeds("fallocate", [Path::new("-l36M"), &theirs]);
        let output = child.wait_with_output().unwrap();
        assert_fails(&output, NO_SPACE);
        fs::remove_file(&theirs).unwrap();
        assert_eq!(names(disk.folder()), before, "{options}");
    }
    // The file that lay there is whole, and the space is free again.
    let read = figures(&disk.folder().join("earlier"), "--method direct --page 64K");
    assert_eq!(number(&read, "/read/bytes"), 8 << 20);
    make_file(&disk.folder().join("data"), "32M");
}

#[test]
fn a_read_only_file_system_is_read_and_not_written() {
    let Some(disk) = LoopDisk::new("a read-only file system") else {
        return;
    };
    let file = disk.folder().join("data");
    make_file(&file, "8M");
    disk.make_read_only();
    let read = figures(&file, "--method direct --page 64K --depth 4");
    assert_eq!(number(&read, "/read/bytes"), 8 << 20);
    for name in ["data", "new"] {
        let path = disk.folder().join(name);
        let output = measure(&path, "--do write --size 8M --target overwrite --page 64K");
        assert_fails(&output, READ_ONLY);
    }
}

#[test]
fn a_device_that_cannot_read_is_told_in_one_line() {
    let Some(disk) = LoopDisk::new("a device error") else {
        return;
    };
    let file = disk.folder().join("data");
    make_file(&file, "32M");
    // The disk loses its second half, in which some of the file lies: reading that is an error.
    OpenOptions::new()
        .write(true)
        .open(disk.image())
        .and_then(|image| image.set_len(16 << 20))
        .unwrap();
    for options in [
        "--method direct --page 64K --pages 16",
        "--method direct --page 64K --depth 8",
        "--method direct --page 64K --depth 8 --engine threads",
        "--method cached --page 64K",
    ] {
        let output = measure(&file, options);
        assert_fails(&output, DEVICE_ERROR);
    }
    assert_eq!(fs::metadata(&file).unwrap().len(), 32 << 20);
}
