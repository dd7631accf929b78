//! Linux.

use std::fs::{self, File, Metadata, Permissions};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitStatus};

use feedrate_machine::System;
use feedrate_machine::proc::{environment, process_numbers};
use feedrate_observe::Child;
use rustix::fs::{MemfdFlags, memfd_create};
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// The file to which what nobody wants is written.
pub(crate) const NOWHERE: &str = "/dev/null";

/// A script that becomes the command behind its first argument, with that file for its standard output.
const TO_FILE: &str = "output=$1; shift; exec \"$@\" >\"$output\"";

/// A process that goes on.
#[derive(Debug)]
pub(crate) struct OtherProcess(OwnedFd);

impl OtherProcess {
    /// Asks it to end, or ends it by force.
    pub(crate) fn end(&self, by_force: bool) {
        let signal = match by_force {
            true => Signal::KILL,
            false => Signal::TERM,
        };
        // It may be ending.
        let _ = pidfd_send_signal(&self.0, signal);
    }
}

/// Returns the processes that have a variable such as `NAME=VALUE` in their environment. Those that have ended have no
/// environment any more.
pub(crate) fn processes_with(variable: &str) -> Vec<OtherProcess> {
    let system = System::host();
    let marked = process_numbers(&system).into_iter().filter_map(|number| {
        // Opened first, so that its number is not that of another process by then.
        let pid = i32::try_from(number).ok().and_then(Pid::from_raw)?;
        let process = pidfd_open(pid, PidfdFlags::empty()).ok()?;
        let mut variables = environment(&system, number)?.into_iter();
        variables
            .any(|other| other == variable.as_bytes())
            .then_some(OtherProcess(process))
    });
    marked.collect()
}

/// A process that was started, as long as those that it left running are to go on. They need nothing for it.
#[derive(Debug)]
pub(crate) struct StartedProcess;

impl StartedProcess {
    /// Keeps nothing of a process that has ended.
    pub(crate) fn of(ended: Child) -> Self {
        drop(ended);
        Self
    }
}

/// Returns a text whose lines end as patterns expect it: as it is.
pub(crate) fn with_plain_lines(text: String) -> String {
    text
}

/// Returns the shell with a line that it is to run; to its end, also after a signal of the terminal to all of its
/// processes, if it `endures`.
///
/// # Errors
///
/// None.
pub(crate) fn shell(line: &str, endures: bool) -> io::Result<Command> {
    let mut shell = Command::new("/bin/sh");
    match endures {
        true => shell.args(["-c", &format!("trap '' HUP INT\n{line}")]),
        false => shell.args(["-c", line]),
    };
    Ok(shell)
}

/// Returns the words of a line, as the shell would; `None` if a quotation does not end.
pub(crate) fn words(line: &str) -> Option<Vec<String>> {
    shlex::split(line)
}

/// Returns what stands for a variable in a line of the shell, whatever quotes stand around it.
pub(crate) fn variable(name: &str) -> String {
    format!("\"${{{name}}}\"")
}

/// Returns a command that is another one with a file for its standard output; `folder` is for its own files.
///
/// # Errors
///
/// None.
pub(crate) fn to_file(words: &[String], output: &Path, _folder: &Path) -> io::Result<Vec<String>> {
    let output = output.to_string_lossy();
    let mut all: Vec<String> = ["/bin/sh", "-c", TO_FILE, "sh", &output].map(str::to_owned).into();
    all.extend_from_slice(words);
    Ok(all)
}

/// Returns an empty file that goes when it is closed.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn transient_file() -> io::Result<File> {
    Ok(memfd_create("feedrate", MemfdFlags::CLOEXEC).map(File::from)?)
}

/// Returns the number of the signal that ended a process, if one did.
pub(crate) fn signal_of(status: ExitStatus) -> Option<i32> {
    status.signal()
}

/// Returns the processors that this thread may use, and those that it starts.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn processors() -> io::Result<Vec<usize>> {
    let set = sched_getaffinity(None)?;
    Ok((0..CpuSet::MAX_CPU).filter(|&cpu| set.is_set(cpu)).collect())
}

/// Makes this thread use some processors only, and the processes that it starts from now on.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn use_processors(processors: &[usize]) -> io::Result<()> {
    let mut set = CpuSet::new();
    processors.iter().for_each(|&cpu| set.set(cpu));
    Ok(sched_setaffinity(None, &set)?)
}

/// Returns whether what is in a folder for everybody is this user's.
pub(crate) fn is_own(metadata: &Metadata) -> bool {
    metadata.uid() == rustix::process::geteuid().as_raw()
}

/// Returns whether a folder is on the volume of the one that it is in.
pub(crate) fn is_same_volume(folder: &Metadata, within: &Metadata) -> bool {
    folder.dev() == within.dev()
}

/// Makes what is in a folder removable.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn make_removable(folder: &Path) -> io::Result<()> {
    fs::set_permissions(folder, Permissions::from_mode(0o700))
}
