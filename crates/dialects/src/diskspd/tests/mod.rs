//! Tests of arguments, rules, lines and plans, without moving blocks.

mod refused;
mod reports;
mod texts;

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use feedrate_workload::load::{Contents, Directions, LoadEngine, Order as LoadOrder, WriteSync};
use proptest::prelude::*;

pub(super) use self::reports::{outcome, ran};
use super::request::{Cache, Order, Queues, Request, Test};
use super::sizes::SizedTarget;
use super::{parse, plan};
use crate::{Drives, testing};

fn words(line: &str) -> Vec<OsString> {
    line.split_whitespace().map(OsString::from).collect()
}

fn request(line: &str) -> super::Result<Request> {
    parse(&words(line), &Drives::parse("F:=/mnt/f").unwrap())
}

pub(super) fn test(line: &str) -> Test {
    match request(line) {
        Ok(Request::Test(test)) => test,
        other => panic!("{line}: {other:?}"),
    }
}

fn message(line: &str) -> String {
    let message = request(line).expect_err(line).to_string();
    assert!(!message.contains('\n'), "{message}");
    message
}

fn sizes(test: &Test) -> Vec<SizedTarget> {
    let one = SizedTarget {
        has: 1 << 30,
        size: 1 << 30,
        offset: test.from,
        part: 1 << 30,
    };
    vec![one; test.targets.len()]
}

#[test]
fn a_target_alone_is_a_test_with_the_defaults() {
    let test = test("x.dat");
    assert_eq!(test.block, 64 << 10);
    assert_eq!((test.warm_up, test.duration), (5, 10));
    assert_eq!(
        test.queues,
        Queues::OfEachTarget {
            threads: 1,
            depth: 2
        }
    );
    assert_eq!(test.cache, Cache::Cached);
    assert_eq!(
        test.order,
        Order::Sequential {
            stride: 64 << 10,
            interlocked: false
        }
    );
    let load = &plan::schedule(&test, &sizes(&test), None).batches[0][0];
    assert_eq!(load.ramp, Duration::from_secs(5));
    assert_eq!(load.content, Contents::Pattern((0..=255).collect()));
}

#[test]
fn what_takes_the_place_of_sqlio_is_a_load_of_the_same_kind() {
    let test = test(r"-w100 -d30 -W0 -t2 -o8 -b256K -si -Su -L -Z20M F:\testfile.dat");
    let schedule = plan::schedule(&test, &sizes(&test), None);
    let load = &schedule.batches[0][1];
    assert_eq!(schedule.batches[0].len(), 2);
    assert_eq!(load.files[0].path, Path::new("/mnt/f/testfile.dat"));
    assert_eq!(load.directions, Directions::Write);
    assert_eq!(load.order, LoadOrder::Shared { step: 0 });
    assert_eq!(load.depth.most, 8);
    let source: Arc<[u8]> = vec![7; 1 << 18].into();
    let load = &plan::schedule(&test, &sizes(&test), Some(source)).batches[0][1];
    assert_eq!(load.content, Contents::Parts(vec![7; 1 << 18].into()));
    assert!(load.direct);
    assert_eq!(load.write_sync, WriteSync::Nothing);
}

#[test]
fn orders_and_their_places() {
    let strided = test("-b4K -s8b -T1b -t3 x");
    let loads = &plan::schedule(&strided, &sizes(&strided), None).batches[0];
    assert_eq!(loads[2].files[0].start, 8192);
    assert_eq!(loads[2].order, LoadOrder::Sequential { step: 28 << 10 });
    let random = test("-b8K -r4K -rs80 -w30 -g100i x");
    let load = &plan::schedule(&random, &sizes(&random), None).batches[0][0];
    assert_eq!(load.alignment, Some(4096));
    assert_eq!(load.directions, Directions::Mixed { read_percent: 70 });
    assert_eq!(load.pace.read.operations, Some(70));
    assert_eq!(load.pace.write.operations, Some(30));
    assert!(matches!(
        load.order,
        LoadOrder::Random {
            random_percent: 80,
            ..
        }
    ));
    let bytes = test("-g1000 x");
    let load = &plan::schedule(&bytes, &sizes(&bytes), None).batches[0][0];
    assert_eq!(load.pace.read.bytes, Some(1_000_000));
    assert_eq!(load.pace.write.bytes, None);
    let mapped = test("-Sm -o8 x");
    let load = &plan::schedule(&mapped, &sizes(&mapped), None).batches[0][0];
    assert_eq!((load.engine, load.depth.most), (LoadEngine::MAPPED, 1));
}

#[test]
fn threads_of_all_targets_work_on_each() {
    let test = test("-F3 -o4 a b");
    let places: Vec<_> = plan::places(&test)
        .iter()
        .map(|place| (place.thread, place.target))
        .collect();
    assert_eq!(places, [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]);
    let each = self::test("-t2 a b");
    let places: Vec<_> = plan::places(&each)
        .iter()
        .map(|place| (place.thread, place.target))
        .collect();
    assert_eq!(places, [(0, 0), (1, 0), (2, 1), (3, 1)]);
}

#[test]
fn work_goes_on_after_the_time_that_is_counted() {
    let test = test("-W5 -d20 -C3 -t2 x");
    let schedule = plan::schedule(&test, &sizes(&test), None);
    let after = plan::cooling_down(&test, &schedule);
    assert_eq!(after.batches[0].len(), 2);
    let load = &after.batches[0][1];
    assert_eq!(load.ramp, Duration::ZERO);
    assert_eq!(load.limit.time, Some(Duration::from_secs(3)));
}

#[test]
fn a_target_that_is_not_there_is_made() {
    let test = test("-c1M -Sh x y x");
    let mut sizes = sizes(&test);
    for sized in &mut sizes {
        (sized.has, sized.size) = (0, 1 << 20);
    }
    assert_eq!(plan::filling(&test, &sizes).batches.len(), 2);
}

proptest! {
    #[test]
    fn any_arguments_can_be_read(
        arguments in proptest::collection::vec("(-[a-zA-Z0-9]?)?.{0,12}", 0..6),
    ) {
        let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
        if let Some(test) = testing::diskspd(&arguments) {
            let _ = plan::schedule(&test, &sizes(&test), None);
        }
    }

    #[test]
    fn sizes_of_options_come_back(block in 1u64..1 << 20, blocks in 1u64..1000, threads in 1u32..64) {
        let test = test(&format!("-b{block} -s{blocks}b -t{threads} -c{blocks}K x"));
        prop_assert_eq!(test.block, block);
        prop_assert_eq!(test.order, Order::Sequential { stride: block * blocks, interlocked: false });
        prop_assert_eq!(test.create, Some(blocks << 10));
    }
}
