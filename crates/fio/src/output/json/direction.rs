//! Reads, writes and trims of a job in JSON.

use feedrate_pageio::Latencies;

use super::Value;
use crate::job::Options;
use crate::output::direction::Direction;
use crate::output::groups::Total;
use crate::output::percentiles;
use crate::output::spread::Spread;

/// The longest class of fio, in nanoseconds. Programs that read classes rely on this maximum.
const LONGEST_BIN: u64 = 17_112_760_320;

/// The latencies with percentiles, and the percentiles.
pub(super) struct Kinds<'a> {
    submission: bool,
    pub(super) completion: bool,
    pub(super) total: bool,
    list: &'a [f64],
    /// `json+`: whether all classes of the histogram are written.
    with_bins: bool,
}

impl<'a> Kinds<'a> {
    pub(super) fn of(options: &'a Options, with_bins: bool) -> Self {
        Self {
            submission: options.reports.slat_percentiles,
            completion: options.reports.clat_percentiles,
            total: options.reports.lat_percentiles,
            list: &options.reports.percentile_list,
            with_bins,
        }
    }
}

/// Returns one direction.
pub(super) fn direction(direction: &Direction, total: Option<&Total>, kinds: &Kinds<'_>) -> Value {
    let rate = direction.rate();
    let bandwidth = &direction.bandwidth;
    let percent = match total {
        Some(total) if bandwidth.count > 0 => total.percent(bandwidth.mean),
        _ => 0.0,
    };
    let iops = &direction.iops;
    let mut object = Value::object([
        ("io_bytes", Value::Whole(direction.bytes)),
        ("io_kbytes", Value::Whole(direction.bytes / 1024)),
        ("bw_bytes", Value::Whole(rate)),
        ("bw", Value::Whole(rate / 1024)),
        ("iops", Value::Real(direction.iops())),
        ("runtime", Value::Whole(direction.run_ms)),
        ("total_ios", Value::Whole(direction.operations)),
        ("short_ios", Value::Whole(direction.short)),
        ("drop_ios", Value::Whole(0)),
        ("slat_ns", latencies(&direction.submission, kinds.submission, kinds)),
        ("clat_ns", latencies(&direction.completion, kinds.completion, kinds)),
        ("lat_ns", latencies(&direction.total, kinds.total, kinds)),
    ]);
    if let Some(priorities) = priorities(direction, kinds) {
        object.add("prios", priorities);
    }
    for (name, value) in [
        ("bw_min", Value::Whole(bandwidth.least)),
        ("bw_max", Value::Whole(bandwidth.greatest)),
        ("bw_agg", Value::Real(percent)),
        ("bw_mean", Value::Real(bandwidth.mean)),
        ("bw_dev", Value::Real(bandwidth.deviation())),
        ("bw_samples", Value::Whole(bandwidth.count)),
        ("iops_min", Value::Whole(iops.least)),
        ("iops_max", Value::Whole(iops.greatest)),
        ("iops_mean", Value::Real(iops.mean)),
        ("iops_stddev", Value::Real(iops.deviation())),
        ("iops_samples", Value::Whole(iops.count)),
    ] {
        object.add(name, value);
    }
    object
}

/// Returns the latencies of each priority, if there are several.
fn priorities(direction: &Direction, kinds: &Kinds<'_>) -> Option<Value> {
    let name = if kinds.total { "lat_ns" } else { "clat_ns" };
    let all = direction.by_priority(kinds.total).into_iter();
    let all: Vec<_> = all
        .map(|(priority, of)| {
            Value::object([
                ("prioclass", Value::Whole(priority.class().into())),
                ("prio", Value::Whole(priority.level().into())),
                (name, latencies(of, kinds.total || kinds.completion, kinds)),
            ])
        })
        .collect();
    (!all.is_empty()).then_some(Value::List(all))
}

/// Returns latencies in nanoseconds, with percentiles if they are requested and there are latencies.
pub(super) fn latencies(latencies: &Latencies, wanted: bool, kinds: &Kinds<'_>) -> Value {
    let spread = Spread::of_latencies(latencies);
    let mut object = Value::object([
        ("min", Value::Whole(spread.least)),
        ("max", Value::Whole(spread.greatest)),
        ("mean", Value::Real(spread.mean)),
        ("stddev", Value::Real(spread.deviation())),
        ("N", Value::Whole(spread.count)),
    ]);
    if wanted && spread.count > 0 {
        let percentiles = percentiles::of(latencies, kinds.list)
            .into_iter()
            .map(|(percent, value)| (format!("{percent:.6}"), Value::Whole(value)))
            .collect();
        object.add("percentile", Value::Object(percentiles));
        if kinds.with_bins {
            object.add("bins", bins(latencies));
        }
    }
    object
}

/// Returns the classes of a histogram by their upper ends.
fn bins(latencies: &Latencies) -> Value {
    let mut bins: Vec<(u64, u64)> = Vec::new();
    for (value, count) in latencies.counts() {
        let value = value.min(LONGEST_BIN);
        match bins.last_mut() {
            Some((held, sum)) if *held == value => *sum += count,
            _ => bins.push((value, count)),
        }
    }
    let bins = bins.into_iter();
    Value::Object(
        bins.map(|(value, count)| (value.to_string(), Value::Whole(count)))
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn no_class_is_beyond_the_last_of_fio() {
        let mut latencies = Latencies::new();
        for seconds in [1, 20, 30] {
            latencies.record(Duration::from_secs(seconds));
        }
        let Value::Object(bins) = bins(&latencies) else {
            panic!("an object");
        };
        assert_eq!(bins.len(), 2, "{bins:?}");
        assert_eq!(bins[1], ("17112760320".to_owned(), Value::Whole(2)));
    }
}
