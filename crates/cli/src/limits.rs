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
