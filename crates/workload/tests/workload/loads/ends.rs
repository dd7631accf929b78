//! The ends of loads before their limits.

use std::fs;
use std::time::{Duration, Instant};

use feedrate_workload::load::{
    self, Depths, Directions, EndScope, LatencyTarget, Load, LoadEngine, LoadState, Schedule, ScheduleState,
    SteadyCondition, SteadyOf, Watch,
};
use feedrate_workload::{Control, Error};

use crate::loads::ground::{ENGINES, K, folder, load, run, run_to_its_end, try_run};

fn endless(mut load: Load) -> Load {
    load.limit.time = Some(Duration::from_secs(60));
    load.limit.for_all_time = true;
    load
}

/// Stops what it watches once something has been moved.
struct Stopper<'a> {
    control: &'a Control,
    states: Vec<LoadState>,
}

impl Watch for Stopper<'_> {
    fn look(&mut self, live: &ScheduleState) {
        if live.moved.read.operations > 10 {
            self.control.stop();
            self.states.clone_from(&live.states);
            assert!(live.share.is_some());
        }
    }
}

#[test]
fn a_run_that_is_stopped_tells_what_ran() {
    let folder = folder();
    let path = folder.path().join("f");
    let control = Control::default();
    let mut stopper = Stopper {
        control: &control,
        states: Vec::new(),
    };
    let mut long = endless(load(&path, Directions::Read, 256 * K));
    long.pace.read.operations = Some(1000);
    let schedule = Schedule {
        batches: vec![vec![long.clone()], vec![load(&path, Directions::Read, 64 * K)]],
    };
    let begun = Instant::now();
    let outcome = load::run(&schedule, &control, &mut stopper).unwrap();
    assert!(begun.elapsed() < Duration::from_secs(10));
    assert!(outcome.stopped);
    let loads: Vec<_> = outcome.loads().collect();
    assert!(loads[0].stopped && loads[0].flow.read.operations > 10);
    assert!(loads[0].error.is_none());
    assert!(loads[1].stopped && loads[1].began_after.is_none());
    assert!(path.exists());
}

#[test]
fn who_ends_may_end_the_others() {
    let folder = folder();
    let mut short = load(&folder.path().join("a"), Directions::Read, 64 * K);
    let long = endless(load(&folder.path().join("b"), Directions::Read, 64 * K));
    short.ends = EndScope::Batch;
    let begun = Instant::now();
    let outcome = try_run(vec![vec![short, long]]).unwrap();
    assert!(begun.elapsed() < Duration::from_secs(10));
    assert!(outcome.loads().all(|load| !load.stopped && load.error.is_none()));
}

#[test]
fn what_cannot_be_opened_fails_alone() {
    let folder = folder();
    let path = folder.path().join("f");
    let mut misaligned = load(&path, Directions::Read, 64 * K);
    misaligned.direct = true;
    misaligned.blocks.read = load::Blocks::Fixed(1000);
    let good = load(&path, Directions::Read, 64 * K);
    let outcome = try_run(vec![vec![misaligned, good]]).unwrap();
    let loads: Vec<_> = outcome.loads().collect();
    // A file system may take any length, as one in memory does.
    if let Some(error) = &loads[0].error {
        assert_eq!(error.errno, 22, "{}", error.text);
    }
    assert_eq!(loads[1].flow.read.bytes, 64 * K);
    assert!(loads[1].error.is_none());
}

#[test]
fn what_others_made_is_not_written_unless_asked() {
    let folder = folder();
    let path = folder.path().join("theirs");
    fs::write(&path, vec![7; 64 * 1024]).unwrap();
    let mut load = load(&path, Directions::Write, 64 * K);
    let refused = try_run(vec![vec![load.clone()]]);
    assert!(matches!(refused, Err(Error::NotOurs { .. })));
    assert!(fs::read(&path).unwrap().iter().all(|&byte| byte == 7));
    load.overwrite_foreign = true;
    assert_eq!(run(&load).flow.write.bytes, 64 * K);
    load.overwrite_foreign = false;
    load.layout.unlink = true;
    run(&load);
    assert!(!path.exists());
}

#[test]
fn a_steady_load_ends_when_it_is_steady() {
    let folder = folder();
    let mut load = endless(load(&folder.path().join("f"), Directions::Read, 64 * K));
    load.pace.read.operations = Some(500);
    load.steady = Some(SteadyCondition {
        of: SteadyOf::Iops,
        of_group: false,
        limit: 50.0,
        is_percent: true,
        window: Duration::from_secs(2),
        ramp: Duration::ZERO,
    });
    let outcome = run(&load);
    let steady = outcome.steady.unwrap();
    assert!(steady.attained && steady.operations.len() == 2);
}

#[test]
fn loads_of_a_group_are_steady_together() {
    let folder = folder();
    let steady = |of_group| {
        let of = |number: u64, operations| {
            let path = folder.path().join(format!("g{number}"));
            let mut load = endless(load(&path, Directions::Read, 64 * K));
            load.engine = LoadEngine::NULL;
            load.pace.read.operations = Some(operations);
            load.steady = Some(SteadyCondition {
                of: SteadyOf::Iops,
                of_group,
                limit: 20.0,
                is_percent: true,
                window: Duration::from_secs(1),
                ramp: Duration::ZERO,
            });
            load
        };
        let outcome = try_run(vec![vec![of(0, 200), of(1, 300)]]).unwrap();
        let found = outcome.loads().map(|load| {
            let steady = load.steady.as_ref().unwrap();
            assert!(steady.attained && load.error.is_none());
            steady.operations[0].round()
        });
        found.collect::<Vec<_>>()
    };
    let near = |found: &[f64], wanted: [f64; 2]| {
        let mut pairs = found.iter().zip(wanted);
        pairs.all(|(found, wanted)| (found - wanted).abs() < wanted / 5.0)
    };
    let (together, apart) = (steady(true), steady(false));
    assert!(near(&together, [500.0, 500.0]), "{together:?}");
    assert!(near(&apart, [200.0, 300.0]), "{apart:?}");
}

#[test]
fn the_depth_that_keeps_a_latency_is_found_and_measured_by_itself() {
    let folder = folder();
    let mut load = endless(load(&folder.path().join("f"), Directions::Read, 256 * K));
    (load.engine, load.depth.most) = ENGINES[3];
    let window = Duration::from_millis(20);
    let target = |target, percentile| LatencyTarget {
        target,
        window,
        percentile,
        goes_on: false,
    };
    load.latency_target = Some(target(Duration::from_secs(10), 90.0));
    let outcome = run(&load);
    let found = outcome.latency_target.unwrap();
    assert_eq!((found.depth, found.kept), (8, true));
    // The last window alone is told.
    assert!(outcome.run_time >= window && outcome.run_time < window * 4);
    let total: u64 = outcome.depth_levels.iter().sum();
    assert_eq!(total, outcome.flow.read.operations);
    load.limit.time = Some(Duration::from_millis(100));
    load.latency_target = Some(target(Duration::from_nanos(1), 90.0));
    let outcome = run(&load);
    let found = outcome.latency_target.unwrap();
    assert_eq!((found.depth, found.kept), (1, false));
    assert!(outcome.error.is_none());
    load.latency_target = Some(target(Duration::from_nanos(1), 100.0));
    let error = run_to_its_end(&load).error.unwrap();
    assert_eq!(error.errno, 110, "{}", error.text);
}

#[test]
fn blocks_that_go_in_one_call_find_each_other_in_flight() {
    let folder = folder();
    let mut load = load(&folder.path().join("f"), Directions::Read, 256 * K);
    (load.engine, load.depth) = (ENGINES[3].0, Depths::of(8));
    load.depth.submit = 4;
    load.depth.complete_least = 8;
    load.depth.low = 1;
    // 64 blocks: four find four in flight, and the other four of each round eight.
    assert_eq!(run(&load).depth_levels, [0, 0, 32, 32, 0, 0, 0]);
}

#[test]
fn a_file_that_became_shorter_is_an_error_of_its_load() {
    let folder = folder();
    let path = folder.path().join("f");
    let mut first = load(&path, Directions::Read, 64 * K);
    first.layout.unlink = true;
    let second = load(&path, Directions::Read, 64 * K);
    let outcome = try_run(vec![vec![first], vec![second.clone()]]).unwrap();
    let error = outcome.loads().nth(1).unwrap().error.clone().unwrap();
    assert_eq!(error.errno, 2);
    assert!(run_to_its_end(&second).error.is_none());
}

#[test]
fn a_device_that_is_full_ends_a_load_that_was_to_fill_it() {
    let folder = folder();
    let path = folder.path().join("f");
    let mut load = load(&path, Directions::Write, 1 << 62);
    load.limit.until_full = true;
    load.limit.operations = Some(4);
    let outcome = run(&load);
    assert_eq!(outcome.flow.write.operations, 4);
    // Nothing was reserved for it.
    assert_eq!(fs::metadata(&path).unwrap().len(), 16 * K);
    // Where a file can be no longer there is no space either.
    load.limit.operations = None;
    load.blocks.write = load::Blocks::Fixed(4 * K);
    load.order = load::Order::Sequential { step: 1 << 61 };
    assert!(run(&load).flow.write.operations < 10);
}
