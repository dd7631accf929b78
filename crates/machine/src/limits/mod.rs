//! The limits that the kernel and the administrator set this process.
//!
//! Sources: `/proc/self/limits` (`getrlimit(2)`), `/proc/self/status` (`proc_pid_status(5)`,
//! `capabilities(7)`), `kernel.io_uring_disabled` (`Documentation/admin-guide/sysctl/kernel.rst`,
//! Linux 6.6 and earlier where distributions took it over), `/sys/fs/selinux`, AppArmor.

mod remarks;
mod rlimit;
mod uring;

use serde::{Deserialize, Serialize};

pub use rlimit::{Bound, Limit};
pub use uring::{IoUring, IoUringAccess};

use crate::System;
use crate::proc::{ProcessStatus, maps_all_users};

/// Bit of `CAP_IPC_LOCK` in a set of capabilities.
const CAP_IPC_LOCK: u32 = 14;
/// Bit of `CAP_SYS_ADMIN`.
const CAP_SYS_ADMIN: u32 = 21;

/// The limits of this process.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Memory that may be locked, in bytes (`RLIMIT_MEMLOCK`): registered buffers count.
    pub locked_memory: Option<Limit>,
    /// True if that limit does not bind: `CAP_IPC_LOCK` is effective, and in the first user namespace, where alone the
    /// kernel heeds it for this.
    pub may_lock_any: Option<bool>,
    /// Largest file that may be written, in bytes (`RLIMIT_FSIZE`).
    pub file_bytes: Option<Limit>,
    /// Open files (`RLIMIT_NOFILE`).
    pub open_files: Option<Limit>,
    /// Processes and threads of this user (`RLIMIT_NPROC`).
    pub processes: Option<Limit>,
    /// The access to io_uring.
    pub io_uring: IoUring,
    /// The filter on system calls.
    pub seccomp: Option<Seccomp>,
    /// True if a program started from here can gain no rights (`NoNewPrivs`).
    pub no_new_privileges: Option<bool>,
    /// SELinux, where `/sys/fs/selinux` shows it.
    pub selinux: Option<SeLinux>,
    /// True if AppArmor is on.
    pub apparmor: Option<bool>,
    /// The security label of this process (`docker-default (enforce)`), from
    /// `/proc/self/attr/current`.
    pub label: Option<String>,
    /// Effective user.
    pub uid: Option<u32>,
    /// The limits that matter to a measurement, in plain sentences.
    pub remarks: Vec<String>,
}

/// Mode of the filter on system calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seccomp {
    /// None.
    Off,
    /// Only `read`, `write`, `exit` and `sigreturn`.
    Strict,
    /// A program decides, as container runtimes set one.
    Filter,
}

/// State of SELinux.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeLinux {
    /// It refuses.
    Enforcing,
    /// It only logs.
    Permissive,
}

impl Limits {
    /// Of this process.
    pub fn host() -> Self {
        Self::at(&System::host())
    }

    /// Of the process that a given machine shows as `self`.
    pub fn at(system: &System) -> Self {
        let status = ProcessStatus::of_self(system);
        let rlimits = system.text("/proc/self/limits").unwrap_or_default();
        let first_namespace = maps_all_users(system);
        let may = |capability: u32| {
            let has = status.capabilities? >> capability & 1 == 1;
            // Without the capability the namespace does not matter.
            if has { first_namespace } else { Some(false) }
        };
        let mut limits = Self {
            locked_memory: Limit::find(&rlimits, "Max locked memory"),
            may_lock_any: may(CAP_IPC_LOCK),
            file_bytes: Limit::find(&rlimits, "Max file size"),
            open_files: Limit::find(&rlimits, "Max open files"),
            processes: Limit::find(&rlimits, "Max processes"),
            io_uring: IoUring::read(system, &status, may(CAP_SYS_ADMIN)),
            seccomp: match status.seccomp {
                Some(0) => Some(Seccomp::Off),
                Some(1) => Some(Seccomp::Strict),
                Some(2) => Some(Seccomp::Filter),
                _ => None,
            },
            no_new_privileges: status.no_new_privileges,
            selinux: match system.flag("/sys/fs/selinux/enforce") {
                Some(true) => Some(SeLinux::Enforcing),
                Some(false) => Some(SeLinux::Permissive),
                None => None,
            },
            apparmor: system.flag("/sys/module/apparmor/parameters/enabled"),
            label: system
                .text("/proc/self/attr/current")
                .map(|label| label.trim_end_matches('\0').to_owned())
                .filter(|label| !label.is_empty()),
            uid: status.uid,
            remarks: Vec::new(),
        };
        limits.remarks = remarks::of(&limits);
        limits
    }
}
