//! A child process, the processor time of all of it, and its end on a signal.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Becomes true when a signal came.
pub type Stop = Arc<AtomicBool>;

/// How often a child is looked after. Waking up this seldom costs the child nothing.
const LOOK: Duration = Duration::from_millis(20);

/// What a whole process used: its start, its end and the kernel's work for it.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// Seconds of processor time.
    pub cpu_seconds: f64,
    /// Bytes that really came from storage.
    pub storage_read_bytes: u64,
}

/// Runs a command to its end. `errors` is a file for what it says on standard error.
pub fn run(command: &mut Command, errors: &Path, stop: &Stop) -> Result<Usage, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let cannot = |error: std::io::Error| format!("cannot run {name}: {error}");
    let child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(File::create(errors).map_err(cannot)?)
        .spawn()
        .map_err(cannot)?;
    let (status, usage) = wait(child, stop)?;
    if status == 0 {
        return Ok(usage);
    }
    let said = fs::read_to_string(errors).unwrap_or_default();
    let how = if libc::WIFSIGNALED(status) {
        format!("was ended by signal {}", libc::WTERMSIG(status))
    } else {
        format!("failed with {}", libc::WEXITSTATUS(status))
    };
    let line = said.trim().replace('\n', " ");
    Err(format!("{name} {how}: {line}"))
}

/// Waits for a child as `wait4` does, which alone tells what that one child used.
fn wait(mut child: Child, stop: &Stop) -> Result<(libc::c_int, Usage), String> {
    let id = child.id() as libc::pid_t;
    loop {
        let mut status = 0;
        // SAFETY: an all-zero `rusage` is valid, and both pointers are to live values. The child is
        // ours and was not waited for.
        let (ended, usage) = unsafe {
            let mut usage: libc::rusage = std::mem::zeroed();
            let ended = libc::wait4(id, &mut status, libc::WNOHANG, &mut usage);
            (ended, usage)
        };
        if ended == id {
            let used = Usage {
                cpu_seconds: seconds(usage.ru_utime) + seconds(usage.ru_stime),
                // Counted in blocks of 512 bytes.
                storage_read_bytes: usage.ru_inblock as u64 * 512,
            };
            return Ok((status, used));
        }
        if ended < 0 {
            return Err(format!(
                "cannot wait for a child: {}",
                std::io::Error::last_os_error()
            ));
        }
        if stop.load(Ordering::Relaxed) {
            // It may have ended meanwhile.
            let _ = child.kill();
            let _ = child.wait();
            return Err("interrupted".into());
        }
        thread::sleep(LOOK);
    }
}

fn seconds(time: libc::timeval) -> f64 {
    time.tv_sec as f64 + time.tv_usec as f64 / 1e6
}
