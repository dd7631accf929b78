//! strace, which tells system calls, kills at one and has one fail.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::attack::process::Outcome;
use crate::attack::round::Round;

/// Transfers go by ordinary calls, which alone can be seen: io_uring is refused, as hardened servers do.
pub const WITHOUT_URING: &str = "inject=io_uring_setup:error=EPERM";

/// strace's program.
#[derive(Clone, Debug)]
pub struct Strace;

impl Strace {
    /// Finds it, and tries whether it may trace and harm. `folder` is for what it writes.
    pub fn find(folder: &Path) -> Result<Self, String> {
        let trace = folder.join("strace");
        let tried = Command::new("strace")
            .args([
                "-f",
                "--seccomp-bpf",
                "-e",
                "trace=io_uring_setup",
                "-e",
                WITHOUT_URING,
                "-o",
            ])
            .arg(&trace)
            .arg("true")
            .stderr(Stdio::piped())
            .output();
        // It is not there if strace did not run.
        let _ = fs::remove_file(&trace);
        match tried {
            Ok(output) if output.status.success() => Ok(Self),
            Ok(output) => {
                let said = String::from_utf8_lossy(&output.stderr);
                Err(format!("strace cannot trace: {}", said.trim().replace('\n', " ")))
            }
            Err(error) => Err(format!("cannot run strace: {error}")),
        }
    }

    /// Runs a program, given as text, under strace as [`Self::over`] does. Returns how it ended, and its trace.
    pub fn run(&self, program: &str, options: &[&str], round: &mut Round) -> Result<(Outcome, PathBuf), String> {
        let command = round.command(program)?;
        let (mut traced, trace) = self.over(&command, options, round);
        Ok((round.start(&mut traced)?.wait()?, trace))
    }

    /// A command under strace, which stops it at the calls alone that `options` name. Its trace goes to a file in the
    /// round's folder, which is told.
    pub fn over(&self, command: &Command, options: &[&str], round: &Round) -> (Command, PathBuf) {
        self.at_all_calls(command, &[&["--seccomp-bpf"], options].concat(), round)
    }

    /// The same, stopping at all calls: that is slower, but otherwise strace 6.1 sends a signal at the first call of
    /// its name or never.
    pub fn at_all_calls(&self, command: &Command, options: &[&str], round: &Round) -> (Command, PathBuf) {
        let trace = round.folder.join("trace");
        let mut traced = Command::new("strace");
        traced
            .args(["-f", "-y", "-qq", "-e", WITHOUT_URING])
            .args(options)
            .arg("-o")
            .arg(&trace)
            .arg(command.get_program())
            .args(command.get_args());
        (traced, trace)
    }
}

/// The thread and the name of the call that a line begins with.
pub fn call_of(line: &str) -> Option<(&str, &str)> {
    let (thread, rest) = line.split_once(' ')?;
    let (name, _) = rest.trim_start().split_once('(')?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    // strace does not know those of newer kernels, but shows them.
    let is_known = !name.is_empty() && !name.starts_with("syscall_");
    (is_known && name.chars().all(is_name)).then_some((thread, name))
}

/// The lines of a trace whose call was made to fail, but for the refusal of io_uring.
pub fn failed(trace: &Path) -> Vec<String> {
    let text = fs::read(trace).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let lines = text.lines().filter(|line| line.contains("(INJECTED)"));
    let lines = lines.filter(|line| !line.contains("io_uring_setup"));
    lines.map(str::to_owned).collect()
}

/// Returns true if strace itself, and not the program, is at fault.
pub fn is_fault_of_strace(ended: &Outcome) -> bool {
    ended.log.lines().any(|line| line.starts_with("strace: "))
}

/// Refuses a run in which strace itself, and not the program, is at fault.
pub fn check_strace(ended: &Outcome) -> Result<(), String> {
    match is_fault_of_strace(ended) {
        true => Err(ended.complaint().to_owned()),
        false => Ok(()),
    }
}
