//! Cores of many machines.

use feedrate_machine::Cores;

use crate::fixture::Machine;

/// Two sockets of two cores of two threads, numbered as Linux does: threads last.
fn two_sockets() -> Machine {
    let machine = Machine::new();
    for cpu in 0..8 {
        let core = cpu % 4;
        machine.files(
            format!("/sys/devices/system/cpu/cpu{cpu}/topology"),
            &[
                ("physical_package_id", &format!("{}\n", core / 2)),
                // The same numbers on both sockets.
                ("core_id", &format!("{}\n", core % 2)),
                ("thread_siblings_list", &format!("{},{}\n", core, core + 4)),
            ],
        );
    }
    machine
        .file("/sys/devices/system/cpu/online", "0-7\n")
        .folder("/sys/devices/system/cpu/cpufreq")
        .folder("/sys/devices/system/cpu/cpuidle")
        .file("/sys/devices/system/node/online", "0-1\n")
        .file(
            "/proc/cpuinfo",
            "processor\t: 0\nmodel name\t: Intel(R) Xeon(R) Gold 6334\nflags\t\t: fpu vme\n",
        );
    machine
}

#[test]
fn threads_are_not_cores() {
    let cores = Cores::at(&two_sockets().system());
    assert_eq!((cores.logical, cores.physical), (8, 4));
    assert_eq!((cores.logical_available, cores.physical_available), (8, 4));
    assert_eq!((cores.sockets, cores.numa_nodes), (Some(2), Some(2)));
    assert!(cores.topology_known);
    assert_eq!(cores.quota, None);
    assert_eq!(cores.model.as_deref(), Some("Intel(R) Xeon(R) Gold 6334"));
    assert_eq!(cores.virtual_machine, Some(false));
    assert_eq!(cores.usable(), 4.0);
}

#[test]
fn affinity_counts_cores_that_have_one_allowed_cpu() {
    let machine = two_sockets();
    machine.file("/proc/self/status", "Cpus_allowed_list:\t0,4,5,100-200\n");
    let cores = Cores::at(&machine.system());
    assert_eq!((cores.logical_available, cores.physical_available), (3, 2));
    assert_eq!(cores.physical, 4);
}

#[test]
fn offline_cpus_do_not_count() {
    let machine = two_sockets();
    machine.file("/sys/devices/system/cpu/online", "0-2\n");
    let cores = Cores::at(&machine.system());
    assert_eq!((cores.logical, cores.physical), (3, 3));
}

#[test]
fn without_sibling_lists_the_core_number_counts_within_its_package() {
    let machine = Machine::new();
    for (cpu, package, core) in [(0, 0, 0), (1, 0, 0), (2, 1, 0), (3, 1, 1)] {
        machine.files(
            format!("/sys/devices/system/cpu/cpu{cpu}/topology"),
            &[
                ("physical_package_id", &format!("{package}\n")),
                ("core_id", &format!("{core}\n")),
            ],
        );
    }
    let cores = Cores::at(&machine.system());
    assert_eq!((cores.logical, cores.physical), (4, 3));
}

#[test]
fn hidden_topology_counts_each_cpu() {
    let machine = Machine::new();
    machine.file(
        "/proc/cpuinfo",
        "processor\t: 0\nflags\t: fpu hypervisor\n\nprocessor\t: 1\nflags\t: fpu hypervisor\n",
    );
    machine.file("/sys/class/dmi/id/sys_vendor", "Amazon EC2\n");
    let cores = Cores::at(&machine.system());
    assert_eq!((cores.logical, cores.physical), (2, 2));
    assert!(!cores.topology_known);
    assert_eq!(cores.virtual_machine, Some(true));
    assert_eq!(cores.hypervisor.as_deref(), Some("Amazon EC2"));
}

#[test]
fn an_empty_root_has_one_core() {
    let cores = Cores::at(&Machine::new().system());
    assert_eq!((cores.logical, cores.physical_available), (1, 1));
    assert_eq!(cores.virtual_machine, None);
    assert_eq!(cores.sockets, None);
}

#[test]
fn the_tightest_quota_of_all_groups_binds() {
    let machine = two_sockets();
    machine
        .file("/proc/self/cgroup", "0::/kube/pod/box\n")
        .mounts(&["30 1 0:26 / /sys/fs/cgroup ro - cgroup2 cgroup rw,nsdelegate"])
        .file("/sys/fs/cgroup/kube/cpu.max", "max 100000\n")
        .file("/sys/fs/cgroup/kube/pod/cpu.max", "150000 100000\n")
        .file("/sys/fs/cgroup/kube/pod/box/cpu.max", "400000 100000\n");
    let cores = Cores::at(&machine.system());
    assert_eq!(cores.quota, Some(1.5));
    assert_eq!(cores.usable(), 1.5);
}

#[test]
fn quota_of_the_first_version_in_a_container() {
    let machine = two_sockets();
    machine
        .file("/proc/self/cgroup", "5:cpu,cpuacct:/docker/1234\n0::/docker/1234\n")
        .mounts(&["30 1 0:26 /docker/1234 /sys/fs/cgroup/cpu,cpuacct ro - cgroup cgroup rw,cpu,cpuacct"])
        .file("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "250000\n")
        .file("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
    assert_eq!(Cores::at(&machine.system()).quota, Some(2.5));
    machine.file("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
    assert_eq!(Cores::at(&machine.system()).quota, None);
}
