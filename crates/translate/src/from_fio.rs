//! From jobs of fio to the common form.

use feedrate_workload::load::{Extent, Zone};

use crate::common::{Content, File, Job, JobLimit, Order, Pool, Rate, Workload, read_percent};
use crate::losses::Losses;
use feedrate_fio::job::{Job as FioJob, Jobs, Options, RandomDistribution, SizeOf, Sync};

/// Options that the common form expresses, or that do not affect the work.
const TRANSLATED: &[&str] = &[
    "rw",
    "bs",
    "size",
    "filesize",
    "filename",
    "directory",
    "filename_format",
    "nrfiles",
    "ioengine",
    "direct",
    "buffered",
    "sync",
    "iodepth",
    "numjobs",
    "thread",
    "runtime",
    "time_based",
    "ramp_time",
    "rwmixread",
    "rwmixwrite",
    "stonewall",
    "name",
    "description",
    "group_reporting",
    "new_group",
    "norandommap",
    "percentage_random",
    "ba",
    "rate",
    "rate_iops",
    "zero_buffers",
    "refill_buffers",
    "scramble_buffers",
    "cpus_allowed",
    "cpus_allowed_policy",
    "offset",
    "randrepeat",
    "randseed",
    "gtod_reduce",
    "lat_percentiles",
    "clat_percentiles",
    "slat_percentiles",
    "percentile_list",
    "invalidate",
    "overwrite",
    "fallocate",
    "create_serialize",
    "wait_for_previous",
    "disk_util",
    "allrandrepeat",
    "per_job_logs",
    "log_avg_msec",
    "create_on_open",
    "fadvise_hint",
];

pub(crate) fn common(jobs: &Jobs) -> Workload {
    let mut workload = Workload::default();
    let mut file = 0;
    for (number, job) in jobs.jobs.iter().enumerate() {
        let mut common = one(job, &mut Losses::new(&job.name, &mut workload.lost));
        // All jobs of one file end before those of the next begin.
        common.waits = number > 0 && (job.options.jobs.stonewall || job.file != file);
        file = job.file;
        workload.jobs.push(common);
    }
    workload
}

fn one(job: &FioJob, lost: &mut Losses<'_>) -> Job {
    let options = &job.options;
    let pattern = pattern(&options.contents.buffer_pattern);
    let zones = zones(&options.order.random_distribution);
    for text in &job.given {
        let is_translated = match text.name {
            "buffer_pattern" => pattern.is_some(),
            "random_distribution" => zones.is_some(),
            name => TRANSLATED.contains(&name),
        };
        let value = text.value.as_ref().map(|value| format!("={value}")).unwrap_or_default();
        lost.add_if(!is_translated, format_args!("{}{value} ({})", text.name, text.location));
    }
    let block = block(options, lost);
    let order = order(options, block, lost);
    let rate = rate(options, lost);
    Job {
        name: job.name.clone(),
        waits: false,
        pools: pools(job, lost),
        queue_for_each_file: false,
        read_percent: read_percent(
            options.blocks.rw.reads(),
            options.blocks.rw.writes(),
            options.blocks.rwmixread.min(100),
        ),
        order,
        zones: zones.unwrap_or_default(),
        block,
        depth: if options.is_synchronous() {
            1
        } else {
            options.engine.iodepth
        },
        direct: options.engine.direct,
        write_through: options.engine.sync != Sync::None,
        each_way: false,
        until: match (options.blocks.runtime, options.blocks.time_based) {
            (Some(time), true) => JobLimit::Time(time.as_secs_f64()),
            (time, _) => JobLimit::Once(time.map(|time| time.as_secs_f64())),
        },
        warm_up: options.blocks.ramp_time.as_secs_f64(),
        rate,
        content: match pattern {
            _ if options.contents.zero_buffers => Content::Zeros,
            Some(content) => content,
            None if options.contents.refill_buffers => Content::RandomEach,
            None if options.contents.scramble_buffers => Content::Scrambled,
            None => Content::RandomOnce,
        },
        // As in fio, files that are read first stay there.
        invalidate: options.files.invalidate && !options.files.pre_read,
        latency: !options.reports.disable_lat,
    }
}

/// Returns the length of blocks, and adds what is lost of the ways in which they are moved.
fn block(options: &Options, lost: &mut Losses<'_>) -> u64 {
    let (engine, rw) = (options.engine.ioengine, options.blocks.rw);
    let ((shortest, block), other) = if rw.reads() {
        (options.blocks.bs.read, options.blocks.bs.write)
    } else {
        (options.changed_bs(), options.changed_bs())
    };
    lost.add_if(
        !engine.moves_bytes(),
        format_args!("ioengine={}: blocks move nothing there; they are moved", engine.name()),
    );
    lost.add_if(
        rw.trims(),
        format_args!("rw={}: the space of blocks is given back; they are written", rw.name()),
    );
    lost.add_if(
        shortest != block || (rw.writes() && rw.reads() && other != (shortest, block)),
        format_args!("blocks of several lengths; all are {block} bytes"),
    );
    block
}

fn order(options: &Options, block: u64, lost: &mut Losses<'_>) -> Order {
    let blocks = &options.blocks;
    if blocks.rw.is_random() {
        let repeats = options.may_repeat();
        lost.add_if(blocks.rw_hold > 1, "several blocks in a row from each random place");
        lost.add_if(!repeats, "no block comes again before all have come (norandommap=0)");
        Order::Random {
            align: blocks.blockalign.map_or(block, |align| align.read),
            percent: options.order.percentage_random.read.min(100),
            repeats,
        }
    } else {
        lost.add_if(blocks.rw_step < 0, "backwards order");
        Order::Sequential {
            stride: block.saturating_add_signed(blocks.rw_step.max(0)),
            shared: false,
        }
    }
}

/// Returns the content of a pattern, if the common form has it.
fn pattern(pattern: &[u8]) -> Option<Content> {
    if pattern.iter().copied().eq(0..=255) {
        return Some(Content::Counting);
    }
    (!pattern.is_empty() && pattern.iter().all(|&byte| byte == 0)).then_some(Content::Zeros)
}

/// Returns the probability of each part of a file, if the common form can express it; empty if all are equally likely.
fn zones(distribution: &RandomDistribution) -> Option<Vec<Zone>> {
    match distribution {
        RandomDistribution::Random => Some(Vec::new()),
        RandomDistribution::Zoned(zones) => {
            let zone = |&(access_percent, of): &(f64, SizeOf)| Zone {
                access_percent,
                extent: match of {
                    SizeOf::Bytes(bytes) => Extent::Bytes(bytes),
                    SizeOf::Percent(percent) => Extent::Percent(percent),
                },
            };
            Some(zones.iter().map(zone).collect())
        }
        _ => None,
    }
}

fn rate(options: &Options, lost: &mut Losses<'_>) -> Option<Rate> {
    let sum = |read: Option<u64>, write: Option<u64>| {
        let read = read.filter(|_| options.blocks.rw.reads());
        let write = write.filter(|_| options.blocks.rw.writes());
        match (read, write) {
            (None, None) => None,
            (read, write) => Some(read.unwrap_or(0).saturating_add(write.unwrap_or(0))),
        }
    };
    let bytes = sum(options.pace.rate.read, options.pace.rate.write);
    let blocks = sum(options.pace.rate_iops.read, options.pace.rate_iops.write);
    lost.add_if(
        options.blocks.rw.reads() && options.blocks.rw.writes() && (bytes.is_some() || blocks.is_some()),
        "a rate for reads and one for writes; their sum is for both",
    );
    bytes.map(Rate::Bytes).or(blocks.map(Rate::Blocks))
}

/// Returns the files of each clone: named files are the same for all.
fn pools(job: &FioJob, lost: &mut Losses<'_>) -> Vec<Pool> {
    let options = &job.options;
    let in_folder = |clone: u32, name: &str| match options.files.directory.len() {
        0 => name.to_owned(),
        folders => options.files.directory[clone as usize % folders]
            .join(name)
            .display()
            .to_string(),
    };
    let offset = match options.blocks.offset {
        SizeOf::Bytes(bytes) => bytes,
        SizeOf::Percent(percent) => {
            lost.add_if(percent > 0.0, "an offset in percent");
            0
        }
    };
    let count = if options.files.filename.is_empty() {
        u64::from(options.files.nrfiles.max(1))
    } else {
        options.files.filename.len() as u64
    };
    let bytes = match (options.blocks.filesize, options.blocks.size) {
        (Some((least, most)), _) => {
            lost.add_if(least != most, "files of several sizes; all have the largest");
            if let Some(SizeOf::Bytes(amount)) = options.blocks.size {
                lost.add_if(
                    amount < most.saturating_mul(count),
                    format_args!("an amount of {amount} bytes; all of its files are moved"),
                );
            }
            Some(most)
        }
        (None, Some(SizeOf::Bytes(bytes))) => Some(bytes / count),
        (None, Some(SizeOf::Percent(percent))) => {
            lost.add_if(percent < 100.0, "a size in percent");
            None
        }
        (None, None) => None,
    };
    let file = |name: String| File { name, offset, bytes };
    let pool = |files: Vec<File>, threads: u32| Pool {
        files,
        threads,
        processors: options.jobs.cpus_allowed.clone().unwrap_or_default(),
        one_each: options.jobs.cpus_allowed_split,
    };
    let clones = options.jobs.numjobs.max(1);
    if !options.files.filename.is_empty() {
        let files = options.files.filename.iter().map(|name| file(in_folder(0, name)));
        return vec![pool(files.collect(), clones)];
    }
    // More clones than any target allows are not listed one by one.
    (0..clones.min(4096))
        .map(|clone| {
            let name = |number| in_folder(clone, &format!("{}.{clone}.{number}", job.name));
            pool((0..count.min(4096)).map(|number| file(name(number))).collect(), 1)
        })
        .collect()
}
