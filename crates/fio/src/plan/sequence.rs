//! Plans what the order of a worker's blocks follows from, as in fio.

use feedrate_workload::load::{FIO_SEED, FioSeeds, FioSequence, OffsetGenerator, PerDirection};

use super::JobClone;
use crate::job::{EachDirection, Engine, Options, RandomDistribution};

/// Returns what the order of a worker follows from. `seed` is that of orders that differ from run to run.
pub(super) fn sequence(worker: &JobClone<'_>, seed: u64) -> FioSequence {
    let options = worker.options();
    let least = shortest(options);
    let align = options.blocks.blockalign.unwrap_or(least);
    FioSequence {
        seeds: seeds(worker, seed),
        worker: worker.number,
        is_repeated: is_repeated(options),
        generator: options.order.random_generator,
        any_lengths: options.blocks.bs_unaligned,
        has_map: !options.order.norandommap
            && options.order.random_distribution == RandomDistribution::Random
            && align == least,
        map_unit: shortest_of_all(options),
        alignment: of_directions(options, align),
        random_percent: of_directions(options, options.order.percentage_random),
        center: options.order.random_center,
        repeats_files: options.blocks.io_size.is_some(),
        queues: match options.engine.ioengine {
            Engine::Null => options.engine.iodepth > 1,
            Engine::Vsync => true,
            _ => !options.is_synchronous(),
        },
        written_of: None,
        passes_flushes: false,
    }
}

/// Returns the shortest block of any direction, used or not.
pub(super) fn shortest_of_all(options: &Options) -> u64 {
    let least = shortest(options);
    least.read.min(least.write).min(least.trim)
}

/// Returns a source of the sizes of files between two.
pub(super) fn file_sizes(worker: &JobClone<'_>, seed: u64, (from, to): (u64, u64)) -> impl FnMut() -> u64 {
    let options = worker.options();
    let is_long = options.order.random_generator == OffsetGenerator::Tausworthe64;
    seeds(worker, seed).file_sizes(from, to, shortest_of_all(options), is_long)
}

/// True if runs and passes are alike.
fn is_repeated(options: &Options) -> bool {
    options.order.randrepeat && options.order.randseed.is_none()
}

fn seeds(worker: &JobClone<'_>, seed: u64) -> FioSeeds {
    let options = worker.options();
    let number = worker.number;
    let seeds = match options.order.randseed {
        _ if options.order.allrandrepeat => FioSeeds::consecutive(number),
        None if !options.order.randrepeat => FioSeeds::unrelated(seed, number),
        given => FioSeeds::from_seed(given.unwrap_or(FIO_SEED), number),
    };
    // As in fio 3.33, also with a seed of one's own.
    match options.order.randrepeat && options.blocks.rw.is_random() {
        true => seeds.with_repeated_offsets(number),
        false => seeds,
    }
}

/// Returns the shortest block of each direction.
fn shortest(options: &Options) -> EachDirection<u64> {
    let least = |(least, _): (u64, u64), split: &[(u64, f64)]| {
        let lengths = split.iter().map(|part| part.0);
        lengths.min().unwrap_or(least).max(1)
    };
    let (bs, split) = (&options.blocks.bs, &options.blocks.bssplit);
    EachDirection {
        read: least(bs.read, &split.read),
        write: least(bs.write, &split.write),
        trim: least(bs.trim, &split.trim),
    }
}

/// Returns the values of reads and of what changes files.
fn of_directions<T: Copy>(options: &Options, each: EachDirection<T>) -> PerDirection<T> {
    let write = match options.blocks.rw.has_lengths_of_trims() {
        true => each.trim,
        false => each.write,
    };
    PerDirection { read: each.read, write }
}
