//! Memory of many machines.

use feedrate_machine::Memory;
use feedrate_machine::memory::DirtyLimit;

use crate::fixture::Machine;

const MEMINFO: &str = "MemTotal:       65536000 kB\nMemFree:         1000000 kB\n\
    MemAvailable:   40000000 kB\nSwapTotal:       8388604 kB\nSwapFree:        8000000 kB\n\
    Dirty:               100 kB\nWriteback:             20 kB\n";

#[test]
fn a_server() {
    let machine = Machine::new();
    machine
        .file("/proc/meminfo", MEMINFO)
        .files(
            "/proc/sys/vm",
            &[
                ("dirty_ratio", "0\n"),
                ("dirty_bytes", "1073741824\n"),
                ("dirty_background_ratio", "10\n"),
                ("dirty_background_bytes", "0\n"),
            ],
        )
        .file(
            "/sys/kernel/mm/transparent_hugepage/enabled",
            "always [madvise] never\n",
        );
    let memory = Memory::at(&machine.system());
    assert_eq!(memory.total_bytes, Some(65_536_000 * 1024));
    assert_eq!(memory.swap_used_bytes, Some(388_604 * 1024));
    assert_eq!(memory.dirty_bytes, Some(120 * 1024));
    assert_eq!(memory.dirty_limit, Some(DirtyLimit::Bytes(1 << 30)));
    assert_eq!(memory.dirty_background_limit, Some(DirtyLimit::Percent(10)));
    assert_eq!(DirtyLimit::Percent(10).bytes(1000), 100);
    assert_eq!(memory.transparent_huge_pages.as_deref(), Some("madvise"));
    assert_eq!(memory.cgroup_limit_bytes, None);
    assert_eq!(memory.cacheable_bytes(), memory.total_bytes);
    let json = serde_json::to_string(&memory).expect("serialises");
    assert!(json.contains(r#""dirty_limit":{"bytes":1073741824}"#), "{json}");
    assert_eq!(serde_json::from_str::<Memory>(&json).expect("reads"), memory);
}

#[test]
fn a_balloon_that_reports_free_pages() {
    let of = |features: &str| {
        let machine = Machine::new();
        machine
            .file("/sys/bus/virtio/devices/virtio0/device", "0x0002\n")
            .file("/sys/bus/virtio/devices/virtio0/features", "0000010000\n")
            .file("/sys/bus/virtio/devices/virtio1/device", "0x0005\n")
            .file("/sys/bus/virtio/devices/virtio1/features", features);
        Memory::at(&machine.system()).free_memory_goes_to_host
    };
    assert_eq!(of("0110010100\n"), Some(true));
    assert_eq!(of("0110000100\n"), Some(false));
    assert_eq!(of("01\n"), Some(false));
    let empty = Machine::new();
    let memory = Memory::at(&empty.system());
    assert_eq!(memory.free_memory_goes_to_host, None);
}

#[test]
fn a_group_below_another_one() {
    let machine = Machine::new();
    machine
        .file("/proc/meminfo", MEMINFO)
        .file("/proc/self/cgroup", "0::/a/b\n")
        .mounts(&["30 1 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw"])
        .file("/sys/fs/cgroup/a/memory.max", "4294967296\n")
        .file("/sys/fs/cgroup/a/b/memory.max", "max\n");
    let memory = Memory::at(&machine.system());
    assert_eq!(memory.cgroup_limit_bytes, Some(4 << 30));
    assert_eq!(memory.cacheable_bytes(), Some(4 << 30));
}

#[test]
fn no_limit_of_the_first_version_is_a_huge_number() {
    let machine = Machine::new();
    machine
        .file("/proc/meminfo", MEMINFO)
        .file("/proc/self/cgroup", "4:memory:/x\n")
        .mounts(&["30 1 0:26 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory"])
        .file("/sys/fs/cgroup/memory/x/memory.limit_in_bytes", "9223372036854771712\n");
    assert_eq!(Memory::at(&machine.system()).cgroup_limit_bytes, None);
    machine.file("/sys/fs/cgroup/memory/memory.limit_in_bytes", "1048576\n");
    assert_eq!(Memory::at(&machine.system()).cgroup_limit_bytes, Some(1 << 20));
}

#[test]
fn an_empty_root_knows_the_page_size_only() {
    let memory = Memory::at(&Machine::new().system());
    assert_eq!(memory.total_bytes, None);
    assert_eq!(memory.cacheable_bytes(), None);
    assert!(memory.page_bytes.is_power_of_two());
}
