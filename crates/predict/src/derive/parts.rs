//! The parts of a step: what it moved, and how long it computed, one stretch of its time after another.

use feedrate_pageio::course::{Interval, Speed};
use feedrate_pageio::{Course, Direction};

use super::uses::SourceUse;
use crate::job::{Part, Use};
use crate::profile::Step;
use crate::scale::redistribute;

/// The most parts of a step.
const MOST: u64 = 256;

/// The fewest parts that are left to a step whose transfers in flight would blur them.
const FEWEST: u64 = 8;

/// How many times the bytes in flight a part moves at least. What was completed in a part is off by about as much as was in
/// flight, and a burst of it is no work of the step.
const TIMES_IN_FLIGHT: u64 = 4;

/// A use counts for the number of parts if it moves at least this share of what the largest use of the step moves.
const LEAST_SHARE: u64 = 4;

/// Returns the parts of a step.
pub(super) fn of(step: &Step, uses: &[SourceUse<'_>]) -> Vec<Part> {
    let courses = uses.iter().all(|it| {
        let is_known = it
            .file
            .course
            .as_ref()
            .is_some_and(|it| !it.intervals.is_empty());
        is_known || it.file.pipe.is_some()
    });
    let has_files = uses.iter().any(|it| it.file.pipe.is_none());
    match courses && has_files && step.ended_microseconds > step.began_microseconds {
        true => by_courses(step, uses),
        false => without_courses(step, uses),
    }
}

/// Returns parts by what was moved over time.
fn by_courses(step: &Step, uses: &[SourceUse<'_>]) -> Vec<Part> {
    let grid = Grid::of(step, uses);
    let mut thinks = grid.seconds();
    let mut weights = vec![vec![0u64; thinks.len()]; uses.len()];
    let mut counted: Vec<*const Course> = Vec::new();
    for (index, source) in uses.iter().enumerate() {
        let Some(course) = &source.file.course else {
            continue;
        };
        let threads = f64::from(source.use_.threads.max(1));
        // A file that is read and written has one course for both uses.
        let is_first = !counted.contains(&std::ptr::from_ref(course));
        counted.push(course);
        for (middle, interval) in course.middles() {
            let part = grid.part(middle);
            // The first and the last part are without transfers.
            weights[index][part.clamp(1, grid.count)] += interval.bytes_of(source.use_.direction);
            if is_first {
                thinks[part] -= not_computed(step, source, interval) / threads;
            }
        }
    }
    subtract_flushes(&mut thinks, uses);
    let think = own_seconds(step, uses);
    to_shares(&mut thinks);
    spread_pipes(&mut weights, uses, &thinks);
    let bytes: Vec<Vec<u64>> = uses
        .iter()
        .zip(&weights)
        .map(|(source, weights)| shares(source.use_.bytes, weights, source.use_.direction))
        .collect();
    let parts = (0..thinks.len()).map(|part| Part {
        think_seconds: think * thinks[part],
        bytes: bytes.iter().map(|of_use| of_use[part]).collect(),
    });
    joined(parts)
}

/// The stretches of time of a step: one before it works on what it reads, then some of one length in which it moves pages,
/// and one after the last transfer. What is done in the first and the last does not depend on the size of the data.
struct Grid {
    /// In microseconds since the machine started, as the others.
    began: u64,
    first_transfer: u64,
    last_transfer: u64,
    ended: u64,
    width: u64,
    /// The stretches between the first and the last one.
    count: usize,
}

impl Grid {
    fn of(step: &Step, uses: &[SourceUse<'_>]) -> Self {
        let (began, ended) = (step.began_microseconds, step.ended_microseconds);
        let first = uses.iter().filter_map(begins_to_work).min();
        let last = uses.iter().filter_map(last_transfer).max();
        let first_transfer = first.unwrap_or(began).clamp(began, ended);
        let last_transfer = last.unwrap_or(ended).clamp(first_transfer, ended);
        let long = (last_transfer - first_transfer).max(1);
        let widths = uses.iter().filter_map(|it| it.file.course.as_ref());
        let width = widths.map(|course| course.interval_microseconds).max();
        let width = width.unwrap_or(1).max(long.div_ceil(most_parts(uses)));
        let width = width.clamp(1, long);
        Self {
            began,
            first_transfer,
            last_transfer,
            ended,
            width,
            count: usize::try_from(long.div_ceil(width)).unwrap_or(1).max(1),
        }
    }

    /// Returns the length of each stretch, in seconds.
    fn seconds(&self) -> Vec<f64> {
        let before_last = self.width * (self.count as u64 - 1);
        let long = self.last_transfer - self.first_transfer;
        let mut all = vec![self.first_transfer - self.began];
        all.resize(self.count, self.width);
        all.push(long.saturating_sub(before_last));
        all.push(self.ended - self.last_transfer);
        all.into_iter().map(|it| it as f64 / 1e6).collect()
    }

    /// Returns the stretch that a moment is in.
    fn part(&self, moment: u64) -> usize {
        if moment < self.first_transfer {
            return 0;
        }
        if moment >= self.last_transfer {
            return self.count + 1;
        }
        let part = (moment - self.first_transfer) / self.width;
        usize::try_from(part)
            .unwrap_or(self.count)
            .min(self.count - 1)
            + 1
    }
}

/// Returns when more of a use was completed than can have been in flight at first: the step works on it then. `None` if that
/// is not known.
fn begins_to_work(source: &SourceUse<'_>) -> Option<u64> {
    let course = source.file.course.as_ref()?;
    let use_ = &source.use_;
    let at_first = match use_.direction {
        Direction::Read => in_flight(use_),
        Direction::Write => 0,
    };
    let mut completed = 0u64;
    let half = course.interval_microseconds / 2;
    course
        .middles()
        .find(|(_, interval)| {
            completed = completed.saturating_add(interval.bytes_of(use_.direction));
            completed > at_first
        })
        .map(|(middle, _)| middle.saturating_sub(half))
}

/// Returns when the last transfer of a use was completed.
fn last_transfer(source: &SourceUse<'_>) -> Option<u64> {
    let course = source.file.course.as_ref()?;
    let half = course.interval_microseconds.div_ceil(2);
    let moved = course
        .middles()
        .filter(|(_, interval)| interval.bytes_of(source.use_.direction) > 0);
    moved.last().map(|(middle, _)| middle.saturating_add(half))
}

/// Returns how long a step's threads did not compute in an interval, in seconds: they were in calls, or had no processor.
/// What keeps the threads of a sort from a processor is most often the other threads of the sort, which compute.
fn not_computed(step: &Step, source: &SourceUse<'_>, interval: &Interval) -> f64 {
    let is_of_sort = step.sort.is_some() || source.is_utility;
    let writes_runs = source.is_utility && source.use_.direction == Direction::Write;
    if writes_runs && step.sort.is_some_and(|sort| sort.threads > 1) {
        // Another thread sorts and writes them, and the step goes on meanwhile.
        return 0.0;
    }
    let preempted = match is_of_sort {
        true => 0,
        false => interval.preempted_microseconds,
    };
    interval.held_microseconds.saturating_add(preempted) as f64 / 1e6
}

/// Returns how many parts a step has at most, so that each moves several times as much as was in flight.
fn most_parts(uses: &[SourceUse<'_>]) -> u64 {
    let uses = || uses.iter().map(|it| &it.use_);
    let largest = uses().map(|it| it.bytes).max().unwrap_or(0);
    let large = uses().filter(|it| it.bytes >= largest / LEAST_SHARE);
    let parts = large.map(|it| it.bytes / in_flight(it).saturating_mul(TIMES_IN_FLIGHT).max(1));
    parts.min().unwrap_or(MOST).clamp(FEWEST, MOST)
}

/// Returns the most bytes of a use that are in flight at the same time.
fn in_flight(use_: &Use) -> u64 {
    use_.transfer_bytes.saturating_mul(use_.depth.into())
}

/// Takes the time of flushes from the end of a step, where they are waited for.
fn subtract_flushes(thinks: &mut [f64], uses: &[SourceUse<'_>]) {
    let mut flush = flush_seconds(uses);
    for think in thinks.iter_mut().rev() {
        let here = flush.min(think.max(0.0));
        *think -= here;
        flush -= here;
    }
}

fn flush_seconds(uses: &[SourceUse<'_>]) -> f64 {
    uses.iter()
        .filter_map(|source| source.file.flush_seconds)
        .filter(|seconds| seconds.is_finite() && *seconds > 0.0)
        .sum()
}

/// Returns how long the step computed: its time without what kept it, and without the time in which it had no
/// processor.
pub(super) fn own_seconds(step: &Step, uses: &[SourceUse<'_>]) -> f64 {
    let mut counted: Vec<*const Course> = Vec::new();
    let mut held = 0.0;
    for source in uses {
        held += match (&source.file.course, &source.file.pipe) {
            (Some(course), _) => {
                let is_first = !counted.contains(&std::ptr::from_ref(course));
                counted.push(course);
                let threads = f64::from(source.use_.threads.max(1));
                match is_first {
                    true => {
                        let intervals = course.intervals.iter();
                        let all = intervals.map(|it| not_computed(step, source, it));
                        all.sum::<f64>() / threads
                    }
                    false => 0.0,
                }
            }
            (None, Some(pipe)) => pipe.waited_seconds,
            (None, None) => source.file.waited_seconds,
        };
    }
    (step.seconds() - held - flush_seconds(uses)).max(0.0)
}

/// Returns how fast a step computed.
pub(super) fn speed(uses: &[SourceUse<'_>]) -> Speed {
    let mut counted: Vec<*const Course> = Vec::new();
    let mut speed = Speed::default();
    for course in uses.iter().filter_map(|it| it.file.course.as_ref()) {
        if !counted.contains(&std::ptr::from_ref(course)) {
            counted.push(course);
            speed.add(course.speed);
        }
    }
    speed
}

/// Makes shares of one of times, with none below zero.
fn to_shares(thinks: &mut [f64]) {
    thinks.iter_mut().for_each(|think| *think = think.max(0.0));
    let sum: f64 = thinks.iter().sum();
    let even = 1.0 / thinks.len().max(1) as f64;
    thinks.iter_mut().for_each(|think| {
        *think = match sum > 0.0 {
            true => *think / sum,
            false => even,
        }
    });
}

/// What goes through a pipe has no course: it goes with what the step moves besides, or else with the computing.
fn spread_pipes(weights: &mut [Vec<u64>], uses: &[SourceUse<'_>], thinks: &[f64]) {
    let mut besides = vec![0u64; thinks.len()];
    for of_use in &*weights {
        for (sum, weight) in besides.iter_mut().zip(of_use) {
            *sum = sum.saturating_add(*weight);
        }
    }
    if besides.iter().all(|&bytes| bytes == 0) {
        besides = thinks.iter().map(|think| (think * 1e9) as u64).collect();
    }
    for (weights, source) in weights.iter_mut().zip(uses) {
        if source.file.course.is_none() {
            weights.clone_from(&besides);
            redistribute(weights.iter_mut(), source.use_.bytes);
        }
    }
}

/// Returns a number in parts by weights, whose sum is the number. What no weight is for goes with the first weight where it
/// is read, and with the last one where it is written, as headers do.
fn shares(number: u64, weights: &[u64], direction: Direction) -> Vec<u64> {
    let sum: u128 = weights.iter().map(|&weight| u128::from(weight)).sum();
    let mut parts = vec![0; weights.len()];
    let has_weight = |&weight: &u64| weight > 0;
    let at_the_edge = match direction {
        Direction::Read => weights.iter().position(has_weight).unwrap_or(0),
        Direction::Write => weights
            .iter()
            .rposition(has_weight)
            .unwrap_or(weights.len().saturating_sub(1)),
    };
    let by_weight = u128::from(number).min(sum);
    let (mut before, mut given) = (0u128, 0u128);
    for (part, &weight) in parts.iter_mut().zip(weights) {
        before += u128::from(weight);
        let until = (by_weight * before).checked_div(sum).unwrap_or(0);
        *part = (until - given) as u64;
        given = until;
    }
    if let Some(part) = parts.get_mut(at_the_edge) {
        *part += number - given as u64;
    }
    parts
}

/// Joins a part that moves nothing with one before it that moves nothing, and leaves out what takes no time besides.
fn joined(parts: impl Iterator<Item = Part>) -> Vec<Part> {
    let mut all: Vec<Part> = Vec::new();
    for part in parts {
        let moves_nothing = part.bytes.iter().all(|&bytes| bytes == 0);
        if moves_nothing && part.think_seconds == 0.0 {
            continue;
        }
        match all.last_mut() {
            Some(last) if moves_nothing && last.bytes.iter().all(|&bytes| bytes == 0) => {
                last.think_seconds += part.think_seconds;
            }
            _ => all.push(part),
        }
    }
    all
}

/// Returns parts where nothing is known over time: everything at once; but what a sort or a summary reads comes before
/// what it writes, with the runs of a sort between.
fn without_courses(step: &Step, uses: &[SourceUse<'_>]) -> Vec<Part> {
    let seconds = own_seconds(step, uses);
    let is_phased = step.sort.is_some() || crate::scale::SUMMARIES.contains(&step.name.as_str());
    let comes_first = |source: &SourceUse<'_>| {
        let reads = source.use_.direction == Direction::Read;
        // Runs are written while the input is read, and read while the output is written.
        reads != source.is_utility
    };
    let phases: &[bool] = if is_phased { &[true, false] } else { &[true] };
    let parts = phases.iter().map(|&first| Part {
        think_seconds: seconds / phases.len() as f64,
        bytes: uses
            .iter()
            .map(|source| match !is_phased || comes_first(source) == first {
                true => source.use_.bytes,
                false => 0,
            })
            .collect(),
    });
    parts.collect()
}
