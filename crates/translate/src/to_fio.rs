//! From the common form to a job file of fio.

use std::fmt::Write;

use crate::common::{Content, Job, Order, Pool, Rate, Shares, Until, Workload, lose_zones};

pub(crate) fn text(workload: &Workload, lost: &mut Vec<String>) -> String {
    let mut text = String::new();
    for job in &workload.jobs {
        let sections = sections(job);
        for (number, pool) in sections.iter().enumerate() {
            let name = match sections.len() {
                1 => job.name.clone(),
                _ => format!("{}-{}", job.name, number + 1),
            };
            section(&mut text, job, pool, &name, number == 0, lost);
        }
    }
    text
}

/// Returns a section for each pool; if each thread has a queue for each file, for each of those.
fn sections(job: &Job) -> Vec<Pool> {
    let mut pools = Vec::new();
    for pool in &job.pools {
        if job.queue_for_each_file {
            pools.extend(pool.files.iter().map(|file| Pool {
                files: vec![file.clone()],
                ..pool.clone()
            }));
        } else {
            pools.push(pool.clone());
        }
    }
    pools
}

/// Returns the sum of the lengths, if it fits in fio's signed sizes.
fn together(lengths: Vec<u64>) -> Option<u64> {
    lengths
        .into_iter()
        .try_fold(0u64, u64::checked_add)
        .filter(|&bytes| i64::try_from(bytes).is_ok())
}

fn section(text: &mut String, job: &Job, pool: &Pool, name: &str, is_first: bool, lost: &mut Vec<String>) {
    if !text.is_empty() {
        text.push('\n');
    }
    // A bracket would end the name.
    let mut line = |line: String| {
        // Writing to a string never fails.
        let _ = writeln!(text, "{line}");
    };
    line(format!("[{}]", name.replace(['[', ']'], "_")));
    if is_first && job.waits {
        line("stonewall".to_owned());
    }
    let names: Vec<String> = pool.files.iter().map(|file| escaped(&file.name, lost)).collect();
    line(format!("filename={}", names.join(":")));
    let random = matches!(job.order, Order::Random { .. });
    let direction = match (job.read_percent, random) {
        (100, false) => "read",
        (0, false) => "write",
        (_, false) => "rw",
        (100, true) => "randread",
        (0, true) => "randwrite",
        (_, true) => "randrw",
    };
    line(format!("rw={direction}{}", step(job, pool, lost)));
    if !matches!(job.read_percent, 0 | 100) {
        line(format!("rwmixread={}", job.read_percent));
    }
    line(format!("bs={}", job.block));
    if let Order::Random {
        align,
        percent,
        repeats,
    } = job.order
    {
        if align != job.block {
            line(format!("blockalign={align}"));
        }
        if percent < 100 {
            line(format!("percentage_random={percent}"));
        }
        if repeats {
            line("norandommap".to_owned());
        }
    }
    match Shares::of(&job.zones) {
        _ if job.zones.is_empty() => {}
        Some(Shares::Percent(shares)) => {
            let list: Vec<String> = shares.iter().map(|(of, to)| format!("{of}/{to}")).collect();
            line(format!("random_distribution=zoned:{}", list.join(":")));
        }
        Some(Shares::Bytes(shares)) => {
            let list: Vec<String> = shares.iter().map(|(of, to)| format!("{of}/{to}")).collect();
            line(format!("random_distribution=zoned_abs:{}", list.join(":")));
        }
        None => lose_zones(job, lost),
    }
    if let Some(lengths) = pool.files.iter().map(|file| file.bytes).collect() {
        match together(lengths) {
            Some(bytes) => {
                line(format!("size={bytes}"));
                if job.each_way && job.is_mix() && matches!(job.until, Until::Once(_)) {
                    // Its size counts both directions together.
                    line(format!("io_size={}", bytes.saturating_mul(2)));
                }
            }
            None => lost.push(format!(
                "{}: lengths of files that are more than {} bytes together",
                job.name,
                i64::MAX
            )),
        }
    }
    if let Some(offset) = pool.files.first().map(|file| file.offset).filter(|&offset| offset > 0) {
        line(format!("offset={offset}"));
    }
    line(format!("ioengine={}", if job.depth > 1 { "libaio" } else { "psync" }));
    if job.depth > 1 {
        line(format!("iodepth={}", job.depth));
    }
    line(format!("direct={}", u8::from(job.direct)));
    if job.write_through && job.writes() {
        line("sync=dsync".to_owned());
    }
    if !job.invalidate {
        line("invalidate=0".to_owned());
    }
    if pool.threads > 1 {
        line(format!("numjobs={}", pool.threads));
    }
    line("thread\ngroup_reporting".to_owned());
    match job.until {
        Until::Time(seconds) => line(format!("time_based\nruntime={}", time(seconds))),
        Until::Once(Some(seconds)) => line(format!("runtime={}", time(seconds))),
        Until::Once(None) => {}
    }
    if job.warm_up > 0.0 {
        line(format!("ramp_time={}", time(job.warm_up)));
    }
    rate(job, &mut line);
    match job.content {
        Content::Scrambled => {}
        Content::Zeros => line("zero_buffers".to_owned()),
        Content::RandomEach => line("refill_buffers".to_owned()),
        Content::RandomOnce => line("scramble_buffers=0".to_owned()),
        Content::Counting => {
            let bytes: String = (0..=255u8).map(|byte| format!("{byte:02x}")).collect();
            line(format!("buffer_pattern=0x{bytes}"));
        }
    }
    if !pool.processors.is_empty() {
        let numbers: Vec<String> = pool.processors.iter().map(u32::to_string).collect();
        line(format!("cpus_allowed={}", numbers.join(",")));
        if pool.one_each {
            line("cpus_allowed_policy=split".to_owned());
        }
    }
}

/// Returns the suffix of the direction: the bytes that are skipped after each block.
fn step(job: &Job, pool: &Pool, lost: &mut Vec<String>) -> String {
    match job.order {
        Order::Sequential { stride, shared } => {
            if shared && pool.threads > 1 {
                lost.push(format!(
                    "{}: threads share their place in a file; each of fio's has its own",
                    job.name
                ));
            }
            match stride.checked_sub(job.block) {
                Some(0) => String::new(),
                Some(step) => format!(":{step}"),
                None => {
                    lost.push(format!("{}: blocks that lie over each other (-s{stride})", job.name));
                    String::new()
                }
            }
        }
        Order::Stripes { factor, .. } => {
            lost.push(format!(
                "{}: after a run of a stripe the next begins a block further, and threads share the blocks of a \
                 stripe; fio visits the first run again and again",
                job.name
            ));
            match factor.saturating_sub(1).saturating_mul(job.block) {
                0 => String::new(),
                step => format!(":{step}"),
            }
        }
        Order::Random { .. } => String::new(),
    }
}

fn rate(job: &Job, line: &mut dyn FnMut(String)) {
    let (option, most) = match job.rate {
        None => return,
        Some(Rate::Bytes(most)) => ("rate", most),
        Some(Rate::Blocks(most)) => ("rate_iops", most),
    };
    let share = |percent: u8| (most / 100 * u64::from(percent) + most % 100 * u64::from(percent) / 100).max(1);
    match job.read_percent {
        100 => line(format!("{option}={most}")),
        0 => line(format!("{option}=,{most}")),
        percent => line(format!("{option}={},{}", share(percent), share(100 - percent))),
    }
}

/// Formats a time with its unit.
fn time(seconds: f64) -> String {
    if seconds.fract() == 0.0 {
        format!("{seconds:.0}s")
    } else {
        format!("{:.0}ms", seconds * 1e3)
    }
}

/// Escapes colons in a file name, which separate files.
fn escaped(name: &str, lost: &mut Vec<String>) -> String {
    if name.contains(['#', ';', '\n']) {
        lost.push(format!("{name:?}: a job file cuts names off at # and ;"));
    }
    name.replace(':', "\\:").replace('\n', " ")
}
