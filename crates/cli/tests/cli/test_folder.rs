//! A separate folder for each test, and the program run in it.

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_feedrate");

/// Longer than anything here takes on the slowest machine, and shorter than what a signal ends early.
const PATIENCE: Duration = Duration::from_secs(20);

/// A folder that is removed at the end of the test.
pub struct TestFolder {
    folder: tempfile::TempDir,
}

/// The result of a run of the program.
pub struct ProgramOutput {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl TestFolder {
    pub fn new() -> Self {
        // Files in memory are never cold, so a folder on a device is preferred.
        let folders = [env!("CARGO_TARGET_TMPDIR"), "/var/tmp"];
        let on_a_device = folders.into_iter().find(|folder| !is_in_memory(folder));
        let folder = tempfile::tempdir_in(on_a_device.unwrap_or(folders[0])).expect("a folder");
        Self { folder }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Creates a file that is not one of feedrate's.
    pub fn file(&self, name: &str, bytes: usize) -> PathBuf {
        let path = self.path(name);
        let content: Vec<u8> = (0..bytes).map(|index| (index % 251) as u8).collect();
        fs::write(&path, content).expect("a file");
        path
    }

    /// Returns the names of all files in the folder, sorted.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(self.folder.path())
            .expect("the folder")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    /// Returns a command that runs the program in the folder, with the words of a line as its arguments.
    pub fn command(&self, line: &str) -> Command {
        let mut command = Command::new(PROGRAM);
        command.args(line.split_whitespace());
        self.prepare(command)
    }

    /// Prepares a command to run in the folder, without the variables of the user's terminal.
    pub fn prepare(&self, mut command: Command) -> Command {
        command
            .current_dir(self.folder.path())
            .env_remove("COLUMNS")
            .stdin(Stdio::null());
        // SAFETY: between fork and exec it only calls `signal`, which is allowed there.
        unsafe { command.pre_exec(hear_signals) };
        command
    }

    /// Runs the program.
    pub fn run(&self, line: &str) -> ProgramOutput {
        ProgramOutput::of(self.command(line))
    }

    /// Runs it, expects success, and returns its output.
    #[track_caller]
    pub fn succeed(&self, line: &str) -> String {
        let ran = self.run(line);
        assert_eq!(ran.code, Some(0), "{line}: {}", ran.stderr);
        ran.stdout
    }

    /// Runs it, expects one line on standard error, no standard output, and exit code 2; returns the line.
    #[track_caller]
    pub fn fail(&self, line: &str) -> String {
        ProgramOutput::of(self.command(line)).failed(line)
    }

    /// Starts it in the background, with its output captured.
    pub fn start(&self, line: &str) -> Background {
        self.background(self.command(line))
    }

    /// Starts a prepared command in the background, with its output captured.
    pub fn background(&self, mut command: Command) -> Background {
        let child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        Background { child: Some(child) }
    }
}

impl ProgramOutput {
    pub fn of(mut command: Command) -> Self {
        let output = command.output().expect("the program starts");
        Self {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).expect("text"),
            stderr: String::from_utf8(output.stderr).expect("text"),
        }
    }

    #[track_caller]
    pub fn failed(self, line: &str) -> String {
        let Self { code, stdout, stderr } = self;
        assert_eq!(code, Some(2), "{line}: {stdout}{stderr}");
        assert_eq!(stdout, "", "{line}");
        assert_eq!(stderr.trim_end().lines().count(), 1, "{line}: {stderr}");
        stderr.trim_end().to_owned()
    }
}

/// A run in the background; it is killed if the test ends before it.
pub struct Background {
    child: Option<Child>,
}

impl Background {
    pub fn id(&self) -> u32 {
        self.child.as_ref().expect("it runs").id()
    }

    pub fn signal(&self, signal: rustix::process::Signal) {
        kill(self.id(), signal);
    }

    /// Waits until it ends, which must be soon.
    pub fn end(mut self) -> (ExitStatus, ProgramOutput) {
        let child = self.child.as_mut().expect("it runs");
        until("the program ends", || child.try_wait().expect("a status").is_some());
        let output = self
            .child
            .take()
            .expect("it ran")
            .wait_with_output()
            .expect("its output");
        let ran = ProgramOutput {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).expect("text"),
            stderr: String::from_utf8(output.stderr).expect("text"),
        };
        (output.status, ran)
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Restores the default actions of signals, which tests that run in the background may have been started to ignore.
fn hear_signals() -> std::io::Result<()> {
    for number in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
        // SAFETY: the default action of a signal has no handler.
        unsafe { libc::signal(number, libc::SIG_DFL) };
    }
    Ok(())
}

fn is_in_memory(folder: &str) -> bool {
    const TMPFS_MAGIC: i64 = 0x0102_1994;
    rustix::fs::statfs(folder).is_ok_and(|system| system.f_type == TMPFS_MAGIC)
}

/// Sends a signal.
pub fn kill(process: u32, signal: rustix::process::Signal) {
    let process = i32::try_from(process).ok().and_then(rustix::process::Pid::from_raw);
    rustix::process::kill_process(process.expect("a process"), signal).expect("it can be told");
}

/// Waits until a condition holds.
#[track_caller]
pub fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "in vain: {what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Waits until a run has begun to write a file.
#[track_caller]
pub fn until_written(path: &Path) {
    until("the file grows", || {
        fs::metadata(path).is_ok_and(|metadata| metadata.len() > 0)
    });
}
