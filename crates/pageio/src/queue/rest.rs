//! Transfers that the system took only in part, or not at all although nothing is wrong with them.

use super::Queue;
use super::transfers::order_of;
use crate::account::Calls;
use crate::engine::{Order, move_all};
use crate::error::{Error, Result};
use crate::file::PageFile;
use crate::transfer::{Direction, Transfer};

impl Queue {
    /// Makes a transfer again that the engine could not start, where it has another way, and says so
    /// in its report. Gives the bytes that moved.
    #[cold]
    pub(super) fn redo(&mut self, transfer: &Transfer, source: std::io::Error) -> Result<usize> {
        if source.kind() == std::io::ErrorKind::Interrupted {
            return Ok(0);
        }
        let Some((moved, why)) = self.engine.redo(&order_of(transfer, self.call_options), &source) else {
            return Err(self.error_of(transfer, source));
        };
        if !self.report.refused.iter().any(|refused| refused == why) {
            self.report.refused.push(why.to_owned());
        }
        moved.map_err(|source| self.error_of(transfer, source))
    }

    /// Moves the rest of a transfer that the system took only in part: because it was larger than one
    /// call takes, a signal came, or the file or the space ended, which this then finds out.
    #[cold]
    pub(super) fn finish(&mut self, transfer: &Transfer, moved: usize) -> Result<()> {
        if transfer.direction == Direction::Read {
            // A direct read that stopped at the end of a file cannot go on from there: the place is
            // not aligned, and some file systems would say so instead of that it is the end.
            self.check_end(transfer, moved)?;
        }
        let rest = Order {
            offset: transfer.offset + moved as u64,
            bytes: transfer.bytes - moved,
            ..order_of(transfer, self.call_options)
        };
        let file = &self.files[transfer.file];
        // SAFETY: `moved` is less than the transfer's length, which is at most that of the slot.
        let start = unsafe { self.arena.slot_start(transfer.slot).add(moved) };
        let mut calls = Calls::default();
        let finished = move_all(&rest, file.descriptor(), start, None, &mut calls);
        if moved > 0 {
            // However many parts there were.
            calls.split = 1;
        }
        self.account.calls += calls;
        let more = finished.map_err(|source| self.error_of(transfer, source))?;
        if more == rest.bytes {
            return Ok(());
        }
        Err(match transfer.direction {
            Direction::Read => short_file(file, transfer, moved + more),
            Direction::Write => self.error_of(transfer, std::io::ErrorKind::WriteZero.into()),
        })
    }

    /// Says whether the file ends where a read stopped. A file without a size, as in `/proc`, is read
    /// on to its end.
    fn check_end(&self, transfer: &Transfer, moved: usize) -> Result<()> {
        let file = &self.files[transfer.file];
        let size = file.size()?;
        if size > 0 && size <= transfer.offset + moved as u64 {
            return Err(short_file(file, transfer, moved));
        }
        Ok(())
    }
}

fn short_file(file: &PageFile, transfer: &Transfer, moved: usize) -> Error {
    Error::ShortFile {
        path: file.path().into(),
        end: transfer.offset + moved as u64,
        wanted: transfer.offset + transfer.bytes as u64,
    }
}
