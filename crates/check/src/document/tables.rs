//! The tables of a report.

use feedrate_document::{Column, Table, format};

use super::words::interval;
use crate::result::FolderResult;
use crate::trial::Pattern;

/// Returns the table of the mixed stream at the confirmed settings.
pub(super) fn mixed(folder: &FolderResult) -> Table {
    let mut table = Table::new([
        Column::left("Setting"),
        Column::left("Who waits"),
        Column::right("Median").unit("MB/s"),
        Column::right("95 % interval").unit("MB/s"),
        Column::right("CPU").unit("s/GB"),
        Column::right("Cached"),
    ])
    .title("Mixed stream, cold and durable");
    let best = folder.findings.best().map(|best| best.setting);
    for measured in &folder.findings.confirmed {
        let cells = [
            measured.setting.label(),
            measured.setting.discipline.name().to_owned(),
            format::number(measured.rate()),
            interval(measured.megabytes_per_second.interval),
            format::number(measured.cpu_seconds_per_gigabyte),
            measured
                .cache_share
                .map_or_else(|| "unknown".to_owned(), format::percent),
        ];
        table.push(cells, Some(measured.setting) == best);
    }
    let over = folder
        .findings
        .best()
        .map(|best| format!("The best over its {} repeats: {}.", best.trials.len(), best.over_trials));
    match over {
        Some(over) => table.caption(over),
        None => table,
    }
}

/// Returns the table of separate reading and writing, at random, and from the cache.
pub(super) fn details(folder: &FolderResult) -> Table {
    let mut table = Table::new([
        Column::left("What"),
        Column::left("Setting"),
        Column::left("Who waits"),
        Column::right("Rate").unit("MB/s"),
        Column::right("Transfers").unit("1/s"),
        Column::right("p99").unit("us"),
        Column::right("Cached"),
    ])
    .title("Reading and writing apart");
    for measured in &folder.findings.details {
        let what = match measured.pattern {
            Pattern::Mixed => "mixed",
            Pattern::Read => "cold read",
            Pattern::Write => "durable write",
            Pattern::RandomRead => "random read",
            Pattern::HotRead => "hot read",
        };
        table.push(
            [
                what.to_owned(),
                measured.setting.label(),
                measured.setting.discipline.name().to_owned(),
                format::number(measured.rate()),
                format::number(measured.operations_per_second),
                measured.p99_microseconds.map_or_else(String::new, format::number),
                match measured.pattern {
                    Pattern::Write => "-".to_owned(),
                    _ => measured
                        .cache_share
                        .map_or_else(|| "unknown".to_owned(), format::percent),
                },
            ],
            false,
        );
    }
    table.caption("The hot read is what a measurement would have claimed that had not looked at the page cache.")
}

/// Returns the table of the mixed stream by the number of streams.
pub(super) fn scaling(folder: &FolderResult) -> Table {
    let mut table = Table::new([
        Column::left("Setting"),
        Column::left("Who waits"),
        Column::right("Streams"),
        Column::right("All").unit("MB/s"),
        Column::right("Each").unit("MB/s"),
    ])
    .title("Mixed stream, by the number of streams");
    for measured in &folder.findings.scaling {
        table.push(
            [
                measured.setting.label(),
                measured.setting.discipline.name().to_owned(),
                measured.streams.to_string(),
                format::number(measured.rate()),
                format::number(measured.rate() / measured.streams as f64),
            ],
            false,
        );
    }
    table
}
