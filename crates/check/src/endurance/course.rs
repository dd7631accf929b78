//! The rate over time in a bounded number of points.

use feedrate_machine::OtherLoad;
use serde::Serialize;

use crate::trial::Trial;

/// The most points. When there are as many, neighbours become one.
const MOST_POINTS: usize = 2000;

/// The least time that a point covers at first.
const FIRST_SECONDS: f64 = 1.0;

/// Percentiles of the latency of one direction, in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Latency {
    /// The median.
    pub p50: f64,
    /// The greatest of the 99th percentiles of its rounds.
    pub p99: f64,
}

/// A part of the run: one round or several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct CoursePoint {
    /// Seconds from the start of the run to that of the first round.
    pub at_seconds: f64,
    /// Seconds that were measured, without those between rounds.
    pub seconds: f64,
    /// Bytes that were read and written.
    pub bytes: u64,
    /// The lowest rate of a round, in 10^6 bytes a second.
    pub lowest: f64,
    /// The highest rate of a round.
    pub highest: f64,
    /// The latency of reads; absent where none ended.
    pub read_microseconds: Option<Latency>,
    /// The latency of writes.
    pub write_microseconds: Option<Latency>,
    /// The load of others meanwhile.
    #[serde(skip)]
    pub other_load: Option<OtherLoad>,
}

impl CoursePoint {
    /// Returns the point of one round.
    pub(crate) fn of(at_seconds: f64, trial: &Trial) -> Self {
        let latency = |flow: &Option<feedrate_workload::figures::FlowFigures>| {
            let percentiles = &flow.as_ref()?.latency_microseconds.percentiles;
            Some(Latency {
                p50: *percentiles.get("50")?,
                p99: *percentiles.get("99")?,
            })
        };
        Self {
            at_seconds,
            seconds: trial.figures.seconds,
            bytes: trial.figures.bytes,
            lowest: trial.rate(),
            highest: trial.rate(),
            read_microseconds: latency(&trial.figures.read),
            write_microseconds: latency(&trial.figures.write),
            other_load: trial.other_load,
        }
    }

    /// Returns the rate in 10^6 bytes a second.
    pub fn rate(&self) -> f64 {
        if self.seconds > 0.0 {
            self.bytes as f64 / self.seconds / 1e6
        } else {
            0.0
        }
    }

    /// Adds the next point.
    fn merge(&mut self, next: &Self) {
        let bytes = (self.bytes, next.bytes);
        let merge = |ours: Option<Latency>, theirs: Option<Latency>| match (ours, theirs) {
            (Some(ours), Some(theirs)) => Some(Latency {
                p50: weighted(ours.p50, theirs.p50, bytes),
                p99: ours.p99.max(theirs.p99),
            }),
            (one, other) => one.or(other),
        };
        self.read_microseconds = merge(self.read_microseconds, next.read_microseconds);
        self.write_microseconds = merge(self.write_microseconds, next.write_microseconds);
        self.seconds += next.seconds;
        self.bytes += next.bytes;
        self.lowest = self.lowest.min(next.lowest);
        self.highest = self.highest.max(next.highest);
        self.other_load = OtherLoad::sum(self.other_load.into_iter().chain(next.other_load));
    }
}

fn weighted(one: f64, other: f64, bytes: (u64, u64)) -> f64 {
    let (ours, theirs) = (bytes.0 as f64, bytes.1 as f64);
    if ours + theirs > 0.0 {
        (one * ours + other * theirs) / (ours + theirs)
    } else {
        one
    }
}

/// The rate over time.
#[derive(Clone, Debug)]
pub struct Course {
    points: Vec<CoursePoint>,
    /// The least time that a point covers.
    least: f64,
    most: usize,
}

impl Default for Course {
    fn default() -> Self {
        Self::with(FIRST_SECONDS, MOST_POINTS)
    }
}

impl Course {
    fn with(least: f64, most: usize) -> Self {
        Self {
            points: Vec::new(),
            least,
            most,
        }
    }

    /// Adds a round.
    pub(crate) fn push(&mut self, round: CoursePoint) {
        match self.points.last_mut() {
            Some(last) if last.seconds < self.least => last.merge(&round),
            _ => {
                if self.points.len() == self.most {
                    self.halve();
                }
                self.points.push(round);
            }
        }
    }

    fn halve(&mut self) {
        self.least *= 2.0;
        self.points = self
            .points
            .chunks(2)
            .map(|pair| {
                let mut point = pair[0];
                pair[1..].iter().for_each(|next| point.merge(next));
                point
            })
            .collect();
    }

    /// Returns the points. The last one may cover less time than the others.
    pub fn points(&self) -> &[CoursePoint] {
        &self.points
    }

    /// Returns the points, but for a last one that covers less time than the others do at least.
    pub fn full_points(&self) -> &[CoursePoint] {
        match self.points.split_last() {
            Some((last, others)) if last.seconds < self.least && !others.is_empty() => others,
            _ => &self.points,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(at: f64, seconds: f64, rate: f64) -> CoursePoint {
        CoursePoint {
            at_seconds: at,
            seconds,
            bytes: (rate * seconds * 1e6) as u64,
            lowest: rate,
            highest: rate,
            ..CoursePoint::default()
        }
    }

    #[test]
    fn short_rounds_are_one_point_and_many_points_become_fewer() {
        let mut course = Course::with(1.0, 8);
        for index in 0..400 {
            course.push(round(
                0.1 * f64::from(index),
                0.1,
                if index < 200 { 100.0 } else { 50.0 },
            ));
        }
        let points = course.points();
        assert!(points.len() <= 8, "{}", points.len());
        let bytes: u64 = points.iter().map(|point| point.bytes).sum();
        assert_eq!(bytes, 3_000_000_000);
        assert!((points[0].rate() - 100.0).abs() < 1e-6);
        assert_eq!(points[0].at_seconds, 0.0);
        assert!((points.last().unwrap().rate() - 50.0).abs() < 1e-6);
        assert!(points.windows(2).all(|pair| pair[0].at_seconds < pair[1].at_seconds));
        let full = course.full_points();
        assert!(full.iter().all(|point| point.seconds > 7.9), "{full:?}");
    }

    #[test]
    fn the_slowest_round_of_a_point_is_kept() {
        let mut course = Course::with(1.0, 8);
        [100.0, 20.0, 90.0].iter().enumerate().for_each(|(index, &rate)| {
            course.push(round(0.4 * index as f64, 0.4, rate));
        });
        let [point] = course.points() else {
            panic!("one point");
        };
        assert_eq!((point.lowest, point.highest), (20.0, 100.0));
    }
}
