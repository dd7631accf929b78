//! Rates, pauses, series.

use std::time::Duration;

use feedrate_workload::load::{Directions, Load, Logs};

use crate::loads::ground::{K, folder, load, run};

fn timed(mut load: Load, millis: u64) -> Load {
    load.limit.time = Some(Duration::from_millis(millis));
    load.limit.for_all_time = true;
    load
}

#[test]
fn each_direction_is_held_to_its_rate() {
    let folder = folder();
    let path = folder.path().join("f");
    let directions = Directions::Mixed { read_percent: 50 };
    let mut load = timed(load(&path, directions, 1024 * K), 500);
    load.pace.read.operations = Some(400);
    load.pace.write.bytes = Some(800 * 4 * K);
    let outcome = run(&load);
    let seconds = outcome.run_time.as_secs_f64();
    let reads = outcome.flow.read.operations as f64 / seconds;
    let writes = outcome.flow.write.operations as f64 / seconds;
    // The rates hold from above whatever else the machine does.
    assert!((300.0..=404.0).contains(&reads), "{reads}");
    assert!((600.0..=808.0).contains(&writes), "{writes}");
}

#[test]
fn pauses_come_after_so_many_blocks() {
    let folder = folder();
    let path = folder.path().join("f");
    let mut load = load(&path, Directions::Read, 64 * K);
    load.think = Some(feedrate_workload::load::ThinkPauses {
        time: Duration::from_millis(10),
        spin: Duration::from_millis(2),
        blocks: 4,
        is_outside_rates: false,
    });
    let outcome = run(&load);
    assert_eq!(outcome.flow.read.operations, 16);
    assert!(outcome.run_time >= Duration::from_millis(30));
}

#[test]
fn samples_and_series_are_of_what_was_moved() {
    let folder = folder();
    let path = folder.path().join("f");
    let mut load = timed(load(&path, Directions::Read, 256 * K), 250);
    load.sample = Duration::from_millis(50);
    load.pace.read.operations = Some(1000);
    load.logs = Logs {
        bandwidth: true,
        operations: true,
        latency: true,
        movements: true,
        histograms: Some(Duration::from_millis(50)),
        average: None,
        greatest: false,
    };
    let outcome = run(&load);
    let flow = &outcome.flow.read;
    assert!((2..=5).contains(&flow.bandwidth_samples.len()));
    assert!((2..=5).contains(&outcome.series.histograms.len()));
    assert_eq!(outcome.series.movements.len() as u64, flow.operations);
    assert_eq!(flow.bandwidth_samples.len(), flow.operation_samples.len());
    assert!(outcome.flow.write.bandwidth_samples.is_empty());
    assert_eq!(outcome.series.latency.len() as u64, flow.operations);
    assert_eq!(outcome.series.operations.len() as u64, flow.operations);
    let times: Vec<_> = outcome.series.latency.iter().map(|entry| entry.at).collect();
    assert!(times.is_sorted());
}
