//! Writes the new pages of a file from front to back.

mod new_pages;

use std::fs::File;
use std::time::{Duration, Instant};

use feedrate_pageio::{Completion, Direction, Discipline, Queue, Span, Transfer, open_file};

use super::account::FileAccount;
use super::moved;
use super::plan::Plan;
use crate::error::{Error, Result};
use crate::settings::TakenMemory;

pub use new_pages::NewPages;

/// Writes the pages of a new file one after another, in the buffers of their transfers. With [`Discipline::Overlapped`]
/// full ones are in flight while the next is filled.
///
/// The bytes before these pages in the file are written last, because they have their number.
#[derive(Debug)]
pub struct PageWriter {
    queue: Queue,
    plan: Plan,
    discipline: Discipline,
    notes: Vec<String>,
    header_bytes: u64,
    /// The offset of the first page.
    base: u64,
    page_bytes: usize,
    /// Bytes of submitted pages, and the number of their transfers.
    submitted_bytes: u64,
    submitted: u64,
    /// The transfer being filled: its slot, its size, and how much of it is filled.
    slot: usize,
    span: Span,
    filled: usize,
    in_flight: Vec<bool>,
    done: Vec<Completion>,
    opened: Instant,
    waited: Duration,
    /// That of the buffers.
    _memory: TakenMemory,
}

/// A completely written file, still open.
#[derive(Debug)]
pub struct WrittenFile {
    /// The account of what was moved.
    pub account: FileAccount,
    /// The queue, which holds the file.
    queue: Queue,
}

impl WrittenFile {
    /// Closes the file and returns its account.
    pub fn close(self) -> FileAccount {
        drop(self.queue);
        self.account
    }
}

/// The end of a file without pages: its length, and bytes that are replaced, with their offsets.
#[derive(Clone, Copy, Debug)]
struct WithoutPages<'a> {
    bytes: u64,
    replaced: &'a [(u64, Vec<u8>)],
}

impl PageWriter {
    /// Returns the bytes of a page.
    pub fn page_bytes(&self) -> usize {
        self.page_bytes
    }

    /// Returns the number of full pages.
    pub fn pages(&self) -> u64 {
        (self.submitted_bytes + self.filled as u64) / self.page_bytes as u64
    }

    /// Returns the page to be filled, whose initial content is undefined.
    pub fn page_mut(&mut self) -> &mut [u8] {
        let start = self.filled;
        &mut self.queue.slot_mut(self.slot)[start..start + self.page_bytes]
    }

    /// Marks the current page as full and advances to the next.
    ///
    /// # Errors
    ///
    /// Fails if an earlier page could not be written.
    pub fn advance(&mut self) -> Result<()> {
        self.filled += self.page_bytes;
        if (self.filled as u64) < self.span.bytes {
            return Ok(());
        }
        self.submit()
    }

    /// Submits the pages of the current slot and waits for a free one.
    fn submit(&mut self) -> Result<()> {
        let began = Instant::now();
        self.in_flight[self.slot] = true;
        self.queue.submit(Transfer {
            direction: Direction::Write,
            file: 0,
            slot: self.slot,
            offset: self.base + self.submitted_bytes,
            bytes: self.filled,
        })?;
        self.submitted += 1;
        self.submitted_bytes += self.filled as u64;
        self.filled = 0;
        self.slot = (self.submitted % self.plan.slots as u64) as usize;
        // A new file has no end that could be reached.
        if let Some(span) = self.plan.geometry.at(self.submitted_bytes, u64::MAX) {
            self.span = span;
        }
        // Submitted transfers may only start when they are waited for.
        self.collect(0)?;
        while self.in_flight[self.slot] || !self.queue.has_room() {
            self.collect(1)?;
        }
        self.waited += began.elapsed();
        Ok(())
    }

    fn collect(&mut self, least: u32) -> Result<()> {
        let waited = self.queue.wait(least, &mut self.done);
        let mut bytes = 0;
        for completion in self.done.drain(..) {
            self.in_flight[completion.transfer.slot] = false;
            bytes += completion.transfer.bytes as u64;
        }
        moved::count(bytes);
        Ok(waited?)
    }

    fn collect_all(&mut self) -> Result<()> {
        while self.queue.in_flight() > 0 {
            self.collect(1)?;
        }
        Ok(())
    }

    /// Writes the rest, then `front`, which is the header and the pages before the first one here, or empty if they
    /// exist, and waits for all of it; if `durable`, until it has reached the device.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn finish(self, front: &[u8], durable: bool) -> Result<WrittenFile> {
        self.end(front, None, durable)
    }

    /// Writes the rest, truncates the file to `bytes` bytes and replaces some of them, at their offsets, for a file
    /// without pages, so that no pages are counted.
    pub(super) fn finish_at(self, bytes: u64, replaced: &[(u64, Vec<u8>)], durable: bool) -> Result<WrittenFile> {
        let mut completed = self.end(&[], Some(WithoutPages { bytes, replaced }), durable)?;
        completed.account.page_bytes = 0;
        completed.account.moved.pages = 0;
        Ok(completed)
    }

    /// Replaces bytes of the file at their offsets. They are few and need not be aligned, so they go through the page
    /// cache.
    fn replace(&self, replaced: &[(u64, Vec<u8>)]) -> Result<()> {
        if replaced.is_empty() {
            return Ok(());
        }
        let path = self.queue.files()[0].path();
        let failed = |source| Error::file("write", path, source);
        let file = File::options().write(true).open(path).map_err(failed)?;
        let mut replaced = replaced.iter();
        replaced.try_for_each(|(at, bytes)| open_file::write_all_at(&file, bytes, *at).map_err(failed))
    }

    fn end(mut self, front: &[u8], without_pages: Option<WithoutPages<'_>>, durable: bool) -> Result<WrittenFile> {
        if self.filled > 0 {
            self.submit()?;
        }
        let began = Instant::now();
        self.collect_all()?;
        self.write_front(front)?;
        if let Some(WithoutPages { bytes, replaced }) = without_pages {
            self.queue.files()[0].set_size(bytes)?;
            self.replace(replaced)?;
        }
        let ended = Instant::now();
        self.waited += ended - began;
        let flush = if durable {
            self.queue.files()[0].sync_data()?;
            Some(ended.elapsed())
        } else {
            None
        };
        let page_bytes = self.page_bytes as u64;
        let mut account = FileAccount {
            elapsed: ended - self.opened,
            waited: self.waited,
            flush,
            notes: self.notes,
            ..FileAccount::of_queue(&self.queue, Direction::Write, page_bytes, self.discipline)
        };
        // The header is not a page.
        let header_bytes = self.header_bytes.min(front.len() as u64);
        account.moved.pages = account.moved.bytes.saturating_sub(header_bytes) / page_bytes;
        Ok(WrittenFile {
            account,
            queue: self.queue,
        })
    }

    /// Writes the beginning of the file, as much as a slot holds at a time.
    fn write_front(&mut self, front: &[u8]) -> Result<()> {
        let slot = 0;
        let most = self.queue.slot(slot).len();
        // Whole pages, so that direct transfers stay aligned.
        let most = (most / self.page_bytes * self.page_bytes).max(1);
        let mut offset = 0;
        for part in front.chunks(most) {
            self.queue.slot_mut(slot)[..part.len()].copy_from_slice(part);
            self.queue.submit(Transfer {
                direction: Direction::Write,
                file: 0,
                slot,
                offset,
                bytes: part.len(),
            })?;
            offset += part.len() as u64;
            self.collect_all()?;
        }
        Ok(())
    }
}
