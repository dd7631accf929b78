//! Tests of latencies.

use super::*;

fn of_nanos(nanos: impl IntoIterator<Item = u64>) -> Latencies {
    let mut latencies = Latencies::new();
    for nanos in nanos {
        latencies.record(Duration::from_nanos(nanos));
    }
    latencies
}

#[test]
fn percentiles_are_exact_to_one_percent() {
    let latencies = of_nanos((1..=10_000).map(|micros| micros * 1000));
    let p99 = latencies.percentile(99.0).as_secs_f64();
    assert!((p99 / 0.0099 - 1.0).abs() < 0.01, "{p99}");
    assert_eq!(latencies.count(), 10_000);
    assert_eq!(latencies.percentile(100.0), Duration::from_millis(10));
    assert_eq!(latencies.percentile(0.0), Duration::from_nanos(1003));
    assert_eq!(Latencies::new().percentile(50.0), Duration::ZERO);
}

#[test]
fn all_but_percentiles_is_exact() {
    let nanos = [1_000_003, 1_000_001, 1_000_007, 123_456_789];
    let mut latencies = of_nanos(nanos[..2].iter().copied());
    latencies.merge(&of_nanos(nanos[2..].iter().copied()));
    latencies.merge(&Latencies::new());
    assert_eq!(latencies.min(), Duration::from_nanos(1_000_001));
    assert_eq!(latencies.max(), Duration::from_nanos(123_456_789));
    assert_eq!(latencies.sum(), nanos.iter().map(|&n| u128::from(n)).sum());
    let mean = nanos.iter().sum::<u64>() as f64 / 4.0;
    let squares: f64 = nanos.iter().map(|&n| (n as f64 - mean).powi(2)).sum();
    let found = latencies.squared_deviations();
    assert!((found / squares - 1.0).abs() < 1e-9, "{found} {squares}");
    // A latency that differs by nanoseconds only is not lost among seconds.
    let alike = of_nanos([5_000_000_001, 5_000_000_002, 5_000_000_003]);
    assert_eq!(alike.squared_deviations(), 2.0);
    latencies.clear();
    assert_eq!((latencies.count(), latencies.max()), (0, Duration::ZERO));
    assert_eq!(latencies.squared_deviations(), 0.0);
}

#[test]
fn what_was_counted_since_is_what_was_counted_then() {
    let earlier = of_nanos([1000, 2000, 2000, 50_000]);
    let then = of_nanos([7, 2000, 1_000_000]);
    let mut whole = earlier.clone();
    whole.merge(&then);
    let since = whole.since(&earlier);
    assert_eq!(since.counts().collect::<Vec<_>>(), then.counts().collect::<Vec<_>>());
    assert_eq!(
        (since.count(), since.sum(), since.mean(), since.max()),
        (3, then.sum(), then.mean(), then.max())
    );
    assert_eq!(since.squared_deviations(), then.squared_deviations());
    assert_eq!(whole.since(&whole).count(), 0);
    assert_eq!(whole.since(&Latencies::new()).count(), 7);
}

#[test]
fn latencies_survive_serialisation() {
    let latencies = of_nanos([1, 50, 50, 123_456, 9_876_543_210]);
    let text = serde_json::to_string(&latencies).unwrap();
    let back: Latencies = serde_json::from_str(&text).unwrap();
    assert_eq!(
        back.counts().collect::<Vec<_>>(),
        latencies.counts().collect::<Vec<_>>()
    );
    assert_eq!(
        (back.count(), back.min(), back.max(), back.mean()),
        (5, latencies.min(), latencies.max(), latencies.mean())
    );
    assert_eq!(back.squared_deviations(), latencies.squared_deviations());
}

#[test]
fn an_absurd_latency_is_counted_as_the_longest() {
    let mut latencies = Latencies::new();
    latencies.record(Duration::MAX);
    latencies.record(Duration::ZERO);
    assert_eq!(latencies.count(), 2);
    assert_eq!(latencies.max(), LONGEST);
}
