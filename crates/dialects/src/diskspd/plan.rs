//! A test as loads of feedrate.

use std::sync::Arc;
use std::time::Duration;

use feedrate_workload::load::Order as LoadOrder;
use feedrate_workload::load::{
    Advice, Blocks, Contents, Depths, Directions, Distribution, Load, LoadEngine, LoadFile, Pace,
    PerDirection, Schedule, Think, WriteSync,
};

use super::request::{Cache, Content, Order, Queues, Test, Throttle};
use super::sizes::SizedTarget;
use crate::loads;

/// The thread and the target of a load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LoadAssignment {
    pub(super) thread: u32,
    pub(super) target: usize,
    /// The number of the thread among those of the target.
    among: u32,
}

/// Returns the assignments of all loads, in the order of reports.
pub(super) fn places(test: &Test) -> Vec<LoadAssignment> {
    let targets = test.targets.len();
    match test.queues {
        Queues::OfEachTarget { threads, .. } => (0..targets)
            .flat_map(|target| {
                (0..threads).map(move |among| LoadAssignment {
                    thread: target as u32 * threads + among,
                    target,
                    among,
                })
            })
            .collect(),
        Queues::OfAll { threads, .. } | Queues::Shared { threads, .. } => (0..threads)
            .flat_map(|thread| {
                (0..targets).map(move |target| LoadAssignment {
                    thread,
                    target,
                    among: thread,
                })
            })
            .collect(),
    }
}

/// Returns the loads that make targets as large as the test needs; empty if all of them are.
pub(super) fn filling(test: &Test, sizes: &[SizedTarget]) -> Schedule {
    let mut fills: Vec<Load> = Vec::new();
    for (target, sized) in test.targets.iter().zip(sizes) {
        let done = fills.iter().any(|fill| fill.files[0].path == target.path);
        if sized.size > sized.has && !done {
            fills.push(loads::fill(
                &target.path,
                sized.has,
                sized.size,
                test.cache == Cache::Direct,
                test.overwrite_foreign,
            ));
        }
    }
    Schedule {
        batches: fills.into_iter().map(|fill| vec![fill]).collect(),
    }
}

/// Returns the loads of the test: one for each thread and target. `source` is the buffer from which written blocks are
/// taken.
pub(super) fn schedule(test: &Test, sizes: &[SizedTarget], source: Option<Arc<[u8]>>) -> Schedule {
    let contents = match (&test.content, source) {
        (_, Some(source)) => Contents::Parts(source),
        (Content::Zeros, _) => Contents::Zeros,
        (Content::RandomEach, _) => Contents::Fresh {
            compressible_percent: 0,
            chunk: 0,
            repeats: None,
        },
        (Content::Counting, _) => Contents::Pattern((0..=255).collect()),
        (Content::Source { .. }, None) => Contents::Same,
    };
    let loads = places(test)
        .into_iter()
        .enumerate()
        .map(|(number, place)| load(test, sizes, &contents, number as u64, place))
        .collect();
    Schedule {
        batches: vec![loads],
    }
}

/// Returns the work that continues after a test without being counted.
pub(super) fn cooling_down(test: &Test, schedule: &Schedule) -> Schedule {
    let mut after = schedule.clone();
    for load in after.batches.iter_mut().flatten() {
        load.ramp = Duration::ZERO;
        load.limit.time = Some(Duration::from_secs(test.cool_down));
    }
    after
}

fn load(
    test: &Test,
    sizes: &[SizedTarget],
    contents: &Contents,
    number: u64,
    place: LoadAssignment,
) -> Load {
    let target = &test.targets[place.target];
    let sized = &sizes[place.target];
    let blocks = sized.part / test.block * test.block;
    let start = test.thread_stride.saturating_mul(place.among.into());
    let file = LoadFile {
        path: target.path.clone(),
        offset: sized.offset,
        start: start % blocks.max(1) / test.block * test.block,
        bytes: Some(blocks),
        file_bytes: None,
    };
    let mut load = Load::new(format!("thread {}", place.thread), vec![file]);
    load.directions = match test.write_percent {
        0 => Directions::Read,
        100 => Directions::Write,
        percent => Directions::Mixed {
            read_percent: 100 - percent,
        },
    };
    load.blocks = PerDirection::both(Blocks::Fixed(test.block));
    order(&mut load, test);
    load.ramp = Duration::from_secs(test.warm_up);
    load.limit.time = Some(Duration::from_secs(test.duration));
    load.limit.for_all_time = true;
    let depth = test.queues.depth();
    load.depth = Depths::of(if test.cache == Cache::Mapped {
        1
    } else {
        depth
    });
    load.engine = match (test.cache, depth) {
        (Cache::Mapped, _) => LoadEngine::MAPPED,
        (_, 1) => LoadEngine::SINGLE,
        _ => LoadEngine::URING,
    };
    load.direct = test.cache == Cache::Direct;
    load.advice = match (test.random_hint, test.sequential_hint) {
        (true, _) => Advice::Random,
        (false, true) => Advice::Sequential,
        (false, false) => Advice::None,
    };
    if test.write_through {
        load.write_sync = WriteSync::Data;
    }
    load.pace = pace(test);
    load.think = test
        .burst
        .zip(test.think)
        .map(|(blocks, milliseconds)| Think {
            time: Duration::from_millis(milliseconds),
            spin: Duration::ZERO,
            blocks,
            is_outside_rates: false,
        });
    load.content = contents.clone();
    load.invalidate = false;
    load.layout.may_create = false;
    load.seed = u64::from(test.seed).wrapping_add(number);
    if !test.processors.is_empty() {
        let (_, processor) = test.processors[place.thread as usize % test.processors.len()];
        load.processors = Some(vec![processor]);
    }
    load.sample = Duration::from_millis(test.interval.unwrap_or(1000));
    load.overwrite_foreign = test.overwrite_foreign;
    load
}

fn order(load: &mut Load, test: &Test) {
    match &test.order {
        Order::Sequential {
            stride,
            interlocked: true,
        } => {
            load.order = LoadOrder::Shared {
                step: stride.saturating_sub(test.block),
            };
        }
        Order::Sequential { stride, .. } => {
            // Both are less than the largest offset.
            load.order = LoadOrder::Sequential {
                step: *stride as i64 - test.block as i64,
            };
        }
        Order::Random {
            align,
            percent,
            distribution,
        } => {
            load.alignment = Some(*align);
            load.order = LoadOrder::Random {
                distribution: distribution.as_ref().map_or(Distribution::Even, |shares| {
                    Distribution::Zoned(shares.zones())
                }),
                repeats: true,
                hold: 1,
                identical: false,
                random_percent: *percent,
            };
        }
    }
}

/// The rate is that of both directions together; each has its share of it.
fn pace(test: &Test) -> PerDirection<Pace> {
    let share = |most: u64, percent: u8| (most * u64::from(percent) / 100).max(1);
    let of = |percent: u8| match test.throttle {
        Some(_) if percent == 0 => Pace::default(),
        None => Pace::default(),
        Some(Throttle::BytesPerMillisecond(most)) => Pace {
            bytes: Some(share(
                most.saturating_mul(1000).min(u64::MAX / 100),
                percent,
            )),
            ..Pace::default()
        },
        Some(Throttle::BlocksPerSecond(most)) => Pace {
            operations: Some(share(most, percent)),
            ..Pace::default()
        },
    };
    PerDirection {
        read: of(100 - test.write_percent),
        write: of(test.write_percent),
    }
}
