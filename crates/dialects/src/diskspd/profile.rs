//! The output lines about the arguments, exactly, because scripts parse them.

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
        span_lines(span, &mut text);
        text.push('\n');
    }
    text
}

fn span_lines(span: &TimeSpan, text: &mut String) {
    line!(text, "\tduration: {}s", span.duration);
    line!(text, "\twarm up time: {}s", span.warm_up);
    line!(text, "\tcool down time: {}s", span.cool_down);
    if span.affinity_disabled {
        line!(text, "\taffinity disabled");
    }
    if span.latency {
        line!(text, "\tmeasuring latency");
    }
    if let Some(interval) = span.interval {
        line!(text, "\tgathering IOPS at intervals of {interval}ms");
    }
    line!(text, "\trandom seed: {}", span.seed);
    let pool = match span.threads {
        Threads::OfEachTarget => None,
        Threads::OfAll { threads } => Some((threads, 0)),
        Threads::Shared { threads, depth } => Some((threads, depth)),
    };
    if let Some((threads, depth)) = pool {
        line!(text, "\tthread pool with {threads} threads");
        line!(text, "\tnumber of outstanding I/O operations per thread: {depth}");
    }
    if !span.processors.is_empty() {
        let pairs: Vec<String> = span
            .processors
            .iter()
            .map(|(group, number)| format!("{group}/{number}"))
            .collect();
        line!(
            text,
            "\tadvanced affinity round robin (group/core): {}",
            pairs.join(", ")
        );
    }
    if span.random_writes {
        line!(text, "\tgenerating random data for each write IO");
        line!(
            text,
            "\t  WARNING: this increases the CPU cost of issuing writes and should only"
        );
        line!(text, "\t           be compared to other results using the -Zr flag");
    }
    for target in &span.targets {
        target_lines(span, target, text);
    }
}

fn target_lines(span: &TimeSpan, target: &Target, text: &mut String) {
    match target.template() {
        Some(number) => line!(text, "\tpath: template target '{number}'"),
        None => line!(text, "\tpath: '{}'", target.name),
    }
    line!(text, "\t\tthink time: {}ms", target.think.unwrap_or(0));
    line!(text, "\t\tburst size: {}", target.burst.unwrap_or(0));
    cache_lines(target, text);
    block_lines(span, target, text);
    range_lines(target, text);
    if span.threads == Threads::OfEachTarget {
        line!(text, "\t\tthreads per file: {}", target.threads);
        if target.depth > 1 {
            let how = match span.completion_routines {
                true => "using completion routines (ReadFileEx/WriteFileEx)",
                false => "using I/O Completion Ports",
            };
            line!(text, "\t\t{how}");
        }
    }
    line!(
        text,
        "\t\tIO priority: {}",
        match target.priority {
            1 => "very low",
            2 => "low",
            _ => "normal",
        }
    );
    match target.throttle {
        Some(Throttle::BlocksPerSecond(most)) => {
            line!(text, "\t\tthroughput rate-limited to {most} IOPS");
        }
        Some(Throttle::BytesPerMillisecond(most)) => {
            line!(text, "\t\tthroughput rate-limited to {most} B/ms");
        }
        None => {}
    }
    if let Order::Random {
        distribution: Some(shares),
        ..
    } = &target.order
    {
        line!(text, "\t\tIO Distribution:");
        distribution(shares, text);
    }
}

/// Writes which caches are used, and what is written.
fn cache_lines(target: &Target, text: &mut String) {
    line!(
        text,
        "\t\t{}",
        match target.cache {
            Cache::Cached | Cache::Mapped => "using software cache",
            Cache::Direct => "software cache disabled",
        }
    );
    line!(
        text,
        "\t\t{}",
        match (target.write_through, target.cache) {
            (false, _) => "using hardware write cache, writethrough off",
            (true, Cache::Direct) => "hardware write cache disabled, writethrough on",
            (true, _) => "hardware and software write caches disabled, writethrough on",
        }
    );
    if target.cache == Cache::Mapped {
        line!(text, "\t\tmemory mapped I/O enabled");
    }
    match &target.content {
        Content::Zeros => line!(text, "\t\tzeroing write buffers"),
        Content::Source { bytes, file } => {
            line!(text, "\t\twrite buffer size: {}", size(*bytes));
            match file {
                Some(file) => line!(text, "\t\twrite buffer source: '{}'", file.name),
                None => line!(text, "\t\twrite buffer source: random fill"),
            }
        }
        Content::Counting => {}
    }
}

/// Writes what blocks are moved, and in which order.
fn block_lines(span: &TimeSpan, target: &Target, text: &mut String) {
    match target.write_percent {
        0 => line!(text, "\t\tperforming read test"),
        100 => line!(text, "\t\tperforming write test"),
        percent => line!(
            text,
            "\t\tperforming mix test (read/write ratio: {}/{percent})",
            100 - percent
        ),
    }
    line!(text, "\t\tblock size: {}", size(target.block));
    match &target.order {
        Order::Random {
            align, percent: 100, ..
        } => line!(text, "\t\tusing random I/O (alignment: {})", size(*align)),
        Order::Random { align, percent, .. } => line!(
            text,
            "\t\tusing mixed random/sequential I/O ({percent}% random) (alignment/stride: {})",
            size(*align)
        ),
        Order::Sequential { stride, interlocked } => line!(
            text,
            "\t\tusing{} sequential I/O (stride: {})",
            if *interlocked { " interlocked" } else { "" },
            size(*stride)
        ),
    }
    match span.threads {
        Threads::Shared { .. } => line!(text, "\t\trelative IO weight in thread pool: 1"),
        _ => line!(
            text,
            "\t\tnumber of outstanding I/O operations per thread: {}",
            target.depth
        ),
    }
}

/// Writes which part of the target is used, and what the system is told of that.
fn range_lines(target: &Target, text: &mut String) {
    if target.from > 0 {
        line!(text, "\t\tbase file offset: {}", size(target.from));
    }
    if let Some(end) = target.end {
        line!(text, "\t\tmax file size: {}", size(end));
    }
    if target.thread_stride > 0 {
        line!(text, "\t\tthread stride size: {}", size(target.thread_stride));
    }
    if target.sequential_hint {
        line!(text, "\t\tusing FILE_FLAG_SEQUENTIAL_SCAN hint");
    }
    if target.random_hint {
        line!(text, "\t\tusing FILE_FLAG_RANDOM_ACCESS hint");
    }
    if target.temporary_hint {
        line!(text, "\t\tusing FILE_ATTRIBUTE_TEMPORARY hint");
    }
}

fn distribution(shares: &Distribution, text: &mut String) {
    let mut from = 0u64;
    for (blocks, of) in shares.whole() {
        let end = from.saturating_add(of);
        if shares.absolute {
            line!(
                text,
                "\t\t   {blocks:3}% of IO => [{} - {})",
                if from == 0 { "0".to_owned() } else { size(from) },
                match of {
                    0 => "end".to_owned(),
                    _ => size(end),
                }
            );
        } else {
            line!(text, "\t\t   {blocks:3}% of IO => [{from:2}% - {end:3}%) of target");
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
