//! The limits in plain sentences.

use super::{Bound, IoUringAccess, Limit, Limits, SeLinux, Seccomp};

/// Registered buffers of a usual measurement (32 transfers of 1 MiB for a few streams); a lower
/// limit on locked memory makes io_uring work without them.
const LOCKED_WANTED: u64 = 64 << 20;
/// A stream takes a file, a ring and a few more.
const FILES_WANTED: u64 = 1024;

pub(super) fn of(limits: &Limits) -> Vec<String> {
    [
        locked_memory(limits),
        io_uring(limits),
        seccomp(limits),
        bound(limits.file_bytes)
            .map(|bytes| format!("Files may not grow beyond {bytes} bytes (ulimit -f); larger test files fail.")),
        bound(limits.open_files)
            .filter(|&files| files < FILES_WANTED)
            .map(|files| format!("Only {files} files may be open (ulimit -n); many streams at once may fail.")),
        (limits.selinux == Some(SeLinux::Enforcing))
            .then(|| "SELinux is enforcing; a refusal without another reason is in the audit log.".to_owned()),
        limits
            .label
            .as_deref()
            .filter(|label| label.ends_with("(enforce)"))
            .map(|label| format!("AppArmor confines this process by the profile {label}.")),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn bound(limit: Option<Limit>) -> Option<u64> {
    match limit?.soft {
        Bound::At(amount) => Some(amount),
        Bound::Unlimited => None,
    }
}

fn locked_memory(limits: &Limits) -> Option<String> {
    let bytes = bound(limits.locked_memory)?;
    if limits.may_lock_any == Some(true) || bytes >= LOCKED_WANTED {
        return None;
    }
    Some(format!(
        "Only {} KiB of memory may be locked (ulimit -l); io_uring works without registered \
         buffers beyond that, at more CPU time a byte.",
        bytes / 1024
    ))
}

fn io_uring(limits: &Limits) -> Option<String> {
    match limits.io_uring.access {
        IoUringAccess::Refused => Some(format!(
            "io_uring is refused here (kernel.io_uring_disabled is {}); threads do the work \
             instead, at more CPU time a byte.",
            limits.io_uring.disabled.unwrap_or_default()
        )),
        IoUringAccess::Absent => {
            Some("This kernel has no io_uring (it came with 5.1); threads do the work.".to_owned())
        }
        IoUringAccess::Allowed | IoUringAccess::Unknown => None,
    }
}

fn seccomp(limits: &Limits) -> Option<String> {
    match limits.seccomp? {
        Seccomp::Off => None,
        Seccomp::Strict => Some("System calls are confined (seccomp strict).".to_owned()),
        Seccomp::Filter => Some(
            "A filter on system calls is set (seccomp), as containers have it; it may refuse \
             io_uring."
                .to_owned(),
        ),
    }
}
