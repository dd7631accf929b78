//! The report of a check of several hosts.

use feedrate_document::{
    Axis, Column, Document, Facts, Kind, Note, Outcome, Plot, Point, Quantity, Series, Table, Verdict, format,
};
use feedrate_hosts::document::{clocks, hosts};
use feedrate_workload::figures::MEGABYTE;

use super::figures::{CheckOnHosts, Growth, HeldBy, Stage};

/// Returns the report.
pub fn document(result: &CheckOnHosts) -> Document {
    let version = env!("CARGO_PKG_VERSION");
    let mut document = Document::new(format!("Check of {} on {}", result.folder, hosts(result.hosts.len()))).subtitle(
        format!("feedrate {version}; MB is 10^6 bytes; reading and writing added up"),
    );
    if let Some(last) = result.stages.last() {
        document.push(verdict(result, last));
    }
    document = document
        .with(
            Facts::new()
                .fact("Growth", growth(&result.growth, &result.stages))
                .fact("Setting", result.setting_text.clone())
                .fact(
                    "Common start",
                    format!("within {}", format::seconds(result.start_within_microseconds / 1e6)),
                ),
        )
        .with(table(&result.stages))
        .with(plot(&result.stages))
        .heading("Hosts")
        .with(clocks(&result.hosts));
    let notes: Vec<Note> = result.warnings.iter().map(Note::warning).collect();
    if !notes.is_empty() {
        document.push(notes);
    }
    document
}

fn verdict(result: &CheckOnHosts, last: &Stage) -> Verdict {
    let with = match last.hosts {
        1 => "with 1 host".to_owned(),
        all => format!("with all {all} hosts at once"),
    };
    let text = format!(
        "{} MB/s per core {with}, {} required",
        format::number(last.megabytes_per_second_per_core),
        format::number(result.require_mb_per_core)
    );
    match (result.meets, last.processor_share_of_others) {
        (true, _) => Verdict::pass(text),
        (false, Some(share)) if result.undecided => Verdict::new(Outcome::Undecided, text).line(format!(
            "Others had {} of the processors meanwhile, which may be why it falls short: measure again when they \
                 are idle.",
            format::percent(share)
        )),
        (false, _) => Verdict::fail(text),
    }
}

/// Returns where the rate stops growing, and why.
fn growth(growth: &Growth, stages: &[Stage]) -> String {
    let ends_at = growth.ends_at.unwrap_or(growth.most_at);
    let there = stages.iter().find(|stage| stage.hosts == ends_at);
    let there = there.map_or(0.0, |stage| stage.megabytes_per_second.median);
    let most = format::rate(there * MEGABYTE);
    let (Some(first), Some(last)) = (stages.first(), stages.last()) else {
        return String::new();
    };
    let grown = match growth.ends_at {
        Some(1) => format!("none: one host gets all that there is, {most}"),
        Some(hosts) => format!("up to {hosts} hosts, which get {most}; more get no more"),
        None if stages.len() == 1 => format!("not to be seen with one host, which gets {most}"),
        None => format!(
            "up to all {} hosts; the most, {most}, is what {} get",
            last.hosts, growth.most_at
        ),
    };
    let why = match growth.held_by {
        HeldBy::Processors => format!(
            "their processors hold them: {} of the cores are busy",
            format::percent(last.cores_busy)
        ),
        HeldBy::EachHost => format!(
            "each host is held by itself ({} alone), and not by the volume: more hosts will get more",
            format::rate(first.megabytes_per_second.median * MEGABYTE)
        ),
        HeldBy::Volume => format!(
            "what they share holds them, the volume or the network before it: all together get {} of {} times \
             what one gets alone",
            format::percent(last.share_of_linear),
            last.hosts
        ),
        HeldBy::Unknown => return grown,
    };
    format!("{grown}. Now {why}.")
}

fn table(stages: &[Stage]) -> Table {
    let mut table = Table::new([
        Column::right("Hosts"),
        Column::right("Cores"),
        Column::right("MB/s"),
        Column::left("of rounds"),
        Column::right("per core"),
        Column::right("of linear"),
        Column::right("CPU"),
        Column::right("Cache"),
        Column::left("Slowest"),
    ]);
    for stage in stages {
        let rates = &stage.megabytes_per_second;
        table = table.row([
            stage.hosts.to_string(),
            stage.cores.to_string(),
            format::number(rates.median),
            format::interval(&format::number(rates.min), &format::number(rates.max)),
            format::number(stage.megabytes_per_second_per_core),
            format::percent(stage.share_of_linear),
            format::percent(stage.cores_busy),
            stage
                .cache_share
                .map_or_else(|| format::NOT_AVAILABLE.to_owned(), format::percent),
            stage
                .slowest
                .as_ref()
                .map_or_else(String::new, |(name, rate)| format!("{name}, {}", format::number(*rate))),
        ]);
    }
    table
}

fn plot(stages: &[Stage]) -> Plot {
    let measured = stages.iter().map(|stage| {
        let rates = &stage.megabytes_per_second;
        Point::new(stage.hosts as f64, rates.median * MEGABYTE).within(rates.min * MEGABYTE, rates.max * MEGABYTE)
    });
    let alone = stages.first().map_or(0.0, |first| first.megabytes_per_second.median);
    let linear = stages
        .iter()
        .map(|stage| Point::new(stage.hosts as f64, alone * stage.hosts as f64 * MEGABYTE));
    Plot::new(
        "All hosts at once",
        Axis::linear("Hosts", Quantity::Count),
        Axis::linear("Throughput", Quantity::Rate),
    )
    .caption("The median of the rounds, with the least and the greatest.")
    .series(Series::new("measured", Kind::Line, measured))
    .series(Series::new("as many times the first alone", Kind::Line, linear))
}
