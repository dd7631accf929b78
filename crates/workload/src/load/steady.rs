//! Detects the steady state of loads.

use std::time::{Duration, Instant};

use feedrate_stats::{SteadyCriterion, SteadyFigures, SteadyRule};

use super::outcome::SteadyOutcome;
use super::spec::{SteadyCondition, SteadyOf};
use super::watch::Amount;

const SECOND: Duration = Duration::from_secs(1);

/// Samples once a second what one load, or several together, move.
#[derive(Debug)]
pub(super) struct SteadyWatch {
    asked: SteadyCondition,
    /// The time of the next sample.
    pub(super) next: Instant,
    began: Instant,
    before: Amount,
    /// The seconds of the window.
    window: usize,
    bandwidth: Vec<f64>,
    operations: Vec<f64>,
    found: SteadyFigures,
}

impl SteadyWatch {
    /// Begins at a moment by which `before` had been moved.
    pub(super) fn new(asked: SteadyCondition, from: Instant, before: Amount) -> Self {
        Self {
            next: from + SECOND,
            began: from,
            before,
            window: asked.window.as_secs().max(1) as usize,
            bandwidth: Vec::new(),
            operations: Vec::new(),
            found: SteadyFigures::default(),
            asked,
        }
    }

    /// Samples what has been moved, after each second; returns whether it is steady.
    pub(super) fn look(&mut self, at: Instant, moved: Amount) -> bool {
        let seconds = at.saturating_duration_since(self.began).as_secs_f64();
        if seconds > 0.0 {
            let rate = |now: u64, before: u64| now.saturating_sub(before) as f64 / seconds;
            let bytes = rate(moved.bytes, self.before.bytes);
            push(&mut self.bandwidth, self.window, bytes);
            let operations = rate(moved.operations, self.before.operations);
            push(&mut self.operations, self.window, operations);
        }
        self.before = moved;
        self.began = at;
        self.next = at + SECOND;
        self.judge()
    }

    fn judge(&mut self) -> bool {
        let samples = match self.asked.of {
            SteadyOf::Iops | SteadyOf::IopsSlope => &self.operations,
            SteadyOf::Bandwidth | SteadyOf::BandwidthSlope => &self.bandwidth,
        };
        if samples.len() < self.window {
            return false;
        }
        self.found = rule(self.asked).judge(samples);
        self.found.attained
    }

    pub(super) fn outcome(&self) -> SteadyOutcome {
        SteadyOutcome {
            attained: self.found.attained,
            criterion: self.found.criterion,
            max_deviation: self.found.max_deviation,
            slope: self.found.slope,
            bandwidth: self.bandwidth.clone(),
            operations: self.operations.clone(),
        }
    }
}

fn push(samples: &mut Vec<f64>, most: usize, sample: f64) {
    if samples.len() == most {
        samples.remove(0);
    }
    samples.push(sample);
}

/// Returns the rule of a condition.
fn rule(asked: SteadyCondition) -> SteadyRule {
    SteadyRule {
        criterion: match asked.of {
            SteadyOf::Iops | SteadyOf::Bandwidth => SteadyCriterion::Deviation,
            SteadyOf::IopsSlope | SteadyOf::BandwidthSlope => SteadyCriterion::Slope,
        },
        limit: asked.limit,
        is_percent: asked.is_percent,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(of: SteadyOf) -> SteadyCondition {
        SteadyCondition {
            of,
            of_group: false,
            limit: 5.0,
            is_percent: true,
            window: Duration::from_secs(4),
            ramp: Duration::ZERO,
        }
    }

    /// Returns the number of seconds until it is steady, given the blocks of each second.
    fn attained(of: SteadyOf, seconds: &[u64]) -> Option<usize> {
        let start = Instant::now();
        let mut moved = Amount {
            bytes: 4096,
            operations: 1,
        };
        let mut watch = SteadyWatch::new(asked(of), start, moved);
        (1..=seconds.len()).find(|&second| {
            moved.operations += seconds[second - 1];
            moved.bytes += seconds[second - 1] * 4096;
            watch.look(start + SECOND * second as u32, moved)
        })
    }

    #[test]
    fn it_is_steady_when_a_whole_window_is() {
        let seconds = [500, 900, 1000, 1010, 990, 1000, 1000];
        assert_eq!(attained(SteadyOf::Iops, &seconds), Some(6));
        assert_eq!(attained(SteadyOf::Bandwidth, &seconds), Some(6));
        assert_eq!(attained(SteadyOf::Iops, &[500, 1000, 500, 1000, 500]), None);
        assert_eq!(attained(SteadyOf::Iops, &[0; 10]), None);
    }

    #[test]
    fn noise_without_a_trend_has_no_slope() {
        assert_eq!(attained(SteadyOf::IopsSlope, &[1000, 500, 500, 1000]), Some(4));
        assert_eq!(attained(SteadyOf::IopsSlope, &[100, 200, 300, 400, 500]), None);
    }

    #[test]
    fn what_reaches_the_limit_is_not_within_it() {
        let start = Instant::now();
        for (limit, is_steady) in [(0.0, false), (10.0, false), (10.1, true)] {
            let asked = SteadyCondition {
                limit,
                is_percent: false,
                window: Duration::from_secs(2),
                ..asked(SteadyOf::Iops)
            };
            let mut watch = SteadyWatch::new(asked, start, Amount::default());
            let moved = |operations| Amount { bytes: 0, operations };
            assert!(!watch.look(start + SECOND, moved(90)));
            assert_eq!(watch.look(start + SECOND * 2, moved(200)), is_steady);
        }
    }

    #[test]
    fn a_slope_is_told_with_its_sign() {
        let start = Instant::now();
        let mut watch = SteadyWatch::new(asked(SteadyOf::IopsSlope), start, Amount::default());
        for (second, operations) in [(1, 1000), (2, 1990), (3, 2970), (4, 3940)] {
            watch.look(start + SECOND * second, Amount { bytes: 0, operations });
        }
        let outcome = watch.outcome();
        assert!(outcome.attained && outcome.criterion < 0.0, "{outcome:?}");
    }
}
