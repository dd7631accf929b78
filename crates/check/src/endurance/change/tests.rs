//! Runs whose course is known.

use super::*;

/// Points of a second at a rate of so many 10^6 bytes a second, with noise of 4 % that has no luck in it.
fn run(seconds: usize, rate: impl Fn(usize) -> f64) -> Vec<CoursePoint> {
    (0..seconds)
        .map(|second| {
            let noise = ((second * 7919) % 101) as f64 / 100.0 - 0.5;
            let rate = rate(second) * (1.0 + 0.08 * noise);
            let latency = |p50| Some(Latency { p50, p99: 3.0 * p50 });
            CoursePoint {
                at_seconds: second as f64,
                seconds: 1.0,
                bytes: (rate * 1e6) as u64,
                lowest: rate,
                highest: rate,
                read_microseconds: latency(2e5 / rate),
                write_microseconds: latency(2e5 / rate),
                other_load: None,
            }
        })
        .collect()
}

fn kinds(read: &CourseReading) -> Vec<ChangeKind> {
    read.changes.iter().map(|change| change.kind).collect()
}

#[test]
fn a_burst_that_ends_is_found_with_what_lasts() {
    let found = read(&run(600, |second| if second < 120 { 400.0 } else { 120.0 }));
    assert_eq!(kinds(&found), [ChangeKind::BurstEnd]);
    let change = found.changes[0];
    assert!((change.at_seconds - 120.0).abs() <= 2.0, "{change:?}");
    assert!((change.bytes_before as f64 / 48e9 - 1.0).abs() < 0.05, "{change:?}");
    assert!(found.is_steady);
    let last = found.levels[1];
    assert!((last.megabytes_per_second - 120.0).abs() < 2.0, "{last:?}");
    assert!(last.interval.unwrap().contains(last.megabytes_per_second));
    assert!((last.seconds - 480.0).abs() <= 2.0, "{last:?}");
}

#[test]
fn a_drop_of_writes_alone_is_a_cache_that_filled() {
    let mut points = run(300, |second| if second < 60 { 400.0 } else { 120.0 });
    for point in &mut points {
        point.read_microseconds = Some(Latency { p50: 500.0, p99: 900.0 });
    }
    assert_eq!(kinds(&read(&points)), [ChangeKind::WriteCacheFull]);
}

#[test]
fn an_interruption_is_no_end() {
    let found = read(&run(
        600,
        |second| if (200..300).contains(&second) { 90.0 } else { 300.0 },
    ));
    assert_eq!(kinds(&found), [ChangeKind::Interruption, ChangeKind::Return]);
    assert!(found.is_steady);
}

#[test]
fn a_level_that_is_too_short_or_decays_does_not_last() {
    let late = read(&run(600, |second| if second < 500 { 400.0 } else { 120.0 }));
    assert!(!late.is_steady && late.levels.len() == 2);
    let decays = read(&run(600, |second| 400.0 - 0.3 * second as f64));
    let [level] = decays.levels.as_slice() else {
        panic!("{:?}", decays.levels);
    };
    assert!(!decays.is_steady && level.drift.is_some_and(|drift| (-0.55..-0.35).contains(&drift)));
    let steps = read(&run(600, |second| [300.0, 200.0, 300.0, 150.0, 260.0][second / 120]));
    assert!(!steps.is_steady && steps.levels.len() == 5);
}

#[test]
fn dips_have_their_period() {
    let found = read(&run(900, |second| if second % 60 >= 56 { 100.0 } else { 400.0 }));
    let dips = found.dips.expect("dips");
    assert!(
        (dips.period_seconds - 60.0).abs() < 1.5 && (dips.seconds - 4.0).abs() < 1.0,
        "{dips:?}"
    );
    assert!((90.0..110.0).contains(&dips.low) && dips.count >= 14, "{dips:?}");
    assert!(found.is_steady && found.levels.len() == 1);
    // The cost of dips is in the rate that lasts.
    assert!((found.levels[0].megabytes_per_second - 380.0).abs() < 4.0);
}

#[test]
fn a_steady_run_has_one_level_and_nothing_has_none() {
    let found = read(&run(120, |_| 250.0));
    assert!(found.is_steady && found.changes.is_empty() && found.dips.is_none());
    let nothing = read(&[]);
    assert!(!nothing.is_steady && nothing.levels.is_empty());
}

#[test]
fn a_few_points_are_not_steady() {
    let few = read(&run(59, |_| 250.0));
    assert!(!few.is_steady && few.levels.len() == 1);
    assert!(read(&run(60, |_| 250.0)).is_steady);
}

#[test]
fn rate_and_interval_are_by_time() {
    // Rounds of as many bytes: those that stall take three times as long.
    let mut points = run(200, |second| if second % 7 < 3 { 250.0 } else { 750.0 });
    for point in &mut points {
        if point.rate() < 500.0 {
            point.seconds *= 3.0;
            point.bytes *= 3;
        }
    }
    let found = read(&points);
    let [level] = found.levels.as_slice() else {
        panic!("{:?}", found.levels);
    };
    let interval = level.interval.unwrap();
    let middle = f64::midpoint(interval.low, interval.high);
    assert!((middle / level.megabytes_per_second - 1.0).abs() < 1e-9, "{level:?}");
    assert!(level.lowest < 270.0 && level.highest > 720.0, "{level:?}");
}
