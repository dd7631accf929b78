//! A run of feedrate that is to be harmed: its start, signals to it, and how it ended.

use std::fs::{self, File};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use feedrate_bench::process::child::{self, Stop};
use feedrate_machine::System;
use feedrate_machine::proc::{environment, process_numbers};
use rustix::process::{Pid, Signal, kill_process, kill_process_group};

/// The variable of the environment by which processes are known as those of a round.
const MARK: &str = "FEEDRATE_ATTACK";

/// The words in the log of a program that crashed.
const CRIES: [&str; 3] = ["panicked at", "stack overflow", "memory allocation of"];

/// A process that is at work. It is killed, with its group, when this is dropped.
#[derive(Debug)]
pub struct Process {
    id: u32,
    log: PathBuf,
    patience: Duration,
    stop: Stop,
    began: Instant,
    has_ended: bool,
}

/// The end of a process.
#[derive(Debug)]
pub struct Outcome {
    /// Its exit code, unless a signal ended it.
    pub code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// Set where it had to be killed because it did not end.
    pub hung: bool,
    /// The text of its standard error.
    pub log: String,
    /// The most memory that was resident.
    pub peak_bytes: u64,
    /// From its start to its end.
    pub elapsed: Duration,
}

impl Process {
    /// Starts a command, whose standard error goes to the file `log`, in a group of its own. All processes that come
    /// of it are those of the round `mark`. It is killed when it runs for longer than `patience`.
    pub fn start(
        command: &mut Command,
        log: &Path,
        mark: &str,
        patience: Duration,
        stop: &Stop,
    ) -> Result<Self, String> {
        let name = command.get_program().to_string_lossy().into_owned();
        let cannot = |error: std::io::Error| format!("cannot run {name}: {error}");
        let child = command
            .env(MARK, mark)
            .process_group(0)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::create(log).map_err(cannot)?)
            .spawn()
            .map_err(cannot)?;
        Ok(Self {
            id: child.id(),
            log: log.to_owned(),
            patience,
            stop: stop.clone(),
            began: Instant::now(),
            has_ended: false,
        })
    }

    /// Its number.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// Sends it a signal, and nobody else.
    pub fn signal(&self, signal: Signal) {
        send(self.id, signal);
    }

    /// Waits until it is over.
    pub fn wait(mut self) -> Result<Outcome, String> {
        loop {
            if let Some(ended) = self.look()? {
                return Ok(ended);
            }
            // A run may take some hundredths of a second only.
            let pause = self.began.elapsed() / 32;
            thread::sleep(pause.clamp(Duration::from_micros(300), Duration::from_millis(20)));
        }
    }

    /// Returns how it ended, if it has. It must not be asked again after it has ended.
    pub fn look(&mut self) -> Result<Option<Outcome>, String> {
        let looked = child::look_after(self.id);
        let looked = looked.map_err(|error| format!("cannot wait for a child: {error}"))?;
        if let Some((status, usage)) = looked {
            self.has_ended = true;
            return Ok(Some(self.ended(status, usage.peak_memory_bytes, false)));
        }
        if self.stop.load(Ordering::Relaxed) {
            return Err("interrupted".into());
        }
        if self.began.elapsed() > self.patience {
            self.end_all();
            return Ok(Some(self.ended(libc::SIGKILL, 0, true)));
        }
        Ok(None)
    }

    fn ended(&self, status: libc::c_int, peak_bytes: u64, hung: bool) -> Outcome {
        let signalled = libc::WIFSIGNALED(status);
        Outcome {
            code: (!signalled).then(|| libc::WEXITSTATUS(status)),
            signal: signalled.then(|| libc::WTERMSIG(status)),
            hung,
            log: String::from_utf8_lossy(&fs::read(&self.log).unwrap_or_default()).into_owned(),
            peak_bytes,
            elapsed: self.began.elapsed(),
        }
    }

    /// Ends the group, and waits for the process itself.
    fn end_all(&mut self) {
        if let Some(id) = pid(self.id) {
            // It may have ended.
            let _ = kill_process_group(id, Signal::KILL);
        }
        send(self.id, Signal::KILL);
        while matches!(child::look_after(self.id), Ok(None)) {
            thread::sleep(Duration::from_millis(1));
        }
        self.has_ended = true;
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.has_ended {
            self.end_all();
        }
    }
}

impl Outcome {
    /// Returns true if all its steps ran.
    pub fn went_well(&self) -> bool {
        self.code.is_some_and(|code| code <= 1)
    }

    /// Returns how it crashed, if it did: by a signal that was not `sent`, a code that is not documented, or with
    /// what a panic says. A run that hung was killed, and has not crashed.
    pub fn crash(&self, sent: Option<i32>) -> Option<String> {
        if self.hung {
            return None;
        }
        if let Some(cry) = CRIES.iter().find_map(|cry| self.line_with(cry)) {
            return Some(cry.to_owned());
        }
        match (self.signal, self.code) {
            (Some(signal), _) if sent != Some(signal) => Some(format!("ended by signal {signal}")),
            (None, Some(code)) if code > 2 && sent != Some(code - 128) => Some(format!("exit code {code}")),
            _ => None,
        }
    }

    /// The first line of what it said that has a text in it.
    pub fn line_with(&self, text: &str) -> Option<&str> {
        self.log.lines().find(|line| line.contains(text))
    }

    /// Its first error, or else the last that it said.
    pub fn complaint(&self) -> &str {
        let error = self.line_with("ERROR").or_else(|| self.log.lines().last());
        error.unwrap_or("no word")
    }
}

/// The processes of a round that are there.
pub fn of_round(mark: &str) -> Vec<u32> {
    let (system, wanted) = (System::host(), format!("{MARK}={mark}").into_bytes());
    let mut ids = process_numbers(&system);
    ids.retain(|id| environment(&system, *id).is_some_and(|entries| entries.contains(&wanted)));
    ids
}

/// Sends a signal to a process of a round.
pub fn send(id: u32, signal: Signal) {
    if let Some(id) = pid(id) {
        // It may have ended.
        let _ = kill_process(id, signal);
    }
}

fn pid(id: u32) -> Option<Pid> {
    i32::try_from(id).ok().and_then(Pid::from_raw)
}
