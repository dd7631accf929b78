//! The series of throughputs, and what is said of it.

use std::time::Duration;

use feedrate_stats::Shape;
use feedrate_workload::{Figures, Outcome};

use crate::streams::ground::*;

const BYTES: u64 = 64 * PAGE;

/// An outcome with a series of its own, in 10^6 bytes a second by intervals of 100 ms.
fn with_series(rates: impl IntoIterator<Item = f64>) -> Figures {
    let folder = folder();
    let path = folder.path().join("file");
    make(&path, BYTES);
    let real = run([cached(read(&path), BYTES)]).unwrap();
    Figures::of(&Outcome {
        interval: Duration::from_millis(100),
        series: rates.into_iter().map(|rate| (rate * 1e5) as u64).collect(),
        ..real
    })
}

/// Noise of a few percent, the same each time.
fn noise() -> impl FnMut() -> f64 {
    let mut random = fastrand::Rng::with_seed(11);
    move || 1.0 + 0.02 * (random.f64() - 0.5)
}

fn shape_of(figures: &Figures) -> &Shape {
    &figures.series.as_ref().unwrap().shape
}

#[test]
fn a_steady_series_is_steady() {
    let mut noise = noise();
    let figures = with_series((0..60).map(|_| 500.0 * noise()));
    let Shape::Steady { level, .. } = *shape_of(&figures) else {
        panic!("{:?}", figures.series)
    };
    assert!((495.0..505.0).contains(&level), "{level}");
}

#[test]
fn a_falling_series_drifts() {
    let mut noise = noise();
    let figures = with_series((0..60).map(|index| (500.0 - 4.0 * f64::from(index)) * noise()));
    let Shape::Drift { from, to, .. } = *shape_of(&figures) else {
        panic!("{:?}", figures.series)
    };
    assert!((480.0..520.0).contains(&from) && (250.0..280.0).contains(&to));
}

#[test]
fn a_cache_that_fills_up_is_a_step() {
    let mut noise = noise();
    let level = |index| if index < 25 { 900.0 } else { 300.0 };
    let figures = with_series((0..60).map(|index| level(index) * noise()));
    let Shape::Step { steps } = shape_of(&figures) else {
        panic!("{:?}", figures.series)
    };
    assert_eq!(steps.len(), 1);
    assert_eq!(steps[0].at, 25);
    assert!((890.0..910.0).contains(&steps[0].before) && (295.0..305.0).contains(&steps[0].after));
}

#[test]
fn a_wild_series_is_noisy() {
    let mut random = fastrand::Rng::with_seed(3);
    let figures = with_series((0..60).map(|_| 500.0 * (0.6 + 0.8 * random.f64())));
    assert!(matches!(shape_of(&figures), Shape::Noisy { .. }));
}

#[test]
fn the_series_is_given_in_the_unit_of_the_figures() {
    let figures = with_series([100.0, 200.0, 300.0]);
    let series = figures.series.unwrap();
    assert_eq!(series.megabytes_per_second, [100.0, 200.0, 300.0]);
    assert_eq!(series.interval_seconds, 0.1);
    assert!(matches!(series.shape, Shape::TooShort));
    assert!(!series.description.is_empty());
}

#[test]
fn a_run_shorter_than_an_interval_has_none() {
    assert!(with_series([]).series.is_none());
}

#[test]
fn the_intervals_add_up_to_what_was_moved_in_them() {
    let folder = folder();
    let path = folder.path().join("file");
    make(&path, BYTES);
    let mut stream = endless(read(&path), BYTES);
    stream.limit.time = Some(Duration::from_millis(205));
    let outcome = run([stream.clone(), stream]).unwrap();
    for stream in &outcome.streams {
        let whole = stream.transfer_time.as_nanos() / stream.interval.as_nanos();
        assert_eq!(stream.series.len() as u128, whole);
        let sum: u64 = stream.series.iter().sum();
        assert!(sum > 0 && sum <= stream.bytes());
    }
    let shortest = outcome.streams.iter().map(|stream| stream.series.len()).min();
    assert_eq!(Some(outcome.series.len()), shortest);
    for (index, &bytes) in outcome.series.iter().enumerate() {
        let sum: u64 = outcome.streams.iter().map(|stream| stream.series[index]).sum();
        assert_eq!(bytes, sum);
    }
}

#[test]
fn a_paced_stream_moves_the_same_in_each_interval() {
    let folder = folder();
    let path = folder.path().join("file");
    make(&path, BYTES);
    let mut stream = cached(read(&path), BYTES);
    stream.rate = Some(10 << 20);
    stream.limit.bytes = Some(4 << 20);
    let outcome = run([stream]).unwrap();
    // All but what was moved in the interval that the end cut.
    let sum: u64 = outcome.series.iter().sum();
    assert!(sum <= outcome.bytes && sum >= outcome.bytes / 2, "{sum}");
    assert!((20..=80).contains(&outcome.series.len()));
}

#[test]
fn an_interval_of_nothing_or_of_ages_is_taken() {
    let folder = folder();
    let path = folder.path().join("file");
    make(&path, BYTES);
    for interval in [Duration::ZERO, Duration::MAX] {
        let mut stream = cached(read(&path), BYTES);
        stream.limit.time = Some(Duration::from_millis(20));
        let mut job = job([stream]);
        job.interval = interval;
        let outcome = feedrate_workload::run(&job, &Default::default()).unwrap();
        assert_eq!(outcome.series.is_empty(), interval == Duration::MAX);
    }
}
