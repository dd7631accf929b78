//! The positions of the blocks of one file.

use super::register::Register;
use crate::load::walk::{FilePart, VisitMap};

/// That no block was begun yet.
const NONE: u64 = u64::MAX;

/// The direction of a block, as an index: fio counts positions for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    Read = 0,
    Write = 1,
    Trim = 2,
}

/// The positions in one file. Offsets are those of the file, not of its part.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) part: FilePart,
    /// The beginning of its part, or of the zone at work.
    pub(super) from: u64,
    /// The end of the last block of each kind.
    ends: [u64; 3],
    starts: [u64; 3],
    pub(super) units: Units,
}

/// The blocks that have come, where each comes once.
#[derive(Debug)]
pub(super) enum Units {
    Any,
    /// Boxed, because there may be a million files. A map is made when its file is opened.
    Map(Box<Option<VisitMap>>, u64),
    Register(Box<Register>, u64),
}

impl Place {
    pub(super) fn new(part: FilePart, units: Units) -> Self {
        Self {
            part,
            from: part.offset,
            ends: [part.offset; 3],
            starts: [NONE; 3],
            units,
        }
    }

    /// Forgets all blocks.
    pub(super) fn restart(&mut self) {
        self.ends = [self.from; 3];
        self.starts = [NONE; 3];
        match &mut self.units {
            Units::Any => {}
            Units::Map(map, units) => match &mut **map {
                Some(map) => map.clear_all(),
                none => *none = Some(VisitMap::new(*units)),
            },
            Units::Register(register, seed) => register.restart(*seed),
        }
    }

    /// The end of the last block of a kind.
    #[inline]
    pub(super) fn end(&self, act: Act) -> u64 {
        self.ends[act as usize]
    }

    pub(super) fn set_end(&mut self, act: Act, end: u64) {
        self.ends[act as usize] = end;
    }

    /// The beginning of the last block of a kind.
    #[inline]
    pub(super) fn start(&self, act: Act) -> Option<u64> {
        let start = self.starts[act as usize];
        (start != NONE).then_some(start)
    }

    /// True if what was trimmed last is to be written next.
    pub(super) fn is_trimmed(&self) -> bool {
        self.starts[Act::Write as usize] != self.starts[Act::Trim as usize]
    }

    /// The range that was trimmed last is to be written, though it lies where the last write was.
    pub(super) fn forget_write(&mut self) {
        let start = &mut self.starts[Act::Write as usize];
        *start = start.wrapping_sub(1);
    }

    /// Notes a block that is begun.
    #[inline]
    pub(super) fn note(&mut self, act: Act, offset: u64, bytes: u64) {
        self.starts[act as usize] = offset;
        self.ends[act as usize] = offset + bytes;
    }

    /// The most bytes that a block at an offset may have.
    #[inline]
    pub(super) fn room(&self, offset: u64) -> u64 {
        (self.part.bytes + self.part.offset).saturating_sub(offset)
    }

    /// Returns a block that has not come yet: this one, or the next; `None` if all have come.
    #[inline]
    pub(super) fn unvisited(&self, block: u64) -> Option<u64> {
        match &self.units {
            Units::Map(map, _) => match &**map {
                Some(map) => map.next_free(block),
                None => Some(block),
            },
            _ => Some(block),
        }
    }

    /// Marks the units of a block up to one that has come already, and returns their number.
    #[inline]
    pub(super) fn mark(&mut self, block: u64, count: u64) -> u64 {
        match &mut self.units {
            Units::Map(map, _) => match &mut **map {
                Some(map) => map.mark_run(block, count),
                None => count,
            },
            _ => count,
        }
    }
}
