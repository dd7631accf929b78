//! Volumes of many machines.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use feedrate_machine::volume::FileSystemKind;
use feedrate_machine::{BackingStore, PathLocation, Volume};

use crate::fixture::{Machine, NVME, NVME0, lvm_on_raid, number};

fn block(numbers: &[&str]) -> BackingStore {
    BackingStore::Block {
        devices: numbers.iter().map(|text| number(text)).collect(),
    }
}

#[test]
fn longest_mount_point_wins() {
    let machine = lvm_on_raid();
    machine.mounts(&[
        "22 1 259:2 / / rw,relatime shared:1 - ext4 /dev/nvme0n1p1 rw,errors=remount-ro",
        "90 22 253:0 / /data rw,noatime shared:45 - xfs /dev/mapper/vg_sas-data rw,attr2,inode64,logbufs=8,noquota",
        "91 22 0:40 / /data2 rw - tmpfs tmpfs rw,size=1g",
    ]);
    let volume = machine.volume("/data/sas/work");
    assert_eq!(volume.mount_point.as_deref(), Some(Path::new("/data")));
    assert_eq!(volume.fs_type, "xfs");
    assert_eq!(volume.source.as_deref(), Some("/dev/mapper/vg_sas-data"));
    assert_eq!(volume.backing, block(&["253:0"]));
    assert!(volume.has_option("noatime") && volume.has_option("inode64"));
    assert!(!volume.has_option("sync"));
    assert_eq!(volume.option("logbufs"), Some("8"));
    assert!(!volume.read_only);
    assert_eq!(machine.volume("/data2").backing, BackingStore::Memory);
    assert_eq!(machine.volume("/database").fs_type, "ext4");
}

#[test]
fn spaces_bind_mounts_and_covered_mounts() {
    let machine = Machine::new();
    machine.mounts(&[
        "22 1 8:1 / / rw - ext4 /dev/sda1 rw",
        r"30 22 8:17 / /mnt/My\040Passport ro,relatime shared:7 master:2 - ext3 /dev/sdb1 ro,data=ordered",
        "31 22 8:1 /srv/real /export rw - ext4 /dev/sda1 rw",
        "32 22 8:33 / /over rw - ext4 /dev/sdc1 rw",
        "33 32 8:49 / /over rw - xfs /dev/sdd1 rw",
    ]);
    let passport = machine.volume("/mnt/My Passport/x");
    assert_eq!(passport.fs_type, "ext3");
    assert!(passport.read_only);
    let export = machine.volume("/export/a");
    assert_eq!(export.root.as_deref(), Some(Path::new("/srv/real")));
    assert_eq!(export.backing, block(&["8:1"]));
    assert_eq!(machine.volume("/over/a").fs_type, "xfs", "the later one covers");
}

#[test]
fn the_mount_number_decides_where_it_is_known() {
    let machine = Machine::new();
    machine.mounts(&[
        "32 22 8:33 / /over rw - ext4 /dev/sdc1 rw",
        "33 32 8:49 / /over rw - xfs /dev/sdd1 rw",
    ]);
    let mut location = PathLocation::named("/over/a");
    location.mount = Some(32);
    assert_eq!(Volume::at(&machine.system(), &location).fs_type, "ext4");
    location.mount = None;
    location.device = Some(number("8:33"));
    assert_eq!(Volume::at(&machine.system(), &location).fs_type, "ext4");
}

#[test]
fn btrfs_subvolume_with_its_own_device_number() {
    let machine = Machine::new();
    machine
        .block(NVME0, "259:0", NVME)
        .block("virtual/block/dm-5", "253:5", &[("dm/name", "fast one\n")])
        .link(
            "/sys/fs/btrfs/0c0a-uuid/devices/nvme0n1",
            format!("/sys/devices/{NVME0}"),
        )
        .link(
            "/sys/fs/btrfs/0c0a-uuid/devices/dm-5",
            "/sys/devices/virtual/block/dm-5",
        )
        .folder("/sys/fs/btrfs/features")
        .file("/sys/class/bdi/0:45/read_ahead_kb", "4096\n")
        .mounts(&[
            "22 1 8:1 / / rw - ext4 /dev/sda1 rw",
            "60 22 0:45 /@data /data rw,relatime - btrfs /dev/nvme0n1 rw,compress=zstd:3,subvolid=257,subvol=/@data",
        ]);
    let mut location = PathLocation::named("/data/x");
    // The number that stat(2) tells for the subvolume; mountinfo has another number.
    location.device = Some(number("0:47"));
    let volume = Volume::at(&machine.system(), &location);
    assert_eq!(volume.fs_type, "btrfs");
    assert_eq!(volume.root.as_deref(), Some(Path::new("/@data")));
    assert_eq!(volume.backing, block(&["253:5", "259:0"]));
    assert_eq!(volume.read_ahead_kib, Some(4096));
    assert_eq!(volume.option("compress"), Some("zstd:3"));
    assert_eq!(volume.block_devices(&machine.system()).len(), 2);
}

#[test]
fn a_mapper_name_is_found_without_dev() {
    let machine = lvm_on_raid();
    machine.mounts(&["60 1 0:45 / /data rw - btrfs /dev/mapper/vg_sas-data rw"]);
    assert_eq!(machine.volume("/data").backing, block(&["253:0"]));
}

#[test]
fn a_link_in_dev_is_followed() {
    let machine = lvm_on_raid();
    machine
        .file("/dev/dm-0", "")
        .link("/dev/vg_sas/data", "/dev/dm-0")
        .mounts(&["60 1 0:45 / /data rw - btrfs /dev/vg_sas/data rw"]);
    assert_eq!(machine.volume("/data").backing, block(&["253:0"]));
}

#[test]
fn bcachefs_names_all_its_devices() {
    let machine = lvm_on_raid();
    machine.mounts(&["60 1 0:45 / /data rw - bcachefs /dev/nvme0n1p1:/dev/nvme1n1p1 rw"]);
    assert_eq!(machine.volume("/data").backing, block(&["259:2", "259:3"]));
}

#[test]
fn network_pool_and_process() {
    let machine = Machine::new();
    machine.mounts(&[
        "40 1 0:50 / /nfs rw,relatime shared:9 - nfs4 filer:/vol/sas rw,vers=4.2,rsize=1048576,addr=10.0.0.1",
        "41 1 0:51 / /lustre rw - lustre 10.0.0.1@o2ib:/scratch rw,flock",
        "42 1 0:52 / /pool rw - zfs tank/data rw,xattr,noacl",
        "43 1 0:53 / /ssh rw - fuse.sshfs user@host: rw,user_id=0",
        "44 1 0:54 / /host rw - virtiofs share rw",
    ]);
    for (path, backing, kind) in [
        ("/nfs", BackingStore::Network, FileSystemKind::Network),
        ("/lustre", BackingStore::Network, FileSystemKind::Network),
        ("/pool", BackingStore::Other, FileSystemKind::Local),
        ("/ssh", BackingStore::Network, FileSystemKind::Network),
        ("/host", BackingStore::Other, FileSystemKind::HostShare),
    ] {
        let volume = machine.volume(path);
        assert_eq!(volume.backing, backing, "{path}");
        assert_eq!(volume.kind(), kind, "{path}");
        assert!(volume.block_devices(&machine.system()).is_empty());
    }
}

#[test]
fn overlay_on_its_host_and_in_its_container() {
    let overlay = "70 22 0:60 / / rw,relatime - overlay overlay \
        rw,lowerdir=/var/lib/o/l,upperdir=/var/lib/o/up,workdir=/var/lib/o/work";
    let disk = "80 22 8:2 / /var/lib rw - xfs /dev/sda2 rw,sync";
    let host = Machine::new();
    host.folder("/var/lib/o/up").mounts(&[overlay, disk]);
    let volume = host.volume("/");
    assert_eq!(volume.backing, block(&["8:2"]));
    let upper = volume.beneath.expect("the upper folder is in sight");
    assert_eq!(upper.fs_type, "xfs");
    assert!(upper.has_option("sync"));

    let container = Machine::new();
    container.mounts(&[overlay]);
    let volume = container.volume("/work");
    assert_eq!(volume.backing, BackingStore::Other);
    assert_eq!(volume.beneath, None);
}

#[test]
fn overlays_in_a_circle_end() {
    let machine = Machine::new();
    machine
        .folder("/a/up")
        .mounts(&["70 22 0:60 / / rw - overlay overlay rw,upperdir=/a/up"]);
    assert_eq!(machine.volume("/").backing, BackingStore::Other);
}

#[test]
fn an_empty_root_tells_nothing_and_fails_nothing() {
    let machine = Machine::new();
    let volume = machine.volume("/data");
    assert_eq!(volume.fs_type, "unknown");
    assert_eq!(volume.mount_point, None);
    assert_eq!(volume.backing, BackingStore::Other);
}

#[test]
fn json_goes_out_and_comes_back() {
    let machine = lvm_on_raid();
    machine
        .mounts(&["90 22 253:0 / /data rw,noatime - xfs /dev/mapper/vg_sas-data rw,inode64"])
        .file("/sys/class/bdi/253:0/read_ahead_kb", "4096\n");
    let volume = machine.volume("/data");
    let json = serde_json::to_string(&volume).expect("serialises");
    assert!(
        json.contains(r#""backing":{"kind":"block","devices":["253:0"]}"#),
        "{json}"
    );
    assert_eq!(serde_json::from_str::<Volume>(&json).expect("reads"), volume);
}

#[test]
fn names_that_are_no_text_do_not_spoil_the_json() {
    let machine = Machine::new();
    let mut text = b"90 22 8:1 / /da".to_vec();
    text.extend([0xFF, 0xFE]);
    text.extend(b"ta rw - xfs /dev/sda1 rw\n91 1 8:2 / / rw - xfs /dev/sda2 rw\n");
    machine.file("/proc/self/mountinfo", &text);
    let path = OsStr::from_bytes(b"/da\xFF\xFEta/x");
    let volume = Volume::at(&machine.system(), &PathLocation::named(path));
    assert_eq!(volume.backing, block(&["8:1"]));
    serde_json::to_string(&volume).expect("serialises");
}
