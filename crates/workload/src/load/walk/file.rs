//! Computes the next block of one file.

use std::sync::Arc;

use feedrate_pageio::Direction;

use super::FilePart;
use super::lengths::Lengths;
use super::rules::Rules;
use super::shared::SharedPosition;
use super::visits::Visits;
use crate::load::spec::{Order, PerDirection, Strides};

/// A walk over one file. Positions are bytes from the beginning of its part.
#[derive(Debug)]
pub(super) struct FileWalk {
    part: FilePart,
    /// The end of the last block of each direction; in mixed random order of both.
    ended: PerDirection<u64>,
    /// Its beginning.
    began: PerDirection<u64>,
    /// The bytes that were passed, for a walk that does not begin at the beginning.
    walked: PerDirection<u64>,
    visits: Visits,
    shared: Option<Arc<SharedPosition>>,
    /// The beginning of the zone at work, and the bytes moved in it.
    zone: (u64, u64),
    /// The next block of a grid.
    cell: u64,
}

impl FileWalk {
    pub(super) fn new(rules: &Rules, part: FilePart, shared: Option<Arc<SharedPosition>>, seed: u64) -> Self {
        let mut walk = Self {
            part,
            ended: PerDirection::default(),
            began: PerDirection::default(),
            walked: PerDirection::default(),
            visits: Visits::new(rules, part, seed),
            shared,
            zone: (0, 0),
            cell: 0,
        };
        walk.restart();
        walk
    }

    /// Restarts.
    pub(super) fn restart(&mut self) {
        self.ended = PerDirection::both(self.part.start);
        self.began = PerDirection::both(self.part.start);
        self.walked = PerDirection::default();
        self.zone = (0, 0);
        self.cell = 0;
        self.visits.restart();
    }

    /// Returns the end of the positions at which blocks may begin: zones extend to the end of the file.
    fn end(&self, rules: &Rules) -> u64 {
        if rules.strides.is_some() {
            self.part.file_bytes - self.part.offset
        } else {
            self.part.bytes
        }
    }

    /// Returns offset and length of the next block; `None` if the file is done.
    pub(super) fn next(
        &mut self,
        rules: &Rules,
        direction: Direction,
        new_place: bool,
        lengths: &mut PerDirection<Lengths>,
        random: &mut fastrand::Rng,
    ) -> Option<(u64, u64)> {
        if let Some(strides) = rules.strides {
            self.change_zone(strides, direction);
        }
        let [in_order, at_random] = [false, true].map(|at_random| rules.lengths_of(direction, at_random));
        let (position, bytes) = match &rules.order {
            Order::Sequential { step } => self.sequential(rules, *step, direction, lengths.of_mut(in_order))?,
            Order::Random {
                identical,
                random_percent,
                ..
            } => {
                let by_chance = *random_percent >= 100 || random.u8(..100) < *random_percent;
                if new_place && by_chance {
                    self.at_random(rules, direction, lengths.of_mut(at_random), random)?
                } else {
                    let position = if *identical && !new_place {
                        *self.began.of(direction)
                    } else {
                        *self.ended.of(direction)
                    };
                    match self.fitting(rules, position, lengths.of_mut(in_order)) {
                        Some(bytes) => (position, bytes),
                        None => self.at_random(rules, direction, lengths.of_mut(at_random), random)?,
                    }
                }
            }
            Order::Shared { step } => self.shared(*step, lengths.of_mut(in_order))?,
            Order::Grid {
                row,
                rows,
                first,
                count,
            } => self.grid([*row, *rows, *first, *count], lengths.of_mut(in_order))?,
        };
        *self.began.of_mut(direction) = position;
        *self.ended.of_mut(direction) = position + bytes;
        self.zone.1 += bytes;
        Some((self.part.offset + position, bytes))
    }

    /// Returns a length for a block at a position. If there is only one length, the block may begin within the part and
    /// end after it, if the file continues: with 4 KiB blocks, 10 KiB of a larger file are three.
    fn fitting(&self, rules: &Rules, position: u64, lengths: &mut Lengths) -> Option<u64> {
        let end = self.end(rules);
        if position >= end {
            return None;
        }
        let room = match lengths.fixed() {
            Some(_) => self.part.file_bytes - self.part.offset,
            None => end,
        };
        lengths.next(room.saturating_sub(position))
    }

    fn sequential(
        &mut self,
        rules: &Rules,
        step: i64,
        direction: Direction,
        lengths: &mut Lengths,
    ) -> Option<(u64, u64)> {
        let ended = *self.ended.of(direction);
        let is_first = ended == self.part.start && *self.walked.of(direction) == 0;
        let length = self.part.bytes.max(1);
        let mut position = ended;
        if self.part.start > 0 {
            if *self.walked.of(direction) >= self.part.bytes {
                return None;
            }
            if position >= length {
                position = 0;
            }
        } else if step == 0 || is_first {
            if self.part.offset + position >= self.part.file_bytes {
                return None;
            }
        } else {
            position = self.stepped(ended, step)?;
        }
        let bytes = match self.fitting(rules, position, lengths) {
            Some(bytes) => bytes,
            // The rest at the end is too short, and the beginning has not been passed yet.
            None if self.part.start > 0 && position > 0 => {
                *self.walked.of_mut(direction) += length - position;
                position = 0;
                self.fitting(rules, 0, lengths)?
            }
            None => return None,
        };
        *self.walked.of_mut(direction) += bytes;
        Some((position, bytes))
    }

    /// Returns the position at which a walk with gaps, or backwards, continues.
    fn stepped(&self, ended: u64, step: i64) -> Option<u64> {
        let room = self.part.file_bytes - self.part.offset;
        if ended >= room && step > 0 {
            return None;
        }
        match ended.checked_add_signed(step) {
            Some(position) if position < room => Some(position),
            // It continues from the end at the start, and from the start at the end.
            _ if step > 0 => Some(0),
            _ => self.part.bytes.min(room).checked_add_signed(step),
        }
    }

    fn at_random(
        &mut self,
        rules: &Rules,
        direction: Direction,
        lengths: &mut Lengths,
        random: &mut fastrand::Rng,
    ) -> Option<(u64, u64)> {
        let end = self.end(rules);
        if rules.strides.is_some() && end.saturating_sub(self.zone.0) < rules.unit {
            // The rest of the file is shorter than any block.
            self.enter_zone(0);
        }
        let bytes = match rules.strides {
            Some(strides) => {
                let range = strides.range.max(rules.unit);
                range.min(end.saturating_sub(self.zone.0))
            }
            None => end,
        };
        self.visits
            .next(rules, direction, (self.zone.0, bytes), lengths, random)
    }

    fn enter_zone(&mut self, start: u64) {
        self.zone = (start, 0);
        self.visits.forget();
    }

    fn shared(&self, step: u64, lengths: &mut Lengths) -> Option<(u64, u64)> {
        let shared = self.shared.as_ref()?;
        let bytes = lengths.next(self.part.bytes)?;
        Some((shared.next(bytes, step, self.part.bytes), bytes))
    }

    fn grid(&mut self, grid: [u64; 4], lengths: &mut Lengths) -> Option<(u64, u64)> {
        let [row, rows, first, count] = grid;
        let cells = rows.checked_mul(count)?;
        if self.cell >= cells {
            return None;
        }
        let bytes = lengths.next(u64::MAX)?;
        let column = first + self.cell / rows;
        let block = (self.cell % rows) * row + column;
        self.cell += 1;
        Some((block * bytes, bytes))
    }

    fn change_zone(&mut self, strides: Strides, direction: Direction) {
        if self.zone.1 >= strides.size {
            let step = strides.range.saturating_add(strides.skip);
            let next = self.zone.0.saturating_add(step);
            let is_beyond = self.part.offset.saturating_add(next) >= self.part.file_bytes;
            self.enter_zone(if is_beyond { 0 } else { next });
            *self.ended.of_mut(direction) = self.zone.0;
        }
        if *self.ended.of(direction) >= self.zone.0.saturating_add(strides.range) {
            *self.ended.of_mut(direction) = self.zone.0;
        }
    }
}
