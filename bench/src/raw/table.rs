//! The table, within 80 columns.

use std::fmt::Write;

use feedrate_bench::conditions::Conditions;
use feedrate_bench::feedrate::Feedrate;
use feedrate_bench::fio::Fio;
use feedrate_stats::Verdict;

use crate::arguments::Arguments;
use crate::comparison::{Comparison, Figure, RATE_TOLERANCE};

/// What was run on what, and the names of the columns.
pub fn head(
    arguments: &Arguments,
    feedrate: &Feedrate,
    fio: &Fio,
    conditions: &Conditions,
) -> String {
    format!(
        "{} against {}\n\
         {}, {} processors, Linux {}\n\
         {} pairs in turn (ABBA), {} s a run, a file of {} MiB, margin {} %\n\
         ms/GB: processor time, while measuring (run, each program's own report)\n\
         and of the whole process (all, the kernel's report)\n\
         writes overwrite in place; neither program flushes the device's cache\n\
         cached: through the page cache, which serves all reads; no rate of a device\n\
         of asked: the rate that jobs were held to; passed within {} % in all runs\n\n\
         {:<17} {:<9} {:>9} {:>9}  {:<20} {:<9}",
        feedrate.version,
        fio.version,
        conditions.processor,
        conditions.processors,
        conditions.kernel,
        arguments.pairs,
        arguments.time.as_secs_f64(),
        arguments.size >> 20,
        arguments.margin * 100.0,
        RATE_TOLERANCE * 100.0,
        "case",
        "figure",
        "feedrate",
        "fio",
        "ratio [95 %]",
        "verdict",
    )
}

/// The rows of a case.
pub fn rows(comparison: &Comparison) -> String {
    let mut rows = String::new();
    let mut name = comparison.case.name.as_str();
    for figure in &comparison.figures {
        row(&mut rows, name, figure);
        name = "";
    }
    rows
}

fn row(rows: &mut String, name: &str, figure: &Figure) {
    let interval = figure.ratio.interval.map_or_else(
        || "[needs 6 pairs]".to_owned(),
        |interval| format!("[{:.3}, {:.3}]", interval.low, interval.high),
    );
    let verdict = match figure.verdict {
        Some(verdict) => verdict.to_string(),
        None => "not asked".to_owned(),
    };
    // Writing to a string cannot fail.
    let _ = writeln!(
        rows,
        "{name:<17} {:<9} {:>9} {:>9}  {:<20} {verdict:<9}",
        figure.name,
        amount(figure.feedrate),
        amount(figure.fio),
        format!("{:.3} {interval}", figure.ratio.ratio),
    );
}

fn amount(value: f64) -> String {
    if value < 10.0 {
        format!("{value:.3}")
    } else if value < 1000.0 {
        format!("{value:.1}")
    } else {
        format!("{value:.0}")
    }
}

/// The sum of the verdicts, and whether the machine was quiet.
pub fn foot(comparisons: &[Comparison], before: &Conditions, after: &Conditions) -> String {
    let count = |verdict| {
        comparisons
            .iter()
            .flat_map(|comparison| &comparison.figures)
            .filter(|figure| figure.verdict == Some(verdict))
            .count()
    };
    format!(
        "\n{} passed, {} failed, {} undecided; load {:.2} before and {:.2} after",
        count(Verdict::Passed),
        count(Verdict::Failed),
        count(Verdict::Undecided),
        before.load,
        after.load,
    )
}
