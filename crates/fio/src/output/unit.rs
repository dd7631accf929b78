//! The unit of a report: a clone of a job, or the clones and jobs of a group together.

use std::time::Duration;

use feedrate_pageio::Latencies;
use feedrate_workload::load::{
    Flow, LoadError, LoadOutcome, PriorityLatencies, RequestPriority, SteadyOutcome,
};

use super::Report;
use super::number::Style;
use super::shares::LatencyClasses;
use super::spread::Spread;
use crate::job::{Engine, Job, UnifiedReporting};
use crate::plan::own_priority;

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

/// Reads, writes or trims.
#[derive(Clone, Debug, Default)]
pub(super) struct Direction {
    pub(super) bytes: u64,
    pub(super) operations: u64,
    pub(super) short: u64,
    /// The time of the clone that took longest.
    pub(super) run_ms: u64,
    pub(super) submission: Latencies,
    pub(super) completion: Latencies,
    pub(super) total: Latencies,
    /// The latencies of each priority.
    pub(super) priorities: Vec<PriorityLatencies>,
    /// KiB a second.
    pub(super) bandwidth: Spread,
    pub(super) iops: Spread,
}

impl Direction {
    /// Returns bytes a second.
    pub(super) fn rate(&self) -> u64 {
        per_second(self.bytes, self.run_ms)
    }

    /// Returns whole blocks a second.
    pub(super) fn whole_iops(&self) -> u64 {
        per_second(self.operations, self.run_ms)
    }

    /// Returns blocks a second.
    pub(super) fn iops(&self) -> f64 {
        if self.run_ms == 0 {
            return 0.0;
        }
        1000.0 * self.operations as f64 / self.run_ms as f64
    }

    fn add(&mut self, flow: &Flow, job: &Job) {
        let options = &job.options;
        self.bytes += flow.bytes;
        self.operations += flow.operations;
        self.short += flow.short;
        if flow.operations > 0 {
            self.run_ms = self.run_ms.max(milliseconds(flow.run_time));
        }
        // Engines that move one block at a time have no separate submission.
        let is_null = options.engine.ioengine == Engine::Null && options.engine.iodepth == 1;
        if !options.reports.disable_slat && !options.is_synchronous() && !is_null {
            self.submission.merge(&flow.submission);
        }
        if !options.reports.disable_clat {
            self.completion.merge(&flow.completion);
        }
        if !options.reports.disable_lat {
            self.total.merge(&flow.total);
        }
        match &flow.priorities[..] {
            [] => self.add_priority(&PriorityLatencies {
                completion: flow.completion.clone(),
                total: flow.total.clone(),
                ..PriorityLatencies::new(own_priority(options))
            }),
            several => several.iter().for_each(|one| self.add_priority(one)),
        }
        if !options.reports.disable_bw_measurement {
            let kibibytes = flow.bandwidth_samples.iter().map(|bytes| bytes / 1024.0);
            self.bandwidth.add_beside(&Spread::of_samples(kibibytes));
            let blocks = flow.operation_samples.iter().copied();
            self.iops.add_beside(&Spread::of_samples(blocks));
        }
    }

    fn add_priority(&mut self, of: &PriorityLatencies) {
        let mut known = self.priorities.iter_mut();
        match known.find(|known| known.priority == of.priority) {
            Some(known) => {
                known.completion.merge(&of.completion);
                known.total.merge(&of.total);
            }
            None => self.priorities.push(of.clone()),
        }
    }

    /// Returns the latencies of each priority, the total ones where `of_total`; none unless there are several. As in fio,
    /// those that count are of the same kind as the percentiles.
    pub(super) fn by_priority(&self, of_total: bool) -> Vec<(RequestPriority, &Latencies)> {
        let all = self.priorities.iter().map(|of| match of_total {
            true => (of.priority, &of.total),
            false => (of.priority, &of.completion),
        });
        let moved: Vec<_> = all.filter(|(_, of)| of.count() > 0).collect();
        match moved.len() {
            0 | 1 => Vec::new(),
            _ => moved,
        }
    }

    fn add_direction(&mut self, other: &Self) {
        self.bytes += other.bytes;
        self.operations += other.operations;
        self.short += other.short;
        self.run_ms = self.run_ms.max(other.run_ms);
        self.submission.merge(&other.submission);
        self.completion.merge(&other.completion);
        self.total.merge(&other.total);
        other.priorities.iter().for_each(|of| self.add_priority(of));
        self.bandwidth.add_beside(&other.bandwidth);
        self.iops.add_beside(&other.iops);
    }
}

/// Returns a rate per second, truncated to an integer as in fio.
pub(super) fn per_second(count: u64, milliseconds: u64) -> u64 {
    if milliseconds == 0 {
        return 0;
    }
    u64::try_from(u128::from(count) * 1000 / u128::from(milliseconds)).unwrap_or(u64::MAX)
}

/// Returns whole milliseconds, and at least one for any time above zero.
fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX).max(1)
}

impl<'a> Unit<'a> {
    /// Returns the reports, in the order of the jobs.
    ///
    /// A clone joins the one before it if its job has `group_reporting` and both are in one group.
    pub(super) fn all(report: &Report<'a>) -> Vec<Self> {
        let mut units: Vec<Self> = Vec::new();
        let mut outcomes = report.outcome.loads();
        for (place, worker) in report.plan.workers.iter().enumerate() {
            // Loads that were never started have no outcome; their reports are empty.
            let outcome = outcomes.next();
            let Some(job) = report.jobs.jobs.get(worker.job) else {
                continue;
            };
            let joins = job.options.reports.group_reporting
                && units.last().is_some_and(|last| last.group == worker.group);
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
        goes_on.then(|| {
            (
                self.failures,
                self.first_failure.map_or(0, |first| first.errno),
            )
        })
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
        if !job.options.reports.disable_clat {
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
