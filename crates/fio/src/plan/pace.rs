//! Plans when a worker starts, its rate, and its steady state.

use std::time::Duration;

use feedrate_workload::load::{LatencyTarget, LeastRate, Pace, PerDirection, SteadyCondition, SteadyOf, ThinkPauses};

use super::JobClone;
use crate::job::{EachDirection, Options};

/// Returns a start time between two, the same in each run.
pub(super) fn start(worker: &JobClone<'_>) -> Duration {
    let (from, to) = worker.options().blocks.startdelay;
    if from == to {
        return from;
    }
    let share = fastrand::Rng::with_seed(u64::from(worker.number)).f64();
    from + (to - from).mul_f64(share)
}

/// Returns the rates of reads and of what changes files.
pub(super) fn pace(options: &Options) -> PerDirection<Pace> {
    let (bytes, operations) = (&options.pace.rate, &options.pace.rate_iops);
    let of = |bytes, operations| Pace {
        bytes,
        operations,
        poisson: options.pace.rate_poisson,
    };
    PerDirection {
        read: of(bytes.read, operations.read),
        write: match options.blocks.rw.only_trims() {
            true => of(bytes.trim, operations.trim),
            false => of(bytes.write, operations.write),
        },
    }
}

/// Returns the pauses between blocks.
pub(super) fn think(options: &Options) -> Option<ThinkPauses> {
    let pace = &options.pace;
    (!pace.thinktime.is_zero()).then_some(ThinkPauses {
        time: pace.thinktime,
        spin: pace.thinktime_spin.min(pace.thinktime),
        blocks: pace.thinktime_blocks,
        is_outside_rates: pace.rate_ignore_thinktime,
    })
}

/// Returns the latency for which the depth is searched.
pub(super) fn latency_target(options: &Options) -> Option<LatencyTarget> {
    let pace = &options.pace;
    pace.latency_target.map(|target| LatencyTarget {
        target,
        window: pace.latency_window,
        percentile: pace.latency_percentile,
        goes_on: pace.latency_run,
    })
}

pub(super) fn least(options: &Options) -> Option<LeastRate> {
    let of = |limits: &EachDirection<Option<u64>>| PerDirection {
        read: limits.read.filter(|_| options.blocks.rw.reads()),
        write: limits.write.filter(|_| options.blocks.rw.writes()),
    };
    let least = LeastRate {
        over: options.pace.rate_cycle,
        bytes: of(&options.pace.rate_min),
        operations: of(&options.pace.rate_iops_min),
    };
    let none = PerDirection::default();
    (least.bytes != none || least.operations != none).then_some(least)
}

pub(super) fn steady(options: &Options) -> Option<SteadyCondition> {
    let state = options.pace.steadystate?;
    // fio checks once a second, and truncates the time to seconds.
    (options.pace.steadystate_duration.as_secs() > 0).then_some(SteadyCondition {
        of: match (state.iops, state.slope) {
            (true, false) => SteadyOf::Iops,
            (true, true) => SteadyOf::IopsSlope,
            (false, false) => SteadyOf::Bandwidth,
            (false, true) => SteadyOf::BandwidthSlope,
        },
        of_group: options.reports.group_reporting,
        limit: state.limit,
        is_percent: state.is_percent,
        window: options.pace.steadystate_duration,
        ramp: options.pace.steadystate_ramp_time,
    })
}
