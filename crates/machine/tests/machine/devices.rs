//! Block devices of many machines.

use feedrate_machine::device::{Kind, MapperType};
use feedrate_machine::{BlockDevice, DeviceCounters, Throttle, throttle};

use crate::fixture::{Machine, NVME, NVME0, lvm_on_raid, number};

fn names<'a>(devices: &[&'a BlockDevice]) -> Vec<&'a str> {
    devices.iter().map(|device| device.name.as_str()).collect()
}

#[test]
fn lvm_on_raid_on_partitions_of_two_disks() {
    let machine = lvm_on_raid();
    let device = BlockDevice::at(&machine.system(), number("253:0"));
    assert_eq!(
        device.kind,
        Kind::Mapper {
            name: Some("vg_sas-data".to_owned()),
            made_by: MapperType::Lvm
        }
    );
    assert_eq!(device.size_bytes, Some(10_737_418_240 * 512));
    assert_eq!(device.queue.read_ahead_kib, Some(4096));
    assert_eq!(
        names(&device.walk()),
        ["dm-0", "md127", "nvme0n1p1", "nvme0n1", "nvme1n1p1", "nvme1n1"]
    );
    assert_eq!(names(&device.leaves()), ["nvme0n1", "nvme1n1"]);
    assert_eq!(
        device.below[0].kind,
        Kind::Raid {
            level: Some("raid0".to_owned()),
            members: Some(2),
            missing: None,
            activity: None,
            chunk_bytes: Some(524_288)
        }
    );
    let partition = &device.below[0].below[0];
    assert_eq!(partition.kind, Kind::Partition { index: Some(1) });
    assert_eq!(
        partition.queue, partition.below[0].queue,
        "a partition has its disk's queue"
    );
    assert_eq!(device.rotational(), Some(false));
    let disk = device.leaves()[0];
    assert_eq!(disk.kind, Kind::Disk);
    assert_eq!(disk.queue.scheduler.as_deref(), Some("none"));
    assert_eq!(disk.queue.write_cache, Some(false));
    assert_eq!(disk.queue.physical_block_bytes, Some(4096));
    assert_eq!(disk.queue.max_segments, Some(65));
    assert_eq!(disk.queue.discard, Some(true));
    assert_eq!(disk.origin.model.as_deref(), Some("SAMSUNG MZQL23T8HCLS-00A07"));
    assert_eq!(disk.origin.driver.as_deref(), Some("nvme"));
    assert_eq!(disk.origin.transport.as_deref(), Some("pcie"));
    assert_eq!(disk.origin.virtual_by, None);
}

#[test]
fn nothing_that_identifies_a_disk_or_mapping_is_told() {
    let machine = lvm_on_raid();
    let device = BlockDevice::at(&machine.system(), number("253:0"));
    let json = serde_json::to_string(&device).expect("serialises");
    assert!(!json.contains("S64HNE0R") && !json.contains("Xy0pVyOG"), "{json}");
    assert_eq!(serde_json::from_str::<BlockDevice>(&json).expect("reads"), device);
}

#[test]
fn sata_disk_with_partition() {
    let machine = Machine::new();
    let disk = "pci0000:00/0000:00:17.0/ata1/host0/target0:0:0/0:0:0:0/block/sda";
    machine
        .block(
            disk,
            "8:0",
            &[
                ("size", "1953525168\n"),
                ("queue/rotational", "1\n"),
                ("queue/scheduler", "none [mq-deadline] kyber bfq\n"),
                ("queue/write_cache", "write back\n"),
            ],
        )
        .block(
            &format!("{disk}/sda3"),
            "8:3",
            &[("partition", "3\n"), ("size", "2048\n")],
        )
        .link(
            format!("/sys/devices/{disk}/device"),
            "/sys/devices/pci0000:00/0000:00:17.0/ata1/host0/target0:0:0/0:0:0:0",
        )
        .files(
            "/sys/devices/pci0000:00/0000:00:17.0/ata1/host0/target0:0:0/0:0:0:0",
            &[("vendor", "ATA     \n"), ("model", "ST1000NX0313    \n")],
        );
    let partition = BlockDevice::at(&machine.system(), number("8:3"));
    assert_eq!(partition.size_bytes, Some(1 << 20));
    assert_eq!(partition.rotational(), Some(true));
    let disk = partition.leaves()[0];
    assert_eq!(disk.origin.transport.as_deref(), Some("sata"));
    assert_eq!(disk.origin.vendor.as_deref(), Some("ATA"));
    assert_eq!(disk.queue.scheduler.as_deref(), Some("mq-deadline"));
    assert_eq!(disk.queue.write_cache, Some(true));
}

#[test]
fn multipath_over_fibre_channel() {
    let machine = Machine::new();
    machine.block(
        "virtual/block/dm-2",
        "253:2",
        &[("dm/name", "mpatha\n"), ("dm/uuid", "mpath-3600a098038303053\n")],
    );
    for (host, name, device) in [(7, "sdb", "8:16"), (8, "sdc", "8:32")] {
        let place =
            format!("pci0000:80/0000:80:02.0/host{host}/rport-{host}:0-0/target{host}:0:0/{host}:0:0:1/block/{name}");
        machine
            .block(&place, device, &[("queue/rotational", "0\n")])
            .slave("virtual/block/dm-2", &place);
    }
    let device = BlockDevice::at(&machine.system(), number("253:2"));
    assert!(matches!(
        device.kind,
        Kind::Mapper {
            made_by: MapperType::Multipath,
            ..
        }
    ));
    assert_eq!(names(&device.leaves()), ["sdb", "sdc"]);
    assert_eq!(device.leaves()[0].origin.transport.as_deref(), Some("fc"));
}

#[test]
fn a_virtual_disk_does_not_know_whether_it_spins() {
    let machine = Machine::new();
    let place = "pci0000:00/0000:00:02.0/virtio1/block/vda";
    machine
        .block(place, "254:0", &[("queue/rotational", "1\n")])
        .link(
            format!("/sys/devices/{place}/device"),
            "/sys/devices/pci0000:00/0000:00:02.0/virtio1",
        )
        .file("/sys/devices/pci0000:00/0000:00:02.0/virtio1/vendor", "0x1af4\n")
        .folder("/sys/bus/virtio/drivers/virtio_blk")
        .link(
            "/sys/devices/pci0000:00/0000:00:02.0/virtio1/driver",
            "/sys/bus/virtio/drivers/virtio_blk",
        );
    let device = BlockDevice::at(&machine.system(), number("254:0"));
    assert_eq!(device.origin.virtual_by.as_deref(), Some("virtio"));
    assert_eq!(device.origin.vendor, None);
    assert_eq!(device.queue.rotational, Some(true));
    assert_eq!(device.rotational(), None);
}

#[test]
fn loops_and_memory() {
    let machine = Machine::new();
    machine
        .block(
            "virtual/block/loop3",
            "7:3",
            &[("loop/backing_file", "/srv/disk image.img\n")],
        )
        .block("virtual/block/zram0", "252:0", &[("size", "8\n")])
        .block("virtual/block/ram1", "1:1", &[("size", "8\n")])
        .block("virtual/block/nbd0", "43:0", &[("size", "8\n")])
        .block("pci/cciss!c0d0", "104:0", &[("size", "8\n")]);
    let kind = |text| BlockDevice::at(&machine.system(), number(text)).kind;
    assert_eq!(
        kind("7:3"),
        Kind::Loop {
            file: Some("/srv/disk image.img".into())
        }
    );
    assert_eq!(kind("252:0"), Kind::CompressedMemory);
    assert_eq!(kind("1:1"), Kind::Memory);
    assert_eq!(kind("43:0"), Kind::Network);
    let cciss = BlockDevice::at(&machine.system(), number("104:0"));
    assert_eq!((cciss.name.as_str(), cciss.kind), ("cciss/c0d0", Kind::Disk));
}

#[test]
fn hidden_sysfs_is_an_unknown_device() {
    let device = BlockDevice::at(&Machine::new().system(), number("8:3"));
    assert_eq!(device.kind, Kind::Unknown);
    assert_eq!(device.name, "8:3");
    assert_eq!(device.rotational(), None);
    assert_eq!(DeviceCounters::at(&Machine::new().system(), &device), None);
    assert_eq!(device.leaves().len(), 1);
}

#[test]
fn a_stack_in_a_circle_ends() {
    let machine = Machine::new();
    machine
        .block("virtual/block/dm-0", "253:0", &[("dm/name", "a\n")])
        .block("virtual/block/dm-1", "253:1", &[("dm/name", "b\n")])
        .slave("virtual/block/dm-0", "virtual/block/dm-1")
        .slave("virtual/block/dm-0", "virtual/block/dm-0")
        .slave("virtual/block/dm-1", "virtual/block/dm-0")
        .slave("virtual/block/dm-1", "virtual/block/dm-1");
    let device = BlockDevice::at(&machine.system(), number("253:0"));
    assert_eq!(names(&device.walk()), ["dm-0", "dm-1"]);
}

#[test]
fn counters_of_a_device() {
    let machine = Machine::new();
    machine.block(NVME0, "259:0", NVME);
    let system = machine.system();
    let device = BlockDevice::at(&system, number("259:0"));
    let before = DeviceCounters::at(&system, &device).expect("counters");
    machine.file(
        format!("/sys/devices/{NVME0}/stat"),
        "  101  0  1800  50  10  0  80  20  0  70  70  0 0 0 0 0 0\n",
    );
    let after = DeviceCounters::at(&system, &device).expect("counters");
    let activity = after.since(&before).expect("comparable");
    assert_eq!((activity.reads, activity.bytes_read), (1, 512_000));
    assert_eq!((activity.writes, activity.mean_write_us), (0, None));

    machine.file(format!("/sys/devices/{NVME0}/queue/iostats"), "0\n");
    let silent = BlockDevice::at(&system, number("259:0"));
    assert_eq!(DeviceCounters::at(&system, &silent), None, "counting is off");
}

#[test]
fn throttles_of_control_groups() {
    let machine = lvm_on_raid();
    machine
        .file("/proc/self/cgroup", "0::/batch/job\n")
        .mounts(&["30 1 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw"])
        .file(
            "/sys/fs/cgroup/batch/io.max",
            "259:0 rbps=1000 wbps=max riops=max wiops=7\n8:0 rbps=1\n",
        )
        .file(
            "/sys/fs/cgroup/batch/job/io.max",
            "259:0 rbps=2000 wbps=3000 riops=max wiops=max\n",
        );
    let system = machine.system();
    let devices = [BlockDevice::at(&system, number("253:0"))];
    assert_eq!(
        throttle::on(&system, &devices),
        [Throttle {
            device: number("259:0"),
            read_bytes_per_s: Some(1000),
            write_bytes_per_s: Some(3000),
            reads_per_s: None,
            writes_per_s: Some(7),
        }]
    );
}

#[test]
fn throttles_of_the_first_version() {
    let machine = lvm_on_raid();
    machine
        .file("/proc/self/cgroup", "7:blkio:/\n0::/\n")
        .mounts(&["30 1 0:26 / /sys/fs/cgroup/blkio rw - cgroup cgroup rw,blkio"])
        .file(
            "/sys/fs/cgroup/blkio/blkio.throttle.write_bps_device",
            "253:0 1048576\n",
        );
    let system = machine.system();
    let devices = [BlockDevice::at(&system, number("253:0"))];
    let found = throttle::on(&system, &devices);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].write_bytes_per_s, Some(1 << 20));
}
