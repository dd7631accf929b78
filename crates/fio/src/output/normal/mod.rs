//! `normal` output: a block of lines for each report.

mod latencies;

use std::process;

use feedrate_workload::load::SteadyOutcome;

use self::latencies::{flushes, latency, latency_classes, percentile_table};
use super::direction::Direction;
use super::groups::{Group, Total};
use super::shares::{AT_ONCE, LEVELS, percent_of_sum};
use super::unit::Unit;
use super::{RunResults, clock};
use crate::job::SteadyState;

/// Returns the block of one report; as in fio, it is empty if nothing was moved without an error.
pub(super) fn text(report: &RunResults<'_>, unit: &Unit<'_>, groups: &[Group]) -> String {
    let mut text = String::new();
    if unit.operations() == 0 && unit.error.is_none() {
        return text;
    }
    first_line(&mut text, report, unit);
    if let Some(description) = &unit.job.options.jobs.description {
        line!(text, "  Description  : [{description}]");
    }
    let group = Group::of(groups, unit);
    if !unit.is_mixed_only() {
        for (name, moved, total, after) in [
            ("read", &unit.read, group.map(|group| &group.read), ""),
            ("write", &unit.write, group.map(|group| &group.write), "; 0 zone resets"),
            ("trim", &unit.trim, group.map(|group| &group.trim), ""),
        ] {
            direction(&mut text, unit, name, moved, total, after);
        }
    }
    if let Some(mixed) = &unit.mixed {
        let total = group.map(|group| &group.mixed);
        direction(&mut text, unit, "mixed", mixed, total, "");
    }
    latency_classes(&mut text, unit);
    flushes(&mut text, unit);
    let (user, system) = unit.cpu_percent();
    line!(
        text,
        "  cpu          : usr={user:.2}%, sys={system:.2}%, ctx={}, majf={}, minf={}",
        unit.switches,
        unit.major_faults,
        unit.minor_faults
    );
    line!(text, "  IO depths    : {}", shares(&LEVELS, &unit.levels));
    line!(text, "     submit    : {}", shares(&AT_ONCE, &unit.submitted));
    line!(text, "     complete  : {}", shares(&AT_ONCE, &unit.completed));
    issued(&mut text, unit);
    let pace = &unit.job.options.pace;
    line!(
        text,
        "     latency   : target={}, window={}, percentile={:.2}%, depth={}",
        pace.latency_target.map_or(0, |target| target.as_nanos()),
        pace.latency_target.map_or(0, |_| pace.latency_window.as_micros()),
        pace.latency_percentile,
        unit.depth
    );
    if let (Some(asked), Some(came)) = (pace.steadystate, unit.steady) {
        steady(&mut text, unit, asked, came);
    }
    text
}

/// Writes the numbers of blocks, and of those that failed.
fn issued(text: &mut String, unit: &Unit<'_>) {
    // Blocks that are reported together are counted as reads.
    let none = Direction::default();
    let (read, write, trim) = match &unit.mixed {
        Some(mixed) if unit.is_mixed_only() => (mixed, &none, &none),
        _ => (&unit.read, &unit.write, &unit.trim),
    };
    line!(
        text,
        "     issued rwts: total={},{},{},{} short={},{},0,0 dropped=0,0,0,0",
        read.operations,
        write.operations,
        trim.operations,
        unit.flushes.count(),
        read.short,
        write.short
    );
    if let Some((count @ 1.., first)) = unit.failed_blocks() {
        line!(
            text,
            "     errors    : total={count}, first_error={first}/<{}>",
            words_of(first)
        );
    }
}

/// Returns the system's text of an error.
fn words_of(errno: i32) -> String {
    let text = std::io::Error::from_raw_os_error(errno).to_string();
    let end = text.find(" (os error").unwrap_or(text.len());
    text[..end].to_owned()
}

fn first_line(text: &mut String, report: &RunResults<'_>, unit: &Unit<'_>) {
    let error = match unit.error {
        None => " 0".to_owned(),
        Some(error) => format!("{:2} ({})", error.errno, error.text),
    };
    line!(
        text,
        "{}: (groupid={}, jobs={}): err={error}: pid={}: {}",
        unit.name,
        unit.group,
        unit.members,
        unit.process_id.unwrap_or_else(process::id),
        clock::as_ctime(report.ended)
    );
}

fn direction(
    text: &mut String,
    unit: &Unit<'_>,
    name: &str,
    direction: &Direction,
    total: Option<&Total>,
    after: &str,
) {
    if direction.bytes == 0 || direction.run_ms == 0 {
        return;
    }
    let style = unit.style();
    let (rate, rate_too) = style.rate(direction.rate());
    line!(
        text,
        "  {name}: IOPS={}, BW={rate} ({rate_too})({}/{}msec){after}",
        style.count(direction.whole_iops()),
        style.bytes(direction.bytes).0,
        direction.run_ms
    );
    latency(text, "slat", &direction.submission);
    latency(text, "clat", &direction.completion);
    latency(text, " lat", &direction.total);
    let options = &unit.job.options;
    let of_total = options.reports.lat_percentiles;
    let kind = if of_total { "lat" } else { "clat" };
    let by_priority = direction.by_priority(of_total);
    for (priority, latencies) in &by_priority {
        let name = format!("{kind} prio {}/{}", priority.class(), priority.level());
        latency(text, &name, latencies);
    }
    let tables = [
        (options.reports.slat_percentiles, &direction.submission, "slat"),
        (options.reports.clat_percentiles, &direction.completion, "clat"),
        (options.reports.lat_percentiles, &direction.total, "lat"),
    ];
    for (wanted, latencies, of_what) in tables {
        if wanted {
            percentile_table(text, unit, latencies, of_what);
        }
    }
    if of_total || options.reports.clat_percentiles {
        let all = by_priority.iter().map(|(_, of)| of.count()).sum::<u64>();
        for (priority, latencies) in &by_priority {
            let share = 100.0 * latencies.count() as f64 / all as f64;
            let (class, level) = (priority.class(), priority.level());
            let name = format!("{kind} prio {class}/{level} ({share:.2}% of IOs)");
            percentile_table(text, unit, latencies, &name);
        }
    }
    samples(text, unit, direction, total);
}

/// Writes the lines of samples of bandwidth and of operations.
fn samples(text: &mut String, unit: &Unit<'_>, direction: &Direction, total: Option<&Total>) {
    let style = unit.style();
    let bandwidth = &direction.bandwidth;
    if bandwidth.count > 0 {
        let percent = total.map_or(100.0, |total| total.percent(bandwidth.mean));
        let bits = if style.bits { 8 } else { 1 };
        let kilo = u64::from(style.kb_base.max(1));
        let is_large = bandwidth.mean * bits as f64 > (kilo * kilo) as f64;
        let divisor = if is_large { kilo } else { 1 };
        let name = match (is_large, style.kb_base == 1000, style.bits) {
            (false, false, false) => "KiB",
            (false, true, false) => "kB",
            (false, false, true) => "Kibit",
            (false, true, true) => "kbit",
            (true, _, false) => "MiB",
            (true, _, true) => "Mibit",
        };
        let whole = |value: u64| value.saturating_mul(bits) / divisor;
        let part = |value: f64| value * bits as f64 / divisor as f64;
        line!(
            text,
            "   bw ({name:>5}/s): min={:5}, max={:5}, per={percent:.2}%, avg={:5.2}, stdev={:5.2}, samples={}",
            whole(bandwidth.least),
            whole(bandwidth.greatest),
            part(bandwidth.mean),
            part(bandwidth.deviation()),
            bandwidth.count
        );
    }
    let iops = &direction.iops;
    if iops.count > 0 {
        line!(
            text,
            "   iops        : min={:5}, max={:5}, avg={:5.2}, stdev={:5.2}, samples={}",
            iops.least,
            iops.greatest,
            iops.mean,
            iops.deviation(),
            iops.count
        );
    }
}

fn shares(names: &[&str; 7], counts: &[u64; 7]) -> String {
    let shares: Vec<_> = names
        .iter()
        .zip(percent_of_sum(counts))
        .map(|(name, share)| format!("{name}={share:.1}%"))
        .collect();
    shares.join(", ")
}

fn steady(text: &mut String, unit: &Unit<'_>, asked: SteadyState, came: &SteadyOutcome) {
    let style = unit.style();
    let (rate, rate_too) = style.rate(mean(&came.bandwidth) as u64);
    line!(
        text,
        "  steadystate  : attained={}, bw={rate} ({rate_too}), iops={}, {}{}={:.3}{}",
        if came.attained { "yes" } else { "no" },
        style.count(mean(&came.operations) as u64),
        if asked.iops { "iops" } else { "bw" },
        if asked.slope { " slope" } else { " mean dev" },
        came.criterion,
        if asked.is_percent { "%" } else { "" }
    );
}

/// Returns the mean of samples; 0 if there are none.
pub(super) fn mean(samples: &[f64]) -> f64 {
    if samples.is_empty() {
        return 0.0;
    }
    samples.iter().sum::<f64>() / samples.len() as f64
}
