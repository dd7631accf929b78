//! Follows a command from its start to its end.

use std::ffi::OsString;
use std::time::{Duration, Instant};

use feedrate_document::Header;

use super::child::Child;
use super::job::{Job, JobCounts};
use crate::counters::Counters;
use crate::error::Error;
use crate::observation::{FORMAT_VERSION, LeftRunning, Observation, Sampling, Totals, Waits};
use crate::options::Options;
use crate::series::{Sample, Series};

/// The time within which a request to stop is noticed.
const LOOK: Duration = Duration::from_millis(50);

/// Ticks of a second, in which the system counts the time of the processor.
const TICKS: f64 = 1e7;

/// The samples of a command.
struct Samples {
    began: Instant,
    series: Series,
    /// When the last one ended, and what was counted by then.
    last: (f64, Counters),
    most_at_once: usize,
    looks: u64,
    spent: Duration,
}

impl Samples {
    /// Returns no samples of a command that began at a moment.
    fn new(began: Instant, options: &Options) -> Self {
        // The system does not tell the bytes of storage.
        let nothing = Counters {
            storage: None,
            ..Counters::default()
        };
        Self {
            began,
            series: Series::new(options.most_samples),
            last: (0.0, nothing),
            most_at_once: 1,
            looks: 0,
            spent: Duration::ZERO,
        }
    }

    /// Adds a sample, and returns what was counted so far.
    fn add(&mut self, child: &Child) -> Option<JobCounts> {
        let looked = Instant::now();
        let counts = child.counts()?;
        let seconds = self.began.elapsed().as_secs_f64();
        let moved = counts.counters.since(self.last.1);
        self.series.push(Sample {
            until_seconds: seconds,
            seconds: seconds - self.last.0,
            moved,
            user_cpu_seconds: moved.user_ticks as f64 / TICKS,
            system_cpu_seconds: moved.system_ticks as f64 / TICKS,
            devices: Vec::new(),
        });
        self.last = (seconds, counts.counters);
        self.most_at_once = self.most_at_once.max(counts.active);
        self.looks += 1;
        self.spent += looked.elapsed();
        Some(counts)
    }
}

/// Runs a command to its end, and returns what was seen of it: the sums of its job.
///
/// The console sends Ctrl-C and the like to the command itself. [`Options::time_to_end`] after `stop` has returned a
/// signal, or when the command's own process has ended since, all its processes are killed.
///
/// # Errors
///
/// Fails if the system does not count what jobs do, if there is no command, and if it cannot be started.
pub(crate) fn observe(
    command: &[OsString],
    options: &Options,
    stop: &dyn Fn() -> Option<i32>,
) -> Result<Observation, Error> {
    if let Err(source) = Job::new().and_then(|job| job.counts()) {
        return Err(Error::NotCounted { source });
    }
    let started_at = feedrate_document::timestamp_now();
    let began = Instant::now();
    let mut child = Child::start_words(command)?;
    let mut samples = Samples::new(began, options);
    let is_stopped = follow(&child, &mut samples, options, stop);
    let seconds = began.elapsed().as_secs_f64();
    let counts = samples.add(&child);
    let (status, used) = child.wait()?;
    // After an interruption all of them are killed, and go on for a moment at most.
    let mut left = Vec::new();
    if !is_stopped {
        child.let_go();
        left = child.living();
    }
    let counters = counts.map_or(samples.last.1, |counts| counts.counters);
    let processes_seen = counts.map_or(0, |counts| counts.processes);
    let cannot_see = sentences(!left.is_empty(), processes_seen == 0);
    let words: Vec<String> = command.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    Ok(Observation {
        feedrate: Header::new("profile-command", FORMAT_VERSION),
        process: child.id(),
        started_at,
        exit_code: status.code(),
        signal: None,
        is_interrupted: is_stopped,
        seconds,
        user_cpu_seconds: used.user.as_secs_f64(),
        system_cpu_seconds: used.system.as_secs_f64(),
        peak_memory_bytes: used.peak_memory_bytes,
        totals: Totals::of(counters),
        waits: Waits::default(),
        samples: samples.series.finish(),
        files: Vec::new(),
        files_not_listed: 0,
        devices: Vec::new(),
        file_systems: Vec::new(),
        processes: Vec::new(),
        processes_seen: processes_seen.max(1),
        most_processes_at_once: samples.most_at_once,
        left_running: left
            .into_iter()
            .map(|process| LeftRunning {
                process,
                name: "unknown".to_owned(),
            })
            .collect(),
        sampling: Sampling {
            counter_looks: samples.looks,
            counter_cpu_seconds: samples.spent.as_secs_f64(),
            file_looks: 0,
            file_cpu_seconds: 0.0,
            core_share: samples.spent.as_secs_f64() / seconds.max(1e-9),
        },
        command: words,
        cannot_see,
    })
}

/// Takes samples until the process of the command has ended. Returns whether it was to stop.
fn follow(child: &Child, samples: &mut Samples, options: &Options, stop: &dyn Fn() -> Option<i32>) -> bool {
    let interval = options.interval.max(Duration::from_millis(1));
    let mut due = samples.began + interval;
    let mut stopped: Option<Instant> = None;
    while !child.ends_before(due.min(Instant::now() + LOOK)) {
        if stopped.is_none() && stop().is_some() {
            stopped = Some(Instant::now());
        }
        if stopped.is_some_and(|since| since.elapsed() >= options.time_to_end) {
            child.kill();
        }
        if Instant::now() >= due {
            samples.add(child);
            due = Instant::now() + interval * (samples.series.merged() / 2).clamp(1, 10);
        }
    }
    let is_stopped = stopped.is_some() || stop().is_some();
    if is_stopped {
        child.kill();
    }
    is_stopped
}

/// Returns a sentence for each thing that cannot be seen of a command.
fn sentences(leaves: bool, is_missed: bool) -> Vec<String> {
    let mut said = [
        "Transfers one by one: the system counts calls and bytes, so sizes are means.",
        "What of the bytes by calls came from the file cache, and what from storage: the system counts calls alone, \
         those for pipes among them. Bytes of mapped files are counted nowhere, nor are most of sockets, and those \
         of copies that the file system or the storage makes itself.",
        "Files, devices, and the processes of the command one by one: the sums of all of them are counted.",
        "How long threads waited.",
    ]
    .map(str::to_owned)
    .to_vec();
    if is_missed {
        said.push("The command: it ended before it could be counted.".to_owned());
    }
    if leaves {
        said.push("What the processes are, and do, that the command left running.".to_owned());
    }
    said
}
