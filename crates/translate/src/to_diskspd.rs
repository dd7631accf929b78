//! From the common form to command lines of DiskSpd.

use feedrate_workload::load::Extent;

use crate::common::{Content, File, Job, Order, Pool, Rate, list, same};
use crate::losses::Losses;
use crate::script::quoted;

/// The time of a test without one.
const SECONDS: u64 = 10;

/// The size of sqlio's buffer of random bytes.
const SOURCE: &str = "20M";

/// Returns a command for all pools with one file and the same number of threads, and one for each other pool.
pub(crate) fn lines(job: &Job, lost: &mut Losses<'_>) -> Vec<String> {
    let alike = |pool: &Pool| {
        let first = &job.pools[0];
        pool.files.len() == 1
            && pool.threads == first.threads
            && pool.processors == first.processors
            && same(&job.files(), |file| (file.offset, file.bytes)).is_some()
    };
    let sets = if job.pools.iter().all(alike) {
        vec![job.pools.as_slice()]
    } else {
        job.pools.chunks(1).collect()
    };
    let options = options(job, lost);
    let sets = sets.into_iter().filter(|set| !set.is_empty());
    sets.map(|set| line(job, set, &options, lost)).collect()
}

/// Returns the command for pools that are alike but for their files.
fn line(job: &Job, pools: &[Pool], options: &str, lost: &mut Losses<'_>) -> String {
    let first = &pools[0];
    let several = pools.len() == 1 && first.files.len() > 1;
    lost.add_if(
        several && !job.queue_for_each_file,
        "one queue for all files of a thread; each file has its own",
    );
    let letter = if several { "F" } else { "t" };
    let files: Vec<&File> = pools.iter().flat_map(|pool| &pool.files).collect();
    let mut line = format!("diskspd{options} -{letter}{}", first.threads);
    part(&files, &mut line, lost);
    // Here a rate applies to each thread and target.
    let share = if job.queue_for_each_file { 1 } else { first.files.len() };
    rate(job, share as u64, &mut line, lost);
    if !first.processors.is_empty() {
        lost.add_if(
            !first.one_each && first.processors.len() > 1,
            "threads that run on any of several processors; each has one of them",
        );
        line.push_str(&format!(" -a{}", list(&first.processors)));
    }
    for file in files {
        line.push(' ');
        line.push_str(&quoted(&file.name));
    }
    line
}

/// Returns the options of all pools, each after a space.
fn options(job: &Job, lost: &mut Losses<'_>) -> String {
    let seconds = lost.seconds(job, SECONDS);
    let warm_up = job.warm_up.round();
    lost.add_if(
        warm_up != job.warm_up,
        format_args!("{} s before anything is counted become {warm_up} s", job.warm_up),
    );
    let mut options = format!(
        " -b{} -w{} -d{seconds} -W{warm_up:.0} -o{}{}",
        job.block,
        100 - job.read_percent,
        job.depth,
        order(job, lost)
    );
    match shares(job) {
        Some(shares) => options.push_str(&shares),
        None => lost.add_zones(job),
    }
    options.push_str(match (job.direct, job.write_through) {
        (true, true) => " -Sh",
        (true, false) => " -Su",
        (false, true) => " -Sbw",
        (false, false) => " -Sb",
    });
    lost.add_eviction(job);
    match job.content {
        _ if !job.writes() => {}
        Content::Scrambled | Content::RandomOnce => options.push_str(&format!(" -Z{SOURCE}")),
        Content::Zeros => options.push_str(" -Z"),
        Content::RandomEach => options.push_str(" -Zr"),
        Content::Counting => {}
    }
    if job.latency {
        options.push_str(" -L");
    }
    options
}

/// Returns the options for the order of blocks.
fn order(job: &Job, lost: &mut Losses<'_>) -> String {
    let many = job.pools.iter().any(|pool| pool.threads > 1);
    match job.order {
        Order::Random {
            align,
            percent,
            repeats,
        } => {
            lost.add_if(!repeats, "no block comes again before all have come");
            match percent {
                100.. => format!(" -r{align}"),
                _ => format!(" -r{align} -rs{}", percent.max(1)),
            }
        }
        Order::Sequential { stride, shared } if shared && many => format!(" -si{stride}"),
        Order::Sequential { stride, .. } => format!(" -s{stride}"),
        Order::Stripes { factor, .. } => {
            lost.add("after a run of a stripe the next begins a block further; the same blocks come again and again");
            let stride = factor.saturating_mul(job.block);
            match many {
                true => format!(" -s{stride} -T{}", job.block),
                false => format!(" -s{stride}"),
            }
        }
    }
}

/// Returns the option for shares of blocks and of targets, which must be integer percentages, and cover all blocks.
fn shares(job: &Job) -> Option<String> {
    let whole = job.zones.iter().all(|zone| {
        let part_is_whole = match zone.extent {
            Extent::Percent(percent) => percent.fract() == 0.0 && percent > 0.0,
            Extent::Bytes(_) => true,
        };
        zone.access_percent.fract() == 0.0 && part_is_whole
    });
    let (shares, of_bytes) = job.shares()?;
    let kind = if of_bytes { "abs" } else { "pct" };
    (whole && matches!(job.order, Order::Random { percent: 100, .. })).then(|| format!(" -rd{kind}{shares}"))
}

/// Adds the part of the targets that is used.
fn part(files: &[&File], line: &mut String, lost: &mut Losses<'_>) {
    let Some(offset) = same(files, |file| file.offset) else {
        lost.add("work that begins at several places in files");
        return;
    };
    match same(files, |file| file.bytes) {
        Some(Some(bytes)) => line.push_str(&format!(" -c{}", bytes.saturating_add(offset))),
        Some(None) => {}
        None => lost.add("files of several sizes; each is used as it is found"),
    }
    if offset > 0 {
        line.push_str(&format!(" -B{offset}"));
    }
}

/// Adds the rate limit of a thread on each of its targets.
fn rate(job: &Job, targets: u64, line: &mut String, lost: &mut Losses<'_>) {
    let (most, unit, per) = match job.rate {
        None => return,
        Some(Rate::Blocks(most)) => (most, "i", 1),
        Some(Rate::Bytes(most)) => (most, "", 1000),
    };
    let share = targets.max(1) * per;
    let whole = (most / share).max(1);
    lost.add_if(
        whole * share != most,
        format_args!("a rate of {most} a second, which is no whole number for each target (and millisecond)"),
    );
    line.push_str(&format!(" -g{whole}{unit}"));
}
