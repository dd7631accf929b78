//! The run for hours: its levels, the changes between them, and the rate over time.

use feedrate_document::{Axis, Column, Kind, Plot, Point, Quantity, Series, Table, format};

use super::words::{counted, interval, mb};
use crate::endurance::{ChangeKind, Endurance, LEAST_POINTS, PeriodicDips, RateChange, RateLevel, RunEnd};
use crate::result::CheckResult;
use crate::verdict::JudgedRate;

/// The most changes that are told one by one.
const MOST_CHANGES: usize = 6;

/// The distance of a point from the rate of its level, as a fraction of that, from which on the level is wide.
const WIDE: f64 = 0.5;

/// Returns the run in a sentence or two, for the verdict.
pub(super) fn in_short(run: &Endurance) -> String {
    let time = format::seconds(run.seconds);
    let Some(last) = run.last_level() else {
        return format!("Over {time}: nothing was measured.");
    };
    let share = format::percent(run.measured_share());
    let mut said = match (run.is_steady, run.changes.as_slice()) {
        _ if !run.is_long_enough() => format!("{}.", too_short(run)),
        (true, []) if is_wide(run, last) => {
            format!("Over {time} the rate had one level, of points that differ widely.")
        }
        (true, []) => format!("Over {time} the rate kept its level."),
        (true, changes) => format!(
            "Over {time} the rate lasts since {}: {}.",
            format::seconds(last.at_seconds),
            changed(&changes[changes.len() - 1])
        ),
        (false, []) => match last.drift {
            Some(drift) => format!(
                "Not steady over {time}: the rate {} by {} from start to end.",
                if drift < 0.0 { "falls" } else { "rises" },
                format::percent(drift.abs())
            ),
            None => format!("Not steady over {time}: no level to its end."),
        },
        (false, changes) => format!(
            "Not steady over {time}: the last level has lasted for {} only; {}.",
            format::seconds(last.seconds),
            changed(&changes[changes.len() - 1])
        ),
    };
    if is_wide(run, last) {
        said += &format!(
            " Its points have from {} to {} of all streams.",
            format::number(last.lowest),
            mb(last.highest)
        );
    }
    if let Some(dips) = &run.dips {
        said += &format!(" {}", dips_in_words(dips));
    }
    said + &format!(" Of that time {share} was measured, the rest passed between rounds.")
}

/// Returns whether single points are far from the rate of their level, and dips that return do not say so.
fn is_wide(run: &Endurance, level: &RateLevel) -> bool {
    let rate = level.megabytes_per_second;
    run.dips.is_none() && (level.lowest < (1.0 - WIDE) * rate || level.highest > (1.0 + WIDE) * rate)
}

/// Returns the reason for which a run does not tell what lasts.
fn too_short(run: &Endurance) -> String {
    let time = format::seconds(run.seconds);
    if run.is_cut_short() {
        let how = match run.ended_by {
            RunEnd::Failure => "failed",
            _ => "was interrupted",
        };
        let asked = format::seconds(run.asked.seconds);
        return format!("The run {how} after {time} of {asked}, which is too short to tell what lasts");
    }
    format!(
        "The run of {time} has {}, and it takes {LEAST_POINTS} to tell what lasts",
        counted(run.full_points, "point")
    )
}

/// Returns a sentence on the certainty of the rate that lasts.
pub(super) fn certainty(run: &Endurance, judged: &JudgedRate) -> Option<String> {
    if judged.undecided || run.is_steady {
        return None;
    }
    if !run.is_long_enough() {
        return Some(format!(
            "Not sure: {}; measure for longer with --hours.",
            lower_first(&too_short(run))
        ));
    }
    Some("Not sure: the run had no level to its end that lasted for a third of it; measure for more hours.".to_owned())
}

fn lower_first(text: &str) -> String {
    let (first, rest) = text.split_at(1);
    format!("{}{rest}", first.to_lowercase())
}

/// Returns the levels.
pub(super) fn table(run: &Endurance, result: &CheckResult) -> Table {
    let cores = result.cores_to_feed as f64;
    let mut table = Table::new([
        Column::right("From"),
        Column::right("For"),
        Column::right("Per core").unit("MB/s"),
        Column::right("95 % interval").unit("MB/s"),
        Column::right("Read p99").unit("us"),
        Column::right("Write p99").unit("us"),
        Column::right("Moved before"),
    ])
    .title("Levels over time");
    let last = run.levels.len().saturating_sub(1);
    for (index, level) in run.levels.iter().enumerate() {
        let per_core = level.interval.map(|interval| feedrate_stats::Interval {
            low: interval.low / cores,
            high: interval.high / cores,
        });
        let p99 = |latency: Option<crate::endurance::Latency>| {
            latency.map_or_else(
                || format::NOT_AVAILABLE.to_owned(),
                |latency| format::number(latency.p99),
            )
        };
        table.push(
            [
                match index {
                    0 => "start".to_owned(),
                    _ => format::seconds(level.at_seconds),
                },
                format::seconds(level.seconds),
                format::number(level.megabytes_per_second / cores),
                interval(per_core),
                p99(level.read_microseconds),
                p99(level.write_microseconds),
                format::amount(level.bytes_before),
            ],
            index == last,
        );
    }
    table.caption(caption(run))
}

fn caption(run: &Endurance) -> String {
    let mut sentences = vec![format!(
        "The mixed stream with {} for {}{}, {} of that measured, on {} of files in turn.",
        run.setting.label(),
        format::seconds(run.seconds),
        match run.ended_by {
            RunEnd::Time => "",
            RunEnd::Steady => ", when it was steady by the rule",
            RunEnd::Interruption => ", when it was interrupted",
            RunEnd::Failure => ", when it failed",
        },
        format::percent(run.measured_share()),
        format::amount(run.file_bytes),
    )];
    let shown = run.changes.iter().take(MOST_CHANGES);
    sentences.extend(shown.map(|change| {
        let text = changed(change);
        let (first, rest) = text.split_at(1);
        format!("{}{rest}.", first.to_uppercase())
    }));
    if run.changes.len() > MOST_CHANGES {
        sentences.push(format!("And {} more changes.", run.changes.len() - MOST_CHANGES));
    }
    sentences.extend(run.dips.as_ref().map(dips_in_words));
    sentences.join(" ")
}

/// Returns a change as a clause.
fn changed(change: &RateChange) -> String {
    let at = format::seconds(change.at_seconds);
    let moved = format::amount(change.bytes_before);
    let (from, to) = (mb(change.from), mb(change.to));
    match change.kind {
        ChangeKind::BurstEnd => format!(
            "after {at}, with {moved} moved, it fell from {from} to {to} for good, as where a burst credit is spent, a \
             cache is full or heat throttles"
        ),
        ChangeKind::WriteCacheFull => format!(
            "after {at}, with {moved} moved, it fell from {from} to {to} for good, and only writes became slower, as \
             where a write cache is full"
        ),
        ChangeKind::Interruption => format!(
            "after {at} it fell from {from} to {to} for a time, as where others or the device's own work interrupt"
        ),
        ChangeKind::Return => format!("after {at} it came back from {from} to {to}"),
        ChangeKind::Rise => format!("after {at} it rose from {from} to {to}"),
    }
}

fn dips_in_words(dips: &PeriodicDips) -> String {
    format!(
        "It dips from {} to {} every {} for {} ({} times), as where garbage is collected or the rate is throttled.",
        mb(dips.level),
        mb(dips.low),
        format::seconds(dips.period_seconds),
        format::seconds(dips.seconds),
        format::count(dips.count as u64)
    )
}

/// Returns the rate over time, with its levels and the required rate.
pub(super) fn plot(run: &Endurance, result: &CheckResult) -> Plot {
    let cores = result.cores_to_feed as f64;
    let rate = |value: f64| value * 1e6 / cores;
    let points = run
        .points
        .iter()
        .map(|point| Point::new(point.at_seconds, rate(point.rate())));
    let ends = run.levels.iter().flat_map(|level| {
        let value = rate(level.megabytes_per_second);
        [level.at_seconds, level.at_seconds + level.seconds].map(|at| Point::new(at, value))
    });
    Plot::new(
        "Rate per core over time",
        Axis::linear("Time", Quantity::Seconds),
        Axis::linear("Per core", Quantity::Rate),
    )
    .caption("The mixed stream at the best setting, and the levels that were found.")
    .series(Series::new("rate", Kind::Points, points))
    .series(Series::new("level", Kind::Line, ends))
    .reference("required", result.verdict.require_mb_per_core * 1e6)
}

#[cfg(test)]
mod tests;
