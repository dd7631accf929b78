//! The outcome of a comparison, from the ratio of a figure.

use feedrate_stats::UnpairedRatio;
use serde::Serialize;

use crate::measured::Better;

/// The outcome of the comparison of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It got worse: the whole interval is beyond the tolerance on that side.
    Slower,
    /// It got better, by the same rule.
    Faster,
    /// The ratio is within the tolerance, and the interval within twice of it.
    Equal,
    /// The interval is too wide to tell.
    Unclear,
    /// There are too few runs for an interval.
    TooFewRuns,
}

impl Outcome {
    /// Returns what happened, by the ratio of the new values to the old ones.
    pub fn of(ratio: &UnpairedRatio, better: Better, tolerance: f64) -> Self {
        // Above 1 is worse.
        let worse = match better {
            Better::Lower => *ratio,
            Better::Higher => ratio.inverse(),
        };
        let Some(interval) = worse.interval else {
            return Self::TooFewRuns;
        };
        let within = |value: f64, tolerance: f64| value <= 1.0 + tolerance && value >= 1.0 / (1.0 + tolerance);
        if interval.low > 1.0 + tolerance {
            Self::Slower
        } else if interval.high < 1.0 / (1.0 + tolerance) {
            Self::Faster
        } else if within(worse.ratio, tolerance)
            && within(interval.low, 2.0 * tolerance)
            && within(interval.high, 2.0 * tolerance)
        {
            Self::Equal
        } else {
            Self::Unclear
        }
    }
}

/// The numbers of figures with each outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Got worse.
    pub slower: usize,
    /// Got better.
    pub faster: usize,
    /// Equal.
    pub equal: usize,
    /// Cannot be told, though there is an interval.
    pub unclear: usize,
    /// Have too few runs.
    pub too_few_runs: usize,
}

/// The verdict on the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Nothing got slower, and all is known.
    Pass,
    /// Something got slower.
    Fail,
    /// Of what is known nothing got slower, but not all is.
    Unknown,
    /// Nothing is known: no figure has enough runs, or there is none.
    NotCompared,
}

impl Tally {
    /// Counts outcomes.
    pub fn of(outcomes: impl Iterator<Item = Outcome>) -> Self {
        let mut tally = Self::default();
        for outcome in outcomes {
            *match outcome {
                Outcome::Slower => &mut tally.slower,
                Outcome::Faster => &mut tally.faster,
                Outcome::Equal => &mut tally.equal,
                Outcome::Unclear => &mut tally.unclear,
                Outcome::TooFewRuns => &mut tally.too_few_runs,
            } += 1;
        }
        tally
    }

    /// Returns how many figures there are.
    pub fn all(&self) -> usize {
        self.slower + self.faster + self.equal + self.unclear + self.too_few_runs
    }

    /// Returns what follows for the whole.
    pub fn verdict(&self) -> Verdict {
        if self.slower > 0 {
            Verdict::Fail
        } else if self.all() == self.too_few_runs {
            Verdict::NotCompared
        } else if self.unclear + self.too_few_runs > 0 {
            Verdict::Unknown
        } else {
            Verdict::Pass
        }
    }
}

#[cfg(test)]
mod tests {
    use feedrate_stats::Interval;

    use super::*;

    #[test]
    fn outcomes_by_the_rule() {
        use Outcome::{Equal, Faster, Slower, TooFewRuns, Unclear};
        let known = |ratio: f64, interval: Option<(f64, f64)>| UnpairedRatio {
            ours: 6,
            theirs: 6,
            ratio,
            interval: interval.map(|(low, high)| Interval { low, high }),
        };
        for (ratio, low, high, outcome) in [
            (1.10, 1.04, 1.20, Slower),
            (1.10, 1.01, 1.20, Unclear),
            (1.10, 0.99, 1.20, Unclear),
            (1.02, 1.01, 1.03, Equal),
            (1.02, 1.01, 1.10, Unclear),
            (1.00, 0.95, 1.05, Equal),
            (1.00, 0.90, 1.05, Unclear),
            (0.90, 0.80, 0.96, Faster),
            (0.90, 0.80, 0.99, Unclear),
            (0.98, 0.97, 0.99, Equal),
        ] {
            let ratio = known(ratio, Some((low, high)));
            assert_eq!(Outcome::of(&ratio, Better::Lower, 0.03), outcome, "{ratio:?}");
            let rate = ratio.inverse();
            assert_eq!(Outcome::of(&rate, Better::Higher, 0.03), outcome, "{rate:?}");
        }
        assert_eq!(Outcome::of(&known(2.0, None), Better::Lower, 0.03), TooFewRuns);
    }

    /// Returns how many of 400 comparisons of six runs with six find a program slower that takes so many times as long,
    /// with a noise of so much.
    fn found_slower(ratio: f64, noise: f64) -> usize {
        let mut random = fastrand::Rng::with_seed(11);
        let mut run = |time: f64| {
            let radius = (-2.0 * (1.0 - random.f64()).ln()).sqrt();
            time * (noise * radius * (std::f64::consts::TAU * random.f64()).cos()).exp()
        };
        (0..400)
            .filter(|_| {
                let (before, after): (Vec<f64>, Vec<f64>) = (0..6).map(|_| (run(1.0), run(ratio))).unzip();
                let ratio = UnpairedRatio::of(&after, &before).unwrap();
                Outcome::of(&ratio, Better::Lower, 0.03) == Outcome::Slower
            })
            .count()
    }

    #[test]
    fn a_difference_within_the_tolerance_fails_once_in_forty_and_a_fifth_is_found() {
        for noise in [0.005, 0.01, 0.03, 0.1] {
            // The whole tolerance fails once in 40, and less than that less often.
            assert!(
                found_slower(1.03, noise) <= 16,
                "{noise}: {}",
                found_slower(1.03, noise)
            );
            assert!(
                found_slower(1.02, noise) <= 12,
                "{noise}: {}",
                found_slower(1.02, noise)
            );
        }
        assert!(found_slower(1.2, 0.05) >= 380, "{}", found_slower(1.2, 0.05));
        assert!(found_slower(1.1, 0.03) >= 320, "{}", found_slower(1.1, 0.03));
    }

    #[test]
    fn the_verdict_is_that_of_the_worst() {
        use Outcome::{Equal, Faster, Slower, TooFewRuns, Unclear};
        let verdict = |outcomes: &[Outcome]| Tally::of(outcomes.iter().copied()).verdict();
        assert_eq!(verdict(&[Equal, Slower, TooFewRuns]), Verdict::Fail);
        assert_eq!(verdict(&[Equal, Faster]), Verdict::Pass);
        assert_eq!(verdict(&[Equal, Unclear]), Verdict::Unknown);
        assert_eq!(verdict(&[Unclear, TooFewRuns]), Verdict::Unknown);
        assert_eq!(verdict(&[TooFewRuns; 2]), Verdict::NotCompared);
        assert_eq!(verdict(&[]), Verdict::NotCompared);
    }
}
