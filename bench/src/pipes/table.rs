//! The tables, within 80 columns.

use std::fmt::Write;

use feedrate_bench::conditions::Conditions;
use feedrate_bench::race;

use crate::arguments::Arguments;
use crate::bytes::{Sent, Who};
use crate::comparison::{Comparison, Entry};
use crate::way::Through;

/// What was run on what, and what the columns say.
pub fn head(
    arguments: &Arguments,
    versions: &[&str],
    claims_bytes: u64,
    conditions: &Conditions,
) -> String {
    let memory = match arguments.memory_bytes() {
        Some(bytes) => format!("{} MiB for all processes of a job", bytes >> 20),
        None => "not limited".to_owned(),
    };
    format!(
        "{}\n\
         {}, {} processors, Linux {}\n\
         {} claims, {:.0} MB; memory: {memory}\n\
         pairs: {}, heats: {}, folder: {}\n\n\
         s: of the whole program, its sessions started and ended. steps: of the DATA\n\
         step and PROC TABULATE, by DATETIME. CPU: processor seconds of all processes.\n\
         read, written, piped: MB of data sets. cache: the most of the claims, and of\n\
         the data set between the steps, that the page cache served in any run.\n",
        versions.join(", "),
        conditions.processor,
        conditions.processors,
        conditions.kernel,
        arguments.claims,
        claims_bytes as f64 / 1e6,
        arguments.pairs,
        arguments.heats,
        arguments.folder.display(),
    )
}

/// A way through a pipe beside that through disk.
pub fn comparison(comparison: &Comparison, below: f64) -> String {
    let Comparison { piped, disk, .. } = comparison;
    let name = piped.way.through.name();
    let carriers = match piped.carriers.is_empty() {
        true => String::new(),
        false => format!(" ({})", piped.carriers.join(", ")),
    };
    let mut rows = format!(
        "CPUCOUNT {}: {name}{carriers} beside disk\n{}\n",
        piped.way.cpus,
        line([
            "way", "how", "s", "steps", "CPU", "read", "written", "piped", "cache"
        ])
    );
    for entry in [piped, disk] {
        rows += &row(entry);
        rows.push('\n');
    }
    let mut tell = |what: &str, value: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(rows, "  {what:<36} {value}");
    };
    let [read, write] = comparison.raw_seconds;
    tell(
        "a raw read, a raw write of the claims",
        &format!("{read:.3} s, {write:.3} s"),
    );
    let [writer, reader] = piped.waited_seconds;
    tell(
        "the DATA step, PROC TABULATE waited",
        &format!("{writer:.3} s, {reader:.3} s for the other"),
    );
    tell("pipe / raw read", &race::ratio(&comparison.of_raw_read));
    tell(
        "disk / raw read",
        &race::ratio(&comparison.disk_of_raw_read),
    );
    if let Some(cpu) = &comparison.cpu_of_disk {
        tell("pipe / disk, processor seconds", &race::ratio(cpu));
    }
    if let Some(steps) = &comparison.steps_of_disk {
        tell("pipe / disk, steps", &race::ratio(steps));
    }
    tell(
        &format!("pipe / disk, to be below {below:.3}"),
        &format!(
            "{}  {}",
            race::ratio(&comparison.of_disk),
            comparison.verdict
        ),
    );
    rows
}

fn row(entry: &Entry) -> String {
    let megabytes = |bytes: f64| format!("{:.0}", bytes / 1e6);
    let share = |share: Option<f64>| match share {
        Some(share) => format!("{:.1} %", 100.0 * share),
        None => "?".to_owned(),
    };
    let cache = match entry.way.through {
        Through::Disk => format!(
            "{}, {}",
            share(entry.claims_cache_share),
            share(entry.between_cache_share)
        ),
        Through::Pipe | Through::Tcp => share(entry.claims_cache_share),
    };
    line([
        entry.way.through.name(),
        entry.way.pages.label(),
        &format!("{:.3}", entry.seconds),
        &format!("{:.2}", entry.steps_seconds),
        &format!("{:.2}", entry.cpu_seconds),
        &megabytes(entry.read_bytes),
        &megabytes(entry.written_bytes),
        &megabytes(entry.piped_bytes),
        &cache,
    ])
}

/// What was sent over a carrier.
pub fn sent(sent: &Sent) -> String {
    let mut rows = format!(
        "{}: {:.0} MB that the page cache holds; frames of {}K, socat -b {}K\n  {:<18} {:>8}  {}\n",
        sent.carrier.name(),
        sent.bytes as f64 / 1e6,
        sent.kib[0],
        sent.kib[1],
        "who",
        "MB/s",
        "it / socat [95 %]"
    );
    for (index, who) in Who::ALL.into_iter().enumerate() {
        let beside = sent
            .of_socat
            .get(index)
            .map_or_else(String::new, race::ratio);
        let verdict = match who {
            Who::Transport => format!("  to be at least 1: {}", sent.verdict),
            Who::Steps | Who::Socat => String::new(),
        };
        let line = format!(
            "  {:<18} {:>8.0}  {beside}{verdict}",
            who.name(),
            sent.megabytes_per_second[index]
        );
        rows += line.trim_end();
        rows.push('\n');
    }
    rows
}

fn line([way, how, seconds, steps, cpu, read, written, piped, cache]: [&str; 9]) -> String {
    let line = format!(
        "{way:<5} {how:<15} {seconds:>8} {steps:>6} {cpu:>6} {read:>6} {written:>7} {piped:>6}  {cache}"
    );
    line.trim_end().to_owned()
}
