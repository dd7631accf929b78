//! Descriptions of when a job begins and ends.

use feedrate_workload::load::{EndScope, Load, SteadyOf};

use super::{bytes, time};
use crate::job::Job;

/// Describes when it ends.
pub(in super::super) fn limit(load: &Load) -> String {
    if load.layout.is_all {
        return "its files are laid out; nothing is measured".to_owned();
    }
    let limit = &load.limit;
    let mut parts = Vec::new();
    if let Some(moved) = limit.bytes {
        parts.push(format!("{} are moved", bytes(moved)));
    }
    if let Some(operations) = limit.operations {
        parts.push(format!("{operations} blocks are moved"));
    }
    let ends = match (limit.for_all_time, limit.time) {
        _ if load.compute.is_some() => computed(load),
        (true, Some(limit)) => format!("{} are over, beginning again as often as needed", time(limit)),
        (_, limit) => {
            if parts.is_empty() {
                parts.push(match load.limit.loops {
                    Some(loops) => format!("it went over its files {loops} times"),
                    None => "it went over its files once".to_owned(),
                });
            } else if let Some(loops) = load.limit.loops {
                parts.push(format!("{loops} times over"));
            }
            if let Some(limit) = limit {
                parts.push(format!("or {} are over", time(limit)));
            }
            parts.join(", ")
        }
    };
    let ramp = match (load.ramp.is_zero(), load.ramp_bytes) {
        (true, 0) => String::new(),
        (true, moved) => format!("; the first {} do not count", bytes(moved)),
        (false, 0) => format!("; the first {} do not count", time(load.ramp)),
        (false, moved) => format!("; the first {} and {} do not count", time(load.ramp), bytes(moved)),
    };
    let others = match load.ends {
        EndScope::Itself => String::new(),
        others => format!("; then {} end", whom(others)),
    };
    let failed = match load.fails {
        EndScope::Itself => String::new(),
        others => format!("; if it fails, {} end", whom(others)),
    };
    format!("{ends}{ramp}{others}{failed}")
}

/// Describes when a load ends that only computes.
fn computed(load: &Load) -> String {
    let mut parts = Vec::new();
    if let Some(operations) = load.limit.operations {
        parts.push(format!("{operations} parts are computed"));
    }
    if let Some(limit) = load.limit.time {
        parts.push(format!("{} are over", time(limit)));
    }
    if load.compute.is_some_and(|compute| compute.ends_with_others) {
        parts.push("the other jobs that run with it have ended".to_owned());
    }
    if parts.is_empty() {
        parts.push("it is stopped".to_owned());
    }
    parts.join(", or ")
}

/// Describes the other loads that end with it.
fn whom(ends: EndScope) -> &'static str {
    match ends {
        EndScope::Itself => "no others",
        EndScope::Group => "the others of its group",
        EndScope::Batch => "all that run with it",
        EndScope::All => "all jobs",
    }
}

/// Describes when it starts, if not with the others.
pub(in super::super) fn start(job: &Job, load: &Load) -> String {
    let mut parts = Vec::new();
    if let Some(name) = &load.after {
        parts.push(format!("when {name} has ended"));
    }
    let (from, to) = job.options.blocks.startdelay;
    if from != to {
        parts.push(format!("{} to {} later", time(from), time(to)));
    } else if !from.is_zero() {
        parts.push(format!("{} later", time(from)));
    }
    parts.join(", ")
}

/// Describes the steady state and the latency target.
pub(in super::super) fn quality(load: &Load) -> String {
    let mut parts = Vec::new();
    if let Some(steady) = &load.steady {
        let of = match steady.of {
            SteadyOf::Iops => "blocks a second",
            SteadyOf::Bandwidth => "the bandwidth",
            SteadyOf::IopsSlope => "the slope of blocks a second",
            SteadyOf::BandwidthSlope => "the slope of the bandwidth",
        };
        let whose = if steady.of_group { " of its group" } else { "" };
        let percent = if steady.is_percent { " %" } else { "" };
        parts.push(format!(
            "{of}{whose} stays within {}{percent} for {}",
            steady.limit,
            time(steady.window)
        ));
    }
    if let Some(target) = &load.latency_target {
        parts.push(format!(
            "the depth is found at which {} % of blocks take no more than {}",
            target.percentile,
            time(target.target)
        ));
    }
    parts.join("; ")
}
