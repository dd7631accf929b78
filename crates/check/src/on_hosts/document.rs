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
        document.push(picture(result));
    }
    document = document
        .heading("Figures")
        .with(table(&result.stages))
        .with(plot(&result.stages))
        .with(Facts::new().fact("Growth", growth(&result.growth, &result.stages)))
        .heading("Hosts")
        .with(Facts::new().fact(
            "Common start",
            format!("within {}", format::seconds(result.start_within_microseconds / 1e6)),
        ))
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
    let ratio = last.megabytes_per_second_per_core / result.require_mb_per_core;
    let distance = match result.meets {
        true => format!("{} times that", format::number(ratio)),
        false => format!("{} short", format::percent(1.0 - ratio)),
    };
    let text = format!(
        "{} MB/s per core {with}, {} required: {distance}",
        format::number(last.megabytes_per_second_per_core),
        format::number(result.require_mb_per_core)
    );
    let verdict = match result.meets {
        true => Verdict::pass(text),
        false if result.undecided => Verdict::new(Outcome::Undecided, text),
        false => Verdict::fail(text),
    };
    verdict
        .line(format!(
            "Setting, from the check of the first host: {}.",
            result.setting_text
        ))
        .line(certainty(result, last))
}

/// Returns a sentence on the certainty of the verdict.
fn certainty(result: &CheckOnHosts, last: &Stage) -> String {
    if let Some(share) = last.processor_share_of_others.filter(|_| result.undecided) {
        return format!(
            "Not sure: others had {} of the processors meanwhile, which may be why it falls short: measure again when \
             they are idle.",
            format::percent(share)
        );
    }
    if last.megabytes_per_second.count < 2 {
        return "Not sure: that is one round alone; measure again for longer.".to_owned();
    }
    let (low, high) = of_rounds(last);
    let rounds = format!(
        "the rounds, {} per core,",
        format::interval(&format::rate(low), &format::rate(high))
    );
    let require = result.require_mb_per_core * MEGABYTE;
    match (low >= require, high < require) {
        (true, _) => format!("Sure: {rounds} are all above what is required."),
        (_, true) => format!("Sure: {rounds} are all below what is required."),
        _ => format!("Not sure: {rounds} are on both sides of what is required; measure again on quiet hosts."),
    }
}

/// Returns the least and the greatest rate per core of a stage's rounds, in bytes a second.
fn of_rounds(stage: &Stage) -> (f64, f64) {
    let rates = &stage.megabytes_per_second;
    let per_core = |rate: f64| rate * MEGABYTE / stage.cores as f64;
    (per_core(rates.min), per_core(rates.max))
}

/// Returns the rates per core of each number of hosts, and the required one.
fn picture(result: &CheckOnHosts) -> Plot {
    let names = result.stages.iter().map(|stage| match stage.hosts {
        1 => "1 host".to_owned(),
        hosts => format!("{hosts} hosts"),
    });
    let points = result.stages.iter().enumerate().map(|(row, stage)| {
        let (low, high) = of_rounds(stage);
        Point::new(stage.megabytes_per_second_per_core * MEGABYTE, row as f64).within(low, high)
    });
    Plot::new(
        "Rate per core of each number of hosts",
        Axis::linear("Per core", Quantity::Rate),
        Axis::category("Hosts", names),
    )
    .caption("The median of the rounds, with the least and the greatest.")
    .series(Series::new("all at once", Kind::Points, points))
    .reference("required", result.require_mb_per_core * MEGABYTE)
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

#[cfg(test)]
mod tests {
    use feedrate_document::{Header, text};
    use feedrate_stats::Summary;

    use super::*;

    fn stage(hosts: usize, rates: &[f64]) -> Stage {
        let rates = Summary::of(rates).expect("there are rates");
        Stage {
            hosts,
            cores: 4 * hosts,
            megabytes_per_second_per_core: rates.median / (4 * hosts) as f64,
            megabytes_per_second: rates,
            share_of_linear: 0.7,
            slowest: None,
            cores_busy: 0.2,
            cache_share: Some(0.0),
            processor_share_of_others: None,
        }
    }

    fn result(require: f64) -> CheckOnHosts {
        let stages = vec![stage(1, &[800.0, 820.0, 790.0]), stage(2, &[1120.0, 1100.0, 1140.0])];
        CheckOnHosts {
            feedrate: Header::new("check-on-hosts", 1),
            started_at: "2026-01-02T03:04:05Z".to_owned(),
            folder: "/shared".to_owned(),
            launcher: "ssh".to_owned(),
            setting: serde_json::Value::Null,
            setting_text: "direct 64K x 17".to_owned(),
            require_mb_per_core: require,
            meets: require <= 140.0,
            undecided: false,
            growth: Growth::of(&stages).expect("there are stages"),
            stages,
            start_within_microseconds: 120.0,
            warnings: Vec::new(),
            hosts: Vec::new(),
            first_host: serde_json::Value::Null,
            rounds: Vec::new(),
        }
    }

    #[test]
    fn the_verdict_is_in_three_lines_with_a_picture_and_facts_come_last() {
        let shown = text::render(&document(&result(100.0)), &text::TextOptions::default());
        let (first, _) = shown.split_once("Hosts\n-----").expect("the hosts come last");
        // Without the title and the version.
        let lines: Vec<&str> = first.lines().skip(3).collect();
        insta::assert_snapshot!(lines.join("\n"));
    }

    #[test]
    fn rounds_on_both_sides_settle_nothing() {
        let of = |require| certainty(&result(require), &result(require).stages[1]);
        assert!(
            of(150.0).starts_with("Sure: the rounds, 138 to 142 MB/s per core, are all below"),
            "{}",
            of(150.0)
        );
        assert!(of(139.0).starts_with("Not sure: the rounds"), "{}", of(139.0));
        let one = certainty(&result(100.0), &stage(2, &[1120.0]));
        assert!(one.contains("one round alone"), "{one}");
    }
}
