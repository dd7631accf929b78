//! At which pace, and until which quality.

use super::definition::{Definition, ignored, refused_unless, takes};
use super::lists;
use crate::job::Each;
use crate::value::{Refusal, Unit, Value};

/// The options of this subject.
pub(super) const OPTIONS: &[Definition] = &[
    takes(
        "rate",
        "SIZE[,SIZE[,SIZE]]",
        "bytes a second at most",
        |options, value| {
            options.rate = each_limit(value)?;
            Ok(())
        },
    ),
    takes(
        "rate_iops",
        "N[,N[,N]]",
        "blocks a second at most",
        |options, value| {
            options.rate_iops = each_limit(value)?;
            Ok(())
        },
    ),
    takes(
        "rate_process",
        "linear|poisson",
        "even intervals, or those of a Poisson process",
        |options, value| {
            options.rate_poisson = value.choice(&[("linear", false), ("poisson", true)])?;
            Ok(())
        },
    ),
    takes(
        "rate_min",
        "SIZE[,SIZE[,SIZE]]",
        "the job fails when it moves fewer bytes a second, from 2 s on",
        |options, value| {
            options.rate_min = each_limit(value)?;
            Ok(())
        },
    )
    .also(&["ratemin"]),
    takes(
        "rate_iops_min",
        "N[,N[,N]]",
        "the job fails when it moves fewer blocks a second, from 2 s on",
        |options, value| {
            options.rate_iops_min = each_limit(value)?;
            Ok(())
        },
    ),
    takes(
        "rate_cycle",
        "N",
        "milliseconds of a window of rate_min and rate_iops_min",
        |options, value| {
            options.rate_cycle = value.milliseconds()?;
            Ok(())
        },
    )
    .also(&["ratecycle"]),
    takes(
        "rate_ignore_thinktime",
        "0|1",
        "blocks that were not moved during a thinktime are not made up for",
        |options, value| {
            options.rate_ignore_thinktime = value.boolean()?;
            Ok(())
        },
    ),
    takes(
        "thinktime",
        "TIME",
        "a pause between blocks; in microseconds without a unit",
        |options, value| {
            options.thinktime = value.time(Unit::Microseconds)?;
            Ok(())
        },
    ),
    takes(
        "thinktime_spin",
        "TIME",
        "of the pause, so much in computing",
        |options, value| {
            options.thinktime_spin = value.time(Unit::Microseconds)?;
            Ok(())
        },
    ),
    takes(
        "thinktime_blocks",
        "N",
        "a pause after so many blocks",
        |options, value| {
            options.thinktime_blocks = value.bytes()?.max(1);
            Ok(())
        },
    ),
    refused_unless(
        "thinktime_blocks_type",
        &["complete"],
        "blocks are counted when they are complete",
    ),
    refused_unless("thinktime_iotime", &["0"], "give thinktime_blocks= instead"),
    takes(
        "flow",
        "N",
        "a weight: jobs that have one move blocks in this ratio",
        |options, value| {
            options.flow = Some(value.integer()?).filter(|&weight| weight > 0);
            Ok(())
        },
    ),
    takes(
        "flow_id",
        "N",
        "jobs with a flow are held against those of the same number (0)",
        |options, value| {
            options.flow_id = value.bytes()?;
            Ok(())
        },
    ),
    ignored("flow_watermark", "fio took it out, and passes over it too"),
    ignored(
        "flow_sleep",
        "a job that is ahead of its flow waits no longer than needed",
    ),
    takes(
        "steadystate",
        "iops|bw[_slope]:LIMIT[%]",
        "ends the job when it has become steady; with group_reporting the group, when that has",
        |options, value| {
            options.steadystate = Some(lists::steady_state(value)?);
            Ok(())
        },
    )
    .also(&["ss"]),
    takes(
        "steadystate_duration",
        "TIME",
        "over so long",
        |options, value| {
            options.steadystate_duration = value.time(Unit::Seconds)?;
            Ok(())
        },
    )
    .also(&["ss_dur"]),
    takes(
        "steadystate_ramp_time",
        "TIME",
        "looked at after so long",
        |options, value| {
            options.steadystate_ramp_time = value.time(Unit::Seconds)?;
            Ok(())
        },
    )
    .also(&["ss_ramp"]),
    refused_unless(
        "max_latency",
        &["0"],
        "a slow block does not end a job here",
    ),
    takes(
        "latency_target",
        "TIME",
        "looks for the depth that keeps this latency; in microseconds without a unit",
        |options, value| {
            let time = value.time(Unit::Microseconds)?;
            options.latency_target = Some(time).filter(|time| !time.is_zero());
            Ok(())
        },
    ),
    takes(
        "latency_window",
        "TIME",
        "over windows of this length; in microseconds without a unit",
        |options, value| {
            options.latency_window = value.time(Unit::Microseconds)?;
            Ok(())
        },
    ),
    takes(
        "latency_percentile",
        "PERCENT",
        "for so many percent of blocks",
        |options, value| {
            let text = value.text()?;
            options.latency_percentile = match value.decimal_of(text)? {
                percent if percent <= 100.0 => percent,
                _ => return Err("it is between 0 and 100".to_owned()),
            };
            Ok(())
        },
    ),
    takes(
        "latency_run",
        "0|1",
        "goes on to its end, up and down with what the latency allows",
        |options, value| {
            options.latency_run = value.boolean()?;
            Ok(())
        },
    ),
];

/// Limits of directions, of which 0 is none.
fn each_limit(value: &mut Value<'_>) -> Result<Each<Option<u64>>, Refusal> {
    let each = value.each(limit)?;
    Ok(Each {
        read: each.read.flatten(),
        write: each.write.flatten(),
        trim: each.trim.flatten(),
    })
}

fn limit(value: &mut Value<'_>, text: &str) -> Result<Option<u64>, Refusal> {
    value
        .bytes_of(text)
        .map(|rate| Some(rate).filter(|&rate| rate > 0))
}
