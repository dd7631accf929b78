//! From the common form to a job file of fio.

use std::fmt::Display;

use feedrate_fio::job::Engine;

use crate::common::{Content, Job, JobLimit, Order, Pool, Rate, Workload, list};
use crate::losses::Losses;

pub(crate) fn text(workload: &Workload, lost: &mut Vec<String>) -> String {
    let mut texts = Vec::new();
    for job in &workload.jobs {
        let sections = sections(job);
        for (number, pool) in (1..).zip(&sections) {
            let name = match sections.len() {
                1 => job.name.clone(),
                _ => format!("{}-{number}", job.name),
            };
            // A bracket would end the name.
            let mut section = Section(format!("[{}]\n", name.replace(['[', ']'], "_")));
            if number == 1 && job.waits {
                section.flag("stonewall");
            }
            let names: Vec<String> = pool.files.iter().map(|file| escaped(&file.name, lost)).collect();
            section.set("filename", names.join(":"));
            fill(&mut section, job, pool, &mut Losses::new(&job.name, lost));
            texts.push(section.0);
        }
    }
    texts.join("\n")
}

/// The text of a section.
struct Section(String);

impl Section {
    /// Adds an option without a value.
    fn flag(&mut self, option: &str) {
        self.0.push_str(option);
        self.0.push('\n');
    }

    fn set(&mut self, option: &str, value: impl Display) {
        self.flag(&format!("{option}={value}"));
    }
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

/// Adds the options of a job and of a pool, after the names of its files.
fn fill(section: &mut Section, job: &Job, pool: &Pool, lost: &mut Losses<'_>) {
    order(section, job, pool, lost);
    sizes(section, job, pool, lost);
    let engine = if job.depth > 1 {
        Engine::ASYNCHRONOUS
    } else {
        Engine::Psync
    };
    section.set("ioengine", engine.name());
    if job.depth > 1 {
        section.set("iodepth", job.depth);
    }
    section.set("direct", u8::from(job.direct));
    if job.write_through && job.writes() {
        section.set("sync", "dsync");
    }
    if !job.invalidate {
        section.set("invalidate", 0);
    }
    if pool.threads > 1 {
        section.set("numjobs", pool.threads);
    }
    section.flag("thread");
    section.flag("group_reporting");
    if let JobLimit::Time(_) = job.until {
        section.flag("time_based");
    }
    if let JobLimit::Time(seconds) | JobLimit::Once(Some(seconds)) = job.until {
        section.set("runtime", time(seconds));
    }
    if job.warm_up > 0.0 {
        section.set("ramp_time", time(job.warm_up));
    }
    rate(section, job);
    content(section, job.content);
    if !pool.processors.is_empty() {
        section.set("cpus_allowed", list(&pool.processors));
        if pool.one_each {
            section.set("cpus_allowed_policy", "split");
        }
    }
}

/// Sets the directions, the lengths and the order of blocks.
fn order(section: &mut Section, job: &Job, pool: &Pool, lost: &mut Losses<'_>) {
    let random = matches!(job.order, Order::Random { .. });
    let direction = match (job.read_percent, random) {
        (100, false) => "read",
        (0, false) => "write",
        (_, false) => "rw",
        (100, true) => "randread",
        (0, true) => "randwrite",
        (_, true) => "randrw",
    };
    section.set("rw", format_args!("{direction}{}", step(job, pool, lost)));
    if job.is_mix() {
        section.set("rwmixread", job.read_percent);
    }
    section.set("bs", job.block);
    if let Order::Random {
        align,
        percent,
        repeats,
    } = job.order
    {
        if align != job.block {
            section.set("blockalign", align);
        }
        if percent < 100 {
            section.set("percentage_random", percent);
        }
        if repeats {
            section.flag("norandommap");
        }
    }
    match job.shares() {
        Some((shares, of_bytes)) => {
            let kind = if of_bytes { "zoned_abs" } else { "zoned" };
            section.set("random_distribution", format_args!("{kind}:{shares}"));
        }
        None => lost.add_zones(job),
    }
}

/// Sets the lengths of all files together, and where they begin.
fn sizes(section: &mut Section, job: &Job, pool: &Pool, lost: &mut Losses<'_>) {
    if let Some(lengths) = pool.files.iter().map(|file| file.bytes).collect() {
        match together(lengths) {
            Some(bytes) => {
                section.set("size", bytes);
                if job.each_way && job.is_mix() && matches!(job.until, JobLimit::Once(_)) {
                    // Its size counts both directions together.
                    section.set("io_size", bytes.saturating_mul(2));
                }
            }
            None => lost.add(format_args!(
                "lengths of files that are more than {} bytes together",
                i64::MAX
            )),
        }
    }
    if let Some(offset) = pool.files.first().map(|file| file.offset).filter(|&offset| offset > 0) {
        section.set("offset", offset);
    }
}

/// Returns the suffix of the direction: the bytes that are skipped after each block.
fn step(job: &Job, pool: &Pool, lost: &mut Losses<'_>) -> String {
    match job.order {
        Order::Sequential { stride, shared } => {
            lost.add_if(
                shared && pool.threads > 1,
                "threads share their place in a file; each of fio's has its own",
            );
            match stride.checked_sub(job.block) {
                Some(0) => String::new(),
                Some(step) => format!(":{step}"),
                None => {
                    lost.add(format_args!("blocks that lie over each other (-s{stride})"));
                    String::new()
                }
            }
        }
        Order::Stripes { factor, .. } => {
            lost.add(
                "after a run of a stripe the next begins a block further, and threads share the blocks of a stripe; \
                 fio visits the first run again and again",
            );
            match factor.saturating_sub(1).saturating_mul(job.block) {
                0 => String::new(),
                step => format!(":{step}"),
            }
        }
        Order::Random { .. } => String::new(),
    }
}

/// Sets the rate of each direction, which gets its share of a mix.
fn rate(section: &mut Section, job: &Job) {
    let (option, most) = match job.rate {
        None => return,
        Some(Rate::Bytes(most)) => ("rate", most),
        Some(Rate::Blocks(most)) => ("rate_iops", most),
    };
    let share = |percent: u8| (most / 100 * u64::from(percent) + most % 100 * u64::from(percent) / 100).max(1);
    match job.read_percent {
        100 => section.set(option, most),
        0 => section.set(option, format_args!(",{most}")),
        percent => section.set(option, format_args!("{},{}", share(percent), share(100 - percent))),
    }
}

/// Sets the bytes that blocks are made of.
fn content(section: &mut Section, content: Content) {
    match content {
        Content::Scrambled => {}
        Content::Zeros => section.flag("zero_buffers"),
        Content::RandomEach => section.flag("refill_buffers"),
        Content::RandomOnce => section.set("scramble_buffers", 0),
        Content::Counting => {
            let bytes: String = (0..=255u8).map(|byte| format!("{byte:02x}")).collect();
            section.set("buffer_pattern", format_args!("0x{bytes}"));
        }
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
