//! The output lines about the arguments, exactly, because scripts parse them.

use std::fmt::Write;

use feedrate_machine::{Cores, System};

use super::request::{Cache, Content, Distribution, Order, Queues, Target, Test, Throttle};

/// Returns the command line and its meaning.
pub(super) fn profile(test: &Test) -> String {
    let mut text = format!(
        "\nCommand Line: {}\n\nInput parameters:\n\n",
        test.command_line
    );
    if test.verbose {
        text.push_str("\tusing verbose mode\n");
    }
    let mut line = |line: std::fmt::Arguments<'_>| {
        // Writing to a string never fails.
        let _ = writeln!(text, "{line}");
    };
    line(format_args!("\ttimespan: {:3}\n\t-------------", 1));
    line(format_args!("\tduration: {}s", test.duration));
    line(format_args!("\twarm up time: {}s", test.warm_up));
    line(format_args!("\tcool down time: {}s", test.cool_down));
    if test.affinity_disabled {
        line(format_args!("\taffinity disabled"));
    }
    if test.latency {
        line(format_args!("\tmeasuring latency"));
    }
    if let Some(interval) = test.interval {
        line(format_args!(
            "\tgathering IOPS at intervals of {interval}ms"
        ));
    }
    line(format_args!("\trandom seed: {}", test.seed));
    if let Queues::OfAll { threads, .. } | Queues::Shared { threads, .. } = test.queues {
        let depth = match test.queues {
            Queues::Shared { depth, .. } => depth,
            _ => 0,
        };
        line(format_args!("\tthread pool with {threads} threads"));
        line(format_args!(
            "\tnumber of outstanding I/O operations per thread: {depth}"
        ));
    }
    if !test.processors.is_empty() {
        let pairs: Vec<String> = test
            .processors
            .iter()
            .map(|(group, number)| format!("{group}/{number}"))
            .collect();
        line(format_args!(
            "\tadvanced affinity round robin (group/core): {}",
            pairs.join(", ")
        ));
    }
    if test.content == Content::RandomEach {
        line(format_args!("\tgenerating random data for each write IO"));
        line(format_args!(
            "\t  WARNING: this increases the CPU cost of issuing writes and should only"
        ));
        line(format_args!(
            "\t           be compared to other results using the -Zr flag"
        ));
    }
    for target in &test.targets {
        target_lines(test, target, &mut line);
    }
    text.push('\n');
    text
}

fn target_lines(test: &Test, target: &Target, line: &mut dyn FnMut(std::fmt::Arguments<'_>)) {
    line(format_args!("\tpath: '{}'", target.name));
    line(format_args!(
        "\t\tthink time: {}ms",
        test.think.unwrap_or(0)
    ));
    line(format_args!("\t\tburst size: {}", test.burst.unwrap_or(0)));
    line(format_args!(
        "\t\t{}",
        match test.cache {
            Cache::Cached | Cache::Mapped => "using software cache",
            Cache::Direct => "software cache disabled",
        }
    ));
    line(format_args!(
        "\t\t{}",
        match (test.write_through, test.cache) {
            (false, _) => "using hardware write cache, writethrough off",
            (true, Cache::Direct) => "hardware write cache disabled, writethrough on",
            (true, _) => "hardware and software write caches disabled, writethrough on",
        }
    ));
    if test.cache == Cache::Mapped {
        line(format_args!("\t\tmemory mapped I/O enabled"));
    }
    match &test.content {
        Content::Zeros => line(format_args!("\t\tzeroing write buffers")),
        Content::Source { bytes, file } => {
            line(format_args!("\t\twrite buffer size: {}", size(*bytes)));
            match file {
                Some(file) => line(format_args!("\t\twrite buffer source: '{}'", file.name)),
                None => line(format_args!("\t\twrite buffer source: random fill")),
            }
        }
        Content::Counting | Content::RandomEach => {}
    }
    match test.write_percent {
        0 => line(format_args!("\t\tperforming read test")),
        100 => line(format_args!("\t\tperforming write test")),
        percent => line(format_args!(
            "\t\tperforming mix test (read/write ratio: {}/{percent})",
            100 - percent
        )),
    }
    line(format_args!("\t\tblock size: {}", size(test.block)));
    match &test.order {
        Order::Random {
            align,
            percent: 100,
            ..
        } => line(format_args!(
            "\t\tusing random I/O (alignment: {})",
            size(*align)
        )),
        Order::Random { align, percent, .. } => line(format_args!(
            "\t\tusing mixed random/sequential I/O ({percent}% random) (alignment/stride: {})",
            size(*align)
        )),
        Order::Sequential {
            stride,
            interlocked,
        } => line(format_args!(
            "\t\tusing{} sequential I/O (stride: {})",
            if *interlocked { " interlocked" } else { "" },
            size(*stride)
        )),
    }
    match test.queues {
        Queues::Shared { .. } => line(format_args!("\t\trelative IO weight in thread pool: 1")),
        queues => line(format_args!(
            "\t\tnumber of outstanding I/O operations per thread: {}",
            queues.depth()
        )),
    }
    if test.from > 0 {
        line(format_args!("\t\tbase file offset: {}", size(test.from)));
    }
    if let Some(end) = test.end {
        line(format_args!("\t\tmax file size: {}", size(end)));
    }
    if test.thread_stride > 0 {
        line(format_args!(
            "\t\tthread stride size: {}",
            size(test.thread_stride)
        ));
    }
    if test.sequential_hint {
        line(format_args!("\t\tusing FILE_FLAG_SEQUENTIAL_SCAN hint"));
    }
    if test.random_hint {
        line(format_args!("\t\tusing FILE_FLAG_RANDOM_ACCESS hint"));
    }
    if test.temporary_hint {
        line(format_args!("\t\tusing FILE_ATTRIBUTE_TEMPORARY hint"));
    }
    if let Queues::OfEachTarget { threads, depth } = test.queues {
        line(format_args!("\t\tthreads per file: {threads}"));
        if depth > 1 {
            line(format_args!(
                "\t\t{}",
                if test.completion_routines {
                    "using completion routines (ReadFileEx/WriteFileEx)"
                } else {
                    "using I/O Completion Ports"
                }
            ));
        }
    }
    line(format_args!(
        "\t\tIO priority: {}",
        match test.priority {
            1 => "very low",
            2 => "low",
            _ => "normal",
        }
    ));
    match test.throttle {
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
    } = &test.order
    {
        line(format_args!("\t\tIO Distribution:"));
        distribution(shares, line);
    }
}

fn distribution(shares: &Distribution, line: &mut dyn FnMut(std::fmt::Arguments<'_>)) {
    let mut from = 0u64;
    for &(blocks, of) in &shares.parts {
        let end = from.saturating_add(of);
        if shares.absolute {
            line(format_args!(
                "\t\t   {blocks:3}% of IO => [{} - {})",
                if from == 0 {
                    "0".to_owned()
                } else {
                    size(from)
                },
                size(end)
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
