//! Walks over files that nobody needs to make.

use std::collections::BTreeSet;

use feedrate_pageio::Direction;

use super::{FilePart, Walk};
use crate::load::spec::{Blocks, Distribution, Load, LoadFile, Order, PerDirection, Strides};

const K: u64 = 1024;

fn part(bytes: u64) -> FilePart {
    FilePart {
        offset: 0,
        bytes,
        start: 0,
        file_bytes: bytes,
    }
}

fn load(order: Order, blocks: Blocks) -> Load {
    let mut load = Load::new("walk", vec![LoadFile::new("f", 0)]);
    load.order = order;
    load.blocks = PerDirection::both(blocks);
    load
}

fn random(repeats: bool, hold: u32) -> Order {
    Order::Random {
        distribution: Distribution::Even,
        repeats,
        hold,
        identical: false,
        random_percent: 100,
    }
}

/// Offsets in KiB of up to `most` reads.
fn offsets(load: &Load, parts: &[FilePart], most: usize) -> Vec<u64> {
    let mut walk = Walk::new(load, parts, &[]);
    (0..most)
        .map_while(|_| walk.next(Direction::Read))
        .map(|place| place.offset / K)
        .collect()
}

#[test]
fn sequential_order_ends_with_the_last_block_that_fits() {
    let load = load(Order::Sequential { step: 0 }, Blocks::Fixed(4 * K));
    assert_eq!(offsets(&load, &[part(15 * K)], 9), [0, 4, 8]);
    // Of a larger file the last block is whole.
    let of_larger = FilePart {
        offset: 20 * K,
        bytes: 10 * K,
        start: 0,
        file_bytes: 1024 * K,
    };
    assert_eq!(offsets(&load, &[of_larger], 9), [20, 24, 28]);
}

#[test]
fn steps_leave_holes_and_go_on_at_the_other_end() {
    let stepped = |step: i64| load(Order::Sequential { step }, Blocks::Fixed(4 * K));
    let file = [part(40 * K)];
    assert_eq!(offsets(&stepped(8192), &file, 9), [0, 12, 24, 36]);
    assert_eq!(offsets(&stepped(12288), &file, 5), [0, 16, 32, 0, 16]);
    assert_eq!(offsets(&stepped(-8192), &file, 5), [0, 32, 28, 24, 20]);
    assert_eq!(offsets(&stepped(-4096), &file, 3), [0, 0, 0]);
}

#[test]
fn a_walk_that_starts_within_goes_over_all_once() {
    let load = load(Order::Sequential { step: 0 }, Blocks::Fixed(4 * K));
    let file = FilePart {
        start: 8 * K,
        ..part(20 * K)
    };
    assert_eq!(offsets(&load, &[file], 9), [8, 12, 16, 0, 4]);
}

#[test]
fn random_order_comes_to_each_block_once() {
    let load = load(random(false, 1), Blocks::Fixed(4 * K));
    let mut found = offsets(&load, &[part(1000 * K)], 1000);
    assert_ne!(found[..3], [0, 4, 8]);
    found.sort_unstable();
    assert_eq!(found, (0..250).map(|block| block * 4).collect::<Vec<_>>());
}

#[test]
fn random_order_with_blocks_of_many_lengths_comes_to_each_byte_once() {
    let range = Blocks::Range {
        least: 4 * K,
        most: 16 * K,
    };
    let load = load(random(false, 1), range);
    let mut walk = Walk::new(&load, &[part(1024 * K)], &[]);
    let mut seen = BTreeSet::new();
    while let Some(place) = walk.next(Direction::Write) {
        for unit in 0..place.bytes / (4 * K) {
            assert!(seen.insert(place.offset / (4 * K) + unit));
        }
    }
    assert_eq!(seen.len(), 256);
}

#[test]
fn blocks_follow_on_a_random_place_or_stay_there() {
    let held = load(random(false, 4), Blocks::Fixed(4 * K));
    let found = offsets(&held, &[part(1024 * K)], 64);
    let follow = |pair: &[u64]| pair[1] == pair[0] + 4;
    assert!(found.chunks(4).take(8).all(|run| {
        // At the end of the file there is nothing to follow.
        run[0] >= 1008 || run.windows(2).all(follow)
    }));
    let Order::Random { .. } = held.order else {
        unreachable!()
    };
    let mut identical = held.clone();
    identical.order = Order::Random {
        distribution: Distribution::Even,
        repeats: false,
        hold: 4,
        identical: true,
        random_percent: 100,
    };
    let found = offsets(&identical, &[part(1024 * K)], 64);
    assert!(found.chunks(4).all(|run| run.iter().all(|&at| at == run[0])));
}

#[test]
fn directions_have_their_own_positions_in_sequential_order_and_share_random_ones() {
    let parts = [part(64 * K)];
    let sequential = load(Order::Sequential { step: 0 }, Blocks::Fixed(4 * K));
    let mut walk = Walk::new(&sequential, &parts, &[]);
    let mut next = |direction| walk.next(direction).map(|place| place.offset / K);
    assert_eq!(next(Direction::Read), Some(0));
    assert_eq!(next(Direction::Read), Some(4));
    assert_eq!(next(Direction::Write), Some(0));
    let mut walk = Walk::new(&load(random(false, 1), Blocks::Fixed(4 * K)), &parts, &[]);
    let mut found: Vec<_> = (0..16)
        .map(|turn| [Direction::Read, Direction::Write][turn % 2])
        .filter_map(|direction| walk.next(direction))
        .map(|place| place.offset)
        .collect();
    found.sort_unstable();
    found.dedup();
    assert_eq!(found.len(), 16);
}

#[test]
fn a_new_pass_is_as_the_one_before() {
    for order in [random(false, 1), random(false, 2), Order::Sequential { step: 0 }] {
        let load = load(order, Blocks::Fixed(4 * K));
        let mut walk = Walk::new(&load, &[part(64 * K), part(32 * K)], &[]);
        let mut pass = || {
            let pass: Vec<_> = (0..24).filter_map(|_| walk.next(Direction::Read)).collect();
            walk.restart();
            pass
        };
        assert_eq!(pass(), pass());
    }
}

#[test]
fn passes_that_leave_places_out_come_to_all_in_the_end() {
    let by_chance = Order::Random {
        distribution: Distribution::Even,
        repeats: false,
        hold: 1,
        identical: false,
        random_percent: 50,
    };
    let zipf = Order::Random {
        distribution: Distribution::Zipf { theta: 0.5 },
        repeats: false,
        hold: 1,
        identical: false,
        random_percent: 100,
    };
    let strides = Strides {
        range: 256 * K,
        size: 64 * K,
        skip: 0,
    };
    for (order, strides) in [
        (random(true, 1), None),
        (by_chance, None),
        (zipf, None),
        (random(false, 1), Some(strides)),
    ] {
        let mut load = load(order, Blocks::Fixed(4 * K));
        load.strides = strides;
        let mut walk = Walk::new(&load, &[part(1024 * K)], &[]);
        let mut found = BTreeSet::new();
        for _ in 0..100 {
            found.extend((0..256).filter_map(|_| walk.next(Direction::Read).map(|at| at.offset)));
            walk.restart();
        }
        assert_eq!(found.len(), 256, "{:?}", load.order);
    }
}

#[test]
fn zones_take_turns_over_the_whole_file() {
    let mut load = load(Order::Sequential { step: 0 }, Blocks::Fixed(4 * K));
    load.strides = Some(Strides {
        range: 32 * K,
        size: 8 * K,
        skip: 32 * K,
    });
    let file = FilePart {
        file_bytes: 256 * K,
        ..part(64 * K)
    };
    assert_eq!(offsets(&load, &[file], 10), [0, 4, 64, 68, 128, 132, 192, 196, 0, 4]);
}

#[test]
fn each_place_of_a_zone_comes_once_at_random() {
    // Zones of 8 and at the end 4 places, over which work goes twice, once, and half.
    for (size, blocks) in [
        (64 * K, Blocks::Fixed(4 * K)),
        (32 * K, Blocks::Fixed(4 * K)),
        (16 * K, Blocks::Fixed(4 * K)),
        (
            32 * K,
            Blocks::Range {
                least: 4 * K,
                most: 12 * K,
            },
        ),
    ] {
        let mut load = load(random(false, 1), blocks);
        load.strides = Some(Strides {
            range: 32 * K,
            size,
            skip: 0,
        });
        let mut walk = Walk::new(&load, &[part(80 * K)], &[]);
        let (mut zone, mut moved) = (0, 0);
        let mut seen = BTreeSet::new();
        for _ in 0..200 {
            let place = walk.next(Direction::Read).unwrap();
            let room = (80 * K - zone).min(32 * K);
            assert!(place.offset >= zone && place.offset + place.bytes <= zone + room);
            if seen.len() as u64 == room / (4 * K) {
                seen.clear();
            }
            for unit in 0..place.bytes.div_ceil(4 * K) {
                assert!(seen.insert(place.offset / K + 4 * unit), "{place:?} {seen:?}");
            }
            moved += place.bytes;
            if moved >= size {
                moved = 0;
                seen.clear();
                zone = if zone == 64 * K { 0 } else { zone + 32 * K };
            }
        }
    }
}

#[test]
fn a_zone_further_than_files_can_be_is_the_first_again() {
    let mut load = load(Order::Sequential { step: 0 }, Blocks::Fixed(4 * K));
    for (range, skip) in [(8 * K, u64::MAX), (u64::MAX, 1), (u64::MAX, u64::MAX)] {
        load.strides = Some(Strides {
            range,
            size: 8 * K,
            skip,
        });
        assert_eq!(offsets(&load, &[part(64 * K)], 4), [0, 4, 0, 4]);
    }
}

#[test]
fn a_grid_goes_by_columns() {
    let grid = Order::Grid {
        row: 3,
        rows: 4,
        first: 1,
        count: 2,
    };
    let load = load(grid, Blocks::Fixed(K));
    assert_eq!(offsets(&load, &[part(12 * K)], 20), [1, 4, 7, 10, 2, 5, 8, 11]);
}

#[test]
fn what_is_smaller_than_a_block_is_done_at_once() {
    for order in [
        random(false, 1),
        random(true, 1),
        Order::Sequential { step: 0 },
        Order::Sequential { step: -8192 },
    ] {
        for bytes in [0, 100] {
            let load = load(order.clone(), Blocks::Fixed(4 * K));
            assert!(offsets(&load, &[part(bytes)], 1).is_empty(), "{order:?}");
        }
    }
}
