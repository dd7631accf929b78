//! The table, within 80 columns.

use std::fmt::Write;

use feedrate_bench::conditions::Conditions;
use feedrate_stats::PairedRatio;

use crate::arguments::Arguments;
use crate::case::{Case, ROW_BYTES, VARIABLES};
use crate::comparison::{Comparison, Entry, OF_PEER, OF_RAW};
use crate::competitors::Competitors;

/// What was run on what, and the names of the columns.
pub fn head(arguments: &Arguments, competitors: &Competitors, conditions: &Conditions) -> String {
    let version = |peer: &str| {
        competitors
            .python
            .versions
            .get(peer)
            .map_or("", String::as_str)
    };
    format!(
        "{}, DuckDB {}, Polars {}, {}\n\
         {}, {} processors, Linux {}\n\
         {} rows of {VARIABLES} doubles, {:.0} MB; rounds: {}, heats: {}, margin {} %\n\
         MB/s: of the table's {ROW_BYTES} bytes a row, until all has reached the device; the\n\
         start of each program is left out. s/GB: processor time. cache: the most of a\n\
         copy's source that the page cache served in any round. MB: the file written.\n\n\
         {}",
        competitors.feedrate.version,
        version("duckdb"),
        version("polars"),
        competitors.fio.version,
        conditions.processor,
        conditions.processors,
        conditions.kernel,
        arguments.rows,
        (arguments.rows * ROW_BYTES) as f64 / 1e6,
        arguments.rounds,
        arguments.heats,
        arguments.margin,
        line([
            "case",
            "who",
            "how",
            "MB/s",
            "feedrate / it [95 %]",
            "s/GB",
            "cache",
            "MB"
        ]),
    )
}

/// The rows of a case, and how far it is.
pub fn rows(comparison: &Comparison) -> String {
    let mut rows = String::new();
    let mut name = comparison.case.name();
    for entry in &comparison.entries {
        rows += &row(name, comparison.case == Case::Copy, entry);
        rows.push('\n');
        name = "";
    }
    let distance = &comparison.distance;
    // Writing to a string cannot fail.
    let _ = write!(
        rows,
        "  of the raw rate                   {}\n  \
           of the faster peer, {:<13} {}\n  \
           of {OF_RAW} raw or {OF_PEER} peer, the lesser  {}  {}\n",
        ratio(&distance.of_raw),
        distance.peer.who.name(),
        ratio(&distance.of_peer),
        ratio(&distance.of_asked),
        distance.verdict,
    );
    rows
}

fn row(name: &str, reads: bool, entry: &Entry) -> String {
    let cache = match (entry.greatest_cache_share, reads) {
        (_, false) => "-".to_owned(),
        (Some(share), true) => format!("{:.1} %", 100.0 * share),
        (None, true) => "?".to_owned(),
    };
    line([
        name,
        entry.way.who.name(),
        &entry.way.label(),
        &format!("{:.0}", entry.megabytes_per_second),
        &entry.rate_ratio.as_ref().map_or_else(String::new, ratio),
        &format!("{:.2}", entry.cpu_seconds_per_gigabyte),
        &cache,
        &format!("{:.0}", entry.file_bytes as f64 / 1e6),
    ])
}

fn ratio(ratio: &PairedRatio) -> String {
    let number = |value: f64| match value {
        ..10.0 => format!("{value:.3}"),
        _ => format!("{value:.2}"),
    };
    match &ratio.interval {
        Some(interval) => format!(
            "{} [{}, {}]",
            number(ratio.ratio),
            number(interval.low),
            number(interval.high)
        ),
        None => format!("{} [needs 6]", number(ratio.ratio)),
    }
}

fn line([case, who, how, rate, ratio, cpu, cache, size]: [&str; 8]) -> String {
    format!("{case:<5} {who:<8} {how:<15} {rate:>6}  {ratio:<20} {cpu:>5} {cache:>5} {size:>6}")
}

/// Whether the machine was quiet.
pub fn foot(before: &Conditions, after: &Conditions) -> String {
    format!("load {:.2} before and {:.2} after", before.load, after.load)
}
