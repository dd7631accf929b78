//! Recording what a load does, so that it can be done again.

use std::time::Instant;

use super::Worker;
use crate::load::outcome::{Action, Movement};

/// More than these are not kept: more than a gibibyte.
const MOST: usize = 1 << 24;

impl Worker<'_> {
    /// Keeps what is begun now, where that is asked for.
    #[inline]
    pub(super) fn record(&mut self, what: Action, file: usize, offset: u64, bytes: u64) {
        if self.load.logs.movements {
            self.keep(what, file, offset, bytes);
        }
    }

    fn keep(&mut self, what: Action, file: usize, offset: u64, bytes: u64) {
        if self.movements.len() >= MOST {
            const NOTE: &str = "the record of blocks was too long to be kept whole";
            if !self.notes.iter().any(|note| note == NOTE) {
                self.note(NOTE.to_owned());
            }
            return;
        }
        self.movements.push(Movement {
            at: Instant::now().saturating_duration_since(self.start),
            what,
            file,
            offset,
            bytes,
        });
    }
}
