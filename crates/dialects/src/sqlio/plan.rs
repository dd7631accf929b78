//! A test as loads of feedrate.

use std::time::Duration;

use feedrate_workload::load::{
    Advice, Blocks, Depths, Directions, Distribution, Load, LoadEngine, LoadFile, Order, PerDirection, Schedule,
    WriteSync,
};

use super::request::{Affinity, Pattern, Pool, SubBlocks, Test, TestFile};
use super::sizes::SizedFile;
use crate::loads;

/// Returns the loads that make files as large as the test needs; empty if all of them are.
pub(super) fn filling(test: &Test, sizes: &[SizedFile]) -> Schedule {
    let short = sizes.iter().filter(|sized| sized.grows_by() > 0);
    let fills = short.map(|sized| {
        loads::fill(
            &sized.file.path,
            sized.has,
            sized.needs,
            test.buffering.is_direct(),
            test.overwrite_foreign,
        )
    });
    // One after the other, as the original does.
    Schedule {
        batches: fills.map(|fill| vec![fill]).collect(),
    }
}

/// Returns the loads of the test: one for each thread, or for each thread and file if each has a queue of its own.
pub(super) fn schedule(test: &Test, sizes: &[SizedFile], seed: u64) -> Schedule {
    let mut loads: Vec<Load> = Vec::new();
    let mut number = 0;
    for pool in &test.pools {
        for thread in 0..pool.threads {
            let sets: Vec<&[TestFile]> = match test.outstanding {
                Some(_) => pool.files.chunks(1).collect(),
                None => vec![&pool.files],
            };
            for files in sets {
                let files = files.iter().filter_map(|file| load_file(file, sizes));
                let mut load = Load::new(format!("thread {number}"), files.collect());
                fit(&mut load, test, pool, thread);
                load.seed = seed.wrapping_add(loads.len() as u64);
                loads.push(load);
            }
            number += 1;
        }
    }
    Schedule { batches: vec![loads] }
}

fn load_file(file: &TestFile, sizes: &[SizedFile]) -> Option<LoadFile> {
    let sized = sizes.iter().find(|sized| sized.file.path == file.path)?;
    Some(LoadFile {
        path: file.path.clone(),
        offset: sized.offset,
        start: 0,
        bytes: Some(sized.part),
        file_bytes: None,
    })
}

fn fit(load: &mut Load, test: &Test, pool: &Pool, thread: u32) {
    load.directions = if test.writes {
        Directions::Write
    } else {
        Directions::Read
    };
    load.blocks = PerDirection::both(Blocks::Fixed(test.block_bytes));
    load.order = order(test.pattern, pool.threads, thread);
    load.limit.time = Some(Duration::from_secs(test.seconds));
    load.limit.for_all_time = true;
    load.engine = engine(test);
    load.depth = Depths::of(test.outstanding.unwrap_or(1));
    load.direct = test.buffering.is_direct();
    load.write_sync = if test.buffering.writes_through() {
        WriteSync::Data
    } else {
        WriteSync::Nothing
    };
    // The original gives Windows no advice, and does not evict files from the cache.
    load.advice = Advice::None;
    load.invalidate = false;
    // All files are created before, which is shown in the output.
    load.layout.may_create = false;
    load.processors = match &pool.affinity {
        Affinity::Any => None,
        Affinity::All(numbers) => Some(numbers.clone()),
        Affinity::RoundRobin(numbers) => Some(vec![numbers[thread as usize % numbers.len()]]),
    };
    load.overwrite_foreign = test.overwrite_foreign;
}

/// Returns the order in which a thread visits blocks. The columns of stripes are shared among threads.
fn order(pattern: Pattern, threads: u32, thread: u32) -> Order {
    match pattern {
        Pattern::Random => Order::Random {
            distribution: Distribution::Even,
            repeats: true,
            hold: 1,
            identical: false,
            random_percent: 100,
        },
        Pattern::Sequential => Order::Shared { step: 0 },
        Pattern::Stripes { factor, ios, same_run } => {
            let share = |thread: u32| (u128::from(factor) * u128::from(thread) / u128::from(threads)) as u64;
            let (first, end) = (share(thread), share(thread + 1));
            Order::Grid {
                row: factor,
                rows: ios,
                first,
                count: if same_run { 1 } else { end - first },
            }
        }
    }
}

fn engine(test: &Test) -> LoadEngine {
    let tells_initiation = test.latency.is_some_and(|latency| latency.initiation);
    match test.sub_blocks {
        Some(SubBlocks::Scattered(segments)) => LoadEngine::vectored(segments),
        // Only this engine distinguishes the start of a block from its completion.
        _ if test.outstanding.is_some() || tells_initiation => LoadEngine::URING,
        _ => LoadEngine::SINGLE,
    }
}
