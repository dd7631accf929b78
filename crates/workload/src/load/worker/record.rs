//! Recording what a load does, so that it can be done again.

use std::time::Instant;

use super::Worker;
use crate::load::outcome::{Action, Movement};
use crate::load::sequence::FileEvent;

/// More than these are not kept: more than a gibibyte.
const MOST: usize = 1 << 24;

/// What a load did, where that is kept.
#[derive(Debug)]
pub(super) struct Recording {
    is_wanted: bool,
    start: Instant,
    movements: Vec<Movement>,
    is_whole: bool,
    /// Where the last block began.
    last_offset: u64,
}

impl Recording {
    pub(super) fn new(is_wanted: bool, start: Instant) -> Self {
        Self {
            is_wanted,
            start,
            movements: Vec::new(),
            is_whole: true,
            last_offset: 0,
        }
    }

    /// Keeps what is begun now, where that is asked for.
    #[inline]
    pub(super) fn add(&mut self, what: Action, file: usize, offset: u64, bytes: u64) {
        if self.is_wanted {
            self.keep(what, file, offset, bytes);
        }
    }

    fn keep(&mut self, what: Action, file: usize, offset: u64, bytes: u64) {
        if self.movements.len() >= MOST {
            self.is_whole = false;
            return;
        }
        let offset = match what {
            Action::Read | Action::Write | Action::Trim => {
                self.last_offset = offset;
                offset
            }
            // As in fio: the request that moved the last block is taken for this.
            Action::Sync | Action::DataSync => self.last_offset,
            Action::Open | Action::Close => 0,
        };
        self.movements.push(Movement {
            at: Instant::now().saturating_duration_since(self.start),
            what,
            file,
            offset,
            bytes,
        });
    }

    /// Returns what there is to tell of it.
    pub(super) fn note(&self) -> Option<String> {
        (!self.is_whole).then(|| "the record of blocks was too long to be kept whole".to_owned())
    }

    pub(super) fn finish(self) -> Vec<Movement> {
        self.movements
    }
}

impl Worker<'_> {
    /// Keeps which files were opened and closed, where that is asked for.
    #[inline]
    pub(super) fn record_files(&mut self) {
        if self.recording.is_wanted {
            for event in self.source.file_events() {
                let (what, file) = match event {
                    FileEvent::Open(file) => (Action::Open, file),
                    FileEvent::Close(file) => (Action::Close, file),
                };
                self.recording.add(what, file, 0, 0);
            }
        }
    }
}
