//! Tests of arguments, rules, lines and plans, without moving blocks.

mod refused;
mod reports;
mod texts;

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use feedrate_workload::load::{Contents, Directions, Load, LoadEngine, Order as LoadOrder, Schedule, WriteSync};
use proptest::prelude::*;

pub(super) use self::reports::{outcome, ran};
use super::request::{Request, Test, Threads};
use super::sizes::{self, SizedTarget};
use super::target::{Cache, Order};
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
        offset: test.spans[0].targets[0].from,
        part: 1 << 30,
    };
    vec![one; test.spans[0].targets.len()]
}

/// Returns the loads of a test, with a buffer for the blocks of all targets.
fn loads_with(test: &Test, source: Option<Arc<[u8]>>) -> Vec<Load> {
    let span = &test.spans[0];
    let sources = vec![source; span.targets.len()];
    let mut schedule = plan::schedule(test, span, &sizes(test), &sources);
    schedule.batches.remove(0)
}

fn loads(test: &Test) -> Vec<Load> {
    loads_with(test, None)
}

#[test]
fn a_target_alone_is_a_test_with_the_defaults() {
    let test = test("x.dat");
    let span = &test.spans[0];
    let target = &span.targets[0];
    assert_eq!(target.block, 64 << 10);
    assert_eq!((span.warm_up, span.duration), (5, 10));
    assert_eq!(span.threads, Threads::OfEachTarget);
    assert_eq!((target.threads, target.depth), (1, 2));
    assert_eq!(target.cache, Cache::Cached);
    assert_eq!(
        target.order,
        Order::Sequential {
            stride: 64 << 10,
            interlocked: false
        }
    );
    let load = &loads(&test)[0];
    assert_eq!(load.ramp, Duration::from_secs(5));
    assert_eq!(load.content, Contents::Pattern((0..=255).collect()));
}

#[test]
fn what_takes_the_place_of_sqlio_is_a_load_of_the_same_kind() {
    let test = test(r"-w100 -d30 -W0 -t2 -o8 -b256K -si -Su -L -Z20M F:\testfile.dat");
    let loads = loads(&test);
    let load = &loads[1];
    assert_eq!(loads.len(), 2);
    assert_eq!(load.files[0].path, Path::new("/mnt/f/testfile.dat"));
    assert_eq!(load.directions, Directions::Write);
    assert_eq!(load.order, LoadOrder::Shared { step: 0 });
    assert_eq!(load.depth.most, 8);
    let source: Arc<[u8]> = vec![7; 1 << 18].into();
    let load = &loads_with(&test, Some(source))[1];
    assert_eq!(load.content, Contents::Parts(vec![7; 1 << 18].into()));
    assert!(load.direct);
    assert_eq!(load.write_sync, WriteSync::Nothing);
}

#[test]
fn orders_and_their_places() {
    let strided = test("-b4K -s8b -T1b -t3 x");
    let strided = &loads(&strided)[2];
    assert_eq!(strided.files[0].start, 8192);
    assert_eq!(strided.order, LoadOrder::Sequential { step: 28 << 10 });
    let random = test("-b8K -r4K -rs80 -w30 -g100i x");
    let load = &loads(&random)[0];
    assert_eq!(load.alignment, Some(4096));
    assert_eq!(load.directions, Directions::Mixed { read_percent: 70 });
    assert_eq!(load.pace.read.operations, Some(70));
    assert_eq!(load.pace.write.operations, Some(30));
    assert!(matches!(load.order, LoadOrder::Random { random_percent: 80, .. }));
    let bytes = test("-g1000 x");
    let load = &loads(&bytes)[0];
    assert_eq!(load.pace.read.bytes, Some(1_000_000));
    assert_eq!(load.pace.write.bytes, None);
    let mapped = test("-Sm -o8 x");
    let load = &loads(&mapped)[0];
    assert_eq!((load.engine, load.depth.most), (LoadEngine::MAPPED, 1));
}

#[test]
fn threads_of_all_targets_work_on_each() {
    let test = test("-F3 -o4 a b");
    let places: Vec<_> = plan::places(&test.spans[0])
        .iter()
        .map(|place| (place.thread, place.target))
        .collect();
    assert_eq!(places, [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]);
    let each = self::test("-t2 a b");
    let places: Vec<_> = plan::places(&each.spans[0])
        .iter()
        .map(|place| (place.thread, place.target))
        .collect();
    assert_eq!(places, [(0, 0), (1, 0), (2, 1), (3, 1)]);
}

#[test]
fn threads_share_the_place_of_their_target_alone() {
    let twice = test("-si -t2 x x");
    let places: Vec<_> = loads(&twice).iter().map(|load| load.shared_position).collect();
    assert_eq!(places, [0, 0, 1, 1]);
}

#[test]
fn work_goes_on_after_the_time_that_is_counted() {
    let test = test("-W5 -d20 -C3 -t2 x");
    let schedule = Schedule {
        batches: vec![loads(&test)],
    };
    let after = plan::cooling_down(&test.spans[0], &schedule);
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
    let sizes = [sizes];
    let growths = sizes::growths(&test, &sizes);
    assert_eq!(plan::filling(&test, &growths).batches.len(), 2);
}

proptest! {
    #[test]
    fn any_arguments_can_be_read(
        arguments in proptest::collection::vec("(-[a-zA-Z0-9]?)?.{0,12}", 0..6),
    ) {
        let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
        if let Some(test) = testing::diskspd(&arguments, b"") {
            let _ = loads(&test);
        }
    }

    #[test]
    fn sizes_of_options_come_back(block in 1u64..1 << 20, blocks in 1u64..1000, threads in 1u32..64) {
        let test = test(&format!("-b{block} -s{blocks}b -t{threads} -c{blocks}K x"));
        let target = &test.spans[0].targets[0];
        prop_assert_eq!(target.block, block);
        let order = Order::Sequential { stride: block * blocks, interlocked: false };
        prop_assert_eq!(&target.order, &order);
        prop_assert_eq!(target.create, Some(blocks << 10));
    }
}
