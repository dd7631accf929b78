//! The amounts that are moved, and the blocks.

use std::fs;
use std::time::Duration;

use feedrate_pageio::mark::MARK;
use feedrate_workload::load::{
    Action, Blocks, Contents, Directions, Distribution, LoadEngine, LoadFile, Order, PerDirection, Reserve,
};

use crate::loads::ground::{ENGINES, K, folder, load, run};

const MIXED: Directions = Directions::Mixed { read_percent: 50 };

fn random(distribution: Distribution, repeats: bool) -> Order {
    Order::Random {
        distribution,
        repeats,
        hold: 1,
        identical: false,
        random_percent: 100,
    }
}

#[test]
fn every_engine_moves_every_byte_both_ways() {
    let folder = folder();
    for (number, (engine, depth)) in ENGINES.into_iter().enumerate() {
        for (directions, order) in [
            (Directions::Read, Order::Sequential { step: 0 }),
            (Directions::Write, Order::Sequential { step: 0 }),
            (Directions::Read, random(Distribution::Even, false)),
            (Directions::Write, random(Distribution::Even, false)),
            (MIXED, random(Distribution::Even, false)),
        ] {
            let path = folder.path().join(number.to_string());
            let mut load = load(&path, directions, 256 * K);
            load.engine = engine;
            load.depth.most = depth;
            load.order = order;
            let outcome = run(&load);
            let (read, write) = (&outcome.flow.read, &outcome.flow.write);
            assert_eq!(read.bytes + write.bytes, 256 * K, "{load:?}");
            assert_eq!(read.operations + write.operations, 64);
            assert_eq!(read.total.count(), read.operations);
            assert_eq!(write.completion.count(), write.operations);
            assert_eq!(read.bytes > 0, directions.reads());
            assert_eq!(write.bytes > 0, directions.writes());
            assert_eq!(outcome.depth_levels.iter().sum::<u64>(), 64);
            assert_eq!(fs::metadata(&path).unwrap().len(), 256 * K);
            assert!(fs::read(&path).unwrap().starts_with(MARK));
        }
    }
}

#[test]
fn direct_blocks_of_several_lengths_fill_the_file() {
    let folder = folder();
    let path = folder.path().join("f");
    let mut load = load(&path, Directions::Write, 512 * K);
    load.direct = true;
    load.engine = ENGINES[3].0;
    load.depth.most = 4;
    load.blocks = PerDirection::both(Blocks::Split(vec![(4 * K, 50.0), (16 * K, 50.0)]));
    load.order = random(Distribution::Even, false);
    let outcome = run(&load);
    assert_eq!(outcome.flow.write.bytes, 512 * K);
    assert!((33..128).contains(&outcome.flow.write.operations));
}

#[test]
fn nothing_is_moved_by_the_null_engine_and_no_file_made() {
    let folder = folder();
    let path = folder.path().join("f");
    let mut load = load(&path, MIXED, 1 << 20);
    load.engine = LoadEngine::NULL;
    load.depth.most = 4;
    let outcome = run(&load);
    assert_eq!(outcome.flow.read.bytes + outcome.flow.write.bytes, 1 << 20);
    assert!(!path.exists());
}

#[test]
fn a_file_without_space_found_before_grows_as_it_is_written() {
    let folder = folder();
    let path = folder.path().join("f");
    let mut load = load(&path, Directions::Write, 64 * K);
    load.layout.reserve = Reserve::None;
    load.limit.operations = Some(3);
    run(&load);
    assert_eq!(fs::metadata(&path).unwrap().len(), 12 * K);
}

#[test]
fn loops_and_bytes_go_over_the_files_again() {
    let folder = folder();
    let path = folder.path().join("f");
    let mut load = load(&path, Directions::Read, 64 * K);
    load.limit.loops = Some(3);
    let outcome = run(&load);
    assert_eq!((outcome.flow.read.bytes, outcome.passes), (192 * K, 2));
    load.limit.loops = None;
    load.limit.bytes = Some(100 * K);
    assert_eq!(run(&load).flow.read.bytes, 100 * K);
    load.limit.bytes = Some(10 * K);
    assert_eq!(run(&load).flow.read.bytes, 12 * K);
}

#[test]
fn several_files_share_the_work() {
    let folder = folder();
    let mut load = load(&folder.path().join("a"), Directions::Write, 64 * K);
    load.files.push(LoadFile::new(folder.path().join("b"), 30 * K));
    let outcome = run(&load);
    assert_eq!(outcome.flow.write.operations, 16 + 7);
    assert_eq!(fs::metadata(folder.path().join("b")).unwrap().len(), 30 * K);
}

#[test]
fn distributions_go_on_until_the_bytes_are_moved() {
    let folder = folder();
    let path = folder.path().join("f");
    for distribution in [
        Distribution::Even,
        Distribution::Zipf { theta: 1.2 },
        Distribution::Pareto { power: 0.2 },
        Distribution::Normal { deviation: 10.0 },
    ] {
        let mut load = load(&path, Directions::Read, 256 * K);
        load.order = random(distribution, true);
        assert_eq!(run(&load).flow.read.operations, 64);
    }
}

#[test]
fn flushes_are_made_and_counted() {
    let folder = folder();
    let path = folder.path().join("f");
    let mut load = load(&path, Directions::Write, 64 * K);
    load.flush.every = 4;
    assert_eq!(run(&load).flushes.count(), 3);
    load.flush.data_every = 8;
    load.flush.at_end = true;
    load.flush.on_close = true;
    load.logs.movements = true;
    let outcome = run(&load);
    // As in fio 3.33 with fsync=4 and fdatasync=8: where both are due, the first is enough.
    assert_eq!(outcome.flushes.count(), 3);
    // The recording has that at the end, too.
    let last = outcome.series.movements.last();
    assert_eq!(last.map(|last| last.what), Some(Action::Sync));
}

#[test]
fn patterns_and_zeros_are_what_is_in_the_file() {
    let folder = folder();
    for (contents, wanted) in [(Contents::Zeros, 0), (Contents::Pattern(vec![0xab]), 0xab)] {
        let path = folder.path().join(format!("{wanted}"));
        let mut load = load(&path, Directions::Write, 64 * K);
        load.content = contents;
        // The slot that had the mark is used again.
        load.limit.loops = Some(9);
        run(&load);
        let found = fs::read(&path).unwrap();
        assert!(found.starts_with(MARK));
        assert!(found[MARK.len()..].iter().all(|&byte| byte == wanted));
    }
}

#[test]
fn what_the_ramp_moved_is_not_counted() {
    let folder = folder();
    let path = folder.path().join("f");
    let mut load = load(&path, Directions::Read, 64 * K);
    load.pace.read.operations = Some(200);
    load.ramp = Duration::from_millis(100);
    load.limit.time = Some(Duration::from_millis(300));
    load.limit.for_all_time = true;
    let outcome = run(&load);
    assert!(outcome.ramped >= Duration::from_millis(100));
    assert!(outcome.run_time >= Duration::from_millis(300));
    let blocks = outcome.flow.read.operations;
    assert!((40..=70).contains(&blocks), "{blocks}");
}

#[test]
fn lengths_may_be_those_of_the_order() {
    let folder = folder();
    let of = |order: Order, directions| {
        let mut load = load(&folder.path().join("f"), directions, 1024 * K);
        load.blocks = PerDirection {
            read: Blocks::Fixed(16 * K),
            write: Blocks::Fixed(4 * K),
        };
        load.lengths_by_order = true;
        load.order = order;
        run(&load)
    };
    let in_order = of(Order::Sequential { step: 0 }, Directions::Write);
    assert_eq!(in_order.flow.write.operations, 64);
    let at_random = of(random(Distribution::Even, false), Directions::Read);
    assert_eq!(at_random.flow.read.operations, 256);
    assert_eq!(at_random.flow.read.bytes, 1024 * K);
    let half = Order::Random {
        distribution: Distribution::Even,
        repeats: true,
        hold: 1,
        identical: false,
        random_percent: 50,
    };
    let both = of(half, Directions::Read).flow.read;
    assert!(both.bytes >= 1008 * K);
    assert!((70..180).contains(&both.operations), "{}", both.operations);
}
