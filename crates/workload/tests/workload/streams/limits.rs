//! When a stream ends, what it counts, and how fast it may be.

use std::time::{Duration, Instant};

use feedrate_workload::{Control, Figures, Stream};

use crate::streams::ground::*;

const BYTES: u64 = 64 * PAGE;

fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

#[test]
fn a_byte_limit_is_exact() {
    let folder = folder();
    let path = folder.path().join("file");
    make(&path, BYTES);
    for stream in settings(folder.path(), &read(&path), BYTES) {
        for wanted in [PAGE, 3 * PAGE, BYTES, 5 * BYTES + 7 * PAGE] {
            let mut stream = stream.clone();
            stream.limit.bytes = Some(wanted);
            let outcome = run_one(stream);
            assert_eq!(outcome.bytes(), wanted);
            assert_eq!(outcome.passes, (wanted - 1) / BYTES);
        }
    }
}

#[test]
fn a_byte_limit_within_a_page_is_kept_through_the_cache_and_rounded_up_past_it() {
    let folder = folder();
    let path = folder.path().join("file");
    make(&path, BYTES);
    for mut stream in settings(folder.path(), &read(&path), BYTES) {
        stream.limit.bytes = Some(PAGE + 1);
        let wanted = if stream.method.is_direct() { 2 * PAGE } else { PAGE + 1 };
        assert_eq!(run_one(stream).bytes(), wanted);
    }
}

#[test]
fn a_limit_of_nothing_moves_nothing() {
    let folder = folder();
    let path = folder.path().join("file");
    make(&path, BYTES);
    let mut stream = cached(read(&path), BYTES);
    stream.limit.bytes = Some(0);
    let outcome = run([stream]).unwrap();
    assert_eq!(outcome.operations, 0);
    assert_eq!(Figures::of(&outcome).megabytes_per_second, 0.0);
}

#[test]
fn a_time_limit_ends_a_stream_that_would_go_on() {
    let folder = folder();
    let path = folder.path().join("file");
    make(&path, BYTES);
    for stream in settings(folder.path(), &read(&path), BYTES) {
        let mut stream = stream;
        stream.limit.time = Some(millis(50));
        let outcome = run_one(stream.clone());
        assert!(outcome.transfer_time >= millis(50) && outcome.transfer_time < PROMPT);
        assert!(outcome.bytes() > 0 && !outcome.stopped);
        // Whichever comes first.
        stream.limit.time = Some(FOREVER);
        stream.limit.bytes = Some(BYTES);
        assert_eq!(run_one(stream).bytes(), BYTES);
    }
}

#[test]
fn nothing_of_a_ramp_is_counted() {
    let folder = folder();
    let path = folder.path().join("file");
    make(&path, BYTES);
    for work in [read(&path), write_back(&path)] {
        for stream in settings(folder.path(), &work, BYTES) {
            let mut stream = stream;
            stream.ramp = millis(30);
            stream.limit.bytes = Some(2 * BYTES);
            let control = Control::default();
            let start = Instant::now();
            let mut outcome = feedrate_workload::run(&job([stream]), &control).unwrap();
            let elapsed = start.elapsed();
            assert!(control.bytes() > 2 * BYTES, "no ramp was run");
            let outcome = outcome.streams.remove(0);
            assert!(outcome.ramped >= millis(30));
            assert!(outcome.ramped + outcome.done_after <= elapsed);
            // A transfer in flight at the end of the ramp belongs to the limit.
            assert_eq!(outcome.bytes(), 2 * BYTES);
            assert_eq!(
                outcome.account.write.latencies.count(),
                outcome.account.write.operations
            );
            assert!(outcome.series.iter().sum::<u64>() <= 2 * BYTES);
        }
    }
}

#[test]
fn what_is_stopped_in_its_ramp_has_counted_nothing() {
    let folder = folder();
    let path = folder.path().join("file");
    make(&path, BYTES);
    let mut stream = endless(read(&path), BYTES);
    stream.ramp = FOREVER;
    let control = Control::default();
    let outcome = std::thread::scope(|scope| {
        scope.spawn(|| {
            while control.bytes() == 0 {
                std::thread::sleep(millis(1));
            }
            control.stop();
        });
        feedrate_workload::run(&job([stream]), &control).unwrap()
    });
    assert!(outcome.stopped);
    assert_eq!((outcome.bytes, outcome.operations), (0, 0));
    assert_eq!(outcome.last_done, Duration::ZERO);
    assert!(outcome.series.is_empty());
}

#[test]
fn a_rate_is_kept() {
    let folder = folder();
    let path = folder.path().join("file");
    make(&path, BYTES);
    let rate = 16 << 20;
    let paced = |stream: Stream| Stream {
        rate: Some(rate),
        ..stream
    };
    for stream in [
        paced(cached(read(&path), BYTES)),
        paced(cached(read(&path), BYTES).overlapped(4)),
    ] {
        let mut stream = stream;
        stream.limit.time = Some(millis(500));
        let outcome = run_one(stream);
        let seconds = outcome.done_after.as_secs_f64();
        let due = seconds * rate as f64;
        // Never more than is due and the transfers that may be ahead; and little less.
        assert!(outcome.bytes() as f64 <= due + 4.0 * PAGE as f64);
        assert!(outcome.bytes() as f64 > 0.8 * due, "{}", outcome.bytes());
    }
}

#[test]
fn a_rate_holds_from_the_end_of_the_ramp() {
    let folder = folder();
    let path = folder.path().join("file");
    make(&path, BYTES);
    let mut stream = cached(read(&path), BYTES);
    stream.rate = Some(4 << 20);
    stream.ramp = millis(100);
    stream.limit.bytes = Some(1 << 20);
    let outcome = run_one(stream);
    assert_eq!(outcome.bytes(), 1 << 20);
    assert!(outcome.bytes_a_second() < 1.1 * (4 << 20) as f64);
}

#[test]
fn a_pause_at_the_end_of_a_paced_stream_is_part_of_its_time() {
    let folder = folder();
    let path = folder.path().join("file");
    make(&path, BYTES);
    let mut stream = cached(read(&path), BYTES);
    // One page each fifth of a second: the third is never due.
    stream.rate = Some(5 * PAGE);
    stream.limit.time = Some(millis(300));
    let outcome = run_one(stream);
    assert_eq!(outcome.operations(), 2);
    assert!(outcome.done_after >= millis(300));
}

#[test]
fn the_fastest_and_the_slowest_rate_are_taken() {
    let folder = folder();
    let path = folder.path().join("file");
    make(&path, BYTES);
    let mut stream = cached(read(&path), BYTES);
    stream.rate = Some(u64::MAX);
    assert_eq!(run_one(stream.clone()).bytes(), BYTES);
    stream.rate = Some(1);
    stream.limit.time = Some(millis(30));
    assert_eq!(run_one(stream).operations(), 1);
}
