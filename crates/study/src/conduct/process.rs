//! The process of a run: within limits of processors, memory and time.

use std::fs::File;
use std::io;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use feedrate_machine::MemoryGroup;
use feedrate_observe::Child;
use rustix::process::Signal;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

use super::command::{RunCommand, RunFiles};
use crate::error::{Error, Result};

/// How often a signal to this program is looked for.
const LOOK: Duration = Duration::from_millis(50);

/// How long a process that is told to stop may take.
const TIME_TO_END: Duration = Duration::from_secs(15);

/// A process that has ended.
#[derive(Clone, Debug)]
pub(super) struct Process {
    /// Seconds from its start to its end.
    pub(super) seconds: f64,
    /// Its exit code; `None` if a signal ended it.
    pub(super) code: Option<i32>,
    /// Why it failed by what happened to it from outside: time, memory.
    pub(super) outside: Option<String>,
    /// What is to be known of how it ran.
    pub(super) notes: Vec<String>,
}

/// Runs a command to its end. Its output goes to files.
///
/// # Errors
///
/// Returns an error if it cannot be started so, or a signal stops this program.
pub(super) fn run(
    command: &RunCommand,
    files: &RunFiles,
    longest: Option<Duration>,
    stop: &AtomicBool,
) -> Result<Process> {
    let failed = |error: io::Error| Error::Refused(format!("a run cannot be started: {error}"));
    let mut starter = Command::new(&command.words[0]);
    starter
        .args(&command.words[1..])
        .current_dir(&command.folder);
    starter.envs(
        command
            .environment
            .iter()
            .map(|(name, value)| (name, value)),
    );
    let mut notes = Vec::new();
    let group = match command.memory {
        Some(bytes) => {
            let group = MemoryGroup::new(bytes).map_err(|reason| Error::Setting {
                factor: "memory".to_owned(),
                reason,
            })?;
            let version = group.version();
            notes.push(format!(
                "memory limited to {} by a control group (version {version})",
                feedrate_report::format::amount(bytes)
            ));
            starter = group.enter(&starter);
            Some(group)
        }
        None => None,
    };
    starter
        .stdin(Stdio::null())
        .stdout(File::create(files.output()).map_err(failed)?)
        .stderr(File::create(files.errors()).map_err(failed)?);
    let cpus = command.cpus.map(UseOfCpus::limit).transpose()?;
    let began = Instant::now();
    let child = Child::start(starter);
    drop(cpus);
    let mut child = child.map_err(|error| Error::Refused(error.to_string()))?;
    let outside = wait(&child, began, longest, stop)?;
    let (status, _) = child
        .wait()
        .map_err(|error| Error::Refused(error.to_string()))?;
    let seconds = began.elapsed().as_secs_f64();
    if stop.load(Ordering::Acquire) {
        return Err(Error::Interrupted);
    }
    let for_want_of_memory = group.as_ref().is_some_and(MemoryGroup::has_killed);
    Ok(Process {
        seconds,
        code: status.code(),
        outside: outside
            .or(for_want_of_memory
                .then(|| "the kernel ended it because the memory did not suffice".to_owned()))
            .or(by_signal(status)),
        notes,
    })
}

fn by_signal(status: ExitStatus) -> Option<String> {
    use std::os::unix::process::ExitStatusExt;
    status
        .signal()
        .map(|signal| format!("signal {signal} ended it"))
}

/// Waits for the end of a process, and returns why it was ended, if it was.
fn wait(
    child: &Child,
    began: Instant,
    longest: Option<Duration>,
    stop: &AtomicBool,
) -> Result<Option<String>> {
    let ends = longest.map(|longest| began + longest);
    loop {
        if child.ends_before(Instant::now() + LOOK) {
            return Ok(None);
        }
        let is_late = ends.is_some_and(|ends| Instant::now() >= ends);
        if !is_late && !stop.load(Ordering::Acquire) {
            continue;
        }
        child.pass_on(Signal::TERM.as_raw());
        if !child.ends_before(Instant::now() + TIME_TO_END) {
            child.signal(Signal::KILL);
            child.ends_before(Instant::now() + TIME_TO_END);
        }
        let longest = longest.unwrap_or_default().as_secs_f64();
        return Ok(is_late.then(|| format!("it took longer than {longest} s (longest_run)")));
    }
}

/// While it lives, this thread and the processes that it starts use only some processors.
struct UseOfCpus {
    before: CpuSet,
}

impl UseOfCpus {
    fn limit(count: usize) -> Result<Self> {
        let failed = |reason: String| Error::Setting {
            factor: "cpus".to_owned(),
            reason,
        };
        let before = sched_getaffinity(None).map_err(|error| failed(error.to_string()))?;
        let available = before.count() as usize;
        if count > available {
            return Err(failed(format!(
                "{count} processors are more than the {available} that may be used here"
            )));
        }
        let mut chosen = CpuSet::new();
        let all = (0..CpuSet::MAX_CPU).filter(|&cpu| before.is_set(cpu));
        all.take(count).for_each(|cpu| chosen.set(cpu));
        sched_setaffinity(None, &chosen).map_err(|error| failed(error.to_string()))?;
        Ok(Self { before })
    }
}

impl Drop for UseOfCpus {
    fn drop(&mut self) {
        // They are those that this thread had.
        let _ = sched_setaffinity(None, &self.before);
    }
}
