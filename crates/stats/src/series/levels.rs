//! The levels of a long series: how long each lasts, and its rate.

use serde::{Deserialize, Serialize};

use super::dips::without_dips;
use super::{MIN_INTERVALS, MIN_STEP, Shape, classify};
use crate::distribution::student;
use crate::order::median;
use crate::summary::Interval;

/// The most batches of which the interval of a level's mean is made. Their means are hardly correlated, even where
/// neighbours are.
const BATCHES: usize = 20;

/// The fewest intervals of a batch, and the fewest batches, for an interval.
const LEAST_IN_BATCH: usize = 2;
const LEAST_BATCHES: usize = 5;

/// Beginnings of a series, as parts of it, in which a short level is looked for besides the whole: a credit that is
/// spent, or a cache that fills, shows there, and may be over long before a hundredth of the run.
const BEGINNINGS: [usize; 2] = [8, 64];

/// The intervals below which a series is short: noise that remembers then looks like a step more often, so a step must
/// be greater, and that there is none says little.
pub const SHORT_SERIES: usize = 60;

/// The least step in a short series, as a fraction of its higher side.
const MIN_STEP_OF_SHORT: f64 = 0.25;

/// A part of a series in which it keeps one level, or changes steadily. Rates are in the unit of the values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Level {
    /// The index of its first value.
    pub from: usize,
    /// The index after its last value.
    pub to: usize,
    /// The mean by length, which counts stalls and dips as what they cost.
    pub mean: f64,
    /// The 95 % interval of that mean, by successive batches of about the same length; absent for too few values.
    pub interval: Option<Interval>,
    /// The median.
    pub median: f64,
    /// The change from its start to its end as a fraction of the start, where it drifts.
    pub drift: Option<f64>,
}

impl Level {
    fn of(values: &[f64], lengths: &[f64], (from, to): (usize, usize), drift: Option<f64>) -> Self {
        let (values, lengths) = (&values[from..to], &lengths[from..to]);
        Self {
            from,
            to,
            mean: mean(values, lengths),
            interval: interval_of_mean(values, lengths),
            median: median(values),
            drift,
        }
    }

    /// Returns the number of its values.
    pub fn count(&self) -> usize {
        self.to - self.from
    }
}

/// Divides `values`, the rates of successive intervals of these `lengths`, into levels, in the order of time; empty if
/// there are no values, their numbers differ, any of them is not finite, or any length is not positive.
///
/// The places of levels do not depend on the lengths, which should differ by little more than a factor of three; means
/// and their intervals are by length: what passed, divided by the time in which it did.
///
/// Each part is divided where [`classify`] finds steps, and its parts again, so that a level may be short in relation
/// to the whole. The beginning is looked at on its own. Neighbours that differ by less than [`MIN_STEP`] are one level.
pub fn levels(values: &[f64], lengths: &[f64]) -> Vec<Level> {
    let is_length = |length: &f64| length.is_finite() && *length > 0.0;
    let are_rates = values.len() == lengths.len() && values.iter().all(|value| value.is_finite());
    if values.is_empty() || !are_rates || !lengths.iter().all(is_length) {
        return Vec::new();
    }
    // Dips that return are no levels.
    let level = without_dips(values);
    let cuts = cuts(level.as_deref().unwrap_or(values));
    cuts.windows(2)
        .map(|ends| {
            let drift = match classify(&values[ends[0]..ends[1]]) {
                Shape::Drift { change, .. } => Some(change),
                _ => None,
            };
            Level::of(values, lengths, (ends[0], ends[1]), drift)
        })
        .collect()
}

/// Returns the first value of each level, and the number of values.
fn cuts(values: &[f64]) -> Vec<usize> {
    let mut cuts = vec![0];
    divide(values, 0, &mut cuts);
    if cuts.len() == 1 {
        let beginnings = BEGINNINGS.iter().map(|part| values.len() / part);
        let at = beginnings.filter_map(|length| first_step(&values[..length]));
        cuts.extend(at);
    }
    cuts.push(values.len());
    cuts.sort_unstable();
    cuts.dedup();
    join(values, &mut cuts);
    cuts
}

/// Returns the step of a beginning that has one. Several are stalls that happen to be there.
fn first_step(beginning: &[f64]) -> Option<usize> {
    if beginning.len() < 3 * MIN_INTERVALS {
        return None;
    }
    let mut cuts = vec![0];
    divide(beginning, 0, &mut cuts);
    match cuts.as_slice() {
        [_, step] => Some(*step),
        _ => None,
    }
}

/// Adds the steps within a part, which begins at `offset`, and within the parts between them.
fn divide(part: &[f64], offset: usize, cuts: &mut Vec<usize>) {
    let Shape::Step { steps } = classify(part) else {
        return;
    };
    if part.len() < SHORT_SERIES
        && steps
            .iter()
            .any(|step| difference(step.before, step.after) < MIN_STEP_OF_SHORT)
    {
        return;
    }
    let mut ends: Vec<_> = steps.iter().map(|step| step.at).collect();
    ends.insert(0, 0);
    ends.push(part.len());
    for ends in ends.windows(2) {
        if ends[0] > 0 {
            cuts.push(offset + ends[0]);
        }
        divide(&part[ends[0]..ends[1]], offset + ends[0], cuts);
    }
}

/// Removes cuts between parts whose medians differ by less than a step, the least difference first.
fn join(values: &[f64], cuts: &mut Vec<usize>) {
    loop {
        let medians: Vec<f64> = cuts.windows(2).map(|ends| median(&values[ends[0]..ends[1]])).collect();
        let differences = medians.windows(2).map(|pair| difference(pair[0], pair[1]));
        let least = differences.enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
        match least {
            Some((index, difference)) if difference < MIN_STEP => cuts.remove(index + 1),
            _ => return,
        };
    }
}

/// Returns the difference of two levels as a fraction of the higher one.
fn difference(one: f64, other: f64) -> f64 {
    let higher = one.abs().max(other.abs());
    if higher > 0.0 {
        (other - one).abs() / higher
    } else {
        0.0
    }
}

fn mean(values: &[f64], lengths: &[f64]) -> f64 {
    let whole: f64 = lengths.iter().sum();
    values
        .iter()
        .zip(lengths)
        .map(|(value, length)| value * (length / whole))
        .sum()
}

/// Returns the interval of the mean by the method of batch means for a ratio, that of amounts to lengths; `None` for
/// too few values.
fn interval_of_mean(values: &[f64], lengths: &[f64]) -> Option<Interval> {
    let batches = batches(lengths, (values.len() / LEAST_IN_BATCH).min(BATCHES));
    if batches.len() <= LEAST_BATCHES {
        return None;
    }
    let mean = mean(values, lengths);
    let whole: f64 = lengths.iter().sum();
    let square: f64 = batches
        .windows(2)
        .map(|ends| {
            let batch = values[ends[0]..ends[1]].iter().zip(&lengths[ends[0]..ends[1]]);
            let residual: f64 = batch.map(|(value, length)| (value - mean) * (length / whole)).sum();
            residual.powi(2)
        })
        .sum();
    let count = (batches.len() - 1) as f64;
    let error = (square * count / (count - 1.0)).sqrt();
    let half = student::two_sided_quantile(0.05, count - 1.0) * error;
    Some(Interval {
        // Rates are not negative.
        low: (mean - half).max(mean.min(0.0)),
        high: mean + half,
    })
}

/// Returns the ends of at most so many successive batches, about equally long and none of them empty.
fn batches(lengths: &[f64], wanted: usize) -> Vec<usize> {
    let each = lengths.iter().sum::<f64>() / wanted.max(1) as f64;
    let mut ends = vec![0];
    let (mut passed, mut batch) = (0.0, 0.0);
    for (index, length) in lengths.iter().enumerate() {
        // A value belongs to the batch in which its middle is.
        let of_middle = ((passed + length / 2.0) / each).floor();
        if of_middle > batch && index > 0 {
            ends.push(index);
        }
        batch = of_middle;
        passed += length;
    }
    ends.push(lengths.len());
    ends
}

#[cfg(test)]
mod tests;
