//! Who starts when.

use std::time::{Duration, Instant};

use feedrate_workload::load::{Directions, LoadEngine, LoadOutcome, Order};

use crate::loads::ground::{K, folder, load, try_run};

#[test]
fn batches_follow_each_other_and_loads_each_other_and_their_delays() {
    let folder = folder();
    let path = folder.path().join("f");
    let named = |name: &str| {
        let mut load = load(&path, Directions::Read, 64 * K);
        load.name = name.to_owned();
        load
    };
    let mut slow = named("slow");
    slow.pace.read.operations = Some(160);
    let mut next = named("next");
    next.after = Some("slow".to_owned());
    let mut late = named("late");
    late.start_after = Duration::from_millis(50);
    let outcome = try_run(vec![vec![next, slow, late], vec![named("last")]]).unwrap();
    let began = |index: usize| outcome.batches[0].loads[index].began_after.unwrap();
    assert!(began(0) >= Duration::from_millis(90), "{:?}", began(0));
    assert!(began(1) < Duration::from_millis(90));
    assert!(began(2) >= Duration::from_millis(50));
    assert!(outcome.batches[1].began_after >= outcome.batches[0].elapsed);
    assert_eq!(outcome.batches[1].loads[0].flow.read.bytes, 64 * K);
}

#[test]
fn loads_that_share_a_position_go_over_the_file_once_between_them() {
    let folder = folder();
    let path = folder.path().join("f");
    let mut first = load(&path, Directions::Read, 256 * K);
    first.order = Order::Shared { step: 0 };
    first.limit.operations = Some(32);
    first.logs.latency = true;
    let numbers = |load: &LoadOutcome| -> Vec<u64> {
        let entries = load.series.latency.iter();
        entries.map(|entry| entry.offset / (4 * K)).collect()
    };
    let outcome = try_run(vec![vec![first.clone(), first.clone()]]).unwrap();
    let mut offsets: Vec<_> = outcome.loads().flat_map(numbers).collect();
    offsets.sort_unstable();
    assert_eq!(offsets, (0..64).collect::<Vec<_>>());
    // Positions of another number are not theirs.
    let mut other = first.clone();
    other.shared_position = 1;
    let outcome = try_run(vec![vec![first, other]]).unwrap();
    for load in outcome.loads() {
        assert_eq!(numbers(load), (0..32).collect::<Vec<_>>());
    }
}

#[test]
fn loads_with_a_flow_keep_step_by_their_weights() {
    let folder = folder();
    let path = folder.path().join("f");
    let flowing = |weight, operations| {
        let mut load = load(&path, Directions::Read, 4096 * K);
        load.flow = Some(weight);
        load.limit.operations = Some(operations);
        load.logs.latency = true;
        load
    };
    let mut slow = flowing(1, 20);
    slow.pace.read.operations = Some(200);
    let outcome = try_run(vec![vec![flowing(4, 80), slow]]).unwrap();
    let fast = outcome.loads().next().unwrap();
    assert_eq!(fast.flow.read.operations, 80);
    // It could not run ahead of the slow one, which takes some 100 ms.
    assert!(fast.run_time >= Duration::from_millis(50), "{:?}", fast.run_time);
}

#[test]
fn a_name_may_be_anything() {
    let folder = folder();
    let mut odd = load(&folder.path().join("f"), Directions::Read, 64 * K);
    odd.name = "a\0b".to_owned();
    let outcome = try_run(vec![vec![odd]]).unwrap();
    assert_eq!(outcome.batches[0].loads[0].flow.read.bytes, 64 * K);
}

#[test]
fn hundreds_that_never_rest_start_together() {
    let folder = folder();
    let busy = |number: u32| {
        let path = folder.path().join(number.to_string());
        let mut load = load(&path, Directions::Read, 64 * K);
        load.engine = LoadEngine::NULL;
        load.limit.time = Some(Duration::from_millis(300));
        load.limit.for_all_time = true;
        load
    };
    let begun = Instant::now();
    let outcome = try_run(vec![(0..400).map(busy).collect()]).unwrap();
    assert!(outcome.loads().all(|load| load.flow.read.bytes > 0));
    // Let in one by one, each after those that work already, they took more than twice as long.
    assert!(begun.elapsed() < Duration::from_secs(7));
}
