//! A child process: its bounds, its resources, and its end on a signal.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use feedrate_machine::MemoryGroup;

/// Becomes true when a signal came.
pub type Stop = Arc<AtomicBool>;

/// The time between two looks at a child. Waking up this seldom costs the child nothing.
const LOOK: Duration = Duration::from_millis(20);

/// The resources of a whole process: its start, its end and the kernel's work for it.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// Seconds of processor time.
    pub cpu_seconds: f64,
    /// Bytes that really came from storage.
    pub storage_read_bytes: u64,
    /// The most memory that was resident at once, in bytes: its own, and what it had mapped of files.
    pub peak_memory_bytes: u64,
}

/// The bounds of a child; there are none by default.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounds {
    /// Bytes of memory, those that the page cache holds for it included.
    pub memory_bytes: Option<u64>,
    /// For how long it may run.
    pub patience: Option<Duration>,
    /// The greatest exit code that is no failure; 1 for programs of feedrate that may have warnings.
    pub most_code: i32,
}

impl Bounds {
    /// Bounds of memory alone, or none.
    pub fn of_memory(memory_bytes: Option<u64>) -> Self {
        Self {
            memory_bytes,
            ..Self::default()
        }
    }
}

/// Runs a command to its end, or until it goes beyond a bound.
pub fn run_within(command: &mut Command, errors: &Path, bounds: Bounds, stop: &Stop) -> Result<Usage, String> {
    let program = Path::new(command.get_program());
    // Its folder is known, and would only make lines long.
    let name = program.file_name().unwrap_or(program.as_os_str());
    let name = name.to_string_lossy().into_owned();
    let cannot = |error: io::Error| format!("cannot run {name}: {error}");
    let group = bounds.memory_bytes.map(MemoryGroup::new).transpose()?;
    let mut entering = group.as_ref().map(|group| group.enter(command));
    let child = entering
        .as_mut()
        .unwrap_or(command)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(File::create(errors).map_err(cannot)?)
        .spawn()
        .map_err(cannot)?;
    let (status, usage) = wait(child, bounds.patience, stop)?;
    if libc::WIFEXITED(status) && libc::WEXITSTATUS(status) <= bounds.most_code {
        return Ok(usage);
    }
    let said = fs::read(errors).unwrap_or_default();
    let how = if group.as_ref().is_some_and(MemoryGroup::has_killed) {
        "was killed for want of memory".to_owned()
    } else if libc::WIFSIGNALED(status) {
        format!("was ended by signal {}", libc::WTERMSIG(status))
    } else {
        format!("failed with {}", libc::WEXITSTATUS(status))
    };
    let line = first_error(&String::from_utf8_lossy(&said));
    let colon = if line.is_empty() { "" } else { ": " };
    Err(format!("{name} {how}{colon}{line}"))
}

/// Returns the first error of what a program said, in a line, or else the beginning of it.
fn first_error(said: &str) -> String {
    let said = said.trim();
    let begin = said.find("ERROR").unwrap_or_default();
    let line: String = said[begin..].chars().take(400).collect();
    line.replace('\n', " ")
}

/// Waits for a child as `wait4` does, which alone tells what that one child used.
fn wait(mut child: Child, patience: Option<Duration>, stop: &Stop) -> Result<(libc::c_int, Usage), String> {
    let id = child.id();
    let started = Instant::now();
    loop {
        match look_after(id) {
            Ok(Some(ended)) => return Ok(ended),
            Ok(None) => {}
            Err(error) => return Err(format!("cannot wait for a child: {error}")),
        }
        let late = patience.filter(|&patience| started.elapsed() > patience);
        if late.is_some() || stop.load(Ordering::Relaxed) {
            // It may have ended meanwhile.
            let _ = child.kill();
            let _ = child.wait();
            return Err(match late {
                Some(patience) => format!("took longer than {} s", patience.as_secs()),
                None => "interrupted".into(),
            });
        }
        thread::sleep(LOOK);
    }
}

/// Looks whether a child has ended, and tells its status, as `wait` gives it, and what it used. Who was told of the end
/// of a child must not ask for it again: its number may be another's by then.
pub fn look_after(id: u32) -> io::Result<Option<(libc::c_int, Usage)>> {
    let id = id as libc::pid_t;
    let mut status = 0;
    // SAFETY: an all-zero `rusage` is valid, and both pointers are to live values. A number that is no child's
    // is an error and nothing else.
    let (ended, usage) = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        let ended = libc::wait4(id, &mut status, libc::WNOHANG, &mut usage);
        (ended, usage)
    };
    if ended < 0 {
        return Err(io::Error::last_os_error());
    }
    let used = Usage {
        cpu_seconds: seconds(usage.ru_utime) + seconds(usage.ru_stime),
        // Counted in blocks of 512 bytes.
        storage_read_bytes: usage.ru_inblock as u64 * 512,
        // Linux counts it in KiB.
        peak_memory_bytes: usage.ru_maxrss as u64 * 1024,
    };
    Ok((ended == id).then_some((status, used)))
}

fn seconds(time: libc::timeval) -> f64 {
    time.tv_sec as f64 + time.tv_usec as f64 / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, patience: Option<Duration>) -> Result<Usage, String> {
        let errors = tempfile::NamedTempFile::new().unwrap();
        let bounds = Bounds {
            patience,
            ..Bounds::default()
        };
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        run_within(&mut command, errors.path(), bounds, &Stop::default())
    }

    #[test]
    fn what_failed_is_told_with_what_it_said() {
        assert_eq!(
            shell("echo no room >&2; exit 3", None).unwrap_err(),
            "sh failed with 3: no room"
        );
        assert_eq!(shell("kill -9 $$", None).unwrap_err(), "sh was ended by signal 9");
        assert!(shell("true", None).unwrap().peak_memory_bytes > 0);
    }

    #[test]
    fn of_a_log_the_first_error_is_told() {
        let error = shell("echo '1 data x;' 'ERROR: no such file' >&2; exit 2", None);
        assert_eq!(error.unwrap_err(), "sh failed with 2: ERROR: no such file");
    }

    #[test]
    fn patience_ends() {
        let error = shell("exec sleep 60", Some(Duration::from_millis(1))).unwrap_err();
        assert_eq!(error, "took longer than 0 s");
    }
}
