//! The end of a run by fio's rule of a steady state.

use std::collections::VecDeque;

use feedrate_stats::{SteadyCriterion, SteadyRule};
use serde::Serialize;

use super::course::CoursePoint;

/// The fewest samples of a window: one or two are always near their mean.
const LEAST_SAMPLES: usize = 5;

/// The time that is measured for a sample at least.
const SAMPLE_SECONDS: f64 = 1.0;

/// The rule as the run is to end by it: fio's `steadystate` and its window.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SteadyWindow {
    /// True for the slope for each second (`bw_slope`), false for the largest distance from the mean (`bw`).
    pub by_slope: bool,
    /// The limit, as a percentage of the mean.
    pub limit_percent: f64,
    /// The seconds for which it must hold, with those that pass between rounds.
    pub seconds: f64,
}

impl Default for SteadyWindow {
    /// A drift of 6 % at most in ten minutes.
    fn default() -> Self {
        Self {
            by_slope: true,
            limit_percent: 0.01,
            seconds: 600.0,
        }
    }
}

impl SteadyWindow {
    /// Reads a rule such as `bw:10%` or `bw_slope:0.01%`, optionally followed by a comma and the window's minutes.
    ///
    /// # Errors
    ///
    /// Returns the forms that a rule may have.
    pub fn parse(text: &str) -> Result<Self, String> {
        let expected = || {
            "give a rule as bw:10% (no second so far from the mean) or bw_slope:0.01% (the slope a second), and after \
             a comma the minutes for which it must hold, such as bw:10%,10"
                .to_owned()
        };
        let (rule, minutes) = match text.split_once(',') {
            Some((rule, minutes)) => (rule, minutes.parse().ok()),
            None => (text, Some(Self::default().seconds / 60.0)),
        };
        let (criterion, limit) = rule.split_once(':').ok_or_else(expected)?;
        let by_slope = match criterion {
            "bw" => false,
            "bw_slope" => true,
            _ => return Err(expected()),
        };
        let limit: Option<f64> = limit.strip_suffix('%').and_then(|limit| limit.parse().ok());
        let limit_percent = limit
            .filter(|limit| (1e-6..=100.0).contains(limit))
            .ok_or_else(expected)?;
        let minutes: f64 = minutes
            .filter(|minutes| (0.1..=1440.0).contains(minutes))
            .ok_or_else(expected)?;
        Ok(Self {
            by_slope,
            limit_percent,
            seconds: 60.0 * minutes,
        })
    }
}

/// A part of a window: rounds until a second was measured.
#[derive(Clone, Copy, Debug)]
struct Sample {
    /// Seconds from the start of the run.
    from: f64,
    to: f64,
    /// Those of them that were measured.
    seconds: f64,
    bytes: u64,
}

/// The samples of the window that is over last.
#[derive(Clone, Debug)]
pub(super) struct SteadyWatch {
    asked: SteadyWindow,
    samples: VecDeque<Sample>,
}

impl SteadyWatch {
    pub(super) fn new(asked: SteadyWindow) -> Self {
        Self {
            asked,
            samples: VecDeque::new(),
        }
    }

    /// Adds a round; returns whether the window is full and steady.
    pub(super) fn look(&mut self, round: &CoursePoint) -> bool {
        let to = round.at_seconds + round.seconds;
        match self.samples.back_mut() {
            Some(last) if last.seconds < SAMPLE_SECONDS => {
                last.to = to;
                last.seconds += round.seconds;
                last.bytes += round.bytes;
            }
            _ => self.samples.push_back(Sample {
                from: round.at_seconds,
                to,
                seconds: round.seconds,
                bytes: round.bytes,
            }),
        }
        let (Some(first), Some(last)) = (self.samples.front(), self.samples.back()) else {
            return false;
        };
        let window = last.to - first.from;
        if last.seconds < SAMPLE_SECONDS || window < self.asked.seconds || self.samples.len() < LEAST_SAMPLES {
            return false;
        }
        let rates: Vec<f64> = self
            .samples
            .iter()
            .map(|sample| sample.bytes as f64 / sample.seconds)
            .collect();
        let each = window / rates.len() as f64;
        let rule = SteadyRule {
            criterion: match self.asked.by_slope {
                true => SteadyCriterion::Slope,
                false => SteadyCriterion::Deviation,
            },
            // The slope is that of a sample, and the limit that of a second.
            limit: self.asked.limit_percent * if self.asked.by_slope { each } else { 1.0 },
            is_percent: true,
        };
        let attained = rule.judge(&rates).attained;
        while self.samples.len() > LEAST_SAMPLES && to - self.samples[1].from >= self.asked.seconds {
            self.samples.pop_front();
        }
        attained
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_those_of_fio_with_their_window() {
        let of = |by_slope, limit_percent, seconds| SteadyWindow {
            by_slope,
            limit_percent,
            seconds,
        };
        assert_eq!(SteadyWindow::parse("bw:10%").unwrap(), of(false, 10.0, 600.0));
        assert_eq!(SteadyWindow::parse("bw_slope:0.3%,2").unwrap(), of(true, 0.3, 120.0));
        for wrong in [
            "", "bw", "bw:10", "iops:10%", "bw:0%", "bw:10%,", "bw:10%,0", "bw:nan%", "bw:10%,x",
        ] {
            assert!(SteadyWindow::parse(wrong).is_err(), "{wrong}");
        }
    }

    /// Returns the seconds until it is steady, of rounds of half a second.
    fn attained(asked: SteadyWindow, rate: impl Fn(f64) -> f64) -> Option<f64> {
        let mut watch = SteadyWatch::new(asked);
        (0..400).map(|round| f64::from(round) / 2.0).find(|&at| {
            let point = CoursePoint {
                at_seconds: at,
                seconds: 0.5,
                bytes: (rate(at) * 0.5e6) as u64,
                ..CoursePoint::default()
            };
            watch.look(&point)
        })
    }

    #[test]
    fn it_is_steady_when_a_whole_window_is() {
        let burst = |at: f64| if at < 50.0 { 300.0 - at } else { 100.0 };
        let window = SteadyWindow::parse("bw:5%,0.5").unwrap();
        let steady = attained(window, burst).unwrap();
        assert!((78.0..=82.0).contains(&steady), "{steady}");
        let window = SteadyWindow::parse("bw_slope:0.1%,0.5").unwrap();
        let steady = attained(window, burst).unwrap();
        assert!((78.0..=82.0).contains(&steady), "{steady}");
        assert_eq!(attained(window, |at| 400.0 - at), None);
        assert_eq!(attained(window, |_| 0.0), None);
    }

    #[test]
    fn a_window_counts_the_time_between_rounds() {
        let mut watch = SteadyWatch::new(SteadyWindow::parse("bw:100%,0.5").unwrap());
        // A round of a second every four.
        let steady = (0..100).map(|round| 4.0 * f64::from(round)).find(|&at_seconds| {
            watch.look(&CoursePoint {
                at_seconds,
                seconds: 1.0,
                bytes: 100_000_000,
                ..CoursePoint::default()
            })
        });
        assert_eq!(steady, Some(32.0));
    }

    #[test]
    fn a_few_samples_are_not_steady() {
        let mut watch = SteadyWatch::new(SteadyWindow::parse("bw:100%,0.1").unwrap());
        let mut looks = (0..6).map(|round| {
            watch.look(&CoursePoint {
                at_seconds: 10.0 * f64::from(round),
                seconds: 2.0,
                bytes: 200_000_000,
                ..CoursePoint::default()
            })
        });
        assert_eq!(looks.position(|steady| steady), Some(4));
    }
}
