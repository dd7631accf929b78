//! `terse` output, version 3: a line of columns for each report, with semicolons between.

use std::fmt::Write as _;

use feedrate_pageio::Latencies;

use super::direction::Direction;
use super::groups::{Group, Total};
use super::percentiles::MOST;
use super::shares::percent_of_sum;
use super::spread::Spread;
use super::unit::Unit;
use super::{RunResults, VERSION, disks};

/// Returns the line of one report.
pub(super) fn line(report: &RunResults<'_>, unit: &Unit<'_>, groups: &[Group]) -> String {
    let error = unit.error.map_or(0, |error| error.errno);
    let name = unit.name;
    let mut line = format!("3;{VERSION};{name};{};{error}", unit.group);
    let group = Group::of(groups, unit);
    if !unit.is_mixed_only() {
        direction(&mut line, unit, &unit.read, group.map(|group| &group.read));
        direction(&mut line, unit, &unit.write, group.map(|group| &group.write));
    }
    if let Some(mixed) = &unit.mixed {
        direction(&mut line, unit, mixed, group.map(|group| &group.mixed));
    }
    let (user, system) = unit.cpu_percent();
    column(&mut line, format_args!("{user:.6}%;{system:.6}%"));
    let (switches, major, minor) = (unit.switches, unit.major_faults, unit.minor_faults);
    column(&mut line, format_args!("{switches};{major};{minor}"));
    for share in percent_of_sum(&unit.levels) {
        column(&mut line, format_args!("{share:.1}%"));
    }
    let (nanoseconds, mut microseconds, milliseconds) = unit.latencies.percent(unit.operations());
    // The layout has no classes of nanoseconds: all of them are in the first of microseconds.
    microseconds[0] += nanoseconds.iter().sum::<f64>();
    for share in microseconds.iter().chain(&milliseconds) {
        column(&mut line, format_args!("{share:.2}%"));
    }
    line.push_str(&disks::columns(report.disks));
    if let Some((count, first)) = unit.failed_blocks() {
        column(&mut line, format_args!("{count};{first}"));
    }
    if let Some(description) = &unit.job.options.jobs.description {
        column(&mut line, format_args!("{description}"));
    }
    line.push('\n');
    line
}

fn column(line: &mut String, value: std::fmt::Arguments<'_>) {
    // Writing to a string never fails.
    let _ = write!(line, ";{value}");
}

fn direction(line: &mut String, unit: &Unit<'_>, direction: &Direction, total: Option<&Total>) {
    column(
        line,
        format_args!(
            "{};{};{};{}",
            direction.bytes / 1024,
            direction.rate() / 1024,
            direction.whole_iops(),
            direction.run_ms
        ),
    );
    latency(line, &direction.submission);
    latency(line, &direction.completion);
    let options = &unit.job.options;
    let of_what = match (options.reports.lat_percentiles, options.reports.clat_percentiles) {
        (true, _) => Some(&direction.total),
        (false, true) => Some(&direction.completion),
        (false, false) => None,
    };
    let list = options.reports.percentile_list.iter().take(MOST);
    let mut columns = 0;
    for &percent in list.filter(|_| of_what.is_some()) {
        let value = of_what
            .filter(|latencies| latencies.count() > 0)
            .map_or(0, |latencies| latencies.percentile(percent).as_micros());
        column(line, format_args!("{percent:.6}%={value}"));
        columns += 1;
    }
    for _ in columns..MOST {
        column(line, format_args!("0%=0"));
    }
    latency(line, &direction.total);
    let bandwidth = &direction.bandwidth;
    let percent = match total {
        Some(total) if bandwidth.count > 0 => total.percent(bandwidth.mean),
        _ => 0.0,
    };
    column(
        line,
        format_args!(
            "{};{};{percent:.6}%;{:.6};{:.6}",
            bandwidth.least,
            bandwidth.greatest,
            bandwidth.mean,
            bandwidth.deviation()
        ),
    );
}

/// Writes the least, the greatest, the mean and the deviation, in µs.
fn latency(line: &mut String, latencies: &Latencies) {
    let spread = Spread::of_latencies(latencies);
    column(
        line,
        format_args!(
            "{};{};{:.6};{:.6}",
            spread.least / 1000,
            spread.greatest / 1000,
            spread.mean / 1000.0,
            spread.deviation() / 1000.0
        ),
    );
}
