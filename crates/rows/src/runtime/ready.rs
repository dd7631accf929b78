//! Rows in pages that machine code reads and writes directly, and the bookkeeping with the readers and writers of the
//! pages.

use feedrate_program::{NumberSlot, ObjectCall};

use super::Runtime;
use crate::fault::StepResult;
use crate::objects::Feed;
use crate::vector::moves::Move;

/// Rows of a data set that is read. The next observation is at `row`; `left` is how many follow it in the page, so that
/// one can be taken while it is above zero.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ReadyToTake {
    /// The next observation.
    pub row: *const u8,
    /// The number of observations that can be taken.
    pub left: u64,
    /// The initial value of `left`.
    given: u64,
}

/// Space for rows of a data set that is created: the next one is written to `row`, and `left` is how many fit.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ReadyToFill {
    /// The place of the next observation.
    pub row: *mut u8,
    /// The number of observations that fit.
    pub left: u64,
    /// The initial value of `left`.
    given: u64,
}

impl ReadyToTake {
    /// No observations.
    pub const NONE: Self = Self {
        row: std::ptr::null(),
        left: 0,
        given: 0,
    };
}

impl ReadyToTake {
    /// Returns how many of them were taken.
    #[inline]
    pub fn taken(&self) -> usize {
        (self.given - self.left) as usize
    }
}

impl ReadyToFill {
    /// No space.
    pub const NONE: Self = Self {
        row: std::ptr::null_mut(),
        left: 0,
        given: 0,
    };
}

/// The copies by which machine code takes an observation of a SET with a single source in file order.
pub struct DirectRead<'r> {
    /// The copies from a row into the vector.
    pub moves: &'r [Move],
    /// The length of a row in bytes.
    pub row_bytes: usize,
    /// IN=, which is set to 1.
    pub contributes: Option<NumberSlot>,
    /// END=, which is set to 0: the last observation is not taken this way.
    pub end: Option<NumberSlot>,
}

impl<'s> Runtime<'s, '_> {
    /// Returns how observations of a SET can be taken directly, or `None` if the runtime determines the next one.
    pub fn direct_read(&self, read: usize) -> Option<DirectRead<'_>> {
        let read = self.reads.get(read)?;
        let cursor = read.single()?;
        let (contributes, end) = read.flags();
        let moves = cursor.plain()?.moves();
        // The runtime sees to characters that would be split.
        let cuts = moves.iter().any(|step| matches!(step, Move::Cut { .. }));
        if cuts {
            return None;
        }
        Some(DirectRead {
            moves,
            row_bytes: cursor.row_bytes(),
            contributes,
            end,
        })
    }

    /// Returns the observations of a SET that are available.
    #[inline]
    pub fn ready_to_take(&self, read: usize) -> ReadyToTake {
        let cursor = self.reads.get(read).and_then(|read| read.single());
        let Some(cursor) = cursor.filter(|cursor| cursor.plain().is_some()) else {
            return ReadyToTake::NONE;
        };
        let rows = cursor.ready();
        let left = (rows.len() / cursor.row_bytes().max(1)).saturating_sub(1) as u64;
        ReadyToTake {
            row: rows.as_ptr(),
            left,
            given: left,
        }
    }

    /// Records how many of them were taken.
    #[inline]
    pub fn took(&mut self, read: usize, ready: &ReadyToTake) {
        let taken = ready.taken();
        if taken > 0
            && let Some(read) = self.reads.get_mut(read)
            && let [cursor] = read.cursors.as_mut_slice()
        {
            cursor.took(taken);
        }
    }

    /// Returns the space for observations of a data set.
    pub fn ready_to_fill(&mut self, write: usize) -> ReadyToFill {
        let Some(sink) = self.sinks.get_mut(write) else {
            return ReadyToFill::NONE;
        };
        let row_bytes = sink.row_bytes().max(1);
        let room = sink.room();
        let left = (room.len() / row_bytes) as u64;
        ReadyToFill {
            row: room.as_mut_ptr(),
            left,
            given: left,
        }
    }

    /// Records how many observations were written there.
    pub fn filled(&mut self, write: usize, ready: &ReadyToFill) {
        let filled = (ready.given - ready.left) as usize;
        if filled > 0
            && let Some(sink) = self.sinks.get_mut(write)
        {
            sink.fill(filled);
        }
    }

    /// Writes the vector to a data set regardless of its WHERE=.
    pub fn put_row(&mut self, write: usize) -> StepResult<()> {
        match self.sinks.get_mut(write) {
            Some(sink) => sink.put(&self.core),
            None => Ok(()),
        }
    }
    /// Carries out FIND or CHECK. `taken` returns how many observations of a SET statement the machine code has taken
    /// since its cursor was told.
    ///
    /// # Errors
    ///
    /// Fails if the object does not exist or is not defined, and if an argument is wrong.
    #[inline]
    pub fn look_up(&mut self, call: &'s ObjectCall, taken: impl Fn(usize) -> usize) -> StepResult<f64> {
        if self.core.are_guesses_due(call) {
            self.look_ahead(call, taken);
        }
        self.core.object_call(call)
    }

    /// Looks up the keys of the next observations.
    fn look_ahead(&mut self, call: &ObjectCall, taken: impl Fn(usize) -> usize) {
        let Self { core, reads, .. } = self;
        let cursors = reads.iter().map(|read| {
            // Neither WHERE= nor BY: what follows in the page is what comes next.
            read.single().filter(|cursor| cursor.plain().is_some())
        });
        let vector = &core.step.vector;
        let feeds = cursors.clone().enumerate().filter_map(|(number, cursor)| {
            let cursor = cursor?;
            Some(Feed {
                number,
                loads: &cursor.source.loads,
                schema: cursor.reader().schema(),
                vector,
            })
        });
        let Some(feed) = core.feed_of_guesses(call, feeds) else {
            return;
        };
        let cursor = cursors.clone().nth(feed).flatten();
        let rows = cursor.and_then(|cursor| cursor.ready().get(taken(feed) * cursor.row_bytes()..));
        core.guess(call, rows.unwrap_or_default());
    }
}
