//! Options on rates, and on when a job ends.

use std::time::Duration;

use super::entry::{Entry, ignored, refused_unless};
use super::lists;
use crate::kinds::{EachDirection, SteadyState};
use crate::value::{Refusal, Unit, Value, unless_zero};

with_defaults! {
    /// Rates, and when a job ends.
    pub struct PaceOptions {
        /// The most bytes a second.
        pub rate: EachDirection<Option<u64>> = EachDirection::default(),
        /// The most blocks a second.
        pub rate_iops: EachDirection<Option<u64>> = EachDirection::default(),
        /// The least bytes a second.
        pub rate_min: EachDirection<Option<u64>> = EachDirection::default(),
        /// The least blocks a second.
        pub rate_iops_min: EachDirection<Option<u64>> = EachDirection::default(),
        /// The windows over which these are checked.
        pub rate_cycle: Duration = Duration::from_secs(1),
        /// True if blocks arrive as in a Poisson process instead of evenly.
        pub rate_poisson: bool = false,
        /// The length of a pause.
        pub thinktime: Duration = Duration::ZERO,
        /// The part of it that is spent computing.
        pub thinktime_spin: Duration = Duration::ZERO,
        /// The number of blocks between pauses.
        pub thinktime_blocks: u64 = 1,
        /// True if rates exclude pauses.
        pub rate_ignore_thinktime: bool = false,
        /// The weight relative to other jobs of the flow.
        pub flow: Option<u32> = None,
        /// The number of the flow.
        pub flow_id: u64 = 0,
        /// The steady state at which the job ends.
        pub steadystate: Option<SteadyState> = None,
        /// The time for which it must last; 0 disables it.
        pub steadystate_duration: Duration = Duration::ZERO,
        /// The time before it is checked.
        pub steadystate_ramp_time: Duration = Duration::ZERO,
        /// The latency for which the job searches the depth.
        pub latency_target: Option<Duration> = None,
        /// The windows of that search.
        pub latency_window: Duration = Duration::ZERO,
        /// The percentage of blocks with at most that latency.
        pub latency_percentile: f64 = 100.0,
        /// True if the job continues at the depth that was found.
        pub latency_run: bool = false,
    }
}

/// The options of this group.
pub(super) const OPTIONS: &[Entry<PaceOptions>] = &[
    takes!(rate, "SIZE[,SIZE[,SIZE]]", "bytes a second at most", each_limit),
    takes!(rate_iops, "N[,N[,N]]", "blocks a second at most", each_limit),
    Entry::takes(
        "rate_process",
        "linear|poisson",
        "even intervals, or those of a Poisson process",
        |options, value| {
            options.rate_poisson = value.choice(&[("linear", false), ("poisson", true)])?;
            Ok(())
        },
    ),
    takes!(
        rate_min,
        "SIZE[,SIZE[,SIZE]]",
        "the job fails when it moves fewer bytes a second, from 2 s on",
        each_limit
    )
    .also(&["ratemin"]),
    takes!(
        rate_iops_min,
        "N[,N[,N]]",
        "the job fails when it moves fewer blocks a second, from 2 s on",
        each_limit
    ),
    takes!(
        rate_cycle,
        "N",
        "milliseconds of a window of rate_min and rate_iops_min",
        Value::milliseconds
    )
    .also(&["ratecycle"]),
    boolean!(
        rate_ignore_thinktime,
        "blocks that were not moved during a thinktime are not made up for"
    ),
    takes!(
        thinktime,
        "TIME",
        "a pause between blocks; in microseconds without a unit",
        |value| value.time(Unit::Microseconds)
    ),
    takes!(thinktime_spin, "TIME", "of the pause, so much in computing", |value| {
        value.time(Unit::Microseconds)
    }),
    takes!(thinktime_blocks, "N", "a pause after so many blocks", |value| value
        .bytes()
        .map(|to| to.max(1))),
    refused_unless(
        "thinktime_blocks_type",
        &["complete"],
        "blocks are counted when they are complete",
    ),
    refused_unless(
        "thinkcycles",
        &["0"],
        "how long a cycle is depends on the processor; give thinktime= and thinktime_spin=",
    ),
    refused_unless("thinktime_iotime", &["0"], "give thinktime_blocks= instead"),
    takes!(
        flow,
        "N",
        "a weight: jobs that have one move blocks in this ratio",
        |value| value.integer().map(unless_zero)
    ),
    takes!(
        flow_id,
        "N",
        "jobs with a flow are held against those of the same number (0)",
        Value::bytes
    ),
    ignored("flow_watermark", "fio took it out, and passes over it too"),
    ignored(
        "flow_sleep",
        "a job that is ahead of its flow waits no longer than needed",
    ),
    takes!(
        steadystate,
        "iops|bw[_slope]:LIMIT[%]",
        "ends the job when it has become steady; with group_reporting the group, when that has",
        |value| lists::steady_state(value).map(Some)
    )
    .also(&["ss"]),
    takes!(steadystate_duration, "TIME", "over so long", |value| value
        .time(Unit::Seconds))
    .also(&["ss_dur"]),
    takes!(steadystate_ramp_time, "TIME", "looked at after so long", |value| value
        .time(Unit::Seconds))
    .also(&["ss_ramp"]),
    Entry::takes(
        "steadystate_check_interval",
        "TIME",
        "between what is held against each other: 1 s, and no other",
        |_: &mut PaceOptions, value| match value.time(Unit::Seconds)? {
            Duration::ZERO => Err("it is 1 s".to_owned()),
            time if time.as_secs() == 1 && time.subsec_nanos() == 0 => Ok(()),
            _ => Err("figures are taken once a second here; leave it out".to_owned()),
        },
    )
    .also(&["ss_interval"]),
    refused_unless("max_latency", &["0"], "a slow block does not end a job here"),
    takes!(
        latency_target,
        "TIME",
        "looks for the depth that keeps this latency; in microseconds without a unit",
        |value| value.time(Unit::Microseconds).map(unless_zero)
    ),
    takes!(
        latency_window,
        "TIME",
        "over windows of this length; in microseconds without a unit",
        |value| value.time(Unit::Microseconds)
    ),
    takes!(
        latency_percentile,
        "PERCENT",
        "for so many percent of blocks",
        |value| match value.text().and_then(|text| value.decimal_of(text))? {
            percent if percent <= 100.0 => Ok(percent),
            _ => Err("it is between 0 and 100".to_owned()),
        }
    ),
    boolean!(
        latency_run,
        "goes on to its end, up and down with what the latency allows"
    ),
];

/// Parses limits of directions, in which 0 means none.
fn each_limit(value: &mut Value<'_>) -> Result<EachDirection<Option<u64>>, Refusal> {
    let each = value.each(|value, text| value.bytes_of(text))?;
    Ok(each.map(|limit| limit.and_then(unless_zero)))
}
