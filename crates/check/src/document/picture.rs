//! The picture beside the verdict: rates per core with their intervals, and the required one as a line.

use feedrate_document::{Axis, Kind, Plot, Point, Quantity, Series};
use feedrate_pageio::Discipline;

use crate::measurement::Measurement;
use crate::result::{CheckResult, FolderResult};

/// Returns the confirmed settings of a folder, the fastest first.
pub(super) fn of_folder(folder: &FolderResult, result: &CheckResult) -> Option<Plot> {
    let mut confirmed: Vec<&Measurement> = folder.findings.confirmed.iter().collect();
    confirmed.sort_by(|a, b| b.rate().total_cmp(&a.rate()));
    let rows = confirmed.iter().enumerate().map(|(row, &measured)| (row, measured));
    let names = confirmed.iter().map(|measured| measured.setting.label());
    drawn(
        "Rate per core of each setting",
        "Setting",
        names.collect(),
        rows.collect(),
        result,
    )
}

/// Returns the best settings of several folders.
pub(super) fn of_all(result: &CheckResult) -> Option<Plot> {
    let names = result.folders.iter().map(|folder| folder.folder.display().to_string());
    let best = |(row, folder): (usize, &'_ FolderResult)| {
        let best = [Discipline::AsSas, Discipline::Overlapped].map(|it| folder.findings.best_of(it).cloned());
        best.into_iter()
            .flatten()
            .map(move |measured| (row, measured))
            .collect::<Vec<_>>()
    };
    let rows: Vec<(usize, Measurement)> = result.folders.iter().enumerate().flat_map(best).collect();
    let rows = rows.iter().map(|(row, measured)| (*row, measured)).collect();
    drawn("Rate per core of each folder", "Folder", names.collect(), rows, result)
}

fn drawn(
    title: &str,
    what: &str,
    names: Vec<String>,
    rows: Vec<(usize, &Measurement)>,
    result: &CheckResult,
) -> Option<Plot> {
    if rows.is_empty() {
        return None;
    }
    let cores = result.cores_to_feed as f64;
    let mut plot = Plot::new(
        title,
        Axis::linear("Per core", Quantity::Rate),
        Axis::category(what, names),
    )
    .reference("required", result.verdict.require_mb_per_core * 1e6);
    for discipline in [Discipline::AsSas, Discipline::Overlapped] {
        let points = rows
            .iter()
            .filter(|(_, measured)| measured.setting.discipline == discipline);
        let points: Vec<Point> = points
            .map(|(row, measured)| {
                let rate = |value: f64| value * 1e6 / cores;
                let point = Point::new(rate(measured.rate()), *row as f64);
                match measured.megabytes_per_second.interval {
                    Some(interval) => point.within(rate(interval.low), rate(interval.high)),
                    None => point,
                }
            })
            .collect();
        if !points.is_empty() {
            plot = plot.series(Series::new(discipline.name(), Kind::Points, points));
        }
    }
    Some(plot)
}
