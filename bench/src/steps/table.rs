//! The table, within 80 columns.

use std::fmt::Write;

use feedrate_bench::conditions::Conditions;
use feedrate_bench::race;
use feedrate_stats::Verdict;

use crate::arguments::Arguments;
use crate::case::{Case, VARIABLES};
use crate::comparison::{Comparison, Distance, Entry};
use crate::competitors::Competitors;
use crate::keyed;
use crate::rounds::Rounds;
use crate::stage;
use crate::values::Values;
use crate::way::Who;

/// Columns of a terminal.
const WIDTH: usize = 80;

/// What was run on what, and what the columns say.
pub fn head(arguments: &Arguments, competitors: &Competitors, conditions: &Conditions) -> String {
    let peers = competitors.python.versions.iter();
    let peers: Vec<_> = peers
        .map(|(peer, version)| format!("{peer} {version}"))
        .collect();
    let fio = competitors.raw.as_ref();
    let fio = fio.map_or_else(String::new, |raw| format!(", {}", raw.fio.version));
    let cases = &arguments.cases;
    let bytes = arguments.table_bytes();
    let is_of = |wanted: fn(Values) -> bool| cases.iter().any(|case| wanted(case.values()));
    let mut tables = String::new();
    if is_of(Values::is_wide) {
        tables += &format!(
            "{} rows of {VARIABLES} doubles, {:.0} MB\n",
            arguments.rows,
            bytes.wide as f64 / 1e6
        );
    }
    if is_of(|values| values == Values::Keyed) {
        tables += &format!(
            "{} rows of 5 doubles and a text and {} of 3 doubles, {:.0} MB\n",
            arguments.long_rows,
            keyed::SMALL_ROWS,
            bytes.keyed as f64 / 1e6
        );
    }
    if is_of(|values| values == Values::Claims) {
        tables += &format!(
            "{} claims of 6 doubles and 7 texts, {:.0} MB\n",
            arguments.claims,
            bytes.claims as f64 / 1e6
        );
    }
    format!(
        "{}, {}{}\n\
         {}, {} processors, Linux {}\n\
         {}rounds: {}, heats: {}, margin {} %\n\
         room: up to {:.1} GB are used at once in {}\n\n\
         MB/s: of the table's values, until all has reached the device; the\n\
         start of each program is left out. s/GB: processor time. cache: the most of\n\
         the source that the page cache served in any round. peak: the most MiB of\n\
         memory that the process had resident, mapped files included. MB: the file\n\
         written.\n",
        competitors.feedrate.version,
        peers.join(", "),
        fio,
        conditions.processor,
        conditions.processors,
        conditions.kernel,
        tables,
        arguments.rounds,
        arguments.heats,
        arguments.margin,
        stage::room(cases, bytes) as f64 / 1e9,
        arguments.folder.display(),
    )
}

/// A case, and how far it is.
pub fn rows(comparison: &Comparison) -> String {
    let case = comparison.case;
    let limit = comparison.memory_bytes.map_or_else(String::new, |bytes| {
        format!("\n  a process may have {} MiB of memory", bytes >> 20)
    });
    let threads = match comparison.threads {
        None => String::new(),
        Some(1) => "\n  each program is told to use one thread".to_owned(),
        Some(threads) => format!("\n  each program is told to use {threads} threads"),
    };
    let mut rows = format!("{}: {}{limit}{threads}\n", case.name(), case.description());
    rows += &line([
        "who",
        "how",
        "MB/s",
        "feedrate / it [95 %]",
        "s/GB",
        "cache",
        "peak",
        "MB",
    ]);
    rows.push('\n');
    let mut noted = Vec::new();
    for &who in case.field() {
        let mut entries = comparison.entries.iter();
        match entries.find(|entry| entry.way.who == who) {
            Some(entry) => {
                rows += &row(entry, case);
                let notes: Vec<String> = times(entry)
                    .into_iter()
                    .chain(entry.notes.iter().cloned())
                    .collect();
                let is_told = !notes.is_empty();
                noted.extend(is_told.then(|| format!("{}: {}", who.name(), notes.join("; "))));
            }
            None if comparison.runs.heats.iter().any(|heat| heat.way.who == who) => {
                rows += &format!("{:<10} did not finish", who.name());
            }
            None => rows += &format!("{:<10} was not run", who.name()),
        }
        rows.push('\n');
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

/// Who did not finish, in how many of its ways, for the same reason as far as a line shows it.
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
    let all = comparison.threads.map_or_else(
        || "all threads".to_owned(),
        |threads| format!("{threads} threads"),
    );
    let mut lines = String::new();
    let mut line = |what: &str, value: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(lines, "  {what:<34} {value}");
    };
    if let Some(raw) = &distance.of_raw {
        line(&format!("of {}", case.raw()), &race::ratio(&raw.ratio));
    }
    match &distance.of_peer {
        Some(peer) => line(
            &format!("of the faster peer, {}", peer.way.who.name()),
            &race::ratio(&peer.ratio),
        ),
        None => line("of the faster peer, none", "no peer finished"),
    }
    if let Some(engine) = &distance.of_engine {
        line(
            &format!("of {}, scans and all", engine.way.who.name()),
            &race::ratio(&engine.ratio),
        );
    }
    for entry in &comparison.entries {
        if let Some(speed_up) = &entry.speed_up {
            let who = entry.way.who.name();
            line(&format!("{who}, {all} to one"), &race::ratio(speed_up));
        }
    }
    if let Some((words, verdict)) = case.asked_in_words().zip(comparison.verdict) {
        let asked = match &distance.of_asked {
            Some(asked) => race::ratio(asked),
            None => "nobody to ask it finished".to_owned(),
        };
        line(&format!("of {words}"), &format!("{asked}  {verdict}"));
    }
    lines
}

/// What the scan took of the time, or what one thread took, where that is told.
fn times(entry: &Entry) -> Option<String> {
    let seconds = entry.seconds;
    match (entry.scan_seconds, entry.one_thread_seconds) {
        (Some(scan), _) => Some(format!("{seconds:.3} s, a scan {scan:.3} s")),
        (None, Some(one)) => Some(format!("{seconds:.3} s, with one thread {one:.3} s")),
        (None, None) => None,
    }
}

fn row(entry: &Entry, case: Case) -> String {
    let is_told = case.task().reads() && case.reads_only_and_all_of_its_source(entry.way.who);
    let cache = match entry.greatest_cache_share {
        _ if !is_told => "-".to_owned(),
        Some(share) => format!("{:.1} %", 100.0 * share),
        None => "?".to_owned(),
    };
    line([
        entry.way.who.name(),
        &entry.way.label(),
        &format!("{:.0}", entry.megabytes_per_second),
        &entry
            .rate_ratio
            .as_ref()
            .map_or_else(String::new, race::ratio),
        &format!("{:.2}", entry.cpu_seconds_per_gigabyte),
        &cache,
        &(entry.peak_memory_bytes >> 20).to_string(),
        &format!("{:.0}", entry.file_bytes as f64 / 1e6),
    ])
}

fn line([who, how, rate, ratio, cpu, cache, peak, size]: [&str; 8]) -> String {
    let line = format!(
        "{who:<10} {how:<17} {rate:>6} {ratio:<20} {cpu:>5} {cache:>5} {peak:>5} {size:>5}"
    );
    line.trim_end().to_owned()
}

/// As much of a line as a terminal shows; the JSON has all of it.
fn cut(line: &str) -> String {
    match line.char_indices().nth(WIDTH - 3) {
        Some((end, _)) if line.chars().count() > WIDTH => format!("{}...", &line[..end]),
        _ => line.to_owned(),
    }
}
