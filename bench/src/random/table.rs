//! The tables, within 100 columns.

use std::fmt::Write;

use feedrate_bench::conditions::Conditions;
use feedrate_bench::race;
use feedrate_stats::PairedRatio;

use crate::arguments::Arguments;
use crate::case::Task;
use crate::comparison::Comparison;
use crate::course::Course;
use crate::way::Who;

/// What was run on what, and what the columns say.
pub fn head(
    arguments: &Arguments,
    course: &Course,
    conditions: &Conditions,
) -> Result<String, String> {
    let peers = course.python.versions.iter();
    let peers: Vec<_> = peers
        .map(|(name, version)| format!("{name} {version}"))
        .collect();
    let megabytes = |who| Ok::<_, String>(course.stage.bytes(who)? as f64 / 1e6);
    Ok(format!(
        "{}, {}\n\
         {}, {} processors, Linux {}, load {:.2}\n\
         {} rows; MB of files: feedrate {:.0}, SQLite {:.0}, DuckDB {:.0}\n\
         rounds: {}, heats: {}, margin: {} %, folder: {}\n\n\
         s: from the opening of the table to the result. us: microseconds of a lookup. CPU: processor\n\
         seconds. storage: MB that came from there. All are medians of the rounds.\n",
        course.ours.feedrate.version,
        peers.join(", "),
        conditions.processor,
        conditions.processors,
        conditions.kernel,
        conditions.load,
        course.data.rows,
        megabytes(Who::Feedrate)?,
        megabytes(Who::Sqlite)?,
        megabytes(Who::Duckdb)?,
        arguments.rounds,
        arguments.heats,
        arguments.margin,
        arguments.folder.display(),
    ))
}

/// A case, and how far it is.
pub fn rows(comparison: &Comparison) -> String {
    let Comparison { case, runs, .. } = comparison;
    let what = match case.task() {
        Task::Index => "rows",
        Task::Lookup => "keys",
        Task::Point => "reads",
    };
    let mut rows = format!(
        "{}: {}; {} {what}\n",
        case.name(),
        case.description(),
        comparison.count
    );
    // Writing to a string cannot fail.
    let mut tell = |line: String| {
        let _ = writeln!(rows, "{}", line.trim_end());
    };
    tell(format!(
        "  {:<9} {:<12} {:>8} {:>8} {:>7} {:>8}  {:<20}  of CPU",
        "who", "how", "s", "us", "CPU", "storage", "it / feedrate [95 %]"
    ));
    for way in &runs.ways {
        let median =
            |value: fn(&crate::run::Run) -> f64| runs.median(way.who, value).unwrap_or_default();
        let seconds = median(|run| run.seconds);
        let beside = |ratios: &[(Who, PairedRatio)]| {
            let found = ratios.iter().find(|(who, _)| *who == way.who);
            found.map_or_else(String::new, |(_, it)| race::ratio(it))
        };
        tell(format!(
            "  {:<9} {:<12} {:>8.3} {:>8.3} {:>7.2} {:>8.0}  {:<20}  {}",
            way.who.name(),
            way.how,
            seconds,
            seconds * 1e6 / comparison.count as f64,
            median(|run| run.cpu_seconds),
            median(|run| run.storage_read_bytes.unwrap_or(0) as f64) / 1e6,
            beside(&comparison.ratios),
            beside(&comparison.cpu_ratios),
        ));
    }
    let asked = case.asked();
    tell(format!(
        "  {} / feedrate, to be at least {:.2}: {}",
        asked.of.name(),
        asked.at_least,
        comparison.verdict
    ));
    for who in case.field() {
        let plan = runs.of(*who).first().map(|run| run.plan.clone());
        if let Some(plan) = plan.filter(|plan| !plan.is_empty()) {
            tell(format!("  {}: {plan}", who.name()));
        }
    }
    let tried = runs
        .heats
        .iter()
        .filter(|(way, _)| !runs.ways.contains(way));
    for (way, seconds) in tried {
        tell(format!("  {}, {}: {seconds:.3} s", way.who.name(), way.how));
    }
    rows
}
