//! Plans which blocks of which files a worker moves, and in which order.

use feedrate_workload::load::{
    Blocks, Directions, Distribution, Extent, FileChoice, Order, PerDirection, Strides, Zone,
};

use crate::job::{EachDirection, FileService, Options, RandomDistribution, Rw, SizeOf};
use crate::options::BlockOptions;

/// Returns the choice of the next file.
pub(super) fn choice(service: &FileService) -> FileChoice {
    let random = |blocks, distribution| FileChoice::Random { blocks, distribution };
    match *service {
        FileService::RoundRobin(blocks) => FileChoice::RoundRobin { blocks },
        FileService::Sequential => FileChoice::Sequential,
        FileService::Random(blocks) => random(blocks, Distribution::Even),
        FileService::Zipf(theta, blocks) => random(blocks, Distribution::Zipf { theta }),
        FileService::Pareto(power, blocks) => random(blocks, Distribution::Pareto { power }),
        FileService::Normal(deviation, blocks) => random(blocks, Distribution::Normal { deviation }),
    }
}

/// Returns the directions of blocks.
pub(super) fn directions(options: &Options) -> Directions {
    match options.blocks.rw {
        Rw::Read | Rw::RandRead => Directions::Read,
        Rw::Write | Rw::RandWrite => Directions::Write,
        Rw::ReadWrite | Rw::RandRw => Directions::Mixed {
            read_percent: options.blocks.rwmixread,
        },
        Rw::Trim | Rw::RandTrim => Directions::Trim,
        Rw::TrimWrite | Rw::RandTrimWrite => Directions::TrimWrite,
    }
}

/// Returns the order of blocks.
pub(super) fn order(options: &Options) -> Order {
    if !options.blocks.rw.is_random() {
        return Order::Sequential {
            step: options.blocks.rw_step,
        };
    }
    Order::Random {
        distribution: distribution(&options.order.random_distribution),
        repeats: options.may_repeat(),
        hold: u32::try_from(options.blocks.rw_hold).unwrap_or(u32::MAX),
        identical: options.order.rw_identical,
        random_percent: of_first_direction(options, options.order.percentage_random),
    }
}

/// Returns the value of reads if blocks are read, else that of trims if they are only trimmed, else that of writes.
pub(super) fn of_first_direction<T>(options: &Options, each: EachDirection<T>) -> T {
    match options.blocks.rw.reads() {
        true => each.read,
        false if options.blocks.rw.only_trims() => each.trim,
        false => each.write,
    }
}

/// Returns the parts of files that are worked on in turn.
pub(super) fn strides(options: &Options) -> Option<Strides> {
    options.order.zones.map(|zones| Strides {
        range: zones.zonerange,
        size: zones.zonesize,
        skip: zones.zoneskip,
    })
}

fn distribution(of: &RandomDistribution) -> Distribution {
    match of {
        RandomDistribution::Random => Distribution::Even,
        &RandomDistribution::Zipf(theta) => Distribution::Zipf { theta },
        &RandomDistribution::Pareto(power) => Distribution::Pareto { power },
        &RandomDistribution::Normal(deviation) => Distribution::Normal { deviation },
        RandomDistribution::Zoned(zones) => Distribution::Zoned(
            zones
                .iter()
                .map(|&(access_percent, extent)| Zone {
                    access_percent,
                    extent: match extent {
                        SizeOf::Bytes(bytes) => Extent::Bytes(bytes),
                        SizeOf::Percent(percent) => Extent::Percent(percent),
                    },
                })
                .collect(),
        ),
    }
}

/// Returns the lengths of blocks of each direction.
pub(super) fn lengths(options: &BlockOptions) -> PerDirection<Blocks> {
    PerDirection {
        read: blocks(options.bs.read, &options.bssplit.read),
        write: match options.rw.has_lengths_of_trims() {
            true => blocks(options.bs.trim, &options.bssplit.trim),
            false => blocks(options.bs.write, &options.bssplit.write),
        },
    }
}

fn blocks((least, most): (u64, u64), split: &[(u64, f64)]) -> Blocks {
    match split {
        [] if least == most => Blocks::Fixed(least),
        [] => Blocks::Range { least, most },
        [(one, _)] => Blocks::Fixed(*one),
        several => Blocks::Split(several.to_vec()),
    }
}
