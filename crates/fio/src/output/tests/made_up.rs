//! Synthetic jobs and results.

use std::time::{Duration, SystemTime};

use feedrate_pageio::cache::{CacheShare, StorageIo};
use feedrate_pageio::engine::{EngineKind, EngineReport};
use feedrate_pageio::{CpuUse, Depth};
use feedrate_workload::load::{BatchOutcome, Flow, Load, LoadFile, LoadOutcome, ScheduleOutcome};

use crate::job::{Job, Jobs, Location, Options, Rw};
use crate::output::RunResults;
use crate::plan::{Plan, Worker};

/// A synthetic run, to which jobs are added.
#[derive(Debug)]
pub(super) struct MadeUp {
    pub(super) jobs: Jobs,
    pub(super) plan: Plan,
    pub(super) outcome: ScheduleOutcome,
}

impl Default for MadeUp {
    fn default() -> Self {
        Self {
            jobs: Jobs::default(),
            plan: Plan::default(),
            outcome: ScheduleOutcome {
                batches: Vec::new(),
                stopped: false,
                notes: Vec::new(),
            },
        }
    }
}

impl MadeUp {
    /// Adds a job; returns its index.
    pub(super) fn job(&mut self, job: Job) -> usize {
        self.jobs.jobs.push(job);
        self.jobs.jobs.len() - 1
    }

    /// Adds a clone of a job.
    pub(super) fn worker(&mut self, job: usize, clone: u32, group: u32) {
        self.plan.workers.push(Worker {
            job,
            clone,
            number: self.plan.workers.len() as u32 + 1,
            group,
        });
    }

    /// Adds results of loads that ran at the same time, with the loads.
    pub(super) fn batch(&mut self, loads: Vec<LoadOutcome>) {
        let file = |load: &LoadOutcome| LoadFile::new(load.name.as_str(), 1 << 20);
        let planned = loads.iter().map(|load| Load::new(&load.name, vec![file(load)]));
        self.plan.schedule.batches.push(planned.collect());
        self.outcome.batches.push(batch(loads));
    }

    pub(super) fn report(&self, ended: SystemTime) -> RunResults<'_> {
        RunResults {
            jobs: &self.jobs,
            plan: &self.plan,
            outcome: &self.outcome,
            disks: &[],
            ended,
            elapsed: Duration::from_millis(2300),
            judgement: None,
        }
    }
}

pub(super) fn batch(loads: Vec<LoadOutcome>) -> BatchOutcome {
    BatchOutcome {
        loads,
        began_after: Duration::ZERO,
        elapsed: Duration::from_secs(2),
        cpu: CpuUse::default(),
        storage: Some(StorageIo {
            read_bytes: 300 << 20,
            write_bytes: 0,
        }),
        cache: CacheShare::Known(0.25),
    }
}

/// Returns a job with fio's defaults.
pub(super) fn job(name: &str, rw: Rw) -> Job {
    let mut options = Options::default();
    options.blocks.rw = rw;
    Job {
        name: name.to_owned(),
        section: name.to_owned(),
        location: Location::COMMAND_LINE,
        file: 0,
        own_options: Vec::new(),
        given: Vec::new(),
        options,
    }
}

/// Returns the job with one report for its group.
pub(super) fn group_reporting(mut job: Job) -> Job {
    job.options.reports.group_reporting = true;
    job
}

/// Returns the outcome of a load that ran for a time and moved nothing.
pub(super) fn outcome(name: &str, run_time: Duration) -> LoadOutcome {
    LoadOutcome {
        began_after: Some(Duration::ZERO),
        process_id: 4711,
        run_time,
        cpu: CpuUse {
            user: run_time / 20,
            system: run_time / 8,
            voluntary_switches: 2000,
            involuntary_switches: 17,
            major_faults: 0,
            minor_faults: 15,
        },
        depth: Depth { most: 1, mean: 1.0 },
        engine: EngineReport {
            kind: EngineKind::SYNC,
            depth: 1,
            refused: Vec::new(),
        },
        ..LoadOutcome::of_nothing(name)
    }
}

/// Returns a direction whose blocks take from half to three halves of `micros`.
pub(super) fn flow(bytes: u64, operations: u64, run_time: Duration, micros: f64) -> Flow {
    let mut flow = Flow {
        bytes,
        operations,
        run_time,
        ..Flow::default()
    };
    for number in 0..operations {
        let part = 0.5 + number as f64 / operations as f64;
        let latency = Duration::from_nanos((micros * part * 1000.0) as u64);
        flow.completion.record(latency);
        flow.total.record(latency + Duration::from_nanos(40));
    }
    flow
}

/// Returns samples as those of a load.
pub(super) fn samples(values: &[f64]) -> Vec<f64> {
    values.to_vec()
}
