//! Whether a load has become steady.

use std::time::{Duration, Instant};

use super::outcome::SteadyOutcome;
use super::spec::{Steady, SteadyOf};
use super::watch::Moved;

const SECOND: Duration = Duration::from_secs(1);

/// Looks once a second.
#[derive(Debug)]
pub(super) struct SteadyWatch {
    asked: Steady,
    /// When the next second is over.
    pub(super) next: Instant,
    began: Instant,
    before: Moved,
    /// Seconds of the window.
    window: usize,
    bandwidth: Vec<f64>,
    operations: Vec<f64>,
    found: Found,
}

#[derive(Clone, Copy, Debug, Default)]
struct Found {
    attained: bool,
    criterion: f64,
    max_deviation: f64,
    slope: f64,
}

impl SteadyWatch {
    pub(super) fn new(asked: Steady, start: Instant) -> Self {
        Self {
            next: start + asked.ramp + SECOND,
            began: start + asked.ramp,
            before: Moved::default(),
            window: asked.window.as_secs().max(2) as usize,
            bandwidth: Vec::new(),
            operations: Vec::new(),
            found: Found::default(),
            asked,
        }
    }

    /// Takes what was moved so far, both ways together, when a second is over; says whether it is steady.
    #[cold]
    pub(super) fn look(&mut self, at: Instant, moved: Moved) -> bool {
        let seconds = at.saturating_duration_since(self.began).as_secs_f64();
        if seconds > 0.0 {
            push(
                &mut self.bandwidth,
                self.window,
                (moved.bytes - self.before.bytes) as f64 / seconds,
            );
            push(
                &mut self.operations,
                self.window,
                (moved.operations - self.before.operations) as f64 / seconds,
            );
        }
        self.before = moved;
        self.began = at;
        self.next = at + SECOND;
        self.judge()
    }

    /// What was moved before the ramp of the steady state is over does not count.
    pub(super) fn skip(&mut self, at: Instant, moved: Moved) {
        if at < self.began {
            self.before = moved;
        }
    }

    fn judge(&mut self) -> bool {
        let samples = match self.asked.of {
            SteadyOf::Iops | SteadyOf::IopsSlope => &self.operations,
            SteadyOf::Bandwidth | SteadyOf::BandwidthSlope => &self.bandwidth,
        };
        if samples.len() < self.window {
            return false;
        }
        let count = samples.len() as f64;
        let mean = samples.iter().sum::<f64>() / count;
        let max_deviation = samples
            .iter()
            .map(|sample| (sample - mean).abs())
            .fold(0.0, f64::max);
        let slope = slope(samples, mean);
        let value = match self.asked.of {
            SteadyOf::Iops | SteadyOf::Bandwidth => max_deviation,
            SteadyOf::IopsSlope | SteadyOf::BandwidthSlope => slope.abs(),
        };
        let criterion = if self.asked.is_percent {
            100.0 * value / mean
        } else {
            value
        };
        self.found = Found {
            // Nothing moved is no steady state: the mean is zero, and the criterion not a number.
            attained: criterion <= self.asked.limit,
            criterion,
            max_deviation,
            slope,
        };
        self.found.attained
    }

    pub(super) fn finish(self) -> SteadyOutcome {
        SteadyOutcome {
            attained: self.found.attained,
            criterion: self.found.criterion,
            max_deviation: self.found.max_deviation,
            slope: self.found.slope,
            bandwidth: self.bandwidth,
            operations: self.operations,
        }
    }
}

fn push(samples: &mut Vec<f64>, most: usize, sample: f64) {
    if samples.len() == most {
        samples.remove(0);
    }
    samples.push(sample);
}

/// Of the line of least squares through samples one apart.
fn slope(samples: &[f64], mean: f64) -> f64 {
    let middle = (samples.len() as f64 - 1.0) / 2.0;
    let (mut above, mut below) = (0.0, 0.0);
    for (index, sample) in samples.iter().enumerate() {
        let distance = index as f64 - middle;
        above += distance * (sample - mean);
        below += distance * distance;
    }
    above / below
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(of: SteadyOf) -> Steady {
        Steady {
            of,
            limit: 5.0,
            is_percent: true,
            window: Duration::from_secs(4),
            ramp: Duration::ZERO,
        }
    }

    /// After how many seconds it is steady, of blocks done in each.
    fn attained(of: SteadyOf, seconds: &[u64]) -> Option<usize> {
        let start = Instant::now();
        let mut watch = SteadyWatch::new(asked(of), start);
        let mut moved = Moved::default();
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
        assert_eq!(
            attained(SteadyOf::IopsSlope, &[1000, 500, 500, 1000]),
            Some(4)
        );
        assert_eq!(
            attained(SteadyOf::IopsSlope, &[100, 200, 300, 400, 500]),
            None
        );
        assert!((slope(&[1.0, 3.0, 5.0], 3.0) - 2.0).abs() < 1e-12);
    }
}
