//! The plots of a report.

use feedrate_document::{Axis, Kind, Plot, Point, Quantity, Series};
use feedrate_pageio::Discipline;

use crate::result::{CheckResult, FolderResult};

/// Returns a plot that has anything to show.
fn unless_empty(plot: Plot) -> Option<Plot> {
    (!plot.series.is_empty()).then_some(plot)
}

/// Returns a plot of every setting that the search tried.
pub(super) fn by_setting(folder: &FolderResult, result: &CheckResult) -> Option<Plot> {
    let mut by_setting = Plot::new(
        "Mixed stream by what is in flight",
        Axis::log2("Buffers of a stream", Quantity::Size),
        Axis::linear("Throughput", Quantity::Rate),
    )
    .caption("Every setting that the search tried, as the median of its trials.")
    .reference(
        "required",
        result.verdict.require_mb_per_core * result.cores_to_feed as f64 * 1e6,
    );
    for (name, direct, discipline) in [
        ("cached, as SAS", false, Discipline::AsSas),
        ("direct, as SAS", true, Discipline::AsSas),
        ("cached, overlapped", false, Discipline::Overlapped),
        ("direct, overlapped", true, Discipline::Overlapped),
    ] {
        let points: Vec<_> = folder
            .findings
            .searched
            .iter()
            .flat_map(|searched| &searched.ranking)
            .filter(|ranked| ranked.setting.direct == direct && ranked.setting.discipline == discipline)
            .filter_map(|ranked| {
                Some(Point::new(
                    ranked.setting.cost() as f64,
                    ranked.megabytes_per_second? * 1e6,
                ))
            })
            .collect();
        if !points.is_empty() {
            by_setting = by_setting.series(Series::new(name, Kind::Points, points));
        }
    }
    unless_empty(by_setting)
}

/// Returns a plot of one stream, the usual number, and twice that.
pub(super) fn by_streams(folder: &FolderResult) -> Option<Plot> {
    let mut scaling = Plot::new(
        "Mixed stream by the number of streams",
        Axis::linear("Streams", Quantity::Count),
        Axis::linear("Throughput", Quantity::Rate),
    )
    .caption("The median of the trials, with the least and the greatest.");
    for searched in &folder.findings.searched {
        let points: Vec<_> = folder
            .findings
            .scaling
            .iter()
            .filter(|measured| measured.setting.discipline == searched.discipline)
            .map(|measured| {
                let point = Point::new(measured.streams as f64, measured.rate() * 1e6);
                let rates = &measured.megabytes_per_second;
                point.within(rates.min * 1e6, rates.max * 1e6)
            })
            .collect();
        if !points.is_empty() {
            scaling = scaling.series(Series::new(searched.discipline.name(), Kind::Line, points));
        }
    }
    unless_empty(scaling)
}

/// Returns a plot of the confirmed settings over their repeats.
pub(super) fn repeats(folder: &FolderResult) -> Option<Plot> {
    let mut repeats = Plot::new(
        "The repeats, in their order",
        Axis::linear("Repeat", Quantity::Count),
        Axis::linear("Throughput", Quantity::Rate),
    );
    for measured in &folder.findings.confirmed {
        let points: Vec<_> = measured
            .trials
            .iter()
            .enumerate()
            .map(|(index, trial)| Point::new((index + 1) as f64, trial.rate() * 1e6))
            .collect();
        repeats = repeats.series(Series::new(measured.setting.label(), Kind::Line, points));
    }
    unless_empty(repeats)
}

/// Returns a plot of the latencies of the confirmed settings.
pub(super) fn latencies(folder: &FolderResult) -> Option<Plot> {
    let names = feedrate_workload::figures::PERCENTILES.map(|(name, _)| name);
    let mut plot = Plot::new(
        "How long a read took",
        Axis::category("Percentile", names.map(|name| format!("p{name}"))),
        Axis::log10("Time", Quantity::Seconds),
    )
    .caption("Each confirmed setting, as the median of its repeats.");
    for measured in &folder.findings.confirmed {
        let points: Vec<_> = names
            .iter()
            .enumerate()
            .filter_map(|(index, &name)| {
                let micros = measured.read_latency_microseconds(name)?;
                Some(Point::new(index as f64, micros / 1e6))
            })
            .collect();
        plot = plot.series(Series::new(measured.setting.label(), Kind::Line, points));
    }
    unless_empty(plot)
}
