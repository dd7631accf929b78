//! Block devices as files of jobs: what fio moves there, and what it is kept from.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use crate::loop_disk::{format, unmount};
use crate::program::{feedrate, folder, peer, peer_succeeds, skipped};

/// Bytes of a device.
const SIZE: usize = 8 << 20;

/// A block device over a file, which is detached in the end.
struct Device {
    _folder: tempfile::TempDir,
    path: PathBuf,
}

impl Device {
    /// Attaches one. `None`, after saying so, for who may not.
    fn new(test: &str, options: &[&str]) -> Option<Self> {
        let folder = folder();
        let image = folder.path().join("image");
        File::create(&image)
            .and_then(|file| file.set_len(SIZE as u64))
            .expect("a file of 8 MiB");
        let arguments = options.iter().map(Path::new);
        let find = [Path::new("--find"), Path::new("--show"), &image];
        let attached = peer("losetup", arguments.chain(find));
        if !attached.status.success() {
            let why = String::from_utf8_lossy(&attached.stderr);
            skipped(test, &format!("no loop device here: {}", why.trim()));
            return None;
        }
        let path = String::from_utf8_lossy(&attached.stdout).trim().into();
        Some(Self { _folder: folder, path })
    }

    fn fill(&self, byte: u8) {
        File::options()
            .write(true)
            .open(&self.path)
            .and_then(|mut device| {
                device.write_all(&vec![byte; SIZE])?;
                device.sync_all()
            })
            .expect("a device takes as much as it holds");
    }

    fn contents(&self) -> Vec<u8> {
        let mut contents = Vec::new();
        File::open(&self.path)
            .and_then(|mut device| device.read_to_end(&mut contents))
            .expect("a device is read");
        contents
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        peer("losetup", [Path::new("--detach"), &self.path]);
    }
}

fn ours(options: &str) -> Output {
    Command::new(feedrate())
        .args(options.split_whitespace())
        .output()
        .expect("feedrate runs")
}

fn ours_succeeds(options: &str) -> String {
    let output = ours(options);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{options}: {errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Of each job the bytes and blocks of each direction, and the names of the devices.
fn moved(json: &str) -> (Vec<[u64; 4]>, Vec<String>) {
    let start = json.find('{').expect("JSON");
    let mut documents = serde_json::Deserializer::from_str(&json[start..]).into_iter::<Value>();
    let document = documents.next().expect("JSON").expect("JSON");
    let jobs = document["jobs"].as_array().expect("jobs");
    let number = |job: &Value, path: &str| job.pointer(path).and_then(Value::as_u64).unwrap_or(0);
    let of_job = |job| {
        [
            "/read/io_bytes",
            "/read/total_ios",
            "/write/io_bytes",
            "/write/total_ios",
        ]
        .map(|path| number(job, path))
    };
    let disks = document["disk_util"].as_array();
    let names = disks.into_iter().flatten();
    (
        jobs.iter().map(of_job).collect(),
        names.map(|disk| disk["name"].to_string()).collect(),
    )
}

#[test]
fn devices_are_read_as_fio_reads_them() {
    let test = "devices as files of jobs";
    let (Some(one), Some(other)) = (Device::new(test, &[]), Device::new(test, &[])) else {
        return;
    };
    let (one, other) = (one.path.display(), other.path.display());
    for options in [
        format!("--filename={one} --rw=read --bs=64k"),
        format!("--filename={one} --rw=read --bs=4k --size=50% --offset=25%"),
        format!("--filename={one} --rw=randread --bs=16k --ioengine=io_uring --iodepth=4 --direct=1"),
        format!("--filename={one} --rw=read --bs=12k --ioengine=mmap"),
        // A device cannot grow, so that longer jobs end with it.
        format!("--filename={one} --rw=read --bs=64k --size=16m"),
        format!("--filename={one} --rw=read --bs=64k --offset=6m --size=4m"),
        format!("--filename={one}:{other} --rw=read --bs=64k --size=6m"),
        format!("--filename={other} --rw=read:8k --bs=8k --numjobs=2 --offset_increment=1m --size=2m"),
        "--filename=/dev/zero --rw=randread --bs=4k --size=1m".to_owned(),
        "--filename=/dev/null --rw=randwrite --bs=4k --size=1m --numjobs=2".to_owned(),
    ] {
        let options = format!("--name=peer --thread --output-format=json {options}");
        let theirs = moved(&peer_succeeds("fio", options.split_whitespace()));
        let ours = moved(&ours_succeeds(&format!("fio {options}")));
        assert_eq!(ours, theirs, "{options}");
    }
}

#[test]
fn devices_leave_the_page_cache_before_they_are_read() {
    let Some(device) = Device::new("devices in the page cache", &[]) else {
        return;
    };
    // With its last user a device leaves the page cache anyhow.
    let mut open = File::open(&device.path).expect("a device is opened");
    open.read_to_end(&mut Vec::new()).expect("a device is read");
    let path = device.path.display();
    for (options, told) in [
        ("--invalidate=0", "100 % of it from the page cache"),
        ("--invalidate=1", " 0 % of it from the page cache"),
        ("--direct=1", " 0 % of it from the page cache"),
    ] {
        let output = ours(&format!("fio --name=a --filename={path} --rw=read --bs=64k {options}"));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(told), "{options}: {errors}");
    }
}

#[test]
fn devices_are_written_as_fio_writes_them() {
    let Some(device) = Device::new("devices that jobs write", &[]) else {
        return;
    };
    for options in [
        "--rw=write --bs=64k --end_fsync=1",
        "--rw=write --bs=64k --size=50% --offset=25% --direct=1",
        "--rw=randwrite --bs=4k --size=2m --direct=1 --ioengine=io_uring --iodepth=8",
        "--rw=write:8k --bs=8k --size=4m --direct=1",
        "--rw=write --bs=4k --numjobs=2 --size=1m --offset_increment=3m --unlink=1",
    ] {
        let options = format!(
            "--name=peer --thread --output-format=json --buffer_pattern=0x0badcafe --filename={} {options}",
            device.path.display()
        );
        device.fill(7);
        let theirs = moved(&peer_succeeds("fio", options.split_whitespace()));
        let contents = device.contents();
        device.fill(7);
        let ours = moved(&ours_succeeds(&format!("fio --overwrite-foreign {options}")));
        assert_eq!(ours, theirs, "{options}");
        // No mark either.
        assert!(device.contents() == contents, "{options}");
        assert!(device.path.exists());
    }
}

#[test]
fn what_was_written_to_a_device_is_verified() {
    let Some(device) = Device::new("devices that are verified", &[]) else {
        return;
    };
    let path = device.path.display();
    for how in ["--verify=crc32c", "--verify=pattern --verify_pattern=0x5a"] {
        ours_succeeds(&format!(
            "fio --overwrite-foreign --name=a --filename={path} --rw=randwrite --bs=4k --direct=1 {how}"
        ));
        let read = format!("fio --name=a --filename={path} --rw=read --bs=4k {how}");
        ours_succeeds(&read);
        let mut contents = device.contents();
        contents[5000] ^= 1;
        File::options()
            .write(true)
            .open(&device.path)
            .and_then(|mut file| file.write_all(&contents))
            .expect("a device is written");
        assert_eq!(ours(&read).status.code(), Some(1), "{how}");
    }
}

#[test]
fn sqlio_and_diskspd_take_devices() {
    let Some(device) = Device::new("devices of sqlio and diskspd", &[]) else {
        return;
    };
    device.fill(9);
    let path = device.path.display().to_string();
    for (read, write) in [
        (
            "sqlio -kR -s1 -fsequential -b64 -o4 -BH --map 1:=PATH -R1",
            "sqlio -kW -s1 -frandom -b8 -t2 -BN PATH",
        ),
        (
            "diskspd -d1 -W0 -b64K -Su #1 --map #1=PATH",
            "diskspd -d1 -W0 -b8K -w50 -r PATH",
        ),
    ] {
        ours_succeeds(&read.replace("PATH", &path));
        let write = write.replace("PATH", &path);
        let refused = ours(&write);
        let errors = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(!refused.status.success());
        assert!(errors.contains("is a device, and writing destroys"), "{errors}");
        assert!(device.contents().iter().all(|&byte| byte == 9));
        ours_succeeds(&format!("{write} --overwrite-foreign"));
        assert!(device.contents().iter().any(|&byte| byte != 9));
        device.fill(9);
    }
}

/// Runs a job on a device that must fail with a code and a text, and leave the device as it was.
fn is_refused(device: &Device, options: &str, code: i32, text: &str) {
    let before = device.contents();
    let path = device.path.display();
    let output = ours(&format!("fio --name=a --filename={path} --bs=64k {options}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{options}: {errors}");
    assert!(errors.contains(text), "no {text:?} in: {errors}");
    assert!(device.contents() == before, "{options}");
}

#[test]
fn what_would_harm_is_refused() {
    let test = "devices that may not be written";
    let Some(device) = Device::new(test, &[]) else {
        return;
    };
    is_refused(&device, "--rw=write", 1, "is a device, and writing destroys");
    is_refused(&device, "--rw=read --size=1m --offset=8m", 2, "ends before offset");
    if let Some(read_only) = Device::new(test, &["--read-only"]) {
        is_refused(&read_only, "--rw=write --overwrite-foreign", 1, "it is read-only");
    }
    format(&device.path);
    let place = folder();
    if !peer("mount", [device.path.as_path(), place.path()]).status.success() {
        skipped(test, "this user may not mount a file system");
        return;
    }
    // The list of mounts changes by itself, so that only the refusal is looked at.
    let path = device.path.display();
    let output = ours(&format!(
        "fio --overwrite-foreign --name=a --filename={path} --rw=write --bs=64k"
    ));
    let read = ours(&format!("fio --name=a --filename={path} --rw=read --bs=64k"));
    fs::write(place.path().join("file"), "whole").expect("a file system that works");
    unmount(place.path());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("it is in use: mounted"), "{errors}");
    assert!(read.status.success());
}
