//! Changes of level over time, and their meaning.

use feedrate_stats::{Dips, Level, SHORT_SERIES, levels, periodic_dips};
use serde::Serialize;

use super::course::{CoursePoint, Latency};

/// The factor by which the latency of one direction grows when that direction is the cause of a drop.
const SLOWER: f64 = 1.5;

/// The factor up to which the latency of the other direction has not grown.
const AS_BEFORE: f64 = 1.2;

/// A rate after a change that comes within this fraction of one before is that one again.
const SAME: f64 = 0.10;

/// The least share of the run that a level must last to be what the volume gives.
pub(crate) const LASTING_SHARE: f64 = 1.0 / 3.0;

/// The fewest points of a run that can be called steady: with fewer, levels are found only if they differ by much.
pub(crate) const LEAST_POINTS: usize = SHORT_SERIES;

/// The drift from which on a level does not last.
const DECAY: f64 = 0.10;

/// A part of the run that keeps one level.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RateLevel {
    /// Seconds from the start of the run to its start.
    pub at_seconds: f64,
    /// Seconds that it lasted.
    pub seconds: f64,
    /// The mean rate in 10^6 bytes a second: bytes by the time in which they moved.
    pub megabytes_per_second: f64,
    /// The lowest rate of one of its points.
    pub lowest: f64,
    /// The highest rate of one of its points.
    pub highest: f64,
    /// The 95 % interval of the mean; absent if it is too short.
    pub interval: Option<feedrate_stats::Interval>,
    /// The change from its start to its end as a fraction of the start, where it drifts.
    pub drift: Option<f64>,
    /// Bytes read and written before it.
    pub bytes_before: u64,
    /// The latency of reads: medians over its points.
    pub read_microseconds: Option<Latency>,
    /// The latency of writes.
    pub write_microseconds: Option<Latency>,
    /// The first of its points, and the one after its last.
    #[serde(skip)]
    pub points: (usize, usize),
}

/// The meaning of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChangeKind {
    /// The rate falls for good.
    BurstEnd,
    /// The rate falls for good, and only writes became slower.
    WriteCacheFull,
    /// The rate falls, and comes back later.
    Interruption,
    /// The rate is that of an earlier level again.
    Return,
    /// The rate rises above what it was.
    Rise,
}

/// A change from one level to the next.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RateChange {
    /// Seconds from the start of the run.
    pub at_seconds: f64,
    /// The meaning.
    pub kind: ChangeKind,
    /// The rate before, in 10^6 bytes a second.
    pub from: f64,
    /// The rate after.
    pub to: f64,
    /// Bytes read and written by then.
    pub bytes_before: u64,
}

/// Dips that return at equal distances.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PeriodicDips {
    /// The number of dips.
    pub count: usize,
    /// Seconds from one to the next.
    pub period_seconds: f64,
    /// Seconds that one takes.
    pub seconds: f64,
    /// The rate between them, in 10^6 bytes a second.
    pub level: f64,
    /// The rate in them.
    pub low: f64,
}

/// The course of a run, in levels.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CourseReading {
    pub(crate) levels: Vec<RateLevel>,
    pub(crate) changes: Vec<RateChange>,
    pub(crate) dips: Option<PeriodicDips>,
    pub(crate) is_steady: bool,
}

/// Finds the levels of a course, the changes between them, and dips within the last of them or the whole.
pub(crate) fn read(points: &[CoursePoint]) -> CourseReading {
    let rates: Vec<f64> = points.iter().map(CoursePoint::rate).collect();
    let seconds: Vec<f64> = points.iter().map(|point| point.seconds).collect();
    let found = levels(&rates, &seconds);
    let levels: Vec<RateLevel> = found.iter().map(|level| rate_level(points, level)).collect();
    let changes = (1..levels.len()).map(|index| change(&levels, index)).collect();
    let of_last = found.last().and_then(|last| periodic_dips(&rates[last.from..last.to]));
    let dips = of_last.or_else(|| periodic_dips(&rates));
    let end = levels.last().map_or(0.0, |last| last.at_seconds + last.seconds);
    let is_steady = points.len() >= LEAST_POINTS
        && levels.last().is_some_and(|last| {
            last.seconds >= LASTING_SHARE * end && last.drift.is_none_or(|drift| drift.abs() < DECAY)
        });
    CourseReading {
        changes,
        dips: dips.map(|dips| in_seconds(dips, points)),
        is_steady,
        levels,
    }
}

fn rate_level(points: &[CoursePoint], level: &Level) -> RateLevel {
    let own = &points[level.from..level.to];
    let (bytes, seconds) = own
        .iter()
        .fold((0, 0.0), |sum, point| (sum.0 + point.bytes, sum.1 + point.seconds));
    let start = own[0].at_seconds;
    let end = points.get(level.to).map_or_else(
        || own[own.len() - 1].at_seconds + own[own.len() - 1].seconds,
        |next| next.at_seconds,
    );
    RateLevel {
        at_seconds: start,
        seconds: end - start,
        lowest: own.iter().map(CoursePoint::rate).fold(f64::INFINITY, f64::min),
        highest: own.iter().map(CoursePoint::rate).fold(0.0, f64::max),
        megabytes_per_second: if seconds > 0.0 {
            bytes as f64 / seconds / 1e6
        } else {
            0.0
        },
        interval: level.interval,
        drift: level.drift,
        bytes_before: points[..level.from].iter().map(|point| point.bytes).sum(),
        read_microseconds: medians(own.iter().filter_map(|point| point.read_microseconds)),
        write_microseconds: medians(own.iter().filter_map(|point| point.write_microseconds)),
        points: (level.from, level.to),
    }
}

fn medians(latencies: impl Iterator<Item = Latency>) -> Option<Latency> {
    let latencies: Vec<Latency> = latencies.collect();
    let median = |value: fn(&Latency) -> f64| {
        let values: Vec<f64> = latencies.iter().map(value).collect();
        feedrate_stats::Summary::of(&values).map(|summary| summary.median)
    };
    Some(Latency {
        p50: median(|latency| latency.p50)?,
        p99: median(|latency| latency.p99)?,
    })
}

/// Returns the change to a level from the one before.
fn change(levels: &[RateLevel], index: usize) -> RateChange {
    let (before, after) = (&levels[index - 1], &levels[index]);
    let (from, to) = (before.megabytes_per_second, after.megabytes_per_second);
    let is_near = |level: &RateLevel, rate: f64| (level.megabytes_per_second / rate - 1.0).abs() <= SAME;
    let kind = if to > from {
        match levels[..index].iter().any(|level| is_near(level, to)) {
            true => ChangeKind::Return,
            false => ChangeKind::Rise,
        }
    } else if levels[index + 1..]
        .iter()
        .any(|later| later.megabytes_per_second >= (1.0 - SAME) * from)
    {
        ChangeKind::Interruption
    } else if only_writes_slowed(before, after) {
        ChangeKind::WriteCacheFull
    } else {
        ChangeKind::BurstEnd
    };
    RateChange {
        at_seconds: after.at_seconds,
        kind,
        from,
        to,
        bytes_before: after.bytes_before,
    }
}

fn only_writes_slowed(before: &RateLevel, after: &RateLevel) -> bool {
    let growth = |before: Option<Latency>, after: Option<Latency>| Some(after?.p50 / before?.p50.max(1.0));
    let reads = growth(before.read_microseconds, after.read_microseconds);
    let writes = growth(before.write_microseconds, after.write_microseconds);
    reads.is_some_and(|reads| reads <= AS_BEFORE) && writes.is_some_and(|writes| writes >= SLOWER)
}

fn in_seconds(dips: Dips, points: &[CoursePoint]) -> PeriodicDips {
    let (first, last) = (&points[0], &points[points.len() - 1]);
    let each = (last.at_seconds + last.seconds - first.at_seconds) / points.len() as f64;
    PeriodicDips {
        count: dips.count,
        period_seconds: dips.period * each,
        seconds: dips.length * each,
        level: dips.level,
        low: dips.low,
    }
}

#[cfg(test)]
mod tests;
