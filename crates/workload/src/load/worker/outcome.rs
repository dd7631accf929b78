//! The outcome of a load so far: at its end, and where somebody asks before.

use std::time::{Duration, Instant};

use feedrate_pageio::{Account, Latencies};

use super::Worker;
use super::finish::{DIFFERENT, different};
use crate::load::outcome::{Failures, Flow, LoadOutcome};
use crate::load::spec::PerDirection;
use crate::load::watch::Amount;

impl Worker<'_> {
    /// Says what came of it so far, if somebody asks.
    #[inline]
    pub(super) fn answer(&self) {
        if self.supervisor.live.is_asked() {
            self.supervisor.live.answer(self.so_far(Instant::now()));
        }
    }

    /// Answers who asks, and stops if it is to.
    pub(super) fn answer_or_stop(&mut self) {
        self.answer();
        if self.supervisor.is_stopped() {
            self.stop();
        }
    }

    /// Returns its outcome until a moment, which its own thread asks for. Results that only its end shows are left out:
    /// an error, the series, whether it is steady, the depth that was found.
    #[cold]
    pub(super) fn so_far(&self, now: Instant) -> LoadOutcome {
        let (work, back) = match self.clock.is_ramping() {
            true => (Account::default(), Account::default()),
            false => self.ledger.accounts(&self.queue),
        };
        let measured = now.saturating_duration_since(self.clock.counted_from);
        let (work_time, back_time) = self.ledger.times(measured, now);
        let is_synchronous = self.submission.is_synchronous();
        let submission = self.tally.submission.clone();
        let completion = self.tally.completion.clone();
        let mut flow = flows(&work, is_synchronous, submission, completion, work_time);
        let rates = self.tally.rates().clone();
        (flow.read.bandwidth_samples, flow.read.operation_samples) = rates.read;
        (flow.write.bandwidth_samples, flow.write.operation_samples) = rates.write;
        let priorities = self.tally.priorities.clone();
        (flow.read.priorities, flow.write.priorities) = (priorities.read, priorities.write);
        let mut trim = self.trims(work_time);
        self.only_openings(&mut flow, &mut trim);
        self.only_computed(&mut flow.read);
        let read_back = read_back(&back, back_time);
        add_read_back(&mut flow.read, &read_back, is_synchronous);
        let run_time = if read_back.operations > 0 {
            work_time + back_time
        } else {
            work_time
        };
        let (checked, differ, differences) = match &self.proof {
            Some(proof) => (proof.checked, proof.differ, proof.differences.clone()),
            None => (0, 0, Vec::new()),
        };
        LoadOutcome {
            name: self.load.name.clone(),
            group: self.load.group,
            began_after: self.began_after,
            process_id: std::process::id(),
            flow,
            trim,
            read_back,
            flushes: self.tally.flushes.clone(),
            run_time,
            ramped: self.clock.counted_from.saturating_duration_since(self.clock.start),
            cpu: self.ledger.cpu(),
            depth_levels: self.tally.levels,
            submitted: self.tally.submitted,
            completed: self.tally.completed,
            depth: self.queue.depth(),
            engine: self.queue.engine().clone(),
            checked,
            differ,
            differences,
            failures: self.all_failures(),
            error: None,
            stopped: self.end.is_cut_short,
            passes: self.source.passes(),
            series: Default::default(),
            steady: None,
            latency_target: None,
            written: None,
            notes: self.notes.iter().cloned().chain(self.recording.note()).collect(),
        }
    }

    fn trims(&self, time: Duration) -> Flow {
        let (bandwidth_samples, operation_samples) = self.tally.trim_rates().clone();
        let Amount { bytes, operations } = self.tally.trimmed;
        Flow {
            bytes,
            operations,
            completion: self.tally.trims.clone(),
            total: self.tally.trims.clone(),
            run_time: match operations {
                0 => Duration::ZERO,
                _ => time,
            },
            bandwidth_samples,
            operation_samples,
            ..Flow::default()
        }
    }
}

impl Worker<'_> {
    /// Blocks that failed, and those that differ where the load goes on after such.
    fn all_failures(&self) -> Failures {
        let mut failures = self.faults.tolerable.clone();
        if let Some(proof) = &self.proof
            && self.load.goes_on_after.read.contains(&DIFFERENT)
        {
            failures.count += proof.blocks_that_differ;
            if let Some(first) = proof.differences.first() {
                failures.first.get_or_insert_with(|| different(first));
            }
        }
        failures
    }
}

fn flows(
    account: &Account,
    is_synchronous: bool,
    submission: PerDirection<Latencies>,
    completion: PerDirection<Latencies>,
    time: Duration,
) -> PerDirection<Flow> {
    let flow = |moved: &feedrate_pageio::account::Flow, submission, completion| Flow {
        bytes: moved.bytes,
        operations: moved.operations,
        short: 0,
        submission,
        completion: if is_synchronous {
            moved.latencies.clone()
        } else {
            completion
        },
        total: moved.latencies.clone(),
        priorities: Vec::new(),
        run_time: if moved.operations > 0 { time } else { Duration::ZERO },
        bandwidth_samples: Vec::new(),
        operation_samples: Vec::new(),
    };
    let mut flows = PerDirection {
        read: flow(&account.read, submission.read, completion.read),
        write: flow(&account.write, submission.write, completion.write),
    };
    let of_short = if account.read.operations > 0 {
        &mut flows.read
    } else {
        &mut flows.write
    };
    of_short.short = account.calls.split;
    flows
}

fn read_back(account: &Account, time: Duration) -> Flow {
    let read = &account.read;
    Flow {
        bytes: read.bytes,
        operations: read.operations,
        short: account.calls.split,
        total: read.latencies.clone(),
        completion: read.latencies.clone(),
        run_time: if read.operations > 0 { time } else { Duration::ZERO },
        ..Flow::default()
    }
}

/// Adds what was read back to what was read. Its submissions and completions are with the others already where the
/// engine has them apart.
fn add_read_back(read: &mut Flow, back: &Flow, is_synchronous: bool) {
    read.bytes += back.bytes;
    read.operations += back.operations;
    read.short += back.short;
    read.total.merge(&back.total);
    if is_synchronous {
        read.completion.merge(&back.completion);
    }
    read.run_time += back.run_time;
}
