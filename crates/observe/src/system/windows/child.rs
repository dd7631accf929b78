//! The process of a command: it is started, its end is waited for, and it does not outlive this program.

use std::ffi::OsString;
use std::os::windows::io::AsRawHandle;
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};

use windows_sys::Win32::Foundation::WAIT_TIMEOUT;
use windows_sys::Win32::System::Threading::WaitForSingleObject;

use super::job::{Job, JobCounts};
use crate::error::Error;
use crate::usage::Usage;

/// The longest time of one wait.
const LONGEST: Duration = Duration::from_secs(3600);

/// The process of a command. Dropping it kills what is left of it and of all that it has started.
#[derive(Debug)]
pub struct Child {
    name: String,
    process: std::process::Child,
    job: Job,
    is_waited_for: bool,
}

impl Child {
    /// Starts a command at the console of this program. It is killed when this program ends in any way.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be started.
    pub fn start(mut starter: Command) -> Result<Self, Error> {
        let name = starter.get_program().to_string_lossy().into_owned();
        let failed = |source| Error::Start {
            command: name.clone(),
            source,
        };
        let job = Job::new().map_err(failed)?;
        let process = starter.spawn().map_err(failed)?;
        let child = Self {
            name: name.clone(),
            process,
            job,
            is_waited_for: false,
        };
        match child.job.add(&child.process) {
            // One that has ended already cannot be added.
            Err(source) if !child.ends_before(Instant::now()) => Err(failed(source)),
            _ => Ok(child),
        }
    }

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

    /// Returns its number.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Waits until it has ended, but no longer than until a moment. Returns whether it has ended.
    pub fn ends_before(&self, until: Instant) -> bool {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let milliseconds = left.min(LONGEST).as_micros().div_ceil(1000) as u32;
            // SAFETY: the handle is open as long as the process is not dropped.
            let waited = unsafe { WaitForSingleObject(self.process.as_raw_handle(), milliseconds) };
            if waited != WAIT_TIMEOUT || left.is_zero() {
                return waited != WAIT_TIMEOUT;
            }
        }
    }

    /// Passes a signal on. The console has done so: it sends Ctrl-C, Ctrl-Break and its closing to all of its
    /// processes.
    pub fn pass_on(&self, _signal: i32) {}

    /// Ends it, with all that it has started. It is not asked to: it shares the process group of this program, to which
    /// Ctrl-Break would go as well.
    pub fn end(&self) {
        self.job.kill();
    }

    /// Kills it, with all that it has started.
    pub fn kill(&self) {
        self.job.kill();
    }

    /// Lets what it has started go on when this is dropped.
    pub fn let_go(&self) {
        // Else it ends with this.
        let _ = self.job.let_go();
    }

    /// Returns the numbers of the processes that live of it and of all that it has started, as far as they are told.
    pub(super) fn living(&self) -> Vec<u32> {
        self.job.living().unwrap_or_default()
    }

    /// Returns the counts of it and of all that it has started; `None` where the system does not tell them.
    pub(super) fn counts(&self) -> Option<JobCounts> {
        self.job.counts().ok()
    }

    /// Waits for its end, and returns how it ended and what it used with all that it has started.
    ///
    /// # Errors
    ///
    /// The error of the system.
    pub fn wait(&mut self) -> Result<(ExitStatus, Usage), Error> {
        self.is_waited_for = true;
        let ended = self.process.wait().and_then(|status| Ok((status, self.job.usage()?)));
        ended.map_err(|source| Error::Wait {
            command: self.name.clone(),
            process: self.process.id(),
            source,
        })
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        if !self.is_waited_for {
            self.job.kill();
            // It may not be in the job.
            let _ = self.process.kill();
            let _ = self.process.wait();
        }
    }
}
