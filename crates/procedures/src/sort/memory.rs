//! The memory in which rows are held, piece by piece.
//!
//! Memory that nobody has used for a while may be slow to come: the system clears it, takes it from a cache, or,
//! beneath a virtual machine, has to get it back from where it lent it. Measured on one, a gigabyte took from 0.2
//! to 5 seconds. So it is looked at how long was waited for it: where that was most of the time, the rest of the
//! rows is better spilled and read back than held.

use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::Scope;
use std::time::{Duration, Instant};

use feedrate_pageio::{Arena, MemoryPages, Result, Use};
use feedrate_steps::data::Fault;

use super::threads;

/// How many pieces are taken ahead.
const AHEAD: usize = 2;

/// Fewer pieces than these are not worth a thread.
const WORTH_A_THREAD: u64 = 8;

/// After so many pieces it can be told whether memory is slow to come.
const ENOUGH_TO_TELL: u64 = 16;

/// Gives memory in pieces of one size.
pub(super) struct Memory {
    bytes: usize,
    /// Pieces that another thread takes.
    ahead: Option<Receiver<Result<Arena>>>,
    /// When the first piece was wanted, how many were given since, and how long was waited for them.
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

    /// Lets another thread take the next so many pieces, until the [end](Self::end) or until this is dropped.
    pub(super) fn take_ahead<'scope>(&mut self, pieces: u64, scope: &'scope Scope<'scope, '_>) {
        if pieces < WORTH_A_THREAD {
            return;
        }
        let (taken, ahead) = sync_channel(AHEAD);
        let bytes = self.bytes;
        let other = threads::start(scope, move || {
            for _ in 0..pieces {
                // Where nobody wants more, fewer rows came than might have.
                if taken.send(piece(bytes)).is_err() {
                    return;
                }
            }
        });
        // Without another thread, each is taken when it is needed.
        self.ahead = other.is_ok().then_some(ahead);
    }

    /// No piece is wanted any more: what was taken ahead is given back.
    pub(super) fn end(&mut self) {
        self.ahead = None;
    }

    /// Another piece.
    pub(super) fn next(&mut self) -> std::result::Result<Arena, Box<Fault>> {
        let asked = Instant::now();
        self.began.get_or_insert(asked);
        let ahead = self.ahead.as_ref().and_then(|ahead| ahead.recv().ok());
        let piece = ahead.unwrap_or_else(|| piece(self.bytes));
        self.waited += asked.elapsed();
        self.given += 1;
        Ok(piece.map_err(feedrate_dataset::Error::from)?)
    }

    /// Whether so much of the time since the first piece was spent in waiting for pieces that it takes less to
    /// write and read the same bytes: what remains of the time is that of reading them once, and of all else.
    pub(super) fn is_slower_than_storage(&self) -> bool {
        let Some(began) = self.began else {
            return false;
        };
        self.given >= ENOUGH_TO_TELL && self.waited > began.elapsed() * 2 / 3
    }
}

fn piece(bytes: usize) -> Result<Arena> {
    // From the beginning of a huge page on, so that a piece takes no more of them than it fills.
    Arena::new(1, bytes, MemoryPages::Huge, Use::Direct)
}
