//! From a test of DiskSpd to the common form.

use feedrate_workload::load::{Extent, Zone};

use crate::common::{Content, File, Job, Order, Pool, Rate, Until, Workload};
use feedrate_dialects::diskspd::{self, Cache, Queues, Test, Throttle};

pub(crate) fn common(test: &Test) -> Workload {
    let mut lost = Vec::new();
    let mut zones = Vec::new();
    let order = match &test.order {
        diskspd::Order::Sequential {
            stride,
            interlocked,
        } => Order::Sequential {
            stride: *stride,
            shared: *interlocked,
        },
        diskspd::Order::Random {
            align,
            percent,
            distribution,
        } => {
            zones = distribution
                .as_ref()
                .map_or_else(Vec::new, |shares| shares.zones());
            Order::Random {
                align: *align,
                percent: *percent,
                repeats: true,
            }
        }
    };
    for (is_given, what) in [
        (
            test.thread_stride > 0,
            "-T: threads begin apart from each other",
        ),
        (
            test.cool_down > 0,
            "-C: work that goes on after the time that is counted",
        ),
        (
            matches!(
                &test.content,
                diskspd::Content::Source { file: Some(_), .. }
            ),
            "-Z with a file: blocks that are parts of it",
        ),
        (test.cache == Cache::Mapped, "-Sm: mapped memory"),
        (test.burst.is_some(), "-i and -j: pauses between bursts"),
        (
            test.interval.is_some(),
            "-D: the deviation of blocks a second",
        ),
        (
            test.random_hint || test.sequential_hint,
            "-f: hints to the system",
        ),
    ] {
        if is_given {
            lost.push(what.to_owned());
        }
    }
    let file = |target: &diskspd::Target| File {
        name: target.path.display().to_string(),
        offset: test.from,
        bytes: test
            .end
            .or(test.create)
            .map(|end| end.saturating_sub(test.from)),
    };
    let processors: Vec<u32> = test.processors.iter().map(|&(_, number)| number).collect();
    let pool = |files: Vec<File>, threads: u32| Pool {
        files,
        threads,
        processors: processors.clone(),
        one_each: true,
    };
    let pools = match test.queues {
        Queues::OfEachTarget { threads, .. } => test
            .targets
            .iter()
            .map(|target| pool(vec![file(target)], threads))
            .collect(),
        Queues::OfAll { threads, .. } | Queues::Shared { threads, .. } => {
            vec![pool(test.targets.iter().map(file).collect(), threads)]
        }
    };
    Workload {
        jobs: vec![Job {
            name: "diskspd".to_owned(),
            waits: false,
            pools,
            queue_for_each_file: true,
            read_percent: 100 - test.write_percent,
            order,
            zones: with_a_known_rest(zones, test),
            block: test.block,
            depth: test.queues.depth(),
            direct: test.cache == Cache::Direct,
            write_through: test.write_through,
            each_way: false,
            until: Until::Time(test.duration as f64),
            warm_up: test.warm_up as f64,
            rate: test.throttle.map(|throttle| match throttle {
                Throttle::BytesPerMillisecond(most) => Rate::Bytes(most.saturating_mul(1000)),
                Throttle::BlocksPerSecond(most) => Rate::Blocks(most),
            }),
            content: match &test.content {
                diskspd::Content::Counting => Content::Counting,
                diskspd::Content::Zeros => Content::Zeros,
                diskspd::Content::RandomEach => Content::RandomEach,
                diskspd::Content::Source { .. } => Content::RandomOnce,
            },
            invalidate: false,
            latency: test.latency,
        }],
        lost,
    }
}

/// Returns zones in bytes whose last, which is the rest of a target, is in bytes too if that is known.
fn with_a_known_rest(mut zones: Vec<Zone>, test: &Test) -> Vec<Zone> {
    let Some((last, others)) = zones.split_last_mut() else {
        return zones;
    };
    let bytes = others.iter().map(|zone| match zone.extent {
        Extent::Bytes(bytes) => bytes,
        Extent::Percent(_) => 0,
    });
    let bytes: u64 = bytes.sum();
    let end = test.end.or(test.create);
    if let (Extent::Percent(_), 1.., Some(end)) = (last.extent, bytes, end) {
        last.extent = Extent::Bytes(end.saturating_sub(test.from).saturating_sub(bytes).max(1));
    }
    zones
}
