//! The analysis of covariance of "Pipes and Threads: Performance Testing of Advanced Scalability Features in
//! SAS v9" (paper 196-2007 of the SAS Global Forum) on its own run times: log time on log records by
//! scenario, and the ratios of least squares means that it publishes in table 3.

use feedrate_stats::covariance::{Covariance, Timing};

/// Millions of records.
const RECORDS: [f64; 4] = [10.0, 30.0, 100.0, 322.0];

/// Tables 1 and 3: hours, minutes and seconds, and percent of the second scenario.
const UNIX: [([u32; 4], f64); 15] = [
    ([152, 555, 2426, 11343], 89.0),
    ([212, 642, 2531, 12424], 100.0),
    ([151, 545, 2256, 11452], 87.2),
    ([151, 549, 2305, 11116], 86.4),
    ([150, 546, 2301, 10948], 85.5),
    ([138, 449, 1721, 5643], 70.4),
    ([115, 409, 1358, 4822], 57.6),
    ([115, 409, 1347, 4804], 57.5),
    ([115, 409, 1354, 4809], 57.5),
    ([152, 551, 2407, 11956], 90.2),
    ([156, 539, 2348, 11841], 89.7),
    ([157, 548, 2454, 11913], 91.7),
    ([119, 418, 1417, 4720], 58.9),
    ([123, 432, 1459, 5228], 62.8),
    ([130, 447, 1556, 5416], 66.5),
];

/// Tables 2 and 3: scenarios 1, 2, 3, 6 and 7.
const MVS: [([u32; 4], f64); 5] = [
    ([848, 2630, 12606, 32831], 97.7),
    ([841, 2340, 12000, 44000], 100.0),
    ([806, 2718, 12042, 41200], 99.4),
    ([510, 1451, 4939, 23021], 59.4),
    ([519, 1409, 4654, 22927], 58.2),
];

/// Seconds of a time written as hmmss.
fn seconds(time: u32) -> f64 {
    f64::from(time / 10_000 * 3600 + time / 100 % 100 * 60 + time % 100)
}

fn analysis(times: &[([u32; 4], f64)]) -> Covariance {
    let numbered = (0..).zip(times);
    let timings: Vec<Timing> = numbered
        .flat_map(|(setting, (times, _))| {
            let pairs = RECORDS.into_iter().zip(times);
            pairs.map(move |(size, &time)| Timing {
                setting,
                block: 0,
                size,
                time: seconds(time),
            })
        })
        .collect();
    Covariance::of(&timings).expect("there are times")
}

/// Returns the number of published ratios that come out exactly, none being further off than 0.1.
fn exact(times: &[([u32; 4], f64)]) -> usize {
    let analysis = analysis(times);
    let mut exact = 0;
    for (scenario, (_, published)) in (0..).zip(times) {
        let ratio = analysis.ratio(scenario, 1);
        let ratio = ratio.map_or(f64::NAN, |ratio| 100.0 * ratio.value);
        let rounded = (ratio * 10.0).round() / 10.0;
        let off = (rounded - published).abs();
        assert!(off < 0.1001, "scenario {scenario}: {ratio} {published}");
        exact += usize::from(off < 1e-9);
    }
    exact
}

#[test]
fn the_published_ratios_come_out() {
    assert_eq!(exact(&MVS), 5);
    assert_eq!(exact(&UNIX), 10);
}

#[test]
fn slopes_are_parallel_and_times_grow_with_the_size() {
    let analysis = analysis(&UNIX);
    let test = analysis.parallel_slopes().expect("there are several sizes");
    assert_eq!(test.degrees, 14.0);
    assert!(test.probability > 0.05, "{test:?}");
    let slope = analysis.slope().expect("there are several sizes");
    assert!((slope.value - 1.0).abs() < 0.1, "{slope:?}");
    assert!(slope.interval.low < slope.value && slope.value < slope.interval.high);
    // Piping pays, however many comparisons are made; a fourth processor does not.
    let of_all = |setting, baseline| {
        let ratio = analysis.ratio_of_all(setting, baseline);
        ratio.expect("both were measured")
    };
    let piped = of_all(6, 1);
    assert!(piped.interval.high < 1.0 && piped.probability < 1e-6);
    let fourth = of_all(3, 2);
    assert!(fourth.probability > 0.9, "{fourth:?}");
    let alone = analysis.ratio(3, 2).expect("both were measured");
    assert!(fourth.probability >= alone.probability);
    assert_eq!(analysis.settings().count(), 15);
    assert_eq!(analysis.ratio(0, 99), None);
}
