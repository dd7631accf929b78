//! The stretches of time that a step is divided into.

use feedrate_pageio::Direction;

use super::super::uses::SourceUse;
use crate::job::Use;
use crate::profile::Step;

/// The most parts of a step.
const MOST: u64 = 256;

/// The fewest parts that are left to a step whose transfers in flight would blur them.
const FEWEST: u64 = 8;

/// The least that a part moves, in multiples of the bytes in flight. The count of bytes completed in a part is off by
/// about as much as was in flight, and a burst of it is no work of the step.
const TIMES_IN_FLIGHT: u64 = 4;

/// A use counts for the number of parts if it moves at least this share of what the largest use of the step moves.
const LEAST_SHARE: u64 = 4;

/// The stretches of time of a step: one before it works on what it reads, then some of one length in which it moves
/// pages, and one after the last transfer. What is done in the first and the last does not depend on the size of the
/// data.
pub(super) struct Grid {
    /// In microseconds since the machine started, as the others.
    began: u64,
    first_transfer: u64,
    last_transfer: u64,
    ended: u64,
    width: u64,
    /// The stretches between the first and the last one.
    pub(super) count: usize,
}

impl Grid {
    /// Returns those of a step.
    pub(super) fn of(step: &Step, uses: &[SourceUse<'_>]) -> Self {
        let (began, ended) = (step.began_microseconds, step.ended_microseconds);
        let reads_pipe = |it: &SourceUse<'_>| it.use_.direction == Direction::Read && it.file.course.is_none();
        // When something comes through a pipe is not known.
        let first = match uses.iter().any(reads_pipe) {
            true => None,
            false => uses.iter().filter_map(begins_to_work).min(),
        };
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
    pub(super) fn seconds(&self) -> Vec<f64> {
        let before_last = self.width * (self.count as u64 - 1);
        let long = self.last_transfer - self.first_transfer;
        let mut all = vec![self.first_transfer - self.began];
        all.resize(self.count, self.width);
        all.push(long.saturating_sub(before_last));
        all.push(self.ended - self.last_transfer);
        all.into_iter().map(|it| it as f64 / 1e6).collect()
    }

    /// Returns the stretch that a moment is in.
    pub(super) fn part(&self, moment: u64) -> usize {
        if moment < self.first_transfer {
            return 0;
        }
        if moment >= self.last_transfer {
            return self.count + 1;
        }
        let part = (moment - self.first_transfer) / self.width;
        usize::try_from(part).unwrap_or(self.count).min(self.count - 1) + 1
    }
}

/// Returns when more of a use was completed than can have been in flight at first: the step works on it then. `None` if
/// that is not known.
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
