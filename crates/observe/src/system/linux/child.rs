//! The process of the command: it is started, its end is waited for, and it does not outlive this program.

use std::ffi::OsString;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitId, WaitIdOptions, getpgrp, getppid, kill_process, pidfd_open,
    set_parent_process_death_signal, waitid,
};

use super::process::pid;
use crate::error::Error;
use crate::usage::Usage;

/// The interval at which its end is looked for where the system cannot wake this program (Linux before 5.3).
const LOOK: Duration = Duration::from_millis(5);

impl Usage {
    /// Returns what both have used.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            user: self.user + other.user,
            system: self.system + other.system,
            peak_memory_bytes: self.peak_memory_bytes.max(other.peak_memory_bytes),
        }
    }
}

/// The process of the command. Dropping it kills it, unless it was waited for.
#[derive(Debug)]
pub struct Child {
    name: String,
    id: u32,
    pidfd: Option<OwnedFd>,
    is_waited_for: bool,
}

impl Child {
    /// Starts a command of words, with the standard streams of this program.
    ///
    /// # Errors
    ///
    /// Fails without a command, and if it cannot be started.
    pub(crate) fn start_words(words: &[OsString]) -> Result<Self, Error> {
        let (program, arguments) = words.split_first().ok_or(Error::NoCommand)?;
        let mut command = Command::new(program);
        command.args(arguments);
        Self::start(command)
    }

    /// Starts a command in the process group of this program, so that the terminal belongs to both. It receives SIGTERM
    /// if this program is killed.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be started.
    pub fn start(mut starter: Command) -> Result<Self, Error> {
        let name = starter.get_program().to_string_lossy().into_owned();
        let own = rustix::process::getpid();
        // SAFETY: between fork and exec only functions that are safe in a signal handler may be called: these are two
        // system calls, which neither allocate nor lock.
        unsafe {
            starter.pre_exec(move || {
                set_parent_process_death_signal(Some(Signal::TERM))?;
                // This program was killed before that was set.
                match getppid() {
                    Some(parent) if parent != own => Err(Errno::SRCH.into()),
                    _ => Ok(()),
                }
            });
        }
        let started = starter.spawn();
        let child = started.map_err(|source| Error::Start {
            command: name.clone(),
            source,
        })?;
        let id = child.id();
        let pidfd = pid(id).and_then(|pid| pidfd_open(pid, PidfdFlags::empty()).ok());
        Ok(Self {
            name,
            id,
            pidfd,
            is_waited_for: false,
        })
    }

    /// Returns its number.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// Waits until it has ended, but no longer than until a moment. Returns whether it has ended.
    pub fn ends_before(&self, until: Instant) -> bool {
        loop {
            if self.is_waited_for || self.has_ended() {
                return true;
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            match &self.pidfd {
                Some(pidfd) => {
                    let timeout = Timespec::try_from(left).ok();
                    // Interrupted by a signal, which may be why it has to stop.
                    if poll(&mut [PollFd::new(pidfd, PollFlags::IN)], timeout.as_ref()).is_err() {
                        return self.has_ended();
                    }
                }
                None => std::thread::sleep(left.min(LOOK)),
            }
        }
    }

    /// Returns whether it has ended. Its counters can be read until it is waited for.
    fn has_ended(&self) -> bool {
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        // If the system cannot tell, waiting does.
        pid(self.id).is_none_or(|pid| waitid(WaitId::Pid(pid), look).map_or(true, |status| status.is_some()))
    }

    /// Passes a signal on, unless the terminal has sent it already: that sends Ctrl-C to its whole foreground group.
    pub fn pass_on(&self, signal: i32) {
        let is_from_terminal = signal == Signal::INT.as_raw() && is_in_foreground();
        if !is_from_terminal {
            self.signal(Signal::from_named_raw(signal).unwrap_or(Signal::TERM));
            // A suspended process cannot end.
            self.signal(Signal::CONT);
        }
    }

    /// Asks it to end.
    pub fn end(&self) {
        self.signal(Signal::TERM);
        // A suspended process cannot end.
        self.signal(Signal::CONT);
    }

    /// Kills it.
    pub fn kill(&self) {
        self.signal(Signal::KILL);
    }

    /// Sends it a signal.
    fn signal(&self, signal: Signal) {
        if let Some(pid) = pid(self.id).filter(|_| !self.is_waited_for) {
            // It may be ending.
            let _ = kill_process(pid, signal);
        }
    }

    /// Lets what it has started go on when this is dropped, as it does in any case.
    pub fn let_go(&self) {}

    /// Waits for its end, and returns how it ended and what it used.
    ///
    /// # Errors
    ///
    /// Fails if something else has waited for it.
    pub fn wait(&mut self) -> Result<(ExitStatus, Usage), Error> {
        let waited = wait_for(self.id, true);
        self.is_waited_for = true;
        match waited {
            Ok(Some(ended)) => Ok(ended),
            Ok(None) => Err(self.failed(io::ErrorKind::WouldBlock.into())),
            Err(source) => Err(self.failed(source)),
        }
    }

    /// Gives it up: it is neither waited for nor killed any more.
    pub(crate) fn abandon(&mut self) {
        self.is_waited_for = true;
    }

    fn failed(&self, source: io::Error) -> Error {
        Error::Wait {
            command: self.name.clone(),
            process: self.id,
            source,
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        if !self.is_waited_for {
            self.kill();
            let _ = wait_for(self.id, true);
        }
    }
}

/// Waits for a child of this process; where it is not to block, `None` if that has not ended.
pub(crate) fn wait_for(id: u32, blocks: bool) -> io::Result<Option<(ExitStatus, Usage)>> {
    let id = i32::try_from(id).map_err(|_| io::ErrorKind::InvalidInput)?;
    let mut status = 0;
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    let options = if blocks { 0 } else { libc::WNOHANG };
    let waited = loop {
        // SAFETY: both pointers are to memory of this function with the types that the call fills in.
        let waited = unsafe { libc::wait4(id, &raw mut status, options, usage.as_mut_ptr()) };
        let error = io::Error::last_os_error();
        match waited {
            -1 if error.kind() == io::ErrorKind::Interrupted => {}
            -1 => return Err(error),
            _ => break waited,
        }
    };
    // SAFETY: it was zeroed, which is a valid value of this structure of integers.
    let usage = unsafe { usage.assume_init() };
    let time = |time: libc::timeval| {
        let micros = u64::try_from(time.tv_usec).unwrap_or_default();
        Duration::from_secs(u64::try_from(time.tv_sec).unwrap_or_default()) + Duration::from_micros(micros)
    };
    let usage = Usage {
        user: time(usage.ru_utime),
        system: time(usage.ru_stime),
        // In KiB.
        peak_memory_bytes: u64::try_from(usage.ru_maxrss).unwrap_or_default().saturating_mul(1024),
    };
    Ok((waited != 0).then(|| (ExitStatus::from_raw(status), usage)))
}

/// Returns whether this program is in the foreground of a terminal.
fn is_in_foreground() -> bool {
    let streams = [rustix::stdio::stdin(), rustix::stdio::stderr()];
    let group: Pid = getpgrp();
    streams
        .into_iter()
        .any(|stream| rustix::termios::tcgetpgrp(stream).is_ok_and(|foreground| foreground == group))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Vec<OsString> {
        words.iter().map(OsString::from).collect()
    }

    #[test]
    fn the_end_and_the_usage_of_a_command_are_known() {
        let command = words(&["sh", "-c", "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; exit 7"]);
        let mut child = Child::start_words(&command).unwrap();
        assert!(child.ends_before(Instant::now() + Duration::from_secs(60)));
        let (status, usage) = child.wait().unwrap();
        assert_eq!(status.code(), Some(7));
        assert!(usage.user + usage.system > Duration::ZERO);
        assert!(usage.peak_memory_bytes > 100_000);
    }

    #[test]
    fn what_cannot_be_started_is_said() {
        assert!(matches!(Child::start_words(&[]), Err(Error::NoCommand)));
        let error = Child::start_words(&words(&["/no/such/program"])).unwrap_err();
        assert!(error.to_string().starts_with("/no/such/program cannot be started: "));
    }

    #[test]
    fn one_that_is_dropped_is_gone() {
        let child = Child::start_words(&words(&["sleep", "600"])).unwrap();
        let id = child.id();
        assert!(!child.ends_before(Instant::now()));
        drop(child);
        assert!(wait_for(id, false).is_err());
    }
}
