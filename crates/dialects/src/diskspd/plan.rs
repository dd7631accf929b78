//! Time spans as loads of feedrate.

use std::sync::Arc;
use std::time::Duration;

use feedrate_workload::load::Order as LoadOrder;
use feedrate_workload::load::{
    Advice, Blocks, Contents, Depths, Directions, Distribution, Load, LoadEngine, LoadFile, Pace, PerDirection,
    Schedule, ThinkPauses, WriteSync,
};

use super::request::{Test, Threads, TimeSpan};
use super::sizes::{Growth, SizedTarget};
use super::target::{Cache, Content, Order, Target, Throttle};
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
pub(super) fn places(span: &TimeSpan) -> Vec<LoadAssignment> {
    let threads = match span.threads {
        Threads::OfEachTarget => {
            let mut before = 0;
            let mut places = Vec::new();
            for (target, used) in span.targets.iter().enumerate() {
                places.extend((0..used.threads).map(|among| LoadAssignment {
                    thread: before + among,
                    target,
                    among,
                }));
                before += used.threads;
            }
            return places;
        }
        Threads::OfAll { threads } | Threads::Shared { threads, .. } => threads,
    };
    let of_thread = |thread| {
        (0..span.targets.len()).map(move |target| LoadAssignment {
            thread,
            target,
            among: thread,
        })
    };
    (0..threads).flat_map(of_thread).collect()
}

/// Returns the loads that make targets as large as the test needs.
pub(super) fn filling(test: &Test, growths: &[Growth<'_>]) -> Schedule {
    let fill = |growth: &Growth<'_>| {
        vec![loads::fill(
            growth.path,
            growth.has,
            growth.needs,
            growth.direct,
            test.overwrite_foreign,
        )]
    };
    Schedule {
        batches: growths.iter().map(fill).collect(),
    }
}

/// Returns the loads of a time span: one for each thread and target. `sources` are the buffers from which written
/// blocks are taken, one for each target.
pub(super) fn schedule(test: &Test, span: &TimeSpan, sizes: &[SizedTarget], sources: &[Option<Arc<[u8]>>]) -> Schedule {
    let contents: Vec<Contents> = span
        .targets
        .iter()
        .enumerate()
        .map(|(at, target)| contents(span, target, sources.get(at).cloned().flatten()))
        .collect();
    let loads = places(span).into_iter().enumerate().map(|(number, place)| {
        let target = &span.targets[place.target];
        let mut load = load(span, target, &sizes[place.target], place);
        // As in the original, only the threads of a target share its place, also if another has the same file.
        load.shared_position = place.target as u32;
        load.content = contents[place.target].clone();
        load.seed = u64::from(span.seed).wrapping_add(number as u64);
        load.overwrite_foreign = test.overwrite_foreign;
        load
    });
    Schedule {
        batches: vec![loads.collect()],
    }
}

fn contents(span: &TimeSpan, target: &Target, source: Option<Arc<[u8]>>) -> Contents {
    match (&target.content, source) {
        _ if span.random_writes => Contents::Fresh {
            compressible_percent: 0,
            chunk: 0,
            repeats: None,
        },
        (_, Some(source)) => Contents::Parts(source),
        (Content::Zeros, _) => Contents::Zeros,
        (Content::Counting, _) => Contents::Pattern((0..=255).collect()),
        (Content::Source { .. }, None) => Contents::Same,
    }
}

/// Returns the work that continues after a time span without being counted.
pub(super) fn cooling_down(span: &TimeSpan, schedule: &Schedule) -> Schedule {
    let mut after = schedule.clone();
    for load in after.batches.iter_mut().flatten() {
        load.ramp = Duration::ZERO;
        load.limit.time = Some(Duration::from_secs(span.cool_down));
    }
    after
}

fn load(span: &TimeSpan, target: &Target, sized: &SizedTarget, place: LoadAssignment) -> Load {
    let blocks = sized.part / target.block * target.block;
    let start = target.thread_stride.saturating_mul(place.among.into());
    let file = LoadFile {
        path: target.path.clone(),
        offset: sized.offset,
        start: start % blocks.max(1) / target.block * target.block,
        bytes: Some(blocks),
        file_bytes: None,
    };
    let mut load = Load::new(format!("thread {}", place.thread), vec![file]);
    load.directions = match target.write_percent {
        0 => Directions::Read,
        100 => Directions::Write,
        percent => Directions::Mixed {
            read_percent: 100 - percent,
        },
    };
    load.blocks = PerDirection::both(Blocks::Fixed(target.block));
    order(&mut load, target);
    load.ramp = Duration::from_secs(span.warm_up);
    load.limit.time = Some(Duration::from_secs(span.duration));
    load.limit.for_all_time = true;
    let depth = span.depth(target);
    load.depth = Depths::of(if target.cache == Cache::Mapped { 1 } else { depth });
    load.engine = match (target.cache, depth) {
        (Cache::Mapped, _) => LoadEngine::MAPPED,
        (_, 1) => LoadEngine::SINGLE,
        _ => LoadEngine::URING,
    };
    load.direct = target.cache == Cache::Direct;
    load.advice = match (target.random_hint, target.sequential_hint) {
        (true, _) => Advice::Random,
        (false, true) => Advice::Sequential,
        (false, false) => Advice::None,
    };
    if target.write_through {
        load.write_sync = WriteSync::Data;
    }
    load.pace = pace(target);
    load.think = target
        .burst
        .zip(target.think)
        .map(|(blocks, milliseconds)| ThinkPauses {
            time: Duration::from_millis(milliseconds),
            spin: Duration::ZERO,
            blocks,
            is_outside_rates: false,
        });
    load.invalidate = false;
    load.layout.may_create = false;
    if !span.processors.is_empty() {
        let (_, processor) = span.processors[place.thread as usize % span.processors.len()];
        load.processors = Some(vec![processor]);
    }
    load.sample = Duration::from_millis(span.interval.unwrap_or(1000));
    load
}

fn order(load: &mut Load, target: &Target) {
    match &target.order {
        Order::Sequential {
            stride,
            interlocked: true,
        } => {
            load.order = LoadOrder::Shared {
                step: stride.saturating_sub(target.block),
            };
        }
        Order::Sequential { stride, .. } => {
            // Both are less than the largest offset.
            load.order = LoadOrder::Sequential {
                step: *stride as i64 - target.block as i64,
            };
        }
        Order::Random {
            align,
            percent,
            distribution,
        } => {
            load.alignment = Some(*align);
            load.order = LoadOrder::Random {
                distribution: distribution
                    .as_ref()
                    .map_or(Distribution::Even, |shares| Distribution::Zoned(shares.zones())),
                repeats: true,
                hold: 1,
                identical: false,
                random_percent: *percent,
            };
        }
    }
}

/// The rate is that of both directions together; each has its share of it.
fn pace(target: &Target) -> PerDirection<Pace> {
    let share = |most: u64, percent: u8| (most * u64::from(percent) / 100).max(1);
    let of = |percent: u8| match target.throttle {
        Some(_) if percent == 0 => Pace::default(),
        None => Pace::default(),
        Some(Throttle::BytesPerMillisecond(most)) => Pace {
            bytes: Some(share(most.saturating_mul(1000).min(u64::MAX / 100), percent)),
            ..Pace::default()
        },
        Some(Throttle::BlocksPerSecond(most)) => Pace {
            operations: Some(share(most, percent)),
            ..Pace::default()
        },
    };
    PerDirection {
        read: of(100 - target.write_percent),
        write: of(target.write_percent),
    }
}
