//! The end of a session's process: it is told to stop, waited for, and killed where it does not react.

use std::io;
use std::process::ExitStatus;
use std::thread;
use std::time::{Duration, Instant};

use feedrate_pageio::process;

use super::Process;
use crate::message::Request;

/// The time that a session that is to stop may take to clean up before it is killed.
const TIME_TO_TIDY_UP: Duration = Duration::from_secs(30);

/// The same for a launcher without a session.
const TIME_OF_A_LAUNCHER: Duration = Duration::from_secs(2);

/// The exit codes of a shell, and of what works like one, that cannot execute or find a program.
const NO_PROGRAM: [i32; 2] = [126, 127];

/// The interval at which the end of a process is checked.
const LOOK: Duration = Duration::from_millis(5);

impl Process {
    /// Tells it to stop, clean up and end. Does not wait for it.
    pub fn stop(&mut self) {
        self.stopped.get_or_insert_with(Instant::now);
        if let Some(input) = &mut self.input {
            input.hurry();
        }
        // If it does not receive this, it notices that the connection is closed.
        let _ = self.send(&Request::Stop);
        self.input = None;
        // A suspended process (SIGSTOP) could do neither.
        if self.status.is_none() {
            process::resume(&self.child);
        }
    }

    /// Stops it as one that has not reacted for long: it is not given the time to clean up.
    pub fn give_up(&mut self) {
        self.is_given_up = true;
        self.stop();
    }

    /// Returns whether the process has ended. The kernel's counters of one that has can be read until [`Self::wait`].
    pub fn is_ended(&self) -> bool {
        self.status.is_some() || process::has_ended(&self.child)
    }

    /// Waits until the process has ended and its output was received. Kills it if that takes long since it was told to
    /// stop, or else since this call: of several that were told at once, all are waited for as long as for one.
    ///
    /// # Errors
    ///
    /// Fails if the system cannot wait for the process.
    pub fn wait(&mut self) -> io::Result<ExitStatus> {
        let since = self.stopped.unwrap_or_else(Instant::now);
        loop {
            if let Some(status) = self.status {
                for listener in self.listeners.drain(..) {
                    // The output that a thread received before it panicked is available.
                    let _ = listener.join();
                }
                return Ok(status);
            }
            self.status = self.child.try_wait()?;
            if self.status.is_none() {
                if since.elapsed() >= self.time_to_tidy_up() {
                    self.kill()?;
                    self.status = Some(self.child.wait()?);
                    // Processes that a launcher started may go on, and hold the output open.
                    if self.launcher.is_some() {
                        self.listeners.clear();
                    }
                }
                thread::sleep(LOOK);
            }
        }
    }

    /// Waits for its end and returns how it ended: its invalid output, or else its exit code or signal.
    pub fn how_it_ended(&mut self) -> String {
        let ended = self.wait();
        match (self.progress().nonsense, ended) {
            (Some(nonsense), _) => nonsense,
            (None, Ok(status)) => status.to_string(),
            (None, Err(error)) => error.to_string(),
        }
    }

    /// Returns whether it has ended because a launcher found no program there, or one that cannot be executed.
    pub fn found_no_program(&self) -> bool {
        let code = self.status.and_then(|status| status.code());
        self.launcher.is_some() && code.is_some_and(|code| NO_PROGRAM.contains(&code))
    }

    /// Returns whether a launcher has ended as if all were well, and nothing has begun: it does not run the command
    /// that it is given.
    pub fn ran_no_command(&self) -> bool {
        let succeeded = self.status.is_some_and(|status| status.success());
        self.launcher.is_some() && succeeded && self.known.progress().begun.is_none()
    }

    /// Sends it SIGTERM, on which it ends as if it were told to stop. One on another machine is told alone: the signal
    /// would end the launcher, and the session would clean up while nobody waits for it any more.
    pub fn terminate(&mut self) {
        self.stop();
        if self.launcher.is_none() && self.status.is_none() {
            process::terminate(&self.child);
        }
    }

    /// Kills it; a launcher with all processes that it has started.
    fn kill(&mut self) -> io::Result<()> {
        if let Some(launcher) = &self.launcher {
            // It may be gone already, but for the launcher itself.
            launcher.kill();
        }
        self.child.kill()
    }

    /// Returns how long it may take to clean up. A launcher whose session never began, or fell silent, has nothing to
    /// clean up.
    fn time_to_tidy_up(&self) -> Duration {
        let progress = self.known.progress();
        let has_nothing = progress.begun.is_none() || progress.nonsense.is_some();
        match self.launcher.is_some() && (self.is_given_up || has_nothing) {
            true => TIME_OF_A_LAUNCHER,
            false => TIME_TO_TIDY_UP,
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.stop();
        let _ = self.wait();
    }
}
