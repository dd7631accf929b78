//! The process of a run: within limits of processors, memory and time.

use std::fs::{self, File};
use std::io;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use feedrate_machine::MemoryGroup;
use feedrate_observe::Child;

use super::left_running::{KeptProcesses, Mark};
use super::run_command::RunCommand;
use super::run_files::RunFiles;
use crate::error::{Error, Result};
use crate::system;

/// The interval at which a signal to this program is looked for.
const LOOK: Duration = Duration::from_millis(50);

/// The time that a process that is told to stop may take: longer than `feedrate profile`, which ends all processes of a
/// command that does not listen.
const TIME_TO_END: Duration = Duration::from_secs(40);

/// The most that a run may print, in bytes: the volume under test is not to be filled so.
const MOST_OUTPUT: u64 = 256 << 20;

/// A process that has ended.
#[derive(Debug)]
pub(super) struct Process {
    /// Seconds from its start to its end.
    pub(super) seconds: f64,
    /// Its exit code; `None` if a signal ended it.
    pub(super) code: Option<i32>,
    /// Why it failed by what happened to it from outside: time, memory.
    pub(super) outside: Option<String>,
    /// Notes on its run.
    pub(super) notes: Vec<String>,
    /// The processes that it has left running, if these are to go on.
    pub(super) kept: Option<KeptProcesses>,
}

/// Runs a command to its end. Its output goes to files. What it leaves running is ended; with `keeps_running`, once
/// [`Process::kept`] is dropped.
///
/// # Errors
///
/// Returns an error if it cannot be started so, or a signal stops this program.
pub(super) fn run(
    command: &RunCommand,
    files: &RunFiles,
    longest: Option<Duration>,
    keeps_running: bool,
    stop: &AtomicBool,
) -> Result<Process> {
    let mut notes = Vec::new();
    let (mut starter, group) = starter(command, files, &mut notes)?;
    let mark = Mark::put_on(&mut starter);
    let cpus = command.cpus.map(UseOfCpus::limit).transpose()?;
    let began = Instant::now();
    let child = Child::start(starter);
    drop(cpus);
    let mut child = child.map_err(|error| Error::Refused(error.to_string()))?;
    let outside = wait(&child, files, began, longest, stop);
    let (status, _) = child.wait().map_err(|error| Error::Refused(error.to_string()))?;
    let seconds = began.elapsed().as_secs_f64();
    let is_kept = keeps_running && status.success() && !stop.load(Ordering::Acquire);
    let left = match is_kept {
        true => 0,
        false => mark.end_all(),
    };
    if left > 0 {
        notes.push(format!("processes that it left running were ended: {left}"));
    }
    if stop.load(Ordering::Acquire) {
        return Err(Error::Interrupted);
    }
    let for_want_of_memory = group.as_ref().is_some_and(MemoryGroup::has_killed);
    Ok(Process {
        seconds,
        code: status.code(),
        outside: outside
            .or(for_want_of_memory.then(|| "the kernel ended it because the memory did not suffice".to_owned()))
            .or(by_signal(status)),
        notes,
        kept: is_kept.then(|| mark.keep(child)),
    })
}

/// Returns what starts a command, and the group that limits its memory, if it is limited.
fn starter(command: &RunCommand, files: &RunFiles, notes: &mut Vec<String>) -> Result<(Command, Option<MemoryGroup>)> {
    let failed = |error: io::Error| Error::Refused(format!("a run cannot be started: {error}"));
    let mut starter = Command::new(&command.words[0]);
    let variables = command.environment.iter();
    starter
        .args(&command.words[1..])
        .current_dir(&command.folder)
        .envs(variables.map(|(name, value)| (name, value)));
    let group = match command.memory {
        Some(bytes) => {
            let group = MemoryGroup::new(bytes).map_err(|reason| Error::Setting {
                factor: "memory".to_owned(),
                reason,
            })?;
            let version = group.version();
            notes.push(format!(
                "memory limited to {} by a control group (version {version})",
                feedrate_document::format::amount(bytes)
            ));
            starter = group.enter(&starter);
            Some(group)
        }
        None => None,
    };
    starter
        .stdin(Stdio::null())
        .stdout(match command.writes_output {
            true => Stdio::null(),
            false => File::create(files.output()).map_err(failed)?.into(),
        })
        .stderr(File::create(files.errors()).map_err(failed)?);
    Ok((starter, group))
}

fn by_signal(status: ExitStatus) -> Option<String> {
    system::signal_of(status).map(|signal| format!("signal {signal} ended it"))
}

/// Waits for the end of a process, and returns why it was ended, if it was.
fn wait(
    child: &Child,
    files: &RunFiles,
    began: Instant,
    longest: Option<Duration>,
    stop: &AtomicBool,
) -> Option<String> {
    while !child.ends_before(Instant::now() + LOOK) {
        let reason = reason_to_end(files, began, longest);
        if reason.is_some() || stop.load(Ordering::Acquire) {
            end(child);
            return reason;
        }
    }
    None
}

fn reason_to_end(files: &RunFiles, began: Instant, longest: Option<Duration>) -> Option<String> {
    if let Some(longest) = longest.filter(|longest| began.elapsed() >= *longest) {
        let longest = longest.as_secs_f64();
        return Some(format!("it took longer than {longest} s (longest_run)"));
    }
    let length = |path| fs::metadata(path).map_or(0, |metadata: fs::Metadata| metadata.len());
    if length(files.output()) + length(files.errors()) > MOST_OUTPUT {
        let most = feedrate_document::format::amount(MOST_OUTPUT);
        return Some(format!(
            "it printed more than {most}, which is kept to find figures in it; send its output elsewhere"
        ));
    }
    None
}

/// Ends a process: asks it first, and kills it if it does not listen.
pub(super) fn end(child: &Child) {
    child.end();
    if !child.ends_before(Instant::now() + TIME_TO_END) {
        child.kill();
        child.ends_before(Instant::now() + TIME_TO_END);
    }
}

/// Checks that so many processors may be used.
///
/// # Errors
///
/// Returns an error if they are too many.
pub(super) fn check_cpus(count: usize) -> Result<()> {
    first_cpus(count).map(drop)
}

/// Returns all processors that may be used, and so many of them.
fn first_cpus(count: usize) -> Result<(Vec<usize>, Vec<usize>)> {
    let all = system::processors().map_err(|error| failed_cpus(error.to_string()))?;
    match all.get(..count) {
        Some(first) => {
            let first = first.to_owned();
            Ok((all, first))
        }
        None => Err(failed_cpus(format!(
            "{count} processors are more than the {} that may be used here",
            all.len()
        ))),
    }
}

fn failed_cpus(reason: String) -> Error {
    Error::Setting {
        factor: "cpus".to_owned(),
        reason,
    }
}

/// While it lives, this thread (on Windows this process) and the processes that it starts use only some processors.
struct UseOfCpus {
    before: Vec<usize>,
}

impl UseOfCpus {
    fn limit(count: usize) -> Result<Self> {
        let (before, chosen) = first_cpus(count)?;
        system::use_processors(&chosen).map_err(|error| failed_cpus(error.to_string()))?;
        Ok(Self { before })
    }
}

impl Drop for UseOfCpus {
    fn drop(&mut self) {
        // They are those that there were.
        let _ = system::use_processors(&self.before);
    }
}
