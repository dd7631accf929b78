//! Hazards and fingerprints of many machines.

use std::collections::BTreeSet;

use feedrate_machine::hazards::Code;
use feedrate_machine::volume::Space;
use feedrate_machine::{
    BlockDevice, Cores, Fingerprint, Hazard, HazardInputs, Memory, Severity, System, Throttle, Volume,
};

use crate::fixture::{Machine, lvm_on_raid, number};

const ROOMY: Space = Space {
    total_bytes: 1_000_000_000_000,
    free_bytes: 600_000_000_000,
    available_bytes: 500_000_000_000,
    total_inodes: Some(1000),
    available_inodes: Some(900),
};

/// A volume by its line of mountinfo after the dash.
fn volume(machine: &Machine, device: &str, options: &str, tail: &str) -> Volume {
    machine.mounts(&[&format!("90 1 {device} / /data {options} - {tail}")]);
    Volume {
        space: Some(ROOMY),
        ..machine.volume("/data")
    }
}

fn codes(hazards: &[Hazard]) -> Vec<(Severity, Code)> {
    hazards.iter().map(|hazard| (hazard.severity, hazard.code)).collect()
}

fn of(options: &str, tail: &str) -> Vec<(Severity, Code)> {
    let machine = Machine::new();
    let volume = volume(&machine, "0:50", options, tail);
    codes(&HazardInputs::new(&volume, &[]).hazards())
}

#[test]
fn a_good_server_has_none() {
    let machine = lvm_on_raid();
    let system = machine.system();
    let volume = volume(
        &machine,
        "253:0",
        "rw,noatime",
        "xfs /dev/mapper/vg_sas-data rw,inode64",
    );
    let devices = volume.block_devices(&system);
    assert_eq!(HazardInputs::new(&volume, &devices).hazards(), []);
}

#[test]
fn file_systems() {
    use Code::*;
    use Severity::*;
    for (options, tail, expected) in [
        ("rw", "tmpfs tmpfs rw", vec![(Warning, MemoryFileSystem)]),
        ("rw", "nfs4 s:/x rw", vec![(Warning, NetworkFileSystem)]),
        ("rw", "gpfs /dev/gpfs rw", vec![(Warning, NetworkFileSystem)]),
        ("rw", "fuse.encfs x rw", vec![(Warning, UserSpaceFileSystem)]),
        ("rw", "9p share rw", vec![(Warning, HostShare)]),
        ("rw", "overlay overlay rw", vec![(Warning, Overlay)]),
        ("rw", "proc proc rw", vec![(Refuse, PseudoFileSystem)]),
        ("rw", "ext3 x rw", vec![(Warning, OldExt), (Info, HiddenDevice)]),
        (
            "rw",
            "ext4 x rw,data=journal",
            vec![(Warning, JournaledData), (Info, HiddenDevice)],
        ),
        ("rw,sync", "ext4 x rw", vec![(Warning, SyncMount), (Info, HiddenDevice)]),
        (
            "rw",
            "ext4 x rw,barrier=0",
            vec![(Warning, NoBarrier), (Info, HiddenDevice)],
        ),
        (
            "rw",
            "xfs x rw,nobarrier",
            vec![(Warning, NoBarrier), (Info, HiddenDevice)],
        ),
        ("ro", "xfs x rw", vec![(Refuse, ReadOnly), (Info, HiddenDevice)]),
        (
            "rw",
            "btrfs x rw,compress-force=zstd:3",
            vec![(Warning, Compression), (Info, CopyOnWrite), (Info, HiddenDevice)],
        ),
        ("rw", "btrfs x rw,compress=no,nodatacow", vec![(Info, HiddenDevice)]),
        ("rw", "zfs tank/a rw", vec![(Warning, OwnCache), (Info, CopyOnWrite)]),
    ] {
        assert_eq!(of(options, tail), expected, "{options} - {tail}");
    }
}

#[test]
fn beneath_an_overlay_the_upper_volume_counts() {
    let machine = Machine::new();
    machine.folder("/up").mounts(&[
        "90 1 0:50 / /data rw - overlay overlay rw,upperdir=/up",
        "91 1 0:51 / / rw - ext3 /dev/sda1 rw",
    ]);
    let volume = machine.volume("/data");
    let found = codes(&HazardInputs::new(&volume, &[]).hazards());
    assert!(found.contains(&(Severity::Warning, Code::OldExt)), "{found:?}");
}

#[test]
fn room() {
    let machine = Machine::new();
    let mut volume = volume(&machine, "8:1", "rw", "xfs /dev/sda1 rw");
    let found = |volume: &Volume, bytes_needed| {
        let inputs = HazardInputs {
            bytes_needed,
            ..HazardInputs::new(volume, &[])
        };
        let mut found = codes(&inputs.hazards());
        found.retain(|&(_, code)| code != Code::HiddenDevice);
        found
    };
    assert_eq!(found(&volume, Some(500_000_000_000)), []);
    assert_eq!(
        found(&volume, Some(500_000_000_001)),
        [(Severity::Refuse, Code::NoSpace)]
    );
    volume.space = Some(Space {
        available_bytes: 40_000_000_000,
        ..ROOMY
    });
    assert_eq!(found(&volume, None), [(Severity::Warning, Code::NearlyFull)]);
    volume.space = Some(Space {
        available_bytes: 0,
        available_inodes: Some(0),
        ..ROOMY
    });
    assert_eq!(
        found(&volume, None),
        [(Severity::Refuse, Code::NoSpace), (Severity::Refuse, Code::NoInodes)]
    );
    volume.space = Some(Space {
        total_bytes: 0,
        available_bytes: 0,
        ..ROOMY
    });
    assert_eq!(found(&volume, None), [], "no size told");
}

#[test]
fn devices() {
    use Code::*;
    let machine = lvm_on_raid();
    let system = machine.system();
    machine
        .file("/sys/devices/virtual/block/md127/md/degraded", "1\n")
        .file("/sys/devices/virtual/block/dm-0/queue/read_ahead_kb", "16\n")
        .block(
            "virtual/block/dm-7",
            "253:7",
            &[("dm/uuid", "CRYPT-LUKS2-ab-c\n"), ("queue/read_ahead_kb", "128\n")],
        )
        .block("virtual/block/loop0", "7:0", &[("size", "1\n")])
        .slave("virtual/block/dm-7", "virtual/block/loop0")
        .block(
            "virtual/block/md1",
            "9:1",
            &[
                ("md/level", "raid5\n"),
                ("md/degraded", "0\n"),
                ("md/sync_action", "resync\n"),
            ],
        )
        .block("virtual/block/dm-8", "253:8", &[("dm/uuid", "mpath-36\n")])
        .slave("virtual/block/dm-8", "virtual/block/loop0");
    let volume = volume(&machine, "253:0", "rw", "xfs /dev/x rw");
    let found = |text| {
        let devices = [BlockDevice::at(&system, number(text))];
        let hazards = HazardInputs::new(&volume, &devices).hazards();
        hazards.iter().map(|hazard| hazard.code).collect::<Vec<_>>()
    };
    assert_eq!(found("253:0"), [DegradedArray, SmallReadAhead]);
    assert_eq!(found("253:7"), [LoopDevice, Encrypted, SmallReadAhead]);
    assert_eq!(found("9:1"), [BusyArray]);
    assert_eq!(found("253:8"), [SinglePath, LoopDevice]);
    assert_eq!(found("8:77"), [HiddenDevice]);
    let place = "pci/host7/rport-7:0-0/target7:0:0/7:0:0:1/block/sdb";
    machine.block(place, "8:16", &[("size", "1\n")]);
    assert_eq!(found("8:16"), [StorageNetwork]);
}

#[test]
fn cores_memory_and_throttles() {
    use Code::*;
    let machine = Machine::new();
    machine
        .file("/proc/cpuinfo", "processor: 0\n\nprocessor: 1\n\nprocessor: 2\n")
        .file("/proc/self/status", "Cpus_allowed_list: 0-1\n")
        .file("/proc/self/cgroup", "0::/\n")
        .file("/sys/fs/cgroup/cpu.max", "150000 100000\n")
        .file("/sys/fs/cgroup/memory.max", "1048576\n")
        .file("/proc/sys/vm/dirty_background_ratio", "10\n")
        .file("/sys/bus/virtio/devices/virtio0/device", "0x0005\n")
        .file("/sys/bus/virtio/devices/virtio0/features", "011001\n")
        .file(
            "/proc/meminfo",
            "MemTotal: 1000000 kB\nMemAvailable: 500000 kB\nSwapTotal: 100000 kB\nSwapFree: 50000 kB\n\
             Dirty: 60000 kB\n",
        )
        .mounts(&[
            "30 1 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw",
            "31 1 0:50 / /data rw - nfs s:/x rw",
        ]);
    let system = machine.system();
    let (cores, memory) = (Cores::at(&system), Memory::at(&system));
    let throttles = [Throttle {
        device: number("8:0"),
        read_bytes_per_s: Some(50_000_000),
        write_bytes_per_s: None,
        reads_per_s: None,
        writes_per_s: Some(7),
    }];
    let volume = machine.volume("/data");
    let inputs = HazardInputs {
        cores: Some(&cores),
        memory: Some(&memory),
        throttles: &throttles,
        ..HazardInputs::new(&volume, &[])
    };
    let hazards = inputs.hazards();
    let found: BTreeSet<&str> = hazards.iter().map(|hazard| hazard.code.as_str()).collect();
    let expected: BTreeSet<&str> = [
        NetworkFileSystem,
        Throttled,
        CpuQuota,
        FewerCores,
        MemoryLimit,
        SwapInUse,
        FreeMemoryGoesToHost,
        DirtyData,
    ]
    .iter()
    .map(|code| code.as_str())
    .collect();
    assert_eq!(found, expected);
    assert!(hazards.is_sorted_by_key(|hazard| std::cmp::Reverse(hazard.severity)));
    let throttled = hazards.iter().find(|hazard| hazard.code == Throttled);
    let text = &throttled.expect("is there").text;
    assert!(text.contains("reads at 50 MB/s, 7 writes/s"), "{text}");
    for hazard in &hazards {
        assert!(!hazard.text.contains('\n') && hazard.text.ends_with('.'), "{hazard:?}");
    }
}

#[test]
fn codes_are_unique_and_the_same_in_json() {
    let names: BTreeSet<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(names.len(), Code::ALL.len());
    for code in Code::ALL {
        let json = serde_json::to_string(code).expect("serialises");
        assert_eq!(json, format!("\"{code}\""));
        assert_eq!(serde_json::from_str::<Code>(&json).expect("reads"), *code);
    }
}

fn fingerprint(machine: &Machine, swap_disks: bool) -> Fingerprint {
    let system = machine.system();
    let volume = volume(machine, "253:0", "rw", "xfs /dev/mapper/vg_sas-data rw");
    let mut devices = volume.block_devices(&system);
    if swap_disks {
        devices[0].below[0].below.reverse();
    }
    let (cores, memory) = (Cores::at(&system), Memory::at(&system));
    Fingerprint::new(&system, &cores, &memory, &[(&volume, &devices)])
}

#[test]
fn fingerprint_is_stable_and_keeps_secrets() {
    let machine = lvm_on_raid();
    machine
        .file("/proc/meminfo", "MemTotal: 131000000 kB\n")
        .file("/proc/cpuinfo", "processor: 0\nmodel name: X\n")
        .file("/proc/sys/kernel/osrelease", "6.1\n")
        .file("/proc/sys/kernel/hostname", "prod-sas-7\n");
    let first = fingerprint(&machine, false);
    assert_eq!(first.volumes[0].disks.len(), 2);
    assert_eq!(first.host, None);
    let json = serde_json::to_string(&first).expect("serialises");
    for secret in ["S64HNE0R", "prod-sas-7", "vg_sas", "/data"] {
        assert!(!json.contains(secret), "{secret} in {json}");
    }
    assert_eq!(serde_json::from_str::<Fingerprint>(&json).expect("reads"), first);

    machine
        .file("/proc/meminfo", "MemTotal: 130500000 kB\n")
        .file("/proc/sys/kernel/osrelease", "6.2\n");
    let updated = fingerprint(&machine, true);
    assert_eq!(updated.machine_id, first.machine_id, "an update is the same machine");
    assert_eq!(updated.volumes[0].volume_id, first.volumes[0].volume_id);

    machine.file("/proc/cpuinfo", "processor: 0\nmodel name: Y\n");
    let other = fingerprint(&machine, false);
    assert_ne!(other.machine_id, first.machine_id);
    assert_eq!(other.volumes[0].volume_id, first.volumes[0].volume_id);
}

#[test]
fn fingerprint_of_a_machine_that_tells_nothing() {
    let system = System::at("/no/such/root");
    let print = Fingerprint::new(&system, &Cores::at(&system), &Memory::at(&system), &[]);
    assert_eq!(print.machine_id.len(), 16);
    assert_eq!(print.kernel, None);
}
