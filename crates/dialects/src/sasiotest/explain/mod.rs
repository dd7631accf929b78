//! The account that `-explain` prints below the result.

mod windows;

use std::fs::File;

use feedrate_pageio::account::Flow;
use feedrate_pageio::cache::Residency;
use feedrate_pageio::{Access, Method};
use feedrate_workload::{Outcome, StreamOutcome};

use super::request::{Operation, Test};
use crate::rows::Rows;

const MEBIBYTE: f64 = (1 << 20) as f64;

/// The cache state before the test, which the test changes.
#[derive(Debug)]
pub(super) struct CacheBefore {
    residency: Residency,
}

impl CacheBefore {
    /// Examines the file now.
    pub(super) fn of(test: &Test) -> Self {
        Self {
            residency: residency(test),
        }
    }
}

fn residency(test: &Test) -> Residency {
    File::open(&test.file).map_or(Residency::Unknown, |file| Residency::of(&file))
}

/// Returns the account of a test, with lines of at most 80 columns.
pub(super) fn explain(test: &Test, before: &CacheBefore, outcome: &Outcome) -> String {
    let mut rows = Rows::new("feedrate explains (MiB: the MB above, 2^20 bytes; GB: 10^9 bytes):");
    let Some(stream) = outcome.streams.first() else {
        return rows.finish();
    };
    rows.row("How", &how(test, stream));
    if test.operation.reads() {
        rows.page_cache(outcome.cache_share);
    }
    rows.row("File in cache", &in_cache(test, before));
    if test.operation.writes() {
        rows.row("On the device", &on_device(test, stream));
    }
    rows.row("Processor", &processor(outcome, stream));
    rows.row(
        "Switches",
        &format!(
            "{} voluntary and {} involuntary context switches",
            outcome.cpu.voluntary_switches, outcome.cpu.involuntary_switches
        ),
    );
    rows.row("System calls", &calls(stream));
    latencies(&mut rows, stream);
    rows.remarks(&test.remarks);
    for remark in windows::remarks(test) {
        rows.row("On Windows", &remark);
    }
    rows.finish()
}

fn how(test: &Test, stream: &StreamOutcome) -> String {
    let method = test.operation.method();
    let order = match test.operation.access() {
        Access::Sequential => "from front to back",
        Access::Random => "in random order",
        Access::History => "in random order without a hint of it",
    };
    let pages = match method.pages_per_transfer() {
        1 => "one page".to_owned(),
        pages => format!("{pages} pages"),
    };
    format!(
        "method {}, {order}, {pages} a transfer; discipline {}, one transfer at a time; engine {}, \
         depth {}",
        method.name(),
        feedrate_pageio::Discipline::AsSas.name(),
        stream.engine.kind.name(),
        stream.engine.depth,
    )
}

fn in_cache(test: &Test, before: &CacheBefore) -> String {
    let share = |residency: Residency| match residency {
        Residency::Known(resident) => format!("{:.0} % of its {} bytes", resident.share() * 100.0, resident.file_bytes),
        Residency::Unknown => "unknown".to_owned(),
    };
    if !test.file.exists() {
        // An interrupted test removes the file that it created.
        return "the file is gone again".to_owned();
    }
    let after = share(residency(test));
    if test.operation.reads() {
        format!("before: {}; after: {after}", share(before.residency))
    } else {
        format!("before: emptied or not there; after: {after}")
    }
}

fn on_device(test: &Test, stream: &StreamOutcome) -> String {
    let through = test.operation.method() == Method::WriteThrough;
    match stream.sync_time {
        _ if through => "yes: each write returned when it was on the device".to_owned(),
        None => "unknown: the test ended before it could be flushed".to_owned(),
        Some(sync) => {
            let with = stream.transfer_time + sync;
            let rate = stream.bytes() as f64 / MEBIBYTE / with.as_secs_f64().max(1e-9);
            let measured = if test.operation.method().is_direct() {
                "past the page cache, but not surely beyond the device's own cache"
            } else {
                "no: the figure is for handing it to the page cache"
            };
            format!(
                "{measured}; flushing took another {:.6} s, which makes {rate:.3} MiB/s in all",
                sync.as_secs_f64()
            )
        }
    }
}

fn processor(outcome: &Outcome, stream: &StreamOutcome) -> String {
    let gigabytes = outcome.account.bytes() as f64 / 1e9;
    let (user, system) = (outcome.cpu.user, outcome.cpu.system);
    let with_flush = if stream.sync_time.is_some() {
        ", the flush included"
    } else {
        ""
    };
    let mut text = format!(
        "{:.6} s user and {:.6} s system{with_flush}",
        user.as_secs_f64(),
        system.as_secs_f64()
    );
    if gigabytes > 0.0 {
        let twice = if stream.written_back { " both ways" } else { "" };
        text.push_str(&format!(
            "; for each GB moved{twice}, {:.3} s user and {:.3} s system",
            user.as_secs_f64() / gigabytes,
            system.as_secs_f64() / gigabytes
        ));
    }
    text
}

fn calls(stream: &StreamOutcome) -> String {
    let calls = stream.account.calls;
    let made: Vec<_> = calls.named().map(|(name, count)| format!("{count} {name}")).collect();
    let transfers = stream.account.operations();
    let split = match calls.split {
        0 => "each transfer took one".to_owned(),
        split => format!(
            "{split} of {transfers} transfers took more than one (Linux moves at most 1,024 page \
             buffers and 2 GiB a call)"
        ),
    };
    if made.is_empty() {
        "none".to_owned()
    } else {
        format!("{}; {split}", made.join(", "))
    }
}

fn latencies(rows: &mut Rows, stream: &StreamOutcome) {
    let flows: [(&str, &Flow); 2] = [
        ("  of reads", &stream.account.read),
        ("  of writes", &stream.account.write),
    ];
    let moved: Vec<_> = flows
        .into_iter()
        .filter(|(_, flow)| flow.operations > 0)
        .map(|(label, flow)| (label, &flow.latencies))
        .collect();
    if !moved.is_empty() {
        rows.latencies(moved);
    }
}
