//! The lines of `normal` output on latencies.

use feedrate_pageio::Latencies;

use super::super::number::{Thousand, TimeUnit, short};
use super::super::percentiles;
use super::super::shares::{LONG_CLASSES, SHORT_CLASSES};
use super::super::spread::Spread;
use super::super::unit::Unit;

/// Writes the percentiles of latencies that the job lists.
pub(super) fn percentile_table(text: &mut String, unit: &Unit<'_>, latencies: &Latencies, of_what: &str) {
    let list = &unit.job.options.reports.percentile_list;
    text.push_str(&percentiles::table(
        latencies,
        list,
        percentiles::decimals(unit.job),
        of_what,
    ));
}

/// Writes a line of latencies, in a suitable unit.
pub(super) fn latency(text: &mut String, name: &str, latencies: &Latencies) {
    if latencies.count() == 0 {
        return;
    }
    let spread = Spread::of_latencies(latencies);
    let mut unit = TimeUnit::for_range(spread.least, spread.greatest);
    // For latencies that hardly differ, the smaller unit is more exact.
    if spread.deviation() <= unit.nanoseconds() as f64 {
        unit = TimeUnit::Nanoseconds;
    }
    let whole = |nanoseconds: u64| short(nanoseconds / unit.nanoseconds(), 6, Thousand::Decimal, "");
    let part = |nanoseconds: f64| nanoseconds / unit.nanoseconds() as f64;
    line!(
        text,
        "    {name} ({}): min={}, max={}, avg={:5.2}, stdev={:5.2}",
        unit.name(),
        whole(spread.least),
        whole(spread.greatest),
        part(spread.mean),
        part(spread.deviation())
    );
}

/// Writes the shares of blocks in classes of latencies.
pub(super) fn latency_classes(text: &mut String, unit: &Unit<'_>) {
    let (nanoseconds, microseconds, milliseconds) = unit.latencies.percent(unit.operations());
    let kinds: [(&str, &[&str], &[f64]); 3] = [
        ("nsec", &SHORT_CLASSES, &nanoseconds),
        ("usec", &SHORT_CLASSES, &microseconds),
        ("msec", &LONG_CLASSES, &milliseconds),
    ];
    for (name, classes, shares) in kinds {
        let shown: Vec<_> = classes
            .iter()
            .zip(shares)
            .filter(|(_, share)| **share > 0.0)
            .map(|(class, share)| format!("{class}={share:.2}%"))
            .collect();
        for few in shown.chunks(5) {
            line!(text, "  lat ({name})   : {}", few.join(", "));
        }
    }
}

/// Writes the latencies of flushes.
pub(super) fn flushes(text: &mut String, unit: &Unit<'_>) {
    if unit.flushes.count() == 0 {
        return;
    }
    line!(text, "  fsync/fdatasync/sync_file_range:");
    latency(text, "sync", &unit.flushes);
    percentile_table(text, unit, &unit.flushes, "sync");
}
