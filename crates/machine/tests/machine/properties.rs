//! No text in any file of a machine makes a reader panic.

use feedrate_machine::{BlockDevice, Cores, DeviceCounters, Fingerprint, HazardInputs, Limits, Memory, throttle};
use proptest::prelude::*;

use crate::fixture::{Machine, lvm_on_raid, number};

/// Files that the readers look into, on a machine where all of them are looked at.
const FILES: &[&str] = &[
    "/proc/self/mountinfo",
    "/proc/self/status",
    "/proc/self/limits",
    "/proc/self/cgroup",
    "/proc/self/uid_map",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/sys/vm/dirty_ratio",
    "/proc/sys/kernel/io_uring_disabled",
    "/proc/sys/kernel/osrelease",
    "/sys/devices/system/cpu/online",
    "/sys/devices/system/cpu/cpu0/topology/core_id",
    "/sys/devices/system/node/online",
    "/sys/devices/virtual/block/dm-0/stat",
    "/sys/devices/virtual/block/dm-0/size",
    "/sys/devices/virtual/block/dm-0/dm/uuid",
    "/sys/devices/virtual/block/dm-0/queue/scheduler",
    "/sys/devices/virtual/block/md127/dev",
    "/sys/fs/cgroup/cpu.max",
    "/sys/fs/cgroup/io.max",
    "/sys/fs/cgroup/memory.max",
];

fn read_all(machine: &Machine) {
    let system = machine.system();
    let volume = machine.volume("/data/x");
    let mut devices = volume.block_devices(&system);
    devices.push(BlockDevice::at(&system, number("253:0")));
    let (cores, memory) = (Cores::at(&system), Memory::at(&system));
    let throttles = throttle::on(&system, &devices);
    let inputs = HazardInputs {
        cores: Some(&cores),
        memory: Some(&memory),
        throttles: &throttles,
        bytes_needed: Some(1),
        ..HazardInputs::new(&volume, &devices)
    };
    let hazards = inputs.hazards();
    for node in devices.iter().flat_map(BlockDevice::walk) {
        DeviceCounters::at(&system, node);
        node.rotational();
    }
    let print = Fingerprint::new(&system, &cores, &memory, &[(&volume, &devices)]);
    let all = (&volume, &devices, &cores, &memory, Limits::at(&system), hazards, print);
    serde_json::to_string(&all).expect("all of it serialises");
}

fn machine() -> Machine {
    let machine = lvm_on_raid();
    machine
        .mounts(&[
            "30 1 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw",
            "90 1 253:0 / /data rw - xfs /dev/mapper/vg_sas-data rw",
        ])
        .file("/proc/self/cgroup", "0::/\n");
    machine
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_in_any_file(
        texts in proptest::collection::vec((0..FILES.len(), any::<Vec<u8>>()), 1..6)
    ) {
        let machine = machine();
        for (file, text) in texts {
            machine.file(FILES[file], text);
        }
        read_all(&machine);
    }

    #[test]
    fn any_numbers_in_any_file(
        texts in proptest::collection::vec((0..FILES.len(), "[-0-9a-z:,=./ \n\t]{0,80}"), 1..6)
    ) {
        let machine = machine();
        for (file, text) in texts {
            machine.file(FILES[file], text);
        }
        read_all(&machine);
    }
}
