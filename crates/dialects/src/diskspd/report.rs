//! The output lines about the results of a test, exactly, because scripts parse them.

use std::fmt::Write;
use std::time::Duration;

use feedrate_machine::ProcessorUse;
use feedrate_pageio::Latencies;

use super::figures::{FinishedSpan, NOTHING, Section, SpanTotals, Sum, latency_deviation, milliseconds};
use super::profile::size;
use super::request::{Threads, TimeSpan};

const MEBIBYTE: f64 = (1 << 20) as f64;

/// Returns the results of the time span of this number, from 1.
pub(super) fn report(ran: &FinishedSpan<'_>, number: usize) -> String {
    let mut text = format!("\nResults for timespan {number}:\n{}\n", "*".repeat(79));
    let seconds = ran.run_time().as_secs_f64();
    if seconds < NOTHING {
        text.push_str("The test was interrupted before the measurements began. No results are displayed.\n");
        return text;
    }
    let threads = ran.span.all_threads();
    line!(text, "\nactual test time:\t{seconds:.2}s");
    line!(text, "thread count:\t\t{threads}");
    if let Threads::Shared { depth, .. } = ran.span.threads {
        line!(text, "request count:\t\t{depth}");
    }
    if let Some((before, after)) = ran.processors {
        processors(&after.each_since(before), &mut text);
    }
    for (name, section) in [
        ("Total IO", Section::Total),
        ("Read IO", Section::Read),
        ("Write IO", Section::Write),
    ] {
        line!(text, "\n{name}");
        table(ran, section, seconds, &mut text);
    }
    if ran.span.latency {
        charts(ran, &mut text);
    }
    text
}

/// Returns the totals of several time spans.
pub(super) fn totals(sums: &SpanTotals) -> String {
    let seconds = sums.seconds.max(NOTHING);
    let row = |name: &str, (bytes, blocks): (u64, u64)| {
        format!(
            "{name:<6} | {bytes:>15} | {blocks:>12} | {:>10.2} | {:>10.2}\n",
            bytes as f64 / MEBIBYTE / seconds,
            blocks as f64 / seconds
        )
    };
    let rule = "-".repeat(79);
    let both = (sums.read.0 + sums.write.0, sums.read.1 + sums.write.1);
    format!(
        "\n\nTotals:\n{}\n\ntype   |       bytes     |     I/Os     |    MiB/s   |  I/O per s\n{rule}\n{}{}{rule}\n{}\n\
         total test time:\t{:.2}s\n",
        "*".repeat(79),
        row("write", sums.write),
        row("read", sums.read),
        row("total", both),
        sums.seconds,
    )
}

fn processors(each: &[(u32, ProcessorUse)], text: &mut String) {
    let rule = "-".repeat(40);
    line!(text, "\nCPU |  Usage |  User  | Kernel |  Idle");
    line!(text, "{rule}");
    let mut sums = [0.0; 4];
    for (number, of) in each {
        let figures = [of.busy(), of.user, of.kernel, of.idle];
        line!(text, "{number:>4}| {}", percents(figures));
        for (sum, figure) in sums.iter_mut().zip(figures) {
            *sum += figure;
        }
    }
    line!(text, "{rule}");
    line!(
        text,
        "avg.| {}",
        percents(sums.map(|sum| sum / each.len().max(1) as f64))
    );
}

fn percents(figures: [f64; 4]) -> String {
    let figures = figures.map(|figure| format!("{figure:>6.2}%"));
    figures.join("| ")
}

fn table(ran: &FinishedSpan<'_>, section: Section, seconds: f64, text: &mut String) {
    let span = ran.span;
    let mut head = "thread |       bytes     |     I/Os     |    MiB/s   |  I/O per s ".to_owned();
    let mut rule = "-".repeat(66);
    if span.latency {
        head.push_str("|  AvgLat  ");
        rule.push_str(&"-".repeat(11));
    }
    if span.interval.is_some() {
        head.push_str("| IopsStdDev ");
        rule.push_str(&"-".repeat(13));
    }
    if span.latency {
        head.push_str("| LatStdDev ");
        rule.push_str(&"-".repeat(12));
    }
    head.push_str("|  file");
    rule.push_str(&"-".repeat(12));
    line!(text, "{head}");
    line!(text, "{rule}");
    let mut total = Sum::default();
    for (place, load) in ran.places.iter().zip(ran.loads) {
        let sum = Sum::of(load, section);
        let target = &span.targets[place.target];
        line!(
            text,
            "{:>6} | {} | {} ({})",
            place.thread,
            figures(span, &sum, seconds),
            target.name,
            size(ran.sizes[place.target])
        );
        total.merge(&sum);
    }
    line!(text, "{rule}");
    line!(text, "total:   {}", figures(span, &total, seconds));
}

fn figures(span: &TimeSpan, sum: &Sum, seconds: f64) -> String {
    let mut text = format!(
        "{:>15} | {:>12} | {:>10.2} | {:>10.2}",
        sum.bytes,
        sum.operations,
        sum.bytes as f64 / MEBIBYTE / seconds,
        sum.operations as f64 / seconds
    );
    // Writing to a string never fails.
    if span.latency {
        let _ = write!(text, " | {:>8.3}", milliseconds(sum.latencies.mean()));
    }
    if span.interval.is_some() {
        let _ = write!(text, " | {:>10.2}", sum.deviation());
    }
    if span.latency {
        if sum.latencies.count() > 0 {
            let _ = write!(text, " |  {:>8.3}", latency_deviation(&sum.latencies));
        } else {
            text.push_str(" |       N/A");
        }
    }
    text
}

/// Writes percentiles: of each file if there are several, and of all.
fn charts(ran: &FinishedSpan<'_>, text: &mut String) {
    let mut files: Vec<&str> = Vec::new();
    for target in &ran.span.targets {
        if !files.contains(&target.name.as_str()) {
            files.push(&target.name);
        }
    }
    if files.len() > 1 {
        for file in files {
            line!(text, "\nLatency distribution: {file}");
            chart(ran, Some(file), text);
        }
    }
    line!(text, "\nTotal latency distribution:");
    chart(ran, None, text);
}

fn chart(ran: &FinishedSpan<'_>, file: Option<&str>, text: &mut String) {
    let (mut read, mut write) = (Latencies::new(), Latencies::new());
    for (place, load) in ran.places.iter().zip(ran.loads) {
        let of_load = &ran.span.targets[place.target].name;
        if file.is_none_or(|file| file == of_load) {
            read.merge(&load.flow.read.total);
            write.merge(&load.flow.write.total);
        }
    }
    let mut total = read.clone();
    total.merge(&write);
    line!(text, "  %-ile |  Read (ms) | Write (ms) | Total (ms)");
    line!(text, "{}", "-".repeat(46));
    let mut row = |name: &str, of: &dyn Fn(&Latencies) -> Duration| {
        let figure = |latencies: &Latencies| match latencies.count() {
            0 => "N/A".to_owned(),
            _ => format!("{:.3}", milliseconds(of(latencies))),
        };
        line!(
            text,
            "{name:>7} | {:>10} | {:>10} | {:>10.3}",
            figure(&read),
            figure(&write),
            milliseconds(of(&total))
        );
    };
    row("min", &Latencies::min);
    for (name, percent) in [
        ("25th", 25.0),
        ("50th", 50.0),
        ("75th", 75.0),
        ("90th", 90.0),
        ("95th", 95.0),
        ("99th", 99.0),
        ("3-nines", 99.9),
        ("4-nines", 99.99),
        ("5-nines", 99.999),
        ("6-nines", 99.9999),
        ("7-nines", 99.99999),
        ("8-nines", 99.999999),
        ("9-nines", 99.9999999),
    ] {
        row(name, &|latencies| latencies.percentile(percent));
    }
    row("max", &Latencies::max);
}
