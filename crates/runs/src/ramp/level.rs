//! A number of users, and its runs.

use feedrate_stats::distribution::student;

use super::limit::{Limit, LimitKind};
use crate::latencies::{StepTimes, nearest_rank};

/// The share of the programs of a class, in percent, whose seconds its response time covers.
pub const COVERED_PERCENT: usize = 95;

/// The probability that any of the intervals that limits bound misses, both sides together, at any of the numbers of
/// users.
const ERROR: f64 = 0.05;

/// The fewest runs that tell that nothing is read or written.
const LEAST_RUNS_OF_NOTHING: usize = 2;

/// The fewest numbers of users for which intervals hold together.
const LEAST_LEVELS: usize = 8;

/// The programs of a class in a run.
#[derive(Clone, Debug, Default)]
pub struct ClassRun {
    /// The seconds of those that completed.
    pub seconds: Vec<f64>,
    /// The bytes that they read and wrote, if all is known.
    pub bytes: Option<u64>,
    /// The seconds of their steps.
    pub times: StepTimes,
    /// The reason why one did not complete.
    pub failure: Option<String>,
    /// The share by which all runs of these programs may be off alike, as predictions are by their profiles: half of a
    /// 95 % interval, and 0 where the programs themselves ran.
    pub error_share: f64,
}

/// A run of a number of users.
#[derive(Clone, Debug, Default)]
pub struct MixRun {
    /// Seconds until the last program had ended.
    pub seconds: f64,
    /// The classes, in their order.
    pub classes: Vec<ClassRun>,
    /// MB (10^6 bytes) a second of all programs together.
    pub megabytes_per_second: Option<f64>,
    /// The same for each physical core that the programs can occupy.
    pub megabytes_per_second_and_core: Option<f64>,
    /// The share of the processors' time that was used, by these programs and others, 0 to 1.
    pub processor_share: Option<f64>,
    /// The share of the seconds of steps in which they stood still for storage, 0 to 1.
    pub waited_share: Option<f64>,
    /// The most space that all of them took at once.
    pub space_bytes: Option<u64>,
    /// The memory of all their processes together, each at its peak, without the pages of files, which they share.
    pub memory_bytes: Option<u64>,
    /// The share by which its rates may be off, in all runs alike; see [`ClassRun::error_share`].
    pub error_share: f64,
}

/// A number of users with its runs.
#[derive(Clone, Debug, Default)]
pub struct Level {
    /// The number of users.
    pub users: u32,
    /// Its runs, in their order.
    pub runs: Vec<MixRun>,
}

/// A quantity that a limit bounds, with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The geometric mean of the runs.
    pub value: f64,
    /// The ends of its interval; `None` where too few runs tell their spread, or all are off by as much as they are.
    pub interval: Option<(f64, f64)>,
}

/// The side of a limit on which a number of users is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Within it, with the whole interval.
    Holds,
    /// Beyond it, with the whole interval, or a program failed.
    Breaks,
    /// The limit is within the interval, or there is none.
    Undecided,
}

impl ClassRun {
    /// Returns the response time of the class: the least of the seconds within which 95 of 100 of its programs
    /// completed, which is the longest of fewer than 20.
    pub fn response(&self) -> Option<f64> {
        let mut sorted = self.seconds.clone();
        sorted.sort_by(f64::total_cmp);
        nearest_rank(&sorted, COVERED_PERCENT)
    }
}

impl Level {
    /// Returns why a program did not complete: of a class, or of any.
    pub fn failure(&self, class: Option<usize>) -> Option<&str> {
        let classes = self.runs.iter().flat_map(|run| run.classes.iter().enumerate());
        let mut of_class = classes.filter(|(number, _)| class.is_none_or(|class| class == *number));
        of_class.find_map(|(_, class)| class.failure.as_deref())
    }

    /// Returns what limits bound, for each run that has it: the response time of a class, or the rate for each core.
    fn values(&self, class: Option<usize>) -> Vec<f64> {
        let of_run = |run: &MixRun| match class {
            Some(class) => run.classes.get(class).and_then(ClassRun::response),
            None => run.megabytes_per_second_and_core,
        };
        self.runs.iter().filter_map(of_run).collect()
    }

    /// Returns the greatest share by which its runs may be off alike.
    fn error_share(&self, class: Option<usize>) -> f64 {
        let of_run = |run: &MixRun| match class {
            Some(class) => run.classes.get(class).map_or(0.0, |class| class.error_share),
            None => run.error_share,
        };
        self.runs.iter().map(of_run).fold(0.0, f64::max)
    }

    /// Returns the logarithms of those that have one.
    fn logarithms(&self, class: Option<usize>) -> Vec<f64> {
        let values = self.values(class).into_iter();
        values.filter(|value| *value > 0.0).map(f64::ln).collect()
    }

    /// Returns the estimate where a run has nothing, of which there is no logarithm: certain if no run has anything.
    fn nothing(&self, class: Option<usize>) -> Option<Estimate> {
        let values = self.values(class);
        let runs_of_nothing = values.iter().filter(|value| **value == 0.0).count();
        let is_certain = runs_of_nothing == values.len() && runs_of_nothing >= LEAST_RUNS_OF_NOTHING;
        (runs_of_nothing > 0).then_some(Estimate {
            value: 0.0,
            interval: is_certain.then_some((0.0, 0.0)),
        })
    }
}

/// Returns the estimate of what limits bound at one of the levels: of the response time of a class, or of the rate for
/// each core. Runs scatter by a share that is taken to be the same at all levels, or by that at this one if it is
/// larger. `relative_to` is the level to whose response the value is relative. The intervals of what `limits` bound
/// hold together at all levels (Bonferroni), and are moved apart by what the runs are off by alike. `None` if no run
/// has a value.
pub fn estimate(
    levels: &[Level],
    at: usize,
    class: Option<usize>,
    relative_to: Option<usize>,
    limits: &[Limit],
) -> Option<Estimate> {
    if let Some(nothing) = levels[at].nothing(class).filter(|_| relative_to.is_none()) {
        return Some(nothing);
    }
    let values = levels[at].logarithms(class);
    let own = mean(&values)?;
    let base = match relative_to {
        Some(base) => {
            let base = levels[base].logarithms(class);
            Some((mean(&base)?, base.len()))
        }
        None => None,
    };
    let value = (own - base.map_or(0.0, |(base, _)| base)).exp();
    let groups: Vec<Vec<f64>> = levels.iter().map(|level| level.logarithms(class)).collect();
    let degrees: usize = groups.iter().map(|group| group.len().saturating_sub(1)).sum();
    let squares: f64 = groups.iter().map(|group| squares(group)).sum();
    // A value and one that it is relative to may be off by more together than each.
    let base_share = relative_to.map_or(0.0, |base| levels[base].error_share(class));
    let share = levels[at].error_share(class).max(base_share);
    let interval = (degrees >= 2 && share < 1.0).then(|| {
        let pooled = squares / degrees as f64;
        let here = match values.len() {
            0..=2 => 0.0,
            count => self::squares(&values) / (count - 1) as f64,
        };
        let runs = 1.0 / values.len() as f64 + base.map_or(0.0, |(_, count)| 1.0 / count as f64);
        let comparisons = levels.len().max(LEAST_LEVELS) * limits.len().max(1);
        let error = ERROR / comparisons as f64;
        let half = student::two_sided_quantile(error, degrees as f64) * (pooled.max(here) * runs).sqrt();
        (
            value * (-half).exp() * (1.0 - share),
            value * half.exp() / (1.0 - share),
        )
    });
    Some(Estimate { value, interval })
}

/// Returns the side of a limit, one of `limits`, on which a level is. Level 0 is that of one user.
fn side(levels: &[Level], at: usize, limit: &Limit, limits: &[Limit]) -> Side {
    let relative_to = (limit.kind == LimitKind::Slowdown).then_some(0);
    if relative_to == Some(at) {
        return match limit.bound >= 1.0 {
            true => Side::Holds,
            false => Side::Breaks,
        };
    }
    let estimate = estimate(levels, at, limit.place, relative_to, limits);
    let Some((low, high)) = estimate.and_then(|it| it.interval) else {
        return Side::Undecided;
    };
    let (within, beyond) = match limit.kind {
        LimitKind::Rate => (low >= limit.bound, high < limit.bound),
        _ => (high <= limit.bound, low > limit.bound),
    };
    match (within, beyond) {
        (true, _) => Side::Holds,
        (_, true) => Side::Breaks,
        _ => Side::Undecided,
    }
}

/// Returns the side of a level for a class, or for all programs together with all limits.
pub fn side_of(levels: &[Level], at: usize, limits: &[Limit], class: Option<usize>) -> Side {
    if levels[at].failure(class).is_some() {
        return Side::Breaks;
    }
    let counted = limits.iter().filter(|limit| class.is_none() || limit.place == class);
    let sides: Vec<Side> = counted.map(|limit| side(levels, at, limit, limits)).collect();
    if sides.contains(&Side::Breaks) {
        Side::Breaks
    } else if sides.contains(&Side::Undecided) || levels[at].runs.is_empty() {
        Side::Undecided
    } else {
        Side::Holds
    }
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// Returns the sum of the squares of deviations from the mean.
fn squares(values: &[f64]) -> f64 {
    let mean = mean(values).unwrap_or(0.0);
    values.iter().map(|value| (value - mean).powi(2)).sum()
}

#[cfg(test)]
mod tests;
