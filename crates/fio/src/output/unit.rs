//! The unit of a report: a clone of a job, or the clones and jobs of a group together.

use std::time::Duration;

use feedrate_pageio::Latencies;
use feedrate_workload::load::{LoadError, LoadOutcome, SteadyOutcome};

use super::RunResults;
use super::direction::{Direction, milliseconds};
use super::number::Style;
use super::shares::LatencyClasses;
use crate::job::{Job, UnifiedReporting};

/// The figures of one report.
#[derive(Debug)]
pub(super) struct Unit<'a> {
    /// The job; the first of several.
    pub(super) job: &'a Job,
    /// The last of several.
    pub(super) last: &'a Job,
    /// The name of the clone; of the first of several.
    pub(super) name: &'a str,
    pub(super) group: u32,
    /// The number of clones.
    pub(super) members: u32,
    /// The process of the first clone.
    pub(super) process_id: Option<u32>,
    pub(super) error: Option<&'a LoadError>,
    /// Failed blocks after which it continued, and the first of them.
    pub(super) failures: u64,
    pub(super) first_failure: Option<&'a LoadError>,
    pub(super) read: Direction,
    pub(super) write: Direction,
    pub(super) trim: Direction,
    /// Reads and writes together, if that is requested.
    pub(super) mixed: Option<Direction>,
    pub(super) flushes: Latencies,
    /// The sum of all clones' times.
    pub(super) run_ms: u64,
    pub(super) user: Duration,
    pub(super) system: Duration,
    pub(super) switches: u64,
    pub(super) major_faults: u64,
    pub(super) minor_faults: u64,
    pub(super) levels: [u64; 7],
    pub(super) submitted: [u64; 7],
    pub(super) completed: [u64; 7],
    pub(super) latencies: LatencyClasses,
    pub(super) steady: Option<&'a SteadyOutcome>,
    /// The depth that the search for a latency ended at, or that of the job.
    pub(super) depth: u32,
    /// The indices of its loads among the outcomes.
    pub(super) loads: Vec<usize>,
}

impl<'a> Unit<'a> {
    /// Returns the reports, in the order of the jobs.
    ///
    /// A clone joins the one before it if its job has `group_reporting` and both are in one group.
    pub(super) fn all(report: &RunResults<'a>) -> Vec<Self> {
        let mut units: Vec<Self> = Vec::new();
        let mut outcomes = report.outcome.loads();
        for (place, worker) in report.plan.workers.iter().enumerate() {
            // Loads that were never started have no outcome; their reports are empty.
            let outcome = outcomes.next();
            let Some(job) = report.jobs.jobs.get(worker.job) else {
                continue;
            };
            let joins =
                job.options.reports.group_reporting && units.last().is_some_and(|last| last.group == worker.group);
            if !joins {
                units.push(Self::new(job, worker.clone, worker.group));
            }
            if let Some(unit) = units.last_mut() {
                unit.members += 1;
                unit.last = job;
                if let Some(outcome) = outcome {
                    unit.loads.push(place);
                    unit.add(job, outcome);
                }
            }
        }
        for unit in &mut units {
            unit.unify();
        }
        units
    }

    /// Returns the number and the first error of failed blocks, if the job continues after such.
    pub(super) fn failed_blocks(&self) -> Option<(u64, i32)> {
        let options = &self.job.options;
        let goes_on = options.jobs.continue_on_error.is_some()
            || !options.jobs.ignore_error.read.is_empty()
            || !options.jobs.ignore_error.write.is_empty();
        goes_on.then(|| (self.failures, self.first_failure.map_or(0, |first| first.errno)))
    }

    fn new(job: &'a Job, clone: u32, group: u32) -> Self {
        Self {
            job,
            last: job,
            name: job.name_of(clone),
            group,
            members: 0,
            process_id: None,
            error: None,
            failures: 0,
            first_failure: None,
            read: Direction::default(),
            write: Direction::default(),
            trim: Direction::default(),
            mixed: None,
            flushes: Latencies::new(),
            run_ms: 0,
            user: Duration::ZERO,
            system: Duration::ZERO,
            switches: 0,
            major_faults: 0,
            minor_faults: 0,
            levels: [0; 7],
            submitted: [0; 7],
            completed: [0; 7],
            latencies: LatencyClasses::default(),
            steady: None,
            depth: job.options.engine.iodepth,
            loads: Vec::new(),
        }
    }

    fn add(&mut self, job: &Job, outcome: &'a LoadOutcome) {
        self.process_id = self.process_id.or(Some(outcome.process_id));
        self.error = self.error.or(outcome.error.as_ref());
        self.failures += outcome.failures.count;
        self.first_failure = self.first_failure.or(outcome.failures.first.as_ref());
        self.read.add(&outcome.flow.read, job);
        self.write.add(&outcome.flow.write, job);
        self.trim.add(&outcome.trim, job);
        self.flushes.merge(&outcome.flushes);
        if !outcome.run_time.is_zero() {
            self.run_ms += milliseconds(outcome.run_time);
        }
        self.user += outcome.cpu.user;
        self.system += outcome.cpu.system;
        self.switches += outcome.cpu.voluntary_switches + outcome.cpu.involuntary_switches;
        self.major_faults += outcome.cpu.major_faults;
        self.minor_faults += outcome.cpu.minor_faults;
        add_each(&mut self.levels, &outcome.depth_levels);
        add_each(&mut self.submitted, &outcome.submitted);
        add_each(&mut self.completed, &outcome.completed);
        // As in fio: calls about names are in no class.
        if !job.options.reports.disable_clat && !job.options.engine.ioengine.is_of_names() {
            self.latencies.add(&outcome.flow.read.completion);
            self.latencies.add(&outcome.flow.write.completion);
            self.latencies.add(&outcome.trim.completion);
        }
        if self.steady.is_none() {
            self.steady = outcome.steady.as_ref();
        }
        if let Some(found) = &outcome.latency_target {
            self.depth = found.depth;
        }
    }

    /// Combines reads and writes if that is requested.
    fn unify(&mut self) {
        if self.job.options.reports.unified_rw_reporting != UnifiedReporting::None {
            let mut mixed = self.read.clone();
            mixed.add_direction(&self.write);
            mixed.add_direction(&self.trim);
            self.mixed = Some(mixed);
        }
    }

    /// Returns whether reads and writes are only reported together.
    pub(super) fn is_mixed_only(&self) -> bool {
        self.job.options.reports.unified_rw_reporting == UnifiedReporting::Mixed
    }

    /// Returns the number of reads, writes and trims.
    pub(super) fn operations(&self) -> u64 {
        self.read.operations + self.write.operations + self.trim.operations
    }

    /// Returns the percentages of a processor in the program and in the kernel.
    pub(super) fn cpu_percent(&self) -> (f64, f64) {
        if self.run_ms == 0 {
            return (0.0, 0.0);
        }
        let percent = |time: Duration| time.as_secs_f64() * 1e5 / self.run_ms as f64;
        (percent(self.user), percent(self.system))
    }

    /// Returns the form of its numbers.
    pub(super) fn style(&self) -> Style {
        Style {
            figures: self.job.options.reports.significant_figures,
            kb_base: self.job.options.reports.kb_base,
            bits: self.job.options.reports.unit_base == 1,
        }
    }
}

fn add_each(sums: &mut [u64; 7], others: &[u64; 7]) {
    for (sum, other) in sums.iter_mut().zip(others) {
        *sum += other;
    }
}
