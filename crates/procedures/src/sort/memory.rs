//! Allocates the memory of rows, piece by piece.
//!
//! Memory that was not used for a while may be slow to allocate: the system clears it, takes it from a cache or, in a
//! virtual machine, must get it back from the host. Measured on one, a gigabyte took from 0.2 to 5 seconds. Therefore
//! the time spent waiting for memory is measured: if that is most of the time, it is faster to spill the remaining
//! rows and read them back than to hold them.

use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::Scope;
use std::time::{Duration, Instant};

use feedrate_pageio::{Arena, MemoryPages, Result, Use};
use feedrate_rows::StepResult;

use feedrate_procedure::threads;

/// The number of pieces that are allocated ahead.
const AHEAD: usize = 2;

/// The minimum number of pieces that are worth a thread.
const WORTH_A_THREAD: u64 = 8;

/// The number of pieces after which it is known whether memory is slow.
const ENOUGH_TO_TELL: u64 = 16;

/// Allocates memory in pieces of one size.
pub(super) struct Memory {
    bytes: usize,
    /// The pieces that another thread allocates.
    ahead: Option<Receiver<Result<Arena>>>,
    /// The time of the first request, the number of pieces since, and the total waiting time.
    began: Option<Instant>,
    given: u64,
    waited: Duration,
}

impl Memory {
    pub(super) fn of_pieces(bytes: usize) -> Self {
        Self {
            bytes,
            ahead: None,
            began: None,
            given: 0,
            waited: Duration::ZERO,
        }
    }

    /// Starts a thread that allocates up to this many pieces ahead, until [`end`](Self::end) or until this is
    /// dropped.
    pub(super) fn take_ahead<'scope>(&mut self, pieces: u64, scope: &'scope Scope<'scope, '_>) {
        if pieces < WORTH_A_THREAD {
            return;
        }
        let (taken, ahead) = sync_channel(AHEAD);
        let bytes = self.bytes;
        let other = threads::start(scope, move || {
            for _ in 0..pieces {
                // The receiver is gone if fewer rows came than expected.
                if taken.send(piece(bytes)).is_err() {
                    return;
                }
            }
        });
        // Without the thread, each piece is allocated when it is needed.
        self.ahead = other.is_ok().then_some(ahead);
    }

    /// Ends the allocation ahead, and frees the pieces that were not used.
    pub(super) fn end(&mut self) {
        self.ahead = None;
    }

    /// Returns another piece.
    pub(super) fn next(&mut self) -> StepResult<Arena> {
        let asked = Instant::now();
        self.began.get_or_insert(asked);
        let ahead = self.ahead.as_ref().and_then(|ahead| ahead.recv().ok());
        let piece = ahead.unwrap_or_else(|| piece(self.bytes));
        self.waited += asked.elapsed();
        self.given += 1;
        Ok(piece.map_err(feedrate_dataset::Error::from)?)
    }

    /// Returns whether the share of the time since the first piece that was spent waiting for pieces is so large that
    /// writing and reading the same bytes would be faster. The remaining time is that of reading the input once, and
    /// of all other work.
    pub(super) fn is_slower_than_storage(&self) -> bool {
        let Some(began) = self.began else {
            return false;
        };
        self.given >= ENOUGH_TO_TELL && self.waited > began.elapsed() * 2 / 3
    }
}

fn piece(bytes: usize) -> Result<Arena> {
    // Pieces are aligned to huge pages, so that they use no more of them than they fill.
    Arena::new(1, bytes, MemoryPages::Huge, Use::Direct)
}
