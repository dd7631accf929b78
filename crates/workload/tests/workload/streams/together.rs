//! Several streams at once.

use std::time::{Duration, Instant};

use feedrate_workload::{Control, Figures, Stream};

use crate::streams::ground::*;

const BYTES: u64 = 64 * PAGE;

fn named(name: &str, stream: Stream) -> Stream {
    Stream {
        name: name.into(),
        ..stream
    }
}

#[test]
fn streams_of_all_kinds_run_at_once_and_add_up() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    for name in ["read", "source", "back"] {
        make(&path(name), BYTES);
    }
    let outcome = run([
        named("reader", cached(read(&path("read")), BYTES)),
        named("fellow", cached(read(&path("read")), BYTES).overlapped(3)),
        named("writer", cached(write(&path("write")), BYTES)),
        named("mixer", cached(mixed(&path("source"), &path("target"), 50), BYTES)),
        named("backer", cached(write_back(&path("back")), BYTES)),
    ])
    .unwrap();
    let names: Vec<&str> = outcome.streams.iter().map(|stream| stream.name.as_str()).collect();
    assert_eq!(names, ["reader", "fellow", "writer", "mixer", "backer"]);
    // Two of them move their range both ways; only the mixer's counts twice.
    assert_eq!(outcome.bytes, 6 * BYTES);
    assert_eq!(outcome.account.read.bytes, 4 * BYTES);
    assert_eq!(outcome.account.write.bytes, 3 * BYTES);
    assert_eq!(outcome.account.read.operations, 4 * 64);
    assert_eq!(outcome.operations, 6 * 64);
    let done: Vec<Duration> = outcome.streams.iter().map(|stream| stream.done_after).collect();
    assert_eq!(Some(&outcome.first_done), done.iter().min());
    assert_eq!(Some(&outcome.last_done), done.iter().max());
    assert!(outcome.bytes_a_second() > 0.0 && !outcome.stopped);
}

#[test]
fn all_start_before_any_is_done() {
    let folder = folder();
    let path = folder.path().join("file");
    make(&path, BYTES);
    let start = Instant::now();
    let outcome = run((0..16).map(|index| {
        let mut stream = named(&index.to_string(), endless(read(&path), BYTES));
        stream.limit.time = Some(Duration::from_millis(200));
        stream
    }))
    .unwrap();
    let elapsed = start.elapsed();
    // One after the other they would take 3.2 seconds.
    assert!(elapsed < Duration::from_millis(1600), "{elapsed:?}");
    assert!(outcome.first_done >= Duration::from_millis(200));
    assert!(outcome.streams.iter().all(|stream| stream.bytes() > 0));
}

#[test]
fn a_stream_that_ends_early_is_the_first_done() {
    let folder = folder();
    let path = folder.path().join("file");
    make(&path, BYTES);
    let short = cached(read(&path), BYTES);
    let mut long = endless(read(&path), BYTES);
    long.limit.time = Some(Duration::from_millis(100));
    let outcome = run([long, short]).unwrap();
    assert_eq!(outcome.first_done, outcome.streams[1].done_after);
    assert_eq!(outcome.last_done, outcome.streams[0].done_after);
    let figures = Figures::of(&outcome);
    assert!(figures.first_done_seconds < 0.1 && figures.last_done_seconds >= 0.1);
}

#[test]
fn streams_with_ramps_of_their_own_are_counted_over_the_time_of_both() {
    let folder = folder();
    let path = folder.path().join("file");
    make(&path, BYTES);
    let mut early = endless(read(&path), BYTES);
    early.limit.time = Some(Duration::from_millis(50));
    let mut late = early.clone();
    late.ramp = Duration::from_millis(150);
    let outcome = run([early, late]).unwrap();
    let (early, late) = (&outcome.streams[0], &outcome.streams[1]);
    assert_eq!(outcome.first_done, early.done_after);
    assert_eq!(outcome.last_done, late.ramped + late.done_after);
    assert!(outcome.last_done >= Duration::from_millis(200));
    let rate = (early.bytes() + late.bytes()) as f64 / outcome.last_done.as_secs_f64();
    assert!((outcome.bytes_a_second() / rate - 1.0).abs() < 1e-9);
    // They were never both counted.
    assert!(outcome.series.len() <= 1, "{}", outcome.series.len());
}

#[test]
fn one_control_watches_run_after_run() {
    let folder = folder();
    let path = folder.path().join("file");
    make(&path, BYTES);
    let control = Control::default();
    for runs in 1..4 {
        let job = job([cached(read(&path), BYTES), cached(read(&path), BYTES)]);
        feedrate_workload::run(&job, &control).unwrap();
        assert_eq!(control.bytes(), runs * 2 * BYTES);
    }
}

#[test]
fn a_job_without_streams_moves_nothing() {
    let outcome = run([]).unwrap();
    assert_eq!(outcome.bytes, 0);
    assert_eq!(Figures::of(&outcome).seconds, 0.0);
}
