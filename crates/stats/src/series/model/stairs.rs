//! Sudden changes: levels with steps between them.

use super::line::Line;
use super::{LINE_PRICE, Points, Residuals};
use crate::order::median;
use crate::series::{MIN_STEP, Step};

/// The most steps: a series with more is not described better by listing them.
const MAX_STEPS: usize = 5;

/// The fewest points of a level, without which its median is random.
const MIN_POINTS: usize = 3;

/// The fewest intervals of a level, or one in [`SHORT_LEVEL`] of a short series: a few stalls close together are not a
/// level.
const MIN_LENGTH: usize = 5;

/// One in so many intervals suffices for a level of a series of less than 50.
const SHORT_LEVEL: usize = 10;

/// The price of each step, in units of the logarithm of the number of points. A level and a position are 2 parameters,
/// but the position is the best of many, and noise always contains one that looks like a step: this price limits that
/// to about 1 series in 100 at 30 % of normal noise, and to 3 in 100 at 10 points.
const STEP_PRICE: f64 = 4.5;

/// A model of levels with steps between them.
pub(in crate::series) struct Stairs<'a> {
    points: &'a Points,
    /// The first point of each level after the first.
    cuts: Vec<usize>,
    residuals: Residuals,
}

/// Returns the steps that explain most, if any are worth their price.
pub(in crate::series) fn stairs<'a>(points: &'a Points, level: &Residuals) -> Option<Stairs<'a>> {
    let length = (points.intervals / SHORT_LEVEL).min(MIN_LENGTH);
    let shortest = (length * points.values.len())
        .div_ceil(points.intervals)
        .max(MIN_POINTS);
    let mut best: Option<Stairs> = None;
    for cuts in Costs::of(&points.values).segmentations(shortest) {
        let levels = levels(&points.values, &cuts);
        if !levels.windows(2).all(|pair| is_step(pair[0], pair[1])) {
            continue;
        }
        let residuals = residuals(&points.values, &cuts);
        // More steps are compared with fewer, rather than each with the level, so that the residuals are weighed by the
        // same number of independent points.
        let (rival, rival_steps) = best
            .as_ref()
            .map_or((level, 0), |best| (&best.residuals, best.cuts.len()));
        let price = STEP_PRICE * (cuts.len() - rival_steps) as f64;
        if residuals.gain_over(rival, price) > 0.0 {
            best = Some(Stairs {
                points,
                cuts,
                residuals,
            });
        }
    }
    best
}

impl Stairs<'_> {
    /// Returns whether these explain the points better than the line does, at their price.
    pub(in crate::series) fn beat(&self, line: &Line) -> bool {
        let price = STEP_PRICE * self.cuts.len() as f64 - LINE_PRICE;
        self.residuals.gain_over(&line.residuals, price) > 0.0
    }

    /// Returns the steps as positions among the intervals.
    pub(in crate::series) fn steps(&self, values: &[f64]) -> Vec<Step> {
        let levels = levels(&self.points.values, &self.cuts);
        let mut places: Vec<usize> = self
            .cuts
            .iter()
            .zip(levels.windows(2))
            .map(|(&cut, pair)| self.place(values, cut, pair[0], pair[1]))
            .collect();
        places.push(values.len());
        let mut start = 0;
        places
            .windows(2)
            .map(|pair| {
                let (at, end) = (pair[0], pair[1]);
                let step = Step {
                    at,
                    share: at as f64 / values.len() as f64,
                    before: median(&values[start..at]),
                    after: median(&values[at..end]),
                };
                start = at;
                step
            })
            .collect()
    }

    /// Returns the interval near the start of block `cut` that separates the two levels best.
    fn place(&self, values: &[f64], cut: usize, before: f64, after: f64) -> usize {
        let (start, end) = (self.points.start_of(cut - 1), self.points.start_of(cut + 1));
        let mut place = start;
        let (mut cost, mut least) = (0.0, 0.0);
        for (i, value) in values.iter().enumerate().take(end).skip(start) {
            cost += (value - before).abs() - (value - after).abs();
            if cost < least {
                (least, place) = (cost, i + 1);
            }
        }
        // Levels of MIN_POINTS blocks leave at least one between two places.
        place
    }
}

fn is_step(before: f64, after: f64) -> bool {
    let higher = before.abs().max(after.abs());
    higher > 0.0 && (after - before).abs() >= MIN_STEP * higher
}

fn segments<'a>(values: &'a [f64], cuts: &'a [usize]) -> impl Iterator<Item = &'a [f64]> {
    let starts = std::iter::once(0).chain(cuts.iter().copied());
    let ends = cuts.iter().copied().chain(std::iter::once(values.len()));
    starts.zip(ends).map(|(start, end)| &values[start..end])
}

fn levels(values: &[f64], cuts: &[usize]) -> Vec<f64> {
    segments(values, cuts).map(median).collect()
}

fn residuals(values: &[f64], cuts: &[usize]) -> Residuals {
    let mut residuals = Vec::with_capacity(values.len());
    for segment in segments(values, cuts) {
        let level = median(segment);
        residuals.extend(segment.iter().map(|value| value - level));
    }
    Residuals::new(&residuals)
}

/// The sum of absolute deviations from the median for each run of points.
struct Costs {
    n: usize,
    /// The cost of points `start..end` at `start * (n + 1) + end`.
    sums: Vec<f64>,
}

impl Costs {
    fn of(values: &[f64]) -> Self {
        let n = values.len();
        let mut sums = vec![0.0; n * (n + 1)];
        let mut sorted = Vec::with_capacity(n);
        for start in 0..n {
            sorted.clear();
            for end in start + 1..=n {
                let value = values[end - 1];
                sorted.insert(sorted.partition_point(|&other| other < value), value);
                // The upper half less the lower one; the median itself cancels out.
                let upper: f64 = sorted[sorted.len().div_ceil(2)..].iter().sum();
                let lower: f64 = sorted[..sorted.len() / 2].iter().sum();
                sums[start * (n + 1) + end] = upper - lower;
            }
        }
        Self { n, sums }
    }

    fn sum(&self, start: usize, end: usize) -> f64 {
        self.sums[start * (self.n + 1) + end]
    }

    /// Returns, for each number of steps from 1 to [`MAX_STEPS`], the cuts of least cost into levels of at least
    /// `shortest` points, by dynamic programming (Jackson et al., 2005).
    fn segmentations(&self, shortest: usize) -> Vec<Vec<usize>> {
        let n = self.n;
        // The least cost of the points before `end` in so many levels.
        let mut least: Vec<f64> = (0..=n)
            .map(|end| {
                if end < shortest {
                    f64::INFINITY
                } else {
                    self.sum(0, end)
                }
            })
            .collect();
        let mut last_cuts: Vec<Vec<usize>> = Vec::with_capacity(MAX_STEPS);
        let mut segmentations = Vec::with_capacity(MAX_STEPS);
        for steps in 1..=MAX_STEPS {
            let before_last = steps * shortest;
            if before_last + shortest > n {
                break;
            }
            let mut next = vec![f64::INFINITY; n + 1];
            let mut cuts = vec![0; n + 1];
            for end in before_last + shortest..=n {
                let ways = (before_last..=end - shortest).map(|cut| (least[cut] + self.sum(cut, end), cut));
                if let Some(way) = ways.min_by(|a, b| a.0.total_cmp(&b.0)) {
                    (next[end], cuts[end]) = way;
                }
            }
            least = next;
            last_cuts.push(cuts);
            let mut end = n;
            let mut found: Vec<usize> = last_cuts
                .iter()
                .rev()
                .map(|cuts| {
                    end = cuts[end];
                    end
                })
                .collect();
            found.reverse();
            segmentations.push(found);
        }
        segmentations
    }
}
