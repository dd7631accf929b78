//! The analysis of covariance of "Pipes and Threads: Performance Testing of Advanced Scalability Features in
//! SAS v9" (paper 196-2007 of the SAS Global Forum) on its own run times: log time on log records by
//! scenario, and the ratios of least squares means that it publishes in table 3.

use feedrate_stats::glm::{Accumulator, Effect, Fit, Model, Observation};

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

fn fit(times: &[([u32; 4], f64)]) -> Fit {
    let model = Model::new(1, 1, true, vec![Effect::class(0), Effect::covariate(0)])
        .expect("the effects are of variables that are there");
    let mut rows = Accumulator::new(model);
    for (scenario, (times, _)) in (0..).zip(times) {
        for (records, time) in RECORDS.iter().zip(times) {
            rows.add(&Observation::new(
                &[scenario],
                &[records.ln()],
                seconds(*time).ln(),
            ));
        }
    }
    rows.fit().expect("there are observations")
}

/// How many of the published ratios come out exactly, none being further off than 0.1.
fn exact(times: &[([u32; 4], f64)]) -> usize {
    let means = fit(times)
        .least_squares_means(0, None)
        .expect("the first effect is of a class");
    let mut exact = 0;
    for (scenario, (_, published)) in times.iter().enumerate() {
        let ratio = match scenario {
            1 => 100.0,
            _ => {
                100.0
                    * means
                        .difference(scenario, 1)
                        .map_or(f64::NAN, |difference| difference.value.exp())
            }
        };
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
