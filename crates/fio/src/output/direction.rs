//! The figures of one direction of a report.

use std::time::Duration;

use feedrate_pageio::Latencies;
use feedrate_workload::load::{Flow, PriorityLatencies, RequestPriority};

use super::spread::Spread;
use crate::job::{Engine, Job};
use crate::plan::own_priority;

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

    pub(super) fn add(&mut self, flow: &Flow, job: &Job) {
        let options = &job.options;
        self.bytes += flow.bytes;
        self.operations += flow.operations;
        self.short += flow.short;
        if !flow.run_time.is_zero() {
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

    /// Returns the latencies of each priority, the total ones where `of_total`; none unless there are several. As in
    /// fio, those that count are of the same kind as the percentiles.
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

    pub(super) fn add_direction(&mut self, other: &Self) {
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
pub(super) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX).max(1)
}
