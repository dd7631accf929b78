//! Limits of the system for this process.

use std::io;
use std::sync::Arc;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use signal_hook::consts::SIGXFSZ;
use signal_hook::flag;

/// Makes a write beyond the largest file that this process may have (`ulimit -f`) an error that can be handled; by
/// default the system kills the process.
///
/// # Errors
///
/// Returns an error if the signal cannot be ignored.
pub fn survive_file_limit() -> io::Result<()> {
    flag::register(SIGXFSZ, Arc::default()).map(|_| ())
}

/// Raises the limit of open files of this process, and of those that it starts, to the maximum: every stream needs
/// several.
///
/// # Errors
///
/// Returns the error of the system if the limit cannot be changed.
pub fn raise_open_files() -> io::Result<()> {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: maximum,
        maximum,
    };
    Ok(setrlimit(Resource::Nofile, raised)?)
}

/// Returns how many files this process may have open; `None` if there is no limit.
pub fn open_files() -> Option<u64> {
    getrlimit(Resource::Nofile).current
}

/// Returns whether the first thread has a stack of at least so many bytes.
pub fn has_stack(bytes: u64) -> bool {
    getrlimit(Resource::Stack).current.is_none_or(|given| given >= bytes)
}

/// Makes all threads share freed memory. By default each has a heap of its own in glibc, and rows that one thread
/// allocates and another frees fragment all of them: sorting within 256 MiB held 730 MB that way.
#[cfg(target_env = "gnu")]
pub fn share_freed_memory() {
    // SAFETY: it sets a number that glibc reads when it creates another heap; no pointer is passed.
    unsafe { libc::mallopt(libc::M_ARENA_MAX, 1) };
}

/// Other C libraries have a single heap.
#[cfg(not(target_env = "gnu"))]
pub fn share_freed_memory() {}
