//! The parts of a step: what it moved, and how long it computed, one stretch of its time after another.

mod computing;
mod grid;
mod pipes;

use feedrate_pageio::Direction;
use feedrate_pageio::course::{Interval, Speed};

use super::uses::SourceUse;
use crate::job::Part;
use crate::profile::Step;
pub(super) use computing::OwnTime;
use grid::Grid;

/// Returns the parts of a step.
pub(super) fn of(step: &Step, uses: &[SourceUse<'_>]) -> Vec<Part> {
    let courses = uses.iter().all(|it| {
        let is_known = it.file.course.as_ref().is_some_and(|it| !it.intervals.is_empty());
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
    let computing = computing(step, uses);
    let mut thinks = match computing.is_known {
        true => vec![0.0; grid.count + 2],
        false => grid.seconds(),
    };
    let times = grid.seconds();
    let mut waits = vec![0.0; thinks.len()];
    let mut weights = vec![vec![0u64; thinks.len()]; uses.len()];
    for (index, source) in uses.iter().enumerate() {
        let Some(course) = &source.file.course else {
            continue;
        };
        let threads = f64::from(source.use_.threads.max(1));
        let is_first = is_first_of_file(uses, index);
        for (middle, interval) in course.middles() {
            let part = grid.part(middle);
            // The first and the last part are without transfers.
            weights[index][part.clamp(1, grid.count)] += interval.bytes_of(source.use_.direction);
            match is_first {
                true if computing.is_known => {
                    thinks[part] += interval.computed_microseconds as f64 / 1e6 / threads;
                    waits[part] += interval.waited_microseconds as f64 / 1e6 / threads;
                }
                true => thinks[part] -= not_computed(step, source, interval) / threads,
                false => {}
            }
        }
    }
    match computing.is_known {
        true => add_others(&mut thinks, &waits, &computing),
        false => subtract_flushes(&mut thinks, uses),
    }
    if computing.is_lost {
        thinks = times;
    }
    let think = computing.seconds;
    to_shares(&mut thinks);
    pipes::spread(step, &mut weights, uses, &thinks);
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

/// Returns how long a step's threads did not compute in an interval, in seconds: they were in calls, or had no
/// processor. The threads of a sort are most often kept from a processor by the other threads of the sort, which
/// compute.
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

/// Adds what other threads compute where the step's own threads wait.
fn add_others(thinks: &mut [f64], waits: &[f64], computing: &OwnTime) {
    let all: f64 = waits.iter().sum();
    let even = 1.0 / waits.len().max(1) as f64;
    for (think, wait) in thinks.iter_mut().zip(waits) {
        *think += computing.of_others * if all > 0.0 { wait / all } else { even };
    }
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

/// Returns what a step did apart from its transfers.
pub(super) fn computing(step: &Step, uses: &[SourceUse<'_>]) -> OwnTime {
    OwnTime::of(step, uses, seconds_by_the_clock(step, uses))
}

/// Returns the time of a step without what kept it, and without the time in which it had no processor.
fn seconds_by_the_clock(step: &Step, uses: &[SourceUse<'_>]) -> f64 {
    let mut held = 0.0;
    for (index, source) in uses.iter().enumerate() {
        held += match (&source.file.course, &source.file.pipe) {
            (Some(course), _) => {
                let threads = f64::from(source.use_.threads.max(1));
                match is_first_of_file(uses, index) {
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
    let mut speed = Speed::default();
    for (index, source) in uses.iter().enumerate() {
        if let Some(course) = &source.file.course
            && is_first_of_file(uses, index)
        {
            speed.add(course.speed);
        }
    }
    speed
}

/// Returns whether a use is the first of its file: a file that is read and written has one course for both uses.
fn is_first_of_file(uses: &[SourceUse<'_>], index: usize) -> bool {
    let file = uses[index].file;
    !uses[..index].iter().any(|it| std::ptr::eq(it.file, file))
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

/// Returns a number in parts by weights, whose sum is the number. What no weight is for goes with the first weight
/// where it is read, and with the last one where it is written, as headers do.
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
    let seconds = computing(step, uses).seconds;
    let is_phased = step.reads_before_it_writes();
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
