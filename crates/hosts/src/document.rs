//! The report of a command on several hosts.

use feedrate_document::{Axis, Column, Document, Facts, Kind, Note, Plot, Point, Quantity, Series, Table, format};
use feedrate_workload::figures::{FlowFigures, MEGABYTE};

use crate::combined::{self, CombinedRound};
use crate::group::Host;
use crate::record::Record;

/// Returns the report.
pub fn of(record: &Record) -> Document {
    let version = env!("CARGO_PKG_VERSION");
    let command = record.command.first().map_or("", String::as_str);
    let Some(last) = record.rounds.last() else {
        let title = format!("{command} on {}: nothing was measured", hosts(record.hosts.len()));
        return Document::new(title).with(notes(record));
    };
    let on = hosts(last.hosts.len());
    let title = match (record.megabytes_per_second, record.rounds.len()) {
        (Some(all), _) => {
            let rate = format::rate(all.median * MEGABYTE);
            format!("{command} on {on}: {rate}")
        }
        (None, groups) => format!("{command} on {on}: {groups} groups of jobs"),
    };
    let mut document = Document::new(title).subtitle(format!(
        "feedrate {version}; MB is 10^6 bytes; each host counts what its own page cache served"
    ));
    for (number, round) in record.rounds.iter().enumerate() {
        if record.rounds.len() > 1 {
            let what = match record.megabytes_per_second {
                Some(_) => "Run",
                None => "Group",
            };
            let of = record.rounds.len();
            document = document.heading(format!("{what} {} of {of}", number + 1));
        }
        document = document.with(facts(round)).with(throughputs(round));
        if let Some(plot) = plot(round) {
            document.push(plot);
        }
    }
    document = document
        .heading("Hosts")
        .with(clocks(record.hosts.iter().map(|record| &record.host)));
    let notes = notes(record);
    if !notes.is_empty() {
        document.push(notes);
    }
    document
}

/// Returns a number of hosts in words.
pub fn hosts(count: usize) -> String {
    match count {
        1 => "1 host".to_owned(),
        count => format!("{count} hosts"),
    }
}

fn facts(round: &CombinedRound) -> Facts {
    let mut facts = Facts::new().fact(
        "All hosts",
        format!(
            "{}, {} transfers/s over {}",
            format::rate(round.megabytes_per_second * MEGABYTE),
            format::number(round.operations_per_second),
            format::seconds(round.seconds)
        ),
    );
    if let Some(together) = round.while_all_ran {
        facts = facts.fact(
            "While all ran",
            format!(
                "{} over {}",
                format::rate(together.megabytes_per_second * MEGABYTE),
                format::seconds(together.seconds)
            ),
        );
    }
    if let Some(slowest) = combined::on_the_slowest(round) {
        facts = facts.fact("Slowest", slowest);
    }
    facts = facts.fact(
        "Page caches",
        match (round.cache_share, round.read.is_some()) {
            (_, false) => "nothing was read".to_owned(),
            (None, true) => "the share of some host is unknown".to_owned(),
            (Some(share), true) => format!("served {} of the bytes read", format::percent(share)),
        },
    );
    let start = format::seconds(round.start_within_microseconds / 1e6);
    facts.fact("Common start", format!("within {start}"))
}

fn throughputs(round: &CombinedRound) -> Table {
    let mut table = Table::new([
        Column::left("Host"),
        Column::right("MB/s"),
        Column::right("per core"),
        Column::right("Transfers/s"),
        Column::right("p99"),
        Column::right("Cache"),
        Column::right("CPU").unit("s/GB"),
        Column::right("Done after"),
    ]);
    for host in &round.hosts {
        let is_slowest = round.slowest.as_ref() == Some(&host.name);
        let cells = [
            host.name.clone(),
            format::number(host.megabytes_per_second),
            format::number(host.megabytes_per_second_per_core),
            format::number(host.operations_per_second),
            p99(host.read.as_ref(), host.write.as_ref()),
            share(host.cache_share),
            format::number(host.cpu_seconds_per_gigabyte),
            format::seconds(host.seconds),
        ];
        table.push(cells, is_slowest);
    }
    if round.hosts.len() > 1 {
        table = table.row([
            "all".to_owned(),
            format::number(round.megabytes_per_second),
            String::new(),
            format::number(round.operations_per_second),
            p99(round.read.as_ref(), round.write.as_ref()),
            share(round.cache_share),
            format::number(round.cpu_seconds_per_gigabyte),
            format::seconds(round.seconds),
        ]);
    }
    table
}

fn share(share: Option<f64>) -> String {
    share.map_or_else(|| format::NOT_AVAILABLE.to_owned(), format::percent)
}

/// Returns the greater 99th percentile of both directions.
fn p99(read: Option<&FlowFigures>, write: Option<&FlowFigures>) -> String {
    let flows = [read, write].into_iter().flatten();
    let slowest = flows
        .filter_map(|flow| flow.latency_microseconds.percentiles.get("99").copied())
        .reduce(f64::max);
    slowest.map_or_else(
        || format::NOT_AVAILABLE.to_owned(),
        |micros| format::seconds(micros / 1e6),
    )
}

/// Returns what is known of the hosts.
pub fn clocks<'h>(hosts: impl IntoIterator<Item = &'h Host>) -> Table {
    let mut table = Table::new([
        Column::left("Host"),
        Column::left("calls itself"),
        Column::right("Cores"),
        Column::right("Memory"),
        Column::right("Clock ahead"),
        Column::right("known to"),
    ]);
    for host in hosts {
        let offset = host.clock.real_offset as f64 / 1e9;
        let sign = if offset < 0.0 { "-" } else { "" };
        table = table.row([
            host.name.to_string(),
            host.facts.name.clone(),
            host.facts.cores.physical_available.to_string(),
            host.facts
                .memory_bytes
                .map_or_else(|| format::NOT_AVAILABLE.to_owned(), format::amount),
            format!("{sign}{}", format::seconds(offset.abs())),
            format::seconds(host.clock.uncertainty as f64 / 1e9),
        ]);
    }
    table
}

fn plot(round: &CombinedRound) -> Option<Plot> {
    let series = round.series.as_ref()?;
    let points = series.megabytes_per_second.iter().enumerate().map(|(number, rate)| {
        let middle = (number as f64 + 0.5) * series.interval_seconds;
        Point::new(middle, rate * MEGABYTE)
    });
    Some(
        Plot::new(
            "All hosts over time",
            Axis::linear("Since the common start", Quantity::Seconds),
            Axis::linear("Throughput", Quantity::Rate),
        )
        .caption(series.description.clone())
        .series(Series::new("all hosts", Kind::Line, points)),
    )
}

fn notes(record: &Record) -> Vec<Note> {
    let interrupted = record
        .interrupted_by
        .map(|signal| Note::warning(format!("Interrupted by {signal}: these are the figures up to then.")));
    let warnings = record.warnings.iter().map(Note::warning);
    interrupted.into_iter().chain(warnings).collect()
}
