//! From the common form to command lines of DiskSpd.

use crate::common::{
    Content, File, Job, Order, Pool, Rate, Shares, Until, Workload, lose_eviction, lose_zones, same, whole_seconds,
};
use crate::script::{quoted, script};

/// The time of a test without one.
const SECONDS: u64 = 10;

/// The size of sqlio's buffer of random bytes.
const SOURCE: &str = "20M";

pub(crate) fn text(workload: &Workload, lost: &mut Vec<String>) -> String {
    script(workload, |_, job| lines(job, lost))
}

/// Returns a command for all pools with one file and the same number of threads, and one for each other pool.
fn lines(job: &Job, lost: &mut Vec<String>) -> Vec<String> {
    let alike = |pool: &Pool| {
        let first = &job.pools[0];
        pool.files.len() == 1
            && pool.threads == first.threads
            && pool.processors == first.processors
            && same(&job.files(), |file| (file.offset, file.bytes)).is_some()
    };
    let sets: Vec<Vec<&Pool>> = if job.pools.iter().all(alike) {
        vec![job.pools.iter().collect()]
    } else {
        job.pools.iter().map(|pool| vec![pool]).collect()
    };
    let options = options(job, lost);
    sets.into_iter()
        .filter(|set| !set.is_empty())
        .map(|set| {
            let several = set.len() == 1 && set[0].files.len() > 1;
            if several && !job.queue_for_each_file {
                lost.push(format!(
                    "{}: one queue for all files of a thread; each file has its own",
                    job.name
                ));
            }
            let threads = format!("{}{}", if several { "-F" } else { "-t" }, set[0].threads);
            let files: Vec<&File> = set.iter().flat_map(|pool| &pool.files).collect();
            let mut line = format!("diskspd {options} {threads}");
            part(job, &files, &mut line, lost);
            // Here a rate applies to each thread and target.
            let share = if job.queue_for_each_file { 1 } else { set[0].files.len() };
            rate(job, share as u64, &mut line, lost);
            processors(job, set[0], &mut line, lost);
            for file in files {
                line.push(' ');
                line.push_str(&quoted(&file.name));
            }
            line
        })
        .collect()
}

fn options(job: &Job, lost: &mut Vec<String>) -> String {
    let mut options = vec![format!("-b{}", job.block), format!("-w{}", 100 - job.read_percent)];
    let seconds = match job.until {
        Until::Time(seconds) | Until::Once(Some(seconds)) => whole_seconds(job, seconds, lost),
        Until::Once(None) => SECONDS,
    };
    options.push(format!("-d{seconds}"));
    let warm_up = job.warm_up.round();
    options.push(format!("-W{warm_up:.0}"));
    let mut lose = |what: String| lost.push(format!("{}: {what}", job.name));
    if let Until::Once(_) = job.until {
        lose(format!("it ends when its files are done; it goes on for {seconds} s"));
    }
    if warm_up != job.warm_up {
        lose(format!(
            "{} s before anything is counted become {warm_up} s",
            job.warm_up
        ));
    }
    options.push(format!("-o{}", job.depth));
    let many = job.pools.iter().any(|pool| pool.threads > 1);
    match job.order {
        Order::Random {
            align,
            percent,
            repeats,
        } => {
            options.push(format!("-r{align}"));
            if percent < 100 {
                options.push(format!("-rs{}", percent.max(1)));
            }
            if !repeats {
                lose("no block comes again before all have come".to_owned());
            }
        }
        Order::Sequential { stride, shared } => {
            let letter = if shared && many { "-si" } else { "-s" };
            options.push(format!("{letter}{stride}"));
        }
        Order::Stripes { factor, .. } => {
            options.push(format!("-s{}", factor.saturating_mul(job.block)));
            if many {
                options.push(format!("-T{}", job.block));
            }
            lose(
                "after a run of a stripe the next begins a block further; the same blocks come again and again"
                    .to_owned(),
            );
        }
    }
    if !job.zones.is_empty() {
        match shares(job) {
            Some(text) => options.push(text),
            None => lose_zones(job, lost),
        }
    }
    match (job.direct, job.write_through) {
        (true, true) => options.push("-Sh".to_owned()),
        (true, false) => options.push("-Su".to_owned()),
        (false, true) => options.push("-Sbw".to_owned()),
        (false, false) => options.push("-Sb".to_owned()),
    }
    lose_eviction(job, lost);
    if job.writes() {
        match job.content {
            Content::Scrambled | Content::RandomOnce => options.push(format!("-Z{SOURCE}")),
            Content::Zeros => options.push("-Z".to_owned()),
            Content::RandomEach => options.push("-Zr".to_owned()),
            Content::Counting => {}
        }
    }
    if job.latency {
        options.push("-L".to_owned());
    }
    options.join(" ")
}

/// Returns shares of blocks and of targets, which must be integer percentages, and cover all blocks.
fn shares(job: &Job) -> Option<String> {
    if !matches!(job.order, Order::Random { percent: 100, .. }) {
        return None;
    }
    let whole = |percent: f64| (percent.fract() == 0.0).then_some(percent as u64);
    let (kind, list) = match Shares::of(&job.zones)? {
        Shares::Percent(shares) => (
            "pct",
            shares
                .iter()
                .map(|&(of, to)| Some((whole(of)?, whole(to).filter(|&to| to > 0)?)))
                .collect::<Option<Vec<_>>>()?,
        ),
        Shares::Bytes(shares) => (
            "abs",
            shares
                .iter()
                .map(|&(of, to)| Some((whole(of)?, to)))
                .collect::<Option<Vec<_>>>()?,
        ),
    };
    let list: Vec<String> = list.iter().map(|(of, to)| format!("{of}/{to}")).collect();
    Some(format!("-rd{kind}{}", list.join(":")))
}

/// Adds the part of the targets that is used.
fn part(job: &Job, files: &[&File], line: &mut String, lost: &mut Vec<String>) {
    let mut lose = |what: &str| lost.push(format!("{}: {what}", job.name));
    let Some(offset) = same(files, |file| file.offset) else {
        lose("work that begins at several places in files");
        return;
    };
    match same(files, |file| file.bytes) {
        Some(Some(bytes)) => line.push_str(&format!(" -c{}", bytes.saturating_add(offset))),
        Some(None) => {}
        None => lose("files of several sizes; each is used as it is found"),
    }
    if offset > 0 {
        line.push_str(&format!(" -B{offset}"));
    }
}

/// Adds the rate limit of a thread on each of its targets.
fn rate(job: &Job, targets: u64, line: &mut String, lost: &mut Vec<String>) {
    let (most, unit, per) = match job.rate {
        None => return,
        Some(Rate::Blocks(most)) => (most, "i", 1),
        Some(Rate::Bytes(most)) => (most, "", 1000),
    };
    let share = targets.max(1) * per;
    let whole = (most / share).max(1);
    if whole * share != most {
        lost.push(format!(
            "{}: a rate of {most} a second, which is no whole number for each target (and millisecond)",
            job.name
        ));
    }
    line.push_str(&format!(" -g{whole}{unit}"));
}

fn processors(job: &Job, pool: &Pool, line: &mut String, lost: &mut Vec<String>) {
    if pool.processors.is_empty() {
        return;
    }
    if !pool.one_each && pool.processors.len() > 1 {
        lost.push(format!(
            "{}: threads that run on any of several processors; each has one of them",
            job.name
        ));
    }
    let numbers: Vec<String> = pool.processors.iter().map(u32::to_string).collect();
    line.push_str(&format!(" -a{}", numbers.join(",")));
}
