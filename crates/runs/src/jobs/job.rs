//! A job: its process, its log and listing, and how it ended.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use feedrate_connect::{Begin, Bell, Launch, Process, Program, Reply, Request, Role, SessionOutput, SubmitOutcome};
use feedrate_machine::ProcessCounters;
use feedrate_pageio::course;
use feedrate_session::cold_inputs_of_program;
use feedrate_session::sweep_after;
use serde_json::Value;

use super::devices::Devices;
use super::end::{self, JobEnd};
use super::{JobPhase, JobSetup};

/// The last lines of standard error that are shown of a process that died.
const LAST_LINES: usize = 3;

/// The time that a process may take to end once it has closed its output or was told to stop, before it is killed.
const TIME_TO_END: Duration = Duration::from_secs(30);

/// A job.
pub(super) struct Job<'a> {
    pub(super) setup: JobSetup<'a>,
    process: Option<Process>,
    /// The number of its process, 0 if it has none.
    pub(super) id: u32,
    /// The records of its steps so far.
    pub(super) steps: Vec<Value>,
    /// Its record, without its steps.
    pub(super) record: Option<Value>,
    pub(super) outcome: SubmitOutcome,
    /// The kernel's counters of its process when it was released.
    before: ProcessCounters,
    stopped: Option<Instant>,
    /// Why its log or its listing could not be written.
    output_failure: Option<String>,
    pub(super) end: Option<JobEnd>,
}

impl<'a> Job<'a> {
    /// Starts the process of a job, which loads its program. One that cannot be started has ended. No other has its
    /// number.
    pub(super) fn start(
        number: u32,
        mut setup: JobSetup<'a>,
        reports_moved: bool,
        bell: &Bell,
        stop: &Arc<AtomicBool>,
    ) -> Self {
        let work_parent = work_parent(&setup);
        let begin = Begin {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            name: setup.name.clone(),
            work: setup.work.clone(),
            client_work: work_parent.clone(),
            options: setup.options.clone(),
            sysparm: setup.sysparm.clone(),
            depth: 0,
            role: Role::Job,
            records_courses: course::is_recording(),
            cold: cold_inputs_of_program(number),
            pipe_key: None,
        };
        let program = Program {
            name: setup.program.clone(),
            text: std::mem::take(&mut setup.text),
            variables: setup.variables.clone(),
            reports_moved,
        };
        let started = Process::start(&Launch::own(work_parent), begin, bell, stop);
        match started {
            Ok(mut process) => {
                // One that is gone is noticed when its end is looked for.
                let _ = process.send(&Request::Program(program));
                Self {
                    id: process.id(),
                    process: Some(process),
                    end: None,
                    ..Self::unstarted(setup, String::new())
                }
            }
            Err(error) => Self::unstarted(setup, error.to_string()),
        }
    }

    /// Creates a job that has ended before its process was started.
    pub(super) fn unstarted(setup: JobSetup<'a>, why: String) -> Self {
        Self {
            setup,
            process: None,
            id: 0,
            steps: Vec::new(),
            record: None,
            outcome: SubmitOutcome::default(),
            before: ProcessCounters::default(),
            stopped: None,
            output_failure: None,
            end: Some(JobEnd::never_ran(why)),
        }
    }

    /// Returns whether it need not be waited for before all are released: it is ready, or will never be.
    pub(super) fn is_ready(&mut self) -> bool {
        let Some(process) = &mut self.process else {
            return true;
        };
        let progress = process.progress();
        match progress.begun {
            Some(Ok(())) => true,
            Some(Err(why)) => {
                self.never_ran(why);
                true
            }
            None if progress.is_over => {
                let how = process.how_it_ended();
                let why = end::of_death(self.id, &how, &process.last_of_errors(LAST_LINES));
                self.never_ran(why);
                true
            }
            None => false,
        }
    }

    fn never_ran(&mut self, why: String) {
        self.process = None;
        self.end = Some(JobEnd::never_ran(why));
    }

    /// Reads the counters of its process, from which those of the job count.
    pub(super) fn count_from_now(&mut self) {
        if self.end.is_none() {
            self.before = ProcessCounters::of(self.id);
        }
    }

    /// Runs its program.
    pub(super) fn release(&mut self) {
        if let Some(process) = &mut self.process {
            // One that is gone is noticed when its end is looked for.
            let _ = process.send(&Request::Run);
        }
    }

    /// Tells it to stop. Does not wait for it.
    pub(super) fn stop(&mut self) {
        if let Some(process) = self.process.as_mut().filter(|_| self.stopped.is_none()) {
            process.stop();
            self.stopped = Some(Instant::now());
        }
    }

    /// Returns how far it is and what it has moved.
    pub(super) fn phase(&self, is_released: bool) -> (JobPhase, u64) {
        let progress = self.process.as_ref().map(Process::progress);
        let moved = progress.as_ref().map_or(0, |progress| progress.moved);
        let phase = match (&self.end, progress) {
            (Some(end), _) => JobPhase::Ended(end.ended),
            (None, Some(progress)) if is_released => JobPhase::Running(progress.step),
            _ => JobPhase::Starting,
        };
        (phase, moved)
    }

    /// Writes what it has sent, and ends it if its process has ended. Returns whether its process is ending, so that
    /// its end has to be looked for soon.
    pub(super) fn follow(&mut self, devices: &Devices, is_interrupted: bool) -> bool {
        let Some(process) = &self.process else {
            return false;
        };
        // Looked at first, so that all of its output is taken after its end.
        let over_at = process.progress().over_at;
        self.take_output();
        if self.output_failure.is_some() {
            self.stop();
        }
        let Some(process) = &self.process else {
            return false;
        };
        let is_late = [self.stopped, over_at]
            .into_iter()
            .flatten()
            .any(|since| since.elapsed() >= TIME_TO_END);
        let Some(over_at) = over_at else {
            if is_late {
                self.finish(Instant::now(), devices, is_interrupted);
            }
            return false;
        };
        if !process.is_ended() && !is_late {
            return true;
        }
        self.finish(over_at, devices, is_interrupted);
        false
    }

    fn finish(&mut self, at: Instant, devices: &Devices, is_interrupted: bool) {
        // Before the process is waited for, after which they cannot be read.
        let used = ProcessCounters::of(self.id).since(&self.before);
        let devices = devices.read();
        let Some(mut process) = self.process.take() else {
            return;
        };
        let how = process.how_it_ended();
        let last_of_errors = process.last_of_errors(LAST_LINES);
        self.process = Some(process);
        self.take_output();
        self.process = None;
        let (ended, because) = match (&self.output_failure, &self.record) {
            (Some(failure), _) => ("errors", Some(failure.clone())),
            (None, Some(record)) => (end::of_record(record), None),
            (None, None) if is_interrupted => ("interrupted", None),
            (None, None) => {
                sweep_after(&work_parent(&self.setup));
                let because = end::of_death(self.id, &how, &last_of_errors);
                let text = format!("\nERROR: The job {} ended: {because}.\n", self.setup.name);
                self.write_log(text.as_bytes());
                ("died", Some(because))
            }
        };
        let flushed = self.setup.log.flush().and(self.setup.listing.flush());
        if let Err(error) = flushed {
            self.fail("log or the listing", &error);
        }
        self.end = Some(JobEnd {
            at,
            ended,
            because,
            used,
            devices,
        });
    }

    /// Takes over all that it has sent.
    fn take_output(&mut self) {
        let mut has_output = false;
        while let Some(heard) = self.process.as_ref().and_then(Process::take) {
            match heard {
                SessionOutput::Log(bytes) => self.write_log(&bytes),
                SessionOutput::Listing(bytes) => {
                    let written = self.setup.listing.write_all(&bytes);
                    if let Err(error) = written {
                        self.fail("listing", &error);
                    }
                }
                SessionOutput::Reply(Reply::Step(step)) => self.steps.push(step),
                SessionOutput::Reply(Reply::Done(outcome)) => self.outcome = outcome,
                SessionOutput::Reply(Reply::Record(record)) => self.record = Some(record),
                SessionOutput::Reply(_) => continue,
            }
            has_output = true;
        }
        if let Some(lost) = self.process.as_ref().and_then(Process::take_lost) {
            let reason = io::Error::other(format!("{} bytes are lost: {}", lost.bytes, lost.reason));
            self.fail("log or the listing", &reason);
        }
        // Others follow the log while the job runs.
        if has_output && let Err(error) = self.setup.log.flush() {
            self.fail("log", &error);
        }
    }

    fn write_log(&mut self, bytes: &[u8]) {
        if let Err(error) = self.setup.log.write_all(bytes) {
            self.fail("log", &error);
        }
    }

    /// Notes that its log or its listing cannot be written, because of which it is stopped.
    fn fail(&mut self, what: &str, error: &io::Error) {
        let failure = || format!("its {what} cannot be written: {error}");
        self.output_failure.get_or_insert_with(failure);
    }
}

fn work_parent(setup: &JobSetup<'_>) -> PathBuf {
    setup.work.clone().unwrap_or_else(std::env::temp_dir)
}
