//! The output lines about the arguments, exactly, because scripts parse them.

use std::fmt::Write;

use feedrate_machine::{Cores, System};

use super::request::{Test, Threads, TimeSpan};
use super::target::{Cache, Content, Distribution, Order, Target, Throttle};

/// Returns the command line and its meaning.
pub(super) fn profile(test: &Test) -> String {
    let mut text = format!("\nCommand Line: {}\n\nInput parameters:\n\n", test.command_line);
    if test.verbose {
        text.push_str("\tusing verbose mode\n");
    }
    for (number, span) in (1..).zip(&test.spans) {
        text.push_str(&format!("\ttimespan: {number:3}\n\t-------------\n"));
        span_lines(span, &mut |line| {
            // Writing to a string never fails.
            let _ = writeln!(text, "{line}");
        });
        text.push('\n');
    }
    text
}

fn span_lines(span: &TimeSpan, line: &mut dyn FnMut(std::fmt::Arguments<'_>)) {
    line(format_args!("\tduration: {}s", span.duration));
    line(format_args!("\twarm up time: {}s", span.warm_up));
    line(format_args!("\tcool down time: {}s", span.cool_down));
    if span.affinity_disabled {
        line(format_args!("\taffinity disabled"));
    }
    if span.latency {
        line(format_args!("\tmeasuring latency"));
    }
    if let Some(interval) = span.interval {
        line(format_args!("\tgathering IOPS at intervals of {interval}ms"));
    }
    line(format_args!("\trandom seed: {}", span.seed));
    let pool = match span.threads {
        Threads::OfEachTarget => None,
        Threads::OfAll { threads } => Some((threads, 0)),
        Threads::Shared { threads, depth } => Some((threads, depth)),
    };
    if let Some((threads, depth)) = pool {
        line(format_args!("\tthread pool with {threads} threads"));
        line(format_args!(
            "\tnumber of outstanding I/O operations per thread: {depth}"
        ));
    }
    if !span.processors.is_empty() {
        let pairs: Vec<String> = span
            .processors
            .iter()
            .map(|(group, number)| format!("{group}/{number}"))
            .collect();
        line(format_args!(
            "\tadvanced affinity round robin (group/core): {}",
            pairs.join(", ")
        ));
    }
    if span.random_writes {
        line(format_args!("\tgenerating random data for each write IO"));
        line(format_args!(
            "\t  WARNING: this increases the CPU cost of issuing writes and should only"
        ));
        line(format_args!(
            "\t           be compared to other results using the -Zr flag"
        ));
    }
    for target in &span.targets {
        target_lines(span, target, line);
    }
}

fn target_lines(span: &TimeSpan, target: &Target, line: &mut dyn FnMut(std::fmt::Arguments<'_>)) {
    match target.template() {
        Some(number) => line(format_args!("\tpath: template target '{number}'")),
        None => line(format_args!("\tpath: '{}'", target.name)),
    }
    line(format_args!("\t\tthink time: {}ms", target.think.unwrap_or(0)));
    line(format_args!("\t\tburst size: {}", target.burst.unwrap_or(0)));
    line(format_args!(
        "\t\t{}",
        match target.cache {
            Cache::Cached | Cache::Mapped => "using software cache",
            Cache::Direct => "software cache disabled",
        }
    ));
    line(format_args!(
        "\t\t{}",
        match (target.write_through, target.cache) {
            (false, _) => "using hardware write cache, writethrough off",
            (true, Cache::Direct) => "hardware write cache disabled, writethrough on",
            (true, _) => "hardware and software write caches disabled, writethrough on",
        }
    ));
    if target.cache == Cache::Mapped {
        line(format_args!("\t\tmemory mapped I/O enabled"));
    }
    match &target.content {
        Content::Zeros => line(format_args!("\t\tzeroing write buffers")),
        Content::Source { bytes, file } => {
            line(format_args!("\t\twrite buffer size: {}", size(*bytes)));
            match file {
                Some(file) => line(format_args!("\t\twrite buffer source: '{}'", file.name)),
                None => line(format_args!("\t\twrite buffer source: random fill")),
            }
        }
        Content::Counting => {}
    }
    match target.write_percent {
        0 => line(format_args!("\t\tperforming read test")),
        100 => line(format_args!("\t\tperforming write test")),
        percent => line(format_args!(
            "\t\tperforming mix test (read/write ratio: {}/{percent})",
            100 - percent
        )),
    }
    line(format_args!("\t\tblock size: {}", size(target.block)));
    match &target.order {
        Order::Random {
            align, percent: 100, ..
        } => line(format_args!("\t\tusing random I/O (alignment: {})", size(*align))),
        Order::Random { align, percent, .. } => line(format_args!(
            "\t\tusing mixed random/sequential I/O ({percent}% random) (alignment/stride: {})",
            size(*align)
        )),
        Order::Sequential { stride, interlocked } => line(format_args!(
            "\t\tusing{} sequential I/O (stride: {})",
            if *interlocked { " interlocked" } else { "" },
            size(*stride)
        )),
    }
    match span.threads {
        Threads::Shared { .. } => line(format_args!("\t\trelative IO weight in thread pool: 1")),
        _ => line(format_args!(
            "\t\tnumber of outstanding I/O operations per thread: {}",
            target.depth
        )),
    }
    if target.from > 0 {
        line(format_args!("\t\tbase file offset: {}", size(target.from)));
    }
    if let Some(end) = target.end {
        line(format_args!("\t\tmax file size: {}", size(end)));
    }
    if target.thread_stride > 0 {
        line(format_args!("\t\tthread stride size: {}", size(target.thread_stride)));
    }
    if target.sequential_hint {
        line(format_args!("\t\tusing FILE_FLAG_SEQUENTIAL_SCAN hint"));
    }
    if target.random_hint {
        line(format_args!("\t\tusing FILE_FLAG_RANDOM_ACCESS hint"));
    }
    if target.temporary_hint {
        line(format_args!("\t\tusing FILE_ATTRIBUTE_TEMPORARY hint"));
    }
    if span.threads == Threads::OfEachTarget {
        line(format_args!("\t\tthreads per file: {}", target.threads));
        if target.depth > 1 {
            line(format_args!(
                "\t\t{}",
                if span.completion_routines {
                    "using completion routines (ReadFileEx/WriteFileEx)"
                } else {
                    "using I/O Completion Ports"
                }
            ));
        }
    }
    line(format_args!(
        "\t\tIO priority: {}",
        match target.priority {
            1 => "very low",
            2 => "low",
            _ => "normal",
        }
    ));
    match target.throttle {
        Some(Throttle::BlocksPerSecond(most)) => {
            line(format_args!("\t\tthroughput rate-limited to {most} IOPS"));
        }
        Some(Throttle::BytesPerMillisecond(most)) => {
            line(format_args!("\t\tthroughput rate-limited to {most} B/ms"));
        }
        None => {}
    }
    if let Order::Random {
        distribution: Some(shares),
        ..
    } = &target.order
    {
        line(format_args!("\t\tIO Distribution:"));
        distribution(shares, line);
    }
}

fn distribution(shares: &Distribution, line: &mut dyn FnMut(std::fmt::Arguments<'_>)) {
    let mut from = 0u64;
    for (blocks, of) in shares.whole() {
        let end = from.saturating_add(of);
        if shares.absolute {
            line(format_args!(
                "\t\t   {blocks:3}% of IO => [{} - {})",
                if from == 0 { "0".to_owned() } else { size(from) },
                match of {
                    0 => "end".to_owned(),
                    _ => size(end),
                }
            ));
        } else {
            line(format_args!(
                "\t\t   {blocks:3}% of IO => [{from:2}% - {end:3}%) of target"
            ));
        }
        from = end;
    }
}

/// Describes the machine, and when the test began.
pub(super) fn system(now: jiff::Timestamp) -> String {
    let host = System::host().host_name().unwrap_or_default();
    let cores = Cores::host();
    format!(
        "System information:\n\n\tcomputer name: {}\n\tstart time: {}\n\n\tcpu count:\t\t{}\n\tcore count:\t\t{}\n\
         \tgroup count:\t\t1\n\tnode count:\t\t{}\n\tsocket count:\t\t{}\n",
        host,
        start_time(now),
        cores.logical,
        cores.physical,
        cores.numa_nodes.unwrap_or(1),
        cores.sockets.unwrap_or(1),
    )
}

/// Formats the time when a test began.
pub(super) fn start_time(now: jiff::Timestamp) -> impl std::fmt::Display {
    now.strftime("%Y/%m/%d %H:%M:%S UTC")
}

/// Formats a size in the largest unit that is not greater: as an integer, or with two decimals.
pub(super) fn size(bytes: u64) -> String {
    for (shift, unit) in [(40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")] {
        let one = 1u64 << shift;
        if bytes >= one {
            return if bytes.is_multiple_of(one) {
                format!("{}{unit}", bytes >> shift)
            } else {
                format!("{:.2}{unit}", bytes as f64 / one as f64)
            };
        }
    }
    bytes.to_string()
}
