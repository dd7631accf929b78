//! The table of a case, within 80 columns.

use feedrate_bench::harness::table::{self, Columns, megabytes};
use feedrate_stats::Verdict;

use super::case::Case;
use super::comparison::{Comparison, Distance, Entry};
use super::competitor::Who;
use super::rounds::Rounds;

/// Columns of a terminal.
const WIDTH: usize = 80;

const COLUMNS: Columns<8> = Columns([-10, -17, 6, -20, 5, 5, 5, 5]);

/// Returns the lines of a case.
pub fn rows(comparison: &Comparison) -> String {
    let case = comparison.case;
    let mut rows = format!("{}: {}\n", case.name, case.description);
    if let Some(bytes) = comparison.memory_bytes {
        rows += &format!("  a process may have {} MiB of memory\n", bytes >> 20);
    }
    rows += &match comparison.threads {
        None => String::new(),
        Some(1) => "  each program is told to use one thread\n".to_owned(),
        Some(threads) => format!("  each program is told to use {threads} threads\n"),
    };
    let ratio = "feedrate / it [95 %]";
    rows += &COLUMNS.line(["who", "how", "MB/s", ratio, "s/GB", "cache", "peak", "MB"]);
    let mut noted = Vec::new();
    for &who in case.field {
        let mut entries = comparison.entries.iter();
        let entry = entries.find(|entry| entry.way.who == who);
        let was_tried = || comparison.runs.heats.iter().any(|heat| heat.way.who == who);
        rows += &match entry {
            Some(entry) => row(entry, case),
            None if was_tried() => format!("{:<10} did not finish\n", who.name()),
            None => format!("{:<10} was not run\n", who.name()),
        };
        noted.extend(entry.and_then(notes));
    }
    rows += &match &comparison.distance {
        Some(distance) => distances(comparison, distance),
        None => format!("  feedrate did not finish: {}\n", Verdict::Failed),
    };
    noted.extend(unfinished(&comparison.runs));
    for note in noted {
        rows += &cut(&format!("  {note}"));
        rows.push('\n');
    }
    rows
}

/// Returns the times beside that of a run, and the facts that the program told.
fn notes(entry: &Entry) -> Option<String> {
    let times = times(entry).into_iter();
    let notes: Vec<String> = times.chain(entry.notes.iter().cloned()).collect();
    let name = entry.way.who.name();
    (!notes.is_empty()).then(|| format!("{name}: {}", notes.join("; ")))
}

/// Returns who did not finish, in how many of its ways, for the same reason as far as a line shows it.
fn unfinished(runs: &Rounds) -> Vec<String> {
    let mut groups: Vec<(Who, String, usize)> = Vec::new();
    for (way, reason) in runs.unfinished() {
        let reason: String = reason.chars().take(50).collect();
        match groups
            .iter_mut()
            .find(|(who, same, _)| *who == way.who && *same == reason)
        {
            Some((.., ways)) => *ways += 1,
            None => groups.push((way.who, reason, 1)),
        }
    }
    let line = |(who, reason, ways)| {
        let all = runs.heats.iter().filter(|heat| heat.way.who == who).count();
        format!("unfinished: {}, {ways} of {all} ways: {reason}", who.name())
    };
    groups.into_iter().map(line).collect()
}

fn distances(comparison: &Comparison, distance: &Distance) -> String {
    let case = comparison.case;
    let all = comparison
        .threads
        .map_or_else(|| "all threads".to_owned(), |threads| format!("{threads} threads"));
    let mut lines = Vec::new();
    if let Some((rate, raw)) = case.raw.zip(distance.of_raw.as_ref()) {
        lines.push((format!("of {}", rate.words), table::ratio(&raw.ratio)));
    }
    lines.push(match &distance.of_peer {
        Some(peer) => (
            format!("of the faster peer, {}", peer.way.who.name()),
            table::ratio(&peer.ratio),
        ),
        None => ("of the faster peer, none".to_owned(), "no peer finished".to_owned()),
    });
    if let Some(engine) = &distance.of_engine {
        let name = engine.way.who.name();
        let scans = if case.task.scan().is_some() {
            ", scans and all"
        } else {
            ""
        };
        lines.push((format!("of {name}{scans}"), table::ratio(&engine.ratio)));
    }
    for entry in &comparison.entries {
        if let Some(speed_up) = &entry.speed_up {
            let name = entry.way.who.name();
            lines.push((format!("{name}, {all} to one"), table::ratio(speed_up)));
        }
    }
    if let Some((words, verdict)) = case.required.words().zip(comparison.verdict) {
        let ratio = match &distance.of_required {
            Some(ratio) => table::ratio(ratio),
            None => "nobody to ask it finished".to_owned(),
        };
        lines.push((format!("of {words}"), format!("{ratio}  {verdict}")));
    }
    let lines = lines.iter().map(|(what, value)| format!("  {what:<34} {value}\n"));
    lines.collect()
}

/// Returns the time of a run with that of the scan, or with one thread, where that is told.
fn times(entry: &Entry) -> Option<String> {
    let seconds = entry.seconds;
    match (entry.scan_seconds, entry.one_thread_seconds) {
        (Some(scan), _) => Some(format!("{seconds:.3} s, a scan {scan:.3} s")),
        (None, Some(one)) => Some(format!("{seconds:.3} s, with one thread {one:.3} s")),
        (None, None) => None,
    }
}

fn row(entry: &Entry, case: &Case) -> String {
    let is_told = case.task.reads() && case.reads_only_and_all_of_its_source(entry.way.who);
    let cache = match entry.greatest_cache_share {
        _ if !is_told => "-".to_owned(),
        None => "?".to_owned(),
        share => table::percent(share),
    };
    COLUMNS.line([
        entry.way.who.name(),
        &entry.way.label(),
        &format!("{:.0}", entry.megabytes_per_second),
        &entry.rate_ratio.as_ref().map(table::ratio).unwrap_or_default(),
        &format!("{:.2}", entry.cpu_seconds_per_gigabyte),
        &cache,
        &(entry.peak_memory_bytes >> 20).to_string(),
        &megabytes(entry.file_bytes as f64),
    ])
}

/// Returns as much of a line as a terminal shows; the JSON has all of it.
fn cut(line: &str) -> String {
    match line.char_indices().nth(WIDTH - 3) {
        Some((end, _)) if line.chars().count() > WIDTH => format!("{}...", &line[..end]),
        _ => line.to_owned(),
    }
}
