//! From a test of DiskSpd to the common form.

use feedrate_workload::load::{Extent, Zone};

use crate::common::{Content, File, Job, JobLimit, Order, Pool, Rate, Workload};
use feedrate_dialects::diskspd::{self, Cache, Target, Test, Threads, Throttle, TimeSpan};

pub(crate) fn common(test: &Test) -> Workload {
    let mut workload = Workload::default();
    for (number, span) in (1..).zip(&test.spans) {
        let jobs = workload.jobs.len();
        let groups: Vec<&[Target]> = span.targets.chunk_by(Target::is_used_as).collect();
        if groups.len() > 1 && span.threads != Threads::OfEachTarget {
            let what = "threads that work on several targets with settings of their own; each has its own threads";
            workload.lost.push(what.to_owned());
        }
        for (at, group) in (1..).zip(&groups) {
            let name = match (test.spans.len(), groups.len()) {
                (1, 1) => "diskspd".to_owned(),
                (1, _) => format!("diskspd-{at}"),
                (_, 1) => format!("diskspd-{number}"),
                _ => format!("diskspd-{number}-{at}"),
            };
            if let Some(first) = group.first() {
                lose(span, first, &mut workload.lost);
                workload.jobs.push(job(name, span, first, group));
            }
        }
        if let Some(first) = workload.jobs.get_mut(jobs) {
            first.waits = number > 1;
        }
    }
    workload
}

/// Adds what the common form cannot express of the work on a target.
fn lose(span: &TimeSpan, target: &Target, lost: &mut Vec<String>) {
    let has_file = matches!(&target.content, diskspd::Content::Source { file: Some(_), .. });
    for (is_given, what) in [
        (target.thread_stride > 0, "-T: threads begin apart from each other"),
        (
            span.cool_down > 0,
            "-C: work that goes on after the time that is counted",
        ),
        (has_file, "-Z with a file: blocks that are parts of it"),
        (target.cache == Cache::Mapped, "-Sm: mapped memory"),
        (target.burst.is_some(), "-i and -j: pauses between bursts"),
        (span.interval.is_some(), "-D: the deviation of blocks a second"),
        (target.random_hint || target.sequential_hint, "-f: hints to the system"),
    ] {
        if is_given {
            lost.push(what.to_owned());
        }
    }
}

/// Returns the work on targets whose settings are those of `first`.
fn job(name: String, span: &TimeSpan, first: &Target, group: &[Target]) -> Job {
    let (order, zones) = order(first);
    Job {
        name,
        waits: false,
        pools: pools(span, group),
        queue_for_each_file: true,
        read_percent: 100 - first.write_percent,
        order,
        zones: with_a_known_rest(zones, first),
        block: first.block,
        depth: span.depth(first),
        direct: first.cache == Cache::Direct,
        write_through: first.write_through,
        each_way: false,
        until: JobLimit::Time(span.duration as f64),
        warm_up: span.warm_up as f64,
        rate: first.throttle.map(|throttle| match throttle {
            Throttle::BytesPerMillisecond(most) => Rate::Bytes(most.saturating_mul(1000)),
            Throttle::BlocksPerSecond(most) => Rate::Blocks(most),
        }),
        content: match &first.content {
            _ if span.random_writes => Content::RandomEach,
            diskspd::Content::Counting => Content::Counting,
            diskspd::Content::Zeros => Content::Zeros,
            diskspd::Content::Source { .. } => Content::RandomOnce,
        },
        invalidate: false,
        latency: span.latency,
    }
}

fn order(target: &Target) -> (Order, Vec<Zone>) {
    match &target.order {
        diskspd::Order::Sequential { stride, interlocked } => {
            let order = Order::Sequential {
                stride: *stride,
                shared: *interlocked,
            };
            (order, Vec::new())
        }
        diskspd::Order::Random {
            align,
            percent,
            distribution,
        } => {
            let order = Order::Random {
                align: *align,
                percent: *percent,
                repeats: true,
            };
            let zones = distribution.as_ref().map(|shares| shares.zones());
            (order, zones.unwrap_or_default())
        }
    }
}

fn pools(span: &TimeSpan, group: &[Target]) -> Vec<Pool> {
    let file = |target: &Target| File {
        name: target.path.display().to_string(),
        offset: target.from,
        bytes: target.end.or(target.create).map(|end| end.saturating_sub(target.from)),
    };
    let processors: Vec<u32> = span.processors.iter().map(|&(_, number)| number).collect();
    let pool = |files: Vec<File>, threads: u32| Pool {
        files,
        threads,
        processors: processors.clone(),
        one_each: true,
    };
    match span.threads {
        Threads::OfEachTarget => {
            let of_one = |target: &Target| pool(vec![file(target)], target.threads);
            group.iter().map(of_one).collect()
        }
        Threads::OfAll { threads } | Threads::Shared { threads, .. } => {
            vec![pool(group.iter().map(file).collect(), threads)]
        }
    }
}

/// Returns zones in bytes whose last, which is the rest of a target, is in bytes too if that is known.
fn with_a_known_rest(mut zones: Vec<Zone>, target: &Target) -> Vec<Zone> {
    let Some((last, others)) = zones.split_last_mut() else {
        return zones;
    };
    let bytes = others.iter().map(|zone| match zone.extent {
        Extent::Bytes(bytes) => bytes,
        Extent::Percent(_) => 0,
    });
    let bytes: u64 = bytes.sum();
    let end = target.end.or(target.create);
    if let (Extent::Percent(_), 1.., Some(end)) = (last.extent, bytes, end) {
        last.extent = Extent::Bytes(end.saturating_sub(target.from).saturating_sub(bytes).max(1));
    }
    zones
}
