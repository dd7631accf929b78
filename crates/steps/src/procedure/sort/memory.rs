//! The memory in which rows are held, piece by piece.

use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::Scope;

use feedrate_pageio::{Arena, MemoryPages, Result, Use};

use super::threads;
use crate::data::Fault;

/// How many pieces are taken ahead.
const AHEAD: usize = 2;

/// Fewer pieces than these are not worth a thread.
const WORTH_A_THREAD: u64 = 8;

/// Gives memory in pieces of one size.
pub(super) struct Memory {
    bytes: usize,
    /// Pieces that another thread takes.
    ahead: Option<Receiver<Result<Arena>>>,
}

impl Memory {
    pub(super) fn of_pieces(bytes: usize) -> Self {
        Self { bytes, ahead: None }
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
        let ahead = self.ahead.as_ref().and_then(|ahead| ahead.recv().ok());
        let piece = ahead.unwrap_or_else(|| piece(self.bytes));
        Ok(piece.map_err(feedrate_dataset::Error::from)?)
    }
}

fn piece(bytes: usize) -> Result<Arena> {
    // From the beginning of a huge page on, so that a piece takes no more of them than it fills.
    Arena::new(1, bytes, MemoryPages::Huge, Use::Direct)
}
