//! The tables of a measurement.

use std::path::Path;

use feedrate_document::{Column, Table, format};
use feedrate_workload::figures::{FlowFigures, PERCENTILES, StreamFigures};
use feedrate_workload::{Figures, Job};

use crate::repeat::Repeat;

/// Returns a table of latencies, by direction.
pub(super) fn latencies(figures: &Figures) -> Table {
    let mut columns = vec![Column::left("Latency of a")];
    columns.extend(PERCENTILES.iter().map(|(name, _)| Column::right(format!("p{name}"))));
    columns.push(Column::right("max"));
    let mut table = Table::new(columns);
    for (name, flow) in [("read", &figures.read), ("write", &figures.write)] {
        if let Some(flow) = flow {
            table = table.row(latency_row(name, flow));
        }
    }
    table
}

fn latency_row(name: &str, flow: &FlowFigures) -> Vec<String> {
    let latency = &flow.latency_microseconds;
    let micros = |value: f64| format::seconds(value / 1e6);
    let mut cells = vec![name.to_owned()];
    cells.extend(PERCENTILES.iter().map(|(percentile, _)| {
        latency
            .percentiles
            .get(*percentile)
            .map_or_else(|| format::NOT_AVAILABLE.to_owned(), |&value| micros(value))
    }));
    cells.push(micros(latency.max));
    cells
}

/// Returns a table of the streams.
pub(super) fn streams(job: &Job, figures: &Figures) -> Table {
    let mut table = Table::new([
        Column::right("Stream"),
        Column::left("File"),
        Column::right("MB/s"),
        Column::right("Transfers/s"),
        Column::right("Done after"),
        Column::right("p99"),
        Column::right("max"),
    ]);
    for (stream, settings) in figures.streams.iter().zip(&job.streams) {
        let file = settings.work.source().or(settings.work.target());
        table = table.row([
            stream.name.clone(),
            file.map(name_of).unwrap_or_default(),
            format::number(stream.megabytes_per_second),
            format::number(stream.operations_per_second),
            format::seconds(stream.done_after_seconds),
            slowest(stream, |flow| flow.latency_microseconds.percentiles.get("99").copied()),
            slowest(stream, |flow| Some(flow.latency_microseconds.max)),
        ]);
    }
    table
}

/// Returns the greater latency of both directions.
fn slowest(stream: &StreamFigures, of: fn(&FlowFigures) -> Option<f64>) -> String {
    [&stream.read, &stream.write]
        .into_iter()
        .filter_map(|flow| of(flow.as_ref()?))
        .reduce(f64::max)
        .map_or_else(
            || format::NOT_AVAILABLE.to_owned(),
            |micros| format::seconds(micros / 1e6),
        )
}

fn name_of(path: &Path) -> String {
    path.file_name()
        .unwrap_or(path.as_os_str())
        .to_string_lossy()
        .into_owned()
}

/// Returns a table of the repeats; the one whose details are shown is marked.
pub(super) fn repeats(runs: &[Repeat], middle: usize) -> Table {
    let mut table = Table::new([
        Column::right("Repeat"),
        Column::right("MB/s"),
        Column::right("Transfers/s"),
        Column::right("Processor").unit("s/GB"),
        Column::right("Page cache").unit("share"),
        Column::left("Over time"),
    ]);
    for (index, run) in runs.iter().enumerate() {
        let figures = &run.figures;
        let over_time = match &figures.series {
            _ if figures.stopped => "interrupted",
            Some(series) => &series.description,
            None => "too short to tell",
        };
        let cells = [
            (index + 1).to_string(),
            format::number(figures.megabytes_per_second),
            format::number(figures.operations_per_second),
            format::number(figures.cpu.seconds_per_gigabyte),
            figures
                .cache_share
                .map_or_else(|| format::NOT_AVAILABLE.to_owned(), format::percent),
            over_time.to_owned(),
        ];
        table.push(cells, index == middle);
    }
    table
}
