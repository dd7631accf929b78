//! A process of the command, through its folder in `/proc`.

mod children;
pub(crate) mod tree;
mod tree_sum;

use std::collections::{BTreeMap, HashSet};
use std::os::fd::OwnedFd;

use feedrate_machine::proc::folder::{numbers_in, open_in, read_again, read_in};
use feedrate_machine::proc::{ProcessIo, ProcessStat};
use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, kill_process, pidfd_send_signal};

use super::files::handle::Handle;
use crate::counters::Counters;

/// A process with more threads is judged by its first one: to read all would cost too much.
const MOST_THREADS: u64 = 16;

/// A process. Its folder is held open, so that another process that gets its number later is never taken for it.
#[derive(Debug)]
pub(crate) struct Process {
    /// Its number.
    pub(crate) id: u32,
    /// Its folder, through which signals can be sent too.
    pub(crate) folder: OwnedFd,
    stat_file: OwnedFd,
    io_file: Option<OwnedFd>,
    /// The status that was read last.
    pub(crate) stat: ProcessStat,
    /// The counts when it was read last, with what its children had used for which it waited.
    pub(crate) counters: Counters,
    /// Ticks that its threads waited for block I/O, as far as they are seen.
    pub(crate) block_wait_ticks: u64,
    /// True if the system hides what it reads and writes.
    pub(crate) is_io_hidden: bool,
    /// Its open files, by their numbers.
    pub(crate) handles: BTreeMap<u32, Handle>,
    /// Its mappings that were looked at, by device and number of the file.
    pub(crate) mappings: HashSet<(u32, u32, u64)>,
    /// The number of looks at its files.
    pub(crate) scans: u64,
    /// True if it was told to end.
    pub(crate) is_urged: bool,
    /// Its place among the processes that are reported, if it has one.
    pub(crate) seen: Option<usize>,
}

/// The states of the threads of a process at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ThreadStates {
    /// At least one ran or was ready to.
    pub(crate) is_running: bool,
    /// At least one could not be interrupted, as those that wait for a device cannot.
    pub(crate) is_waiting: bool,
    /// There are more threads than are read.
    pub(crate) is_partly_seen: bool,
}

impl Process {
    /// Opens the folder of a process; `None` if it is gone, or no more files can be opened.
    pub(crate) fn open(id: u32, buffer: &mut Vec<u8>) -> Option<Self> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let folder = rustix::fs::open(format!("/proc/{id}"), flags, Mode::empty()).ok()?;
        let stat_file = open_in(&folder, "stat").ok()?;
        read_again(&stat_file, buffer).ok()?;
        let stat = ProcessStat::parse(buffer)?;
        let io_file = open_in(&folder, "io");
        Some(Self {
            id,
            folder,
            stat_file,
            is_io_hidden: matches!(io_file, Err(Errno::ACCESS | Errno::PERM)),
            io_file: io_file.ok(),
            stat,
            counters: Counters::default(),
            block_wait_ticks: 0,
            handles: BTreeMap::new(),
            mappings: HashSet::new(),
            scans: 0,
            is_urged: false,
            seen: None,
        })
    }

    /// Reads its state and counters; `None` if it is gone. One that has ended but was not waited for is not.
    pub(crate) fn read(&mut self, buffer: &mut Vec<u8>) -> Option<ThreadStates> {
        self.read_io(buffer);
        self.read_stat(buffer)?;
        if self.stat.is_ended() {
            // It may have moved something in between.
            self.read_io(buffer);
        }
        self.counters.user_ticks = self.stat.user_ticks_with_children();
        self.counters.system_ticks = self.stat.system_ticks_with_children();
        Some(self.threads(buffer))
    }

    /// Reads its state; `None` if it is gone.
    pub(crate) fn read_stat(&mut self, buffer: &mut Vec<u8>) -> Option<()> {
        read_again(&self.stat_file, buffer).ok()?;
        self.stat = ProcessStat::parse(buffer)?;
        Some(())
    }

    /// Reads what it has read and written; what is known stays if it is going, or hides that.
    fn read_io(&mut self, buffer: &mut Vec<u8>) {
        let Some(file) = &self.io_file else {
            return;
        };
        match read_again(file, buffer) {
            Ok(()) => {
                let read = ProcessIo::parse(buffer).map(Counters::from);
                self.counters = read.unwrap_or(self.counters);
            }
            Err(Errno::ACCESS | Errno::PERM) => self.is_io_hidden = true,
            Err(_) => {}
        }
    }

    /// Reads the states of its threads.
    fn threads(&mut self, buffer: &mut Vec<u8>) -> ThreadStates {
        let mut states = ThreadStates {
            is_partly_seen: self.stat.threads > MOST_THREADS,
            ..ThreadStates::default()
        };
        let mut ticks = self.stat.block_wait_ticks;
        states.note(&self.stat);
        if (2..=MOST_THREADS).contains(&self.stat.threads) {
            for thread in numbers_in(&self.folder, "task") {
                if thread == self.id || read_in(&self.folder, thread_file(thread), buffer).is_err() {
                    continue;
                }
                if let Some(stat) = ProcessStat::parse(buffer) {
                    states.note(&stat);
                    ticks = ticks.saturating_add(stat.block_wait_ticks);
                }
            }
        }
        // Threads that have ended take theirs with them.
        self.block_wait_ticks = self.block_wait_ticks.max(ticks);
        states
    }

    /// Returns the numbers of its children.
    pub(crate) fn children(&self, buffer: &mut Vec<u8>) -> Vec<u32> {
        let mut children = Vec::new();
        let mut add = |thread: u32| {
            let read = read_in(&self.folder, format!("task/{thread}/children"), buffer);
            if read.is_ok() {
                let text = String::from_utf8_lossy(buffer);
                children.extend(text.split_whitespace().filter_map(|id| id.parse::<u32>().ok()));
            }
        };
        match self.stat.threads {
            0 | 1 => add(self.id),
            _ => numbers_in(&self.folder, "task").into_iter().for_each(add),
        }
        children
    }

    /// Sends it a signal. It may be gone already.
    pub(crate) fn signal(&self, signal: Signal) {
        let sent = pidfd_send_signal(&self.folder, signal);
        // Linux before 5.1, or a container that refuses the call.
        if let (Err(Errno::NOSYS | Errno::PERM | Errno::BADF), Some(id)) = (sent, pid(self.id)) {
            let _ = kill_process(id, signal);
        }
    }
}

impl ThreadStates {
    fn note(&mut self, stat: &ProcessStat) {
        self.is_running |= stat.state == b'R';
        self.is_waiting |= stat.state == b'D';
    }

    /// Returns what the threads of both did.
    #[must_use]
    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            is_running: self.is_running || other.is_running,
            is_waiting: self.is_waiting || other.is_waiting,
            is_partly_seen: self.is_partly_seen || other.is_partly_seen,
        }
    }
}

fn thread_file(thread: u32) -> String {
    format!("task/{thread}/stat")
}

/// Returns the number of a process as system calls take it.
pub(crate) fn pid(id: u32) -> Option<Pid> {
    i32::try_from(id).ok().and_then(Pid::from_raw)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_is_read() {
        let mut buffer = Vec::new();
        let mut process = Process::open(std::process::id(), &mut buffer).unwrap();
        let states = process.read(&mut buffer).unwrap();
        assert!(states.is_running);
        assert!(process.counters.read_calls > 0);
        assert!(numbers_in(&process.folder, "fd").len() >= 3);
    }

    #[test]
    fn what_is_gone_is_noticed_and_no_other_is_taken_for_it() {
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let mut buffer = Vec::new();
        let mut process = Process::open(child.id(), &mut buffer).unwrap();
        child.wait().unwrap();
        assert!(process.read(&mut buffer).is_none());
        assert!(process.children(&mut buffer).is_empty());
        process.signal(Signal::KILL);
        assert!(Process::open(child.id(), &mut buffer).is_none());
    }
}
