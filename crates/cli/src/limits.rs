//! What the system allows this process.

use std::io;
use std::sync::Arc;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use signal_hook::consts::SIGXFSZ;
use signal_hook::flag;

/// Makes a write beyond the largest file that this process may have (`ulimit -f`) an error that can be
/// told and tidied up after; left alone, the system ends the process there and then.
pub fn survive_file_limit() -> io::Result<()> {
    flag::register(SIGXFSZ, Arc::default()).map(|_| ())
}

/// Lets this process, and those that it starts, have as many files open as the system allows at most:
/// every stream takes several.
pub fn raise_open_files() -> io::Result<()> {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: maximum,
        maximum,
    };
    Ok(setrlimit(Resource::Nofile, raised)?)
}

/// Lets all threads share what any of them has freed. By default each has a heap of its own in glibc, and rows
/// that one thread makes and another lets go leave holes in all of them: sorting within 256 MiB held 730 MB so.
#[cfg(target_env = "gnu")]
pub fn share_freed_memory() {
    // SAFETY: it sets a number that glibc looks at when it makes another heap; no pointer is handed over.
    unsafe { libc::mallopt(libc::M_ARENA_MAX, 1) };
}

/// Other C libraries have one heap anyway.
#[cfg(not(target_env = "gnu"))]
pub fn share_freed_memory() {}
