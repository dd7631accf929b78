//! The output lines of the original, exactly if they are known, because scripts parse them.

use std::time::Duration;

use feedrate_machine::{ProcessorTimes, ProcessorUse};
use feedrate_pageio::Latencies;

use super::request::{BufferMode, Pattern, Pool, SubBlocks, Test};
use super::sizes::SizedFile;
use crate::loads::Totals;

/// The bytes of sqlio's megabyte.
const MEGABYTE: f64 = (1 << 20) as f64;

/// Latencies are counted in nanoseconds.
const COUNTS_A_SECOND: u64 = 1_000_000_000;

/// The last bucket of the histogram, for this many milliseconds and more.
const LAST_BUCKET: usize = 24;

/// Returns the output before files are examined.
pub(super) fn head(test: &Test) -> String {
    let mut text = "sqlio v1.5.SG\n".to_owned();
    if let Some(latency) = test.latency {
        let timer = if latency.processor_timer { "processor" } else { "system" };
        line!(
            text,
            "using {timer} counter for latency timings, {COUNTS_A_SECOND} counts per second"
        );
    }
    if let Some(name) = &test.parameter_file {
        line!(text, "parameter file used: {name}");
        pool_lines(&mut text, &test.pools);
    }
    let (doing, where_to) = if test.writes {
        ("writing", "to")
    } else {
        ("reading", "from")
    };
    line!(
        text,
        "{} {doing} for {} secs {where_to} {}",
        threads(test.threads()),
        test.seconds,
        files(test)
    );
    let kilobytes = test.block_bytes >> 10;
    match test.pattern {
        Pattern::Random => line!(text, "\tusing {kilobytes}KB random IOs"),
        Pattern::Sequential => line!(text, "\tusing {kilobytes}KB sequential IOs"),
        Pattern::Stripes { factor, ios, .. } => line!(
            text,
            "\tusing {kilobytes}KB IOs over {}KB stripes with {ios} IOs per run",
            u128::from(kilobytes) * u128::from(factor)
        ),
    }
    if let Some(depth) = test.outstanding {
        line!(text, "\tenabling multiple I/Os per thread with {depth} outstanding");
    }
    match test.sub_blocks {
        Some(SubBlocks::Scattered(count)) => line!(text, "\tusing scatter/gather I/Os with {count} sub-blocks"),
        Some(SubBlocks::Copied(count)) => line!(text, "\tusing multi-block copies with {count} sub-blocks"),
        None => {}
    }
    if test.start_blocks > 0 {
        line!(text, "\tstarting I/Os {} blocks into file", test.start_blocks);
    }
    if test.buffering_given {
        line!(
            text,
            "\tbuffering set to {}",
            match test.buffering {
                BufferMode::None => "not use file nor disk caches (as is SQL Server)",
                BufferMode::All => "use both file and disk caches",
                BufferMode::Hardware => "use hardware disk cache (but not file cache)",
                BufferMode::Software => "use software file cache (but not disk cache)",
            }
        );
    }
    text
}

/// Writes the files of a parameter file, with the numbers of their threads.
fn pool_lines(text: &mut String, pools: &[Pool]) {
    let mut first = 0;
    for pool in pools {
        let last = first + pool.threads - 1;
        let numbers = if pool.threads == 1 {
            first.to_string()
        } else {
            format!("{first}-{last}")
        };
        for file in &pool.files {
            line!(
                text,
                "\tfile {} with {} ({numbers}) using mask 0x{:x} ({})",
                file.name,
                threads(pool.threads),
                pool.mask,
                pool.mask
            );
        }
        first = last + 1;
    }
}

/// Returns the output before a file is extended.
pub(super) fn grows(sized: &SizedFile) -> String {
    let name = &sized.file.name;
    format!(
        "size of file {name} needs to be: {} bytes\ncurrent file size:\t{} bytes\nneed to expand by:\t{} bytes\n\
         expanding {name} ...",
        sized.needs,
        sized.has,
        sized.grows_by()
    )
}

/// Returns the output on the used size of a file; `None` for stripes, whose size the options give.
pub(super) fn size(test: &Test, sized: &SizedFile) -> Option<String> {
    if matches!(test.pattern, Pattern::Stripes { .. }) {
        return None;
    }
    let name = &sized.file.name;
    Some(match sized.file.megabytes {
        Some(megabytes) => format!("using specified size: {megabytes} MB for file: {name}"),
        None => format!("using current size: {} MB for file: {name}", sized.has >> 20),
    })
}

/// Returns the result: throughput, latencies, processor use.
pub(super) fn result(test: &Test, totals: &Totals, processors: Option<(&ProcessorTimes, &ProcessorTimes)>) -> String {
    let mut text = "CUMULATIVE DATA:\nthroughput metrics:\n".to_owned();
    let seconds = totals.run_time.as_secs_f64();
    let rate = |amount: f64| if seconds > 0.0 { amount / seconds } else { 0.0 };
    line!(text, "IOs/sec:{:>9.2}", rate(totals.operations as f64));
    line!(text, "MBs/sec:{:>9.2}", rate(totals.bytes as f64 / MEGABYTE));
    if let Some(latency) = test.latency {
        text.push_str("latency metrics:\n");
        if latency.initiation {
            figures(&mut text, "Init_Latency(us)", &totals.submission, Duration::as_micros);
        }
        figures(&mut text, "Latency(ms)", &totals.total, Duration::as_millis);
        histogram(&mut text, &totals.total);
    }
    if let (Some(wanted), Some((before, after))) = (test.utilisation, processors) {
        let each = if wanted.each_processor {
            after.each_since(before)
        } else {
            Vec::new()
        };
        utilisation(&mut text, &after.since(before), &each);
    }
    text
}

/// Writes minimum, mean and maximum in whole units, as a timer with that resolution would count.
fn figures(text: &mut String, name: &str, latencies: &Latencies, unit: fn(&Duration) -> u128) {
    for (which, value) in [
        ("Min", latencies.min()),
        ("Avg", latencies.mean()),
        ("Max", latencies.max()),
    ] {
        line!(text, "{which}_{name}: {}", unit(&value));
    }
}

fn histogram(text: &mut String, latencies: &Latencies) {
    let mut buckets = [0u64; LAST_BUCKET + 1];
    for (nanos, count) in latencies.counts() {
        let bucket = usize::try_from(nanos / 1_000_000).unwrap_or(LAST_BUCKET);
        buckets[bucket.min(LAST_BUCKET)] += count;
    }
    let total: u64 = buckets.iter().sum();
    let mut head = "ms:".to_owned();
    let mut percents = "%:".to_owned();
    for (bucket, count) in buckets.iter().enumerate() {
        let name = match bucket {
            0 => " 0".to_owned(),
            LAST_BUCKET => format!(" {LAST_BUCKET}+"),
            other => format!("{other:>3}"),
        };
        head.push_str(&name);
        let percent = if total > 0 {
            (100.0 * *count as f64 / total as f64).round()
        } else {
            0.0
        };
        // Even if all are in one bucket, a blank precedes the number.
        let width = if percent < 100.0 { 3 } else { 4 };
        percents.push_str(&format!("{percent:>width$.0}"));
    }
    line!(text, "histogram:\n{head}\n{percents}");
}

/// Writes the table of `-U`.
fn utilisation(text: &mut String, all: &ProcessorUse, each: &[(u32, ProcessorUse)]) {
    let mut head = format!("{:<19}{:>9}", "ProcessorNumber:", "ALL");
    for (number, _) in each {
        head.push_str(&format!("{number:>9}"));
    }
    line!(text, "{head}");
    type Figure = fn(&ProcessorUse) -> f64;
    let rows: [(&str, Figure); 6] = [
        ("DPCTime(%):", |of| of.deferred),
        ("InterruptTime(%):", |of| of.interrupts),
        ("PrivilegedTime(%):", |of| of.kernel),
        ("ProcessorTime(%):", ProcessorUse::busy),
        ("UserTime(%):", |of| of.user),
        ("Interrupts/sec:", |of| of.interrupt_rate),
    ];
    for (name, figure) in rows {
        let mut row = format!("{name:<20}{:>9.2}", figure(all));
        for (_, own) in each {
            row.push_str(&format!("{:>9.2}", figure(own)));
        }
        line!(text, "{row}");
    }
}

fn threads(count: u32) -> String {
    match count {
        1 => "1 thread".to_owned(),
        count => format!("{count} threads"),
    }
}

fn files(test: &Test) -> String {
    let mut names: Vec<&str> = Vec::new();
    for file in test.files() {
        if !names.contains(&file.name.as_str()) {
            names.push(&file.name);
        }
    }
    match names[..] {
        [one] => format!("file {one}"),
        _ => format!("files {}", names.join(", ")),
    }
}
