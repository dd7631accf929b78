//! Processes that this one starts, and the one that has started it.

use std::io;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command};

use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, getppid, kill_process, kill_process_group, set_parent_process_death_signal,
    waitid,
};

/// Returns the file of this program, even if it was moved, replaced or removed.
pub(crate) fn own_program() -> PathBuf {
    PathBuf::from("/proc/self/exe")
}

/// Sets the name by which a command knows its own program.
pub(crate) fn set_name(command: &mut Command, name: &str) {
    command.arg0(name);
}

/// Gives a command a process group of its own.
pub(crate) fn set_apart(command: &mut Command) {
    command.process_group(0);
}

/// Returns whether a process has ended. The kernel's counters of one that has can be read until it is waited for.
pub(crate) fn has_ended(child: &Child) -> bool {
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let process = WaitId::Pid(Pid::from_child(child));
    // If the system cannot tell, waiting does.
    waitid(process, look).map_or(true, |status| status.is_some())
}

/// Sends SIGTERM to a process.
pub(crate) fn terminate(child: &Child) {
    // It may be gone already.
    let _ = kill_process(Pid::from_child(child), Signal::TERM);
}

/// Sends SIGCONT to a process.
pub(crate) fn resume(child: &Child) {
    // It may be gone already.
    let _ = kill_process(Pid::from_child(child), Signal::CONT);
}

/// The process group of a process.
#[derive(Debug)]
pub(crate) struct Family(Pid);

impl Family {
    /// Returns that of a process, which has one of its own.
    ///
    /// # Errors
    ///
    /// None.
    pub(crate) fn of(child: &Child) -> io::Result<Self> {
        Ok(Self(Pid::from_child(child)))
    }

    /// Kills all of its processes.
    pub(crate) fn kill(&self) {
        let _ = kill_process_group(self.0, Signal::KILL);
    }
}

/// Has the system send this process SIGTERM when the thread ends that has started it.
pub(crate) fn end_with_parent() {
    let _ = set_parent_process_death_signal(Some(Signal::TERM));
}

/// The process that has started this one.
#[derive(Debug)]
pub(crate) struct Parent(Pid);

impl Parent {
    /// Returns it; `None` if it is in another container.
    pub(crate) fn of_this() -> Option<Self> {
        getppid().map(Self)
    }

    /// Returns its number.
    pub(crate) fn id(&self) -> Option<u32> {
        u32::try_from(self.0.as_raw_nonzero().get()).ok()
    }

    /// Returns whether this process has another parent by now.
    pub(crate) fn is_gone(&self) -> bool {
        getppid() != Some(self.0)
    }
}
