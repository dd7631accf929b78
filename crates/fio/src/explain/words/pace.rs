//! Descriptions of rates and pauses.

use feedrate_workload::load::{Directions, Load, Pace};

use super::{bytes, time};

/// Describes rates and pauses.
pub(in super::super) fn pace(load: &Load) -> String {
    let one = |pace: &Pace| {
        let kind = if pace.poisson { ", at random intervals" } else { "" };
        match (pace.bytes, pace.operations) {
            (Some(rate), _) => Some(format!("{} a second{kind}", bytes(rate))),
            (_, Some(rate)) => Some(format!("{rate} blocks a second{kind}")),
            _ => None,
        }
    };
    let mut parts = Vec::new();
    let reads = load.directions.reads().then(|| one(&load.pace.read)).flatten();
    let writes = load.directions.writes().then(|| one(&load.pace.write)).flatten();
    parts.extend(reads.map(|rate| format!("reads at most {rate}")));
    let what = match load.directions {
        Directions::Trim => "trims",
        _ => "writes",
    };
    parts.extend(writes.map(|rate| format!("{what} at most {rate}")));
    if let Some(think) = load.think {
        let blocks = match think.blocks {
            1 => "each block".to_owned(),
            blocks => format!("{blocks} blocks"),
        };
        parts.push(format!("a pause of {} after {blocks}", time(think.time)));
    }
    if load.counts_from_due {
        parts.push("latencies count from when a block is due".to_owned());
    }
    if let Some(least) = load.least {
        let of = |rate: Option<u64>, unit: &str| rate.map(|rate| format!("{rate} {unit} a second"));
        let all: Vec<_> = [
            of(least.bytes.read, "bytes read"),
            of(least.bytes.write, "bytes written"),
            of(least.operations.read, "blocks read"),
            of(least.operations.write, "blocks written"),
        ]
        .into_iter()
        .flatten()
        .collect();
        parts.push(format!(
            "fails with less than {} in {}",
            all.join(", "),
            time(least.over)
        ));
    }
    if let Some(weight) = load.flow {
        parts.push(format!("with weight {weight} against the others that have one"));
    }
    parts.join("; ")
}
