//! Processes that a run has left running: they would disturb the runs that follow, and outlive the study.

use std::process::Command;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use feedrate_observe::Child;

use crate::system::{self, OtherProcess, StartedProcess};

/// The environment variable by which the processes of a run are known.
const VARIABLE: &str = "FEEDRATE_STUDY_RUN";

/// The time that they may take to end.
const TIME_TO_END: Duration = Duration::from_secs(5);

/// The interval at which their end is looked for.
const LOOK: Duration = Duration::from_millis(20);

/// The mark in the environment of the processes of a run.
#[derive(Debug)]
pub(super) struct Mark(String);

impl Mark {
    /// Marks a command that is to be started, and all processes that it starts and does not hide. On Windows these
    /// are not found by it: they end with the [`Child`] that the command becomes.
    pub(super) fn put_on(command: &mut Command) -> Self {
        let moment = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let value = format!("{}-{:x}", std::process::id(), moment.as_nanos());
        command.env(VARIABLE, &value);
        Self(format!("{VARIABLE}={value}"))
    }

    /// Lets the processes that are left by the one that was started go on until the value is dropped.
    pub(super) fn keep(self, started: Child) -> KeptProcesses {
        KeptProcesses {
            mark: self,
            _started: StartedProcess::of(started),
        }
    }

    /// Ends the processes that are left, and returns how many there were.
    pub(super) fn end_all(&self) -> usize {
        let mut count = 0;
        let began = Instant::now();
        loop {
            let left = self.left();
            count = count.max(left.len());
            // A process that the kernel does not end is not waited for either.
            if left.is_empty() || began.elapsed() > 2 * TIME_TO_END {
                return count;
            }
            for process in &left {
                process.end(began.elapsed() > TIME_TO_END);
            }
            thread::sleep(LOOK);
        }
    }

    /// Returns the processes that have the mark.
    fn left(&self) -> Vec<OtherProcess> {
        system::processes_with(&self.0)
    }
}

/// Processes that go on. They are ended when this is dropped.
#[derive(Debug)]
pub(super) struct KeptProcesses {
    mark: Mark,
    /// On Windows, they go with it.
    _started: StartedProcess,
}

impl Drop for KeptProcesses {
    fn drop(&mut self) {
        self.mark.end_all();
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::process::Stdio;

    use super::*;

    #[test]
    fn what_is_left_running_is_ended_and_others_are_not() {
        let start = |script: &str| {
            let mut command = Command::new("sh");
            command.args(["-c", script]).stdin(Stdio::null()).stdout(Stdio::piped());
            let mark = Mark::put_on(&mut command);
            (mark, command.spawn().unwrap())
        };
        let (other, mut its) = start("exec sleep 60");
        let (mark, mut child) = start("sleep 60 & (setsid sh -c 'sleep 60; true' &) ; exit 3");
        assert_eq!(child.wait().unwrap().code(), Some(3));
        assert!(mark.end_all() >= 1);
        assert_eq!(mark.end_all(), 0);
        assert_eq!(other.left().len(), 1);
        its.kill().unwrap();
        its.wait().unwrap();
    }
}
