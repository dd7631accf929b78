//! Limits of many processes.

use feedrate_machine::Limits;
use feedrate_machine::limits::{Bound, IoUringAccess, SeLinux, Seccomp};

use crate::fixture::Machine;

const LIMITS: &str = "\
Limit                     Soft Limit           Hard Limit           Units     
Max file size             unlimited            unlimited            bytes     
Max processes             96365                96365                processes 
Max open files            1024                 1048576              files     
Max locked memory         65536                65536                bytes     
";

fn ordinary_user() -> Machine {
    let machine = Machine::new();
    machine
        .file("/proc/self/limits", LIMITS)
        .file("/proc/sys/kernel/osrelease", "5.14.0-503.el9.x86_64\n")
        .file(
            "/proc/self/status",
            "Uid:\t1000\t1000\t1000\t1000\nGid:\t1000\t1000\t1000\t1000\nGroups:\t10 1000 \nCapEff:\t0000000000000000\n\
             NoNewPrivs:\t0\nSeccomp:\t0\n",
        )
        .file("/proc/self/uid_map", "         0          0 4294967295\n");
    machine
}

#[test]
fn an_ordinary_user_on_a_hardened_server() {
    let machine = ordinary_user();
    machine
        .file("/proc/sys/kernel/io_uring_disabled", "2\n")
        .file("/proc/sys/kernel/io_uring_group", "-1\n")
        .file("/sys/fs/selinux/enforce", "1");
    let limits = Limits::at(&machine.system());
    assert_eq!(limits.uid, Some(1000));
    assert_eq!(limits.locked_memory.map(|limit| limit.soft), Some(Bound::At(65536)));
    assert_eq!(limits.may_lock_any, Some(false));
    assert_eq!(limits.file_bytes.map(|limit| limit.soft), Some(Bound::Unlimited));
    assert_eq!(limits.open_files.map(|limit| limit.hard), Some(Bound::At(1_048_576)));
    assert_eq!(limits.io_uring.access, IoUringAccess::Refused);
    assert_eq!(limits.io_uring.group, None);
    assert_eq!(limits.selinux, Some(SeLinux::Enforcing));
    assert_eq!(limits.remarks.len(), 3, "{:?}", limits.remarks);
    assert!(limits.remarks[0].contains("64 KiB"));
    assert!(limits.remarks[1].contains("io_uring_disabled is 2"));
    let json = serde_json::to_string(&limits).expect("serialises");
    assert_eq!(serde_json::from_str::<Limits>(&json).expect("reads"), limits);
}

#[test]
fn io_uring_for_a_group() {
    let machine = ordinary_user();
    machine.file("/proc/sys/kernel/io_uring_disabled", "1\n");
    machine.file("/proc/sys/kernel/io_uring_group", "-1\n");
    let access = || Limits::at(&machine.system()).io_uring.access;
    assert_eq!(access(), IoUringAccess::Refused);
    machine.file("/proc/sys/kernel/io_uring_group", "10\n");
    assert_eq!(access(), IoUringAccess::Allowed);
}

#[test]
fn io_uring_by_the_age_of_the_kernel() {
    let machine = ordinary_user();
    let access = || Limits::at(&machine.system()).io_uring.access;
    assert_eq!(access(), IoUringAccess::Allowed);
    machine.file("/proc/sys/kernel/osrelease", "4.18.0-553.el8.x86_64\n");
    assert_eq!(access(), IoUringAccess::Absent);
}

#[test]
fn root_of_a_container_may_not_lock_more() {
    let machine = Machine::new();
    machine
        .file("/proc/self/limits", LIMITS)
        .file(
            "/proc/self/status",
            "Uid:\t0\t0\t0\t0\nCapEff:\t000001ffffffffff\nSeccomp:\t2\nNoNewPrivs:\t1\n",
        )
        .file("/proc/self/uid_map", "0 100000 65536\n")
        .file("/proc/self/attr/current", "docker-default (enforce)\n")
        .file("/sys/module/apparmor/parameters/enabled", "Y\n");
    let limits = Limits::at(&machine.system());
    assert_eq!(limits.may_lock_any, Some(false), "not in the first namespace");
    assert_eq!(limits.seccomp, Some(Seccomp::Filter));
    assert_eq!(limits.no_new_privileges, Some(true));
    assert_eq!(limits.apparmor, Some(true));
    assert!(limits.remarks.iter().any(|remark| remark.contains("docker-default")));
    machine.file("/proc/self/uid_map", "0 0 4294967295\n");
    let limits = Limits::at(&machine.system());
    assert_eq!(limits.may_lock_any, Some(true));
    assert!(!limits.remarks.iter().any(|remark| remark.contains("locked")));
}

#[test]
fn an_empty_root_knows_no_limit_and_remarks_nothing() {
    let limits = Limits::at(&Machine::new().system());
    assert_eq!(limits.locked_memory, None);
    assert_eq!(limits.io_uring.access, IoUringAccess::Unknown);
    assert_eq!(limits.remarks, [""; 0]);
}
