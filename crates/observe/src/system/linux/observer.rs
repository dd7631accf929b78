//! Follows a command from its start to its end.

use std::ffi::OsString;
use std::time::{Duration, Instant};

use feedrate_document::Header;
use feedrate_machine::System;

use super::cannot_see::{self, Obstacles};
use super::child::{Child, wait_for};
use super::devices::Devices;
use super::files::Files;
use super::pace::Pace;
use super::process::tree::Tree;
use super::stop::CommandStop;
use crate::counters::Counters;
use crate::error::Error;
use crate::observation::{FORMAT_VERSION, LeftRunning, Observation, Sampling, Totals, Waits};
use crate::options::Options;
use crate::series::{Sample, Series};
use crate::usage::Usage;

/// The time within which a request to stop is noticed.
const LOOK: Duration = Duration::from_millis(50);

/// The time within which the ends of processes are noticed that are to end after the command's own.
const SOON: Duration = Duration::from_millis(5);

/// The most that the interval grows while the command runs.
const SLOWEST: u32 = 10;

/// Follows a command.
pub(crate) struct Observer<'a> {
    options: &'a Options,
    tree: Tree,
    files: Files,
    devices: Devices,
    series: Series,
    waits: Waits,
    met: Obstacles,
    /// The use by adopted processes.
    adopted: Usage,
    counters_pace: Pace,
    files_pace: Pace,
    began: Instant,
    /// When the last sample ended, and what was counted by then.
    last: (f64, Counters),
    ticks_per_second: f64,
    buffer: Vec<u8>,
}

impl<'a> Observer<'a> {
    /// Prepares to follow a command that is not started yet.
    pub(crate) fn before(options: &'a Options, is_reaper: bool) -> Result<Self, Error> {
        let mut buffer = Vec::new();
        let tree = match Tree::before(&mut buffer) {
            Some(tree) => tree,
            None => {
                let source = std::fs::metadata("/proc/self/stat").err();
                let source = source.unwrap_or_else(|| std::io::ErrorKind::InvalidData.into());
                return Err(Error::NoProc { source });
            }
        };
        let mut devices = Devices::before();
        for path in [std::env::current_dir().ok(), Some(std::env::temp_dir())]
            .into_iter()
            .flatten()
        {
            devices.expect(&path);
        }
        Ok(Self {
            options,
            met: Obstacles {
                children_are_searched: !tree.lists_children,
                is_no_reaper: !is_reaper,
                ..Obstacles::default()
            },
            tree,
            files: Files::new(options.most_files, options.most_cost),
            devices,
            series: Series::new(options.most_samples),
            waits: Waits::default(),
            adopted: Usage::default(),
            counters_pace: Pace::new(options.most_cost),
            files_pace: Pace::new(options.most_cost),
            began: Instant::now(),
            last: (0.0, Counters::default()),
            ticks_per_second: rustix::param::clock_ticks_per_second().max(1) as f64,
            buffer,
        })
    }

    /// Starts the command and follows it to its end.
    pub(crate) fn run(mut self, command: &[OsString], stop: &dyn Fn() -> Option<i32>) -> Result<Observation, Error> {
        let started_at = feedrate_document::timestamp_now();
        self.began = Instant::now();
        let mut child = Child::start_words(command)?;
        self.tree.begin(child.id());
        let mut stopping = CommandStop::new(self.options.time_to_end);
        loop {
            let due = self.counters_pace.due().min(Instant::now() + LOOK);
            let has_ended = child.ends_before(due);
            let signal = stop();
            if has_ended && (stopping.is_begun() || signal.is_some()) {
                // Those that it started last may not have been seen yet.
                self.count();
            }
            stopping.look(signal, &child, &mut self.tree, has_ended);
            if has_ended && !(stopping.is_begun() && self.tree.has_others()) {
                break;
            }
            if stopping.is_hopeless() {
                child.abandon();
                return Err(Error::Unstoppable {
                    processes: self.tree.names_of_living(),
                });
            }
            if self.counters_pace.is_due() {
                self.look();
            }
            if has_ended {
                // Others are to end too.
                std::thread::sleep(SOON);
            }
        }
        let seconds = self.began.elapsed().as_secs_f64();
        // Its use can be read until it is waited for.
        self.count();
        let (status, used) = child.wait()?;
        let used = used.plus(self.adopted);
        let left = self.used_by_left();
        let mut observation = self.finish(command, seconds);
        observation.started_at = started_at;
        observation.process = child.id();
        observation.is_interrupted = stopping.is_begun();
        observation.exit_code = status.code();
        observation.signal = std::os::unix::process::ExitStatusExt::signal(&status);
        // Without those for which nobody waited, whose time is in the samples.
        let at_least = |seconds: &mut f64, used: Duration, left: f64| {
            *seconds = seconds.max(used.as_secs_f64() + left);
        };
        at_least(&mut observation.user_cpu_seconds, used.user, left.0);
        at_least(&mut observation.system_cpu_seconds, used.system, left.1);
        observation.peak_memory_bytes = used.peak_memory_bytes;
        Ok(observation)
    }

    /// Takes a sample, and looks at the files if that is due.
    fn look(&mut self) {
        let slower = (self.series.merged() / 2).clamp(1, SLOWEST);
        let interval = self.options.interval.max(Duration::from_millis(1)) * slower;
        let mut pace = std::mem::replace(&mut self.counters_pace, Pace::new(1.0));
        pace.turn(interval, || self.count());
        self.counters_pace = pace;
        if self.files_pace.is_due() {
            let mut pace = std::mem::replace(&mut self.files_pace, Pace::new(1.0));
            pace.turn(interval, || self.look_at_files());
            self.files_pace = pace;
        }
    }

    /// Reads the counters, and adds a sample.
    fn count(&mut self) {
        let seconds = self.began.elapsed().as_secs_f64();
        self.tree.find(seconds, &mut self.buffer);
        let (sum, states) = self.tree.read(seconds, &mut self.buffer);
        for id in self.tree.take_ended() {
            if let Ok(Some((_, used))) = wait_for(id, false) {
                self.adopted = self.adopted.plus(used);
            }
        }
        self.waits.looks += 1;
        self.waits.looks_running += u64::from(states.is_running);
        self.waits.looks_waiting += u64::from(states.is_waiting && !states.is_running);
        self.met.has_many_threads |= states.is_partly_seen;
        let moved = sum.since(self.last.1);
        self.series.push(Sample {
            until_seconds: seconds,
            seconds: seconds - self.last.0,
            moved,
            user_cpu_seconds: moved.user_ticks as f64 / self.ticks_per_second,
            system_cpu_seconds: moved.system_ticks as f64 / self.ticks_per_second,
            devices: self.devices.read(),
        });
        self.last = (seconds, sum);
    }

    fn look_at_files(&mut self) {
        let seconds = self.began.elapsed().as_secs_f64();
        let is_hidden = self.tree.living_mut().any(|process| process.is_io_hidden);
        self.files.begin_look((!is_hidden).then_some(self.last.1));
        let (files, buffer) = (&mut self.files, &mut self.buffer);
        self.tree.each_living(|process| files.look(process, seconds, buffer));
        for (device, path) in std::mem::take(&mut self.files.new_file_systems) {
            self.devices.add(device, &path);
        }
    }

    /// Returns the processor seconds in user mode and in the kernel of processes that the command leaves running.
    fn used_by_left(&self) -> (f64, f64) {
        let left = self.tree.left().map(|process| &process.stat);
        left.fold((0.0, 0.0), |sum, stat| {
            (
                sum.0 + stat.user_ticks as f64 / self.ticks_per_second,
                sum.1 + stat.system_ticks as f64 / self.ticks_per_second,
            )
        })
    }

    /// Returns what was seen, without what is known of the end of the command's own process.
    fn finish(self, command: &[OsString], seconds: f64) -> Observation {
        let counters = self.tree.sum();
        let ticks_per_second = self.ticks_per_second;
        let in_seconds = |ticks: u64| ticks as f64 / ticks_per_second;
        let block_wait_ticks = self.tree.block_wait_ticks();
        let is_accounted = System::host().accounts_for_delays().unwrap_or(block_wait_ticks > 0);
        let left = self.tree.left();
        let left_running = left.map(|process| LeftRunning {
            process: process.id,
            name: process.stat.name.clone(),
        });
        let left_running = left_running.collect();
        let met = Obstacles {
            handles: self.files.others,
            is_crowded: self.tree.is_crowded,
            ..self.met
        };
        let spent = self.counters_pace.spent() + self.files_pace.spent();
        let (files, files_not_listed) = self.files.finish();
        let (devices, file_systems) = self.devices.finish();
        let mut observation = Observation {
            feedrate: Header::new("profile-command", FORMAT_VERSION),
            command: command.iter().map(|word| word.to_string_lossy().into_owned()).collect(),
            process: 0,
            started_at: String::new(),
            exit_code: None,
            signal: None,
            is_interrupted: false,
            seconds,
            user_cpu_seconds: in_seconds(counters.user_ticks),
            system_cpu_seconds: in_seconds(counters.system_ticks),
            peak_memory_bytes: 0,
            totals: Totals::of(counters),
            waits: Waits {
                block_io_seconds: is_accounted.then(|| in_seconds(block_wait_ticks)),
                ..self.waits
            },
            samples: self.series.finish(),
            files,
            files_not_listed,
            devices,
            file_systems,
            processes: self.tree.seen,
            processes_seen: self.tree.count,
            most_processes_at_once: self.tree.most_at_once,
            left_running,
            sampling: Sampling {
                counter_looks: self.counters_pace.turns(),
                counter_cpu_seconds: self.counters_pace.spent().as_secs_f64(),
                file_looks: self.files_pace.turns(),
                file_cpu_seconds: self.files_pace.spent().as_secs_f64(),
                core_share: spent.as_secs_f64() / seconds.max(1e-9),
            },
            cannot_see: Vec::new(),
        };
        if observation.processes.iter().any(|process| process.is_hidden) {
            observation.totals.cache_share = None;
        }
        observation.cannot_see = cannot_see::sentences(&observation, &met);
        observation
    }
}
