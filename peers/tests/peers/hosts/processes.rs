//! The processes of a namespace, as the machine sees them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::program::names;

/// A process that runs: one that has ended and is not waited for is none.
#[derive(Debug)]
pub struct Process {
    /// Its number on the machine, which is not the one that it has on its host.
    pub id: u32,
    /// Its words, with spaces between them.
    pub command: String,
}

impl Process {
    /// Sends it SIGKILL, if it is still there.
    pub fn kill(&self) {
        self.signal(libc::SIGKILL);
    }

    /// Sends it SIGSTOP, if it is still there.
    pub fn stop(&self) {
        self.signal(libc::SIGSTOP);
    }

    fn signal(&self, signal: libc::c_int) {
        send(self.id, signal);
    }
}

/// Lets a child of this process go on that stands still. It must not have been waited for.
pub fn resume(child: u32) {
    send(child, libc::SIGCONT);
}

fn send(id: u32, signal: libc::c_int) {
    // SAFETY: the call touches no memory of this process. The number may belong to another process only if the one that
    // is meant ended, and all numbers were given out, since it was listed.
    unsafe { libc::kill(id as libc::pid_t, signal) };
}

/// Returns the kernel's name of the namespace of a process. `None` if it ended.
pub fn namespace(id: u32) -> Option<PathBuf> {
    fs::read_link(format!("/proc/{id}/ns/pid")).ok()
}

/// Returns the processes that run in a namespace, in no order.
pub fn of(namespace: &Path) -> Vec<Process> {
    let ids = names(Path::new("/proc")).into_iter();
    let ids = ids.filter_map(|name| name.parse().ok());
    let inside = ids.filter(|&id| self::namespace(id).is_some_and(|its| its == namespace));
    inside.filter_map(process).collect()
}

fn process(id: u32) -> Option<Process> {
    let status = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The state follows the name, which is in parentheses and may have any character.
    let state = status.rsplit_once(") ")?.1.chars().next()?;
    let words = fs::read_to_string(format!("/proc/{id}/cmdline")).ok()?;
    let command = words.replace('\0', " ").trim().to_owned();
    (state != 'Z' && state != 'X').then_some(Process { id, command })
}
