//! Reads the pages of a file from front to back.

mod transfers;

use std::fs::File;
use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};

use feedrate_pageio::cache::Residency;
use feedrate_pageio::cold;
use feedrate_pageio::{Completion, Direction, Discipline, Queue};

use super::account::{Amount, FileAccount};
use super::cache_share::Watch;
use super::identity::Identity;
use super::opening::{Opening, Sizes, open_existing};
use super::plan::Plan;
use crate::error::{Error, Result};
use crate::settings::{Settings, TakenMemory};

/// Returns the pages of a file one after another, in the buffers of their transfers. With [`Discipline::Overlapped`]
/// the next transfers are in flight meanwhile.
#[derive(Debug)]
pub struct PageReader {
    queue: Queue,
    plan: Plan,
    discipline: Discipline,
    notes: Vec<String>,
    /// The offset of the first page.
    base: u64,
    page_bytes: usize,
    pages: u64,
    pass: Pass,
    /// The slots whose transfer is complete.
    ready: Vec<bool>,
    /// The current page within its slot.
    slot: usize,
    offset: usize,
    filled: usize,
    failure: Option<feedrate_pageio::Error>,
    failed: bool,
    done: Vec<Completion>,
    watch: Watch,
    resident_before: Residency,
    opened: Instant,
    ended: Option<Instant>,
    waited: Duration,
    /// When the first page was handed out, since the machine started.
    first_page: Option<Duration>,
    /// The amount that was moved for this file otherwise.
    beside: Amount,
    /// True if its pages are those of a data set, which count for the progress.
    is_data_set: bool,
    /// That of the buffers.
    _memory: TakenMemory,
}

/// A pass over pages of the file: how much of them was handed out and submitted, in transfers and in bytes.
#[derive(Debug, Default)]
struct Pass {
    /// Bytes of the pages before it.
    skipped: u64,
    /// Bytes of its pages.
    range: u64,
    taken: u64,
    taken_bytes: u64,
    submitted: u64,
    submitted_bytes: u64,
}

impl PageReader {
    /// Opens a file with a header of `header_bytes` bytes and `pages` pages of `page_bytes` bytes, or uses an open one.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be opened or is shorter than that.
    pub fn open(
        path: &Path,
        already: Option<&File>,
        settings: &Settings,
        header_bytes: u64,
        page_bytes: u64,
        pages: u64,
    ) -> Result<Self> {
        Self::open_ahead(path, already, settings, header_bytes, page_bytes, pages, 0).map(|reader| Self {
            is_data_set: true,
            ..reader
        })
    }

    /// The same with so many bytes of pages read ahead with overlapping transfers, for a caller that works long on each
    /// and calls [`go_on`](Self::go_on) meanwhile.
    pub(super) fn open_ahead(
        path: &Path,
        already: Option<&File>,
        settings: &Settings,
        header_bytes: u64,
        page_bytes: u64,
        pages: u64,
        ahead: u64,
    ) -> Result<Self> {
        let opening = Opening::begin();
        let sizes = Sizes {
            header_bytes,
            page_bytes,
        };
        let opened = open_existing(path, already, settings, sizes)?;
        let opened_at = opening.began();
        let end = opened.file.size()?;
        let range = page_bytes.checked_mul(pages);
        let needed = range.and_then(|bytes| bytes.checked_add(header_bytes));
        let in_memory = usize::try_from(page_bytes).ok().filter(|&bytes| bytes > 0);
        let (Some(range), Some(page_in_memory), true) = (range, in_memory, needed.is_some_and(|needed| needed <= end))
        else {
            return Err(Error::Truncated {
                path: path.into(),
                pages,
                page_bytes,
                header_bytes,
                end,
            });
        };
        let method = opened.file.method();
        let memory = settings.transfer_bytes();
        let plan = Plan::new(method, settings.discipline, page_bytes, Some(pages), memory)
            .reading_ahead(ahead.min(memory.unwrap_or(u64::MAX)), pages);
        let taken = plan.take_memory(path, &settings.page_memory)?;
        let resident_before = cold::resident_before(opened.file.as_file());
        let queue = Queue::new(vec![opened.file], plan.queue())?;
        let mut notes = opened.notes;
        notes.extend_from_slice(plan.notes(&queue));
        Ok(Self {
            ready: vec![false; plan.slots],
            queue,
            plan,
            discipline: settings.discipline,
            notes,
            base: header_bytes,
            page_bytes: page_in_memory,
            pages,
            pass: Pass {
                range,
                ..Pass::default()
            },
            slot: 0,
            offset: 0,
            filled: 0,
            failure: None,
            failed: false,
            done: Vec::new(),
            watch: Watch::default(),
            resident_before,
            opened: opened_at,
            ended: None,
            waited: Duration::ZERO,
            first_page: None,
            beside: Amount::default(),
            is_data_set: false,
            _memory: taken,
        })
    }

    /// Returns the number of pages.
    pub fn pages(&self) -> u64 {
        self.pages
    }

    /// Returns the bytes of a page.
    pub fn page_bytes(&self) -> usize {
        self.page_bytes
    }

    /// Advances to the next page, at first to the first one. Returns `false` at the end of the pass.
    ///
    /// # Errors
    ///
    /// Fails if the page cannot be read.
    pub fn advance(&mut self) -> Result<bool> {
        let next = self.offset + self.page_bytes;
        let is_there = match next < self.filled {
            true => {
                self.offset = next;
                true
            }
            false => self.take_transfer()?,
        };
        if is_there {
            let page = self.offset..self.offset + self.page_bytes;
            self.queue.touch_if_recorded(self.slot, page);
        }
        Ok(is_there)
    }

    /// Returns the current page; empty before the first and after the last.
    pub fn page(&self) -> &[u8] {
        if self.filled == 0 {
            return &[];
        }
        &self.queue.slot(self.slot)[self.offset..self.offset + self.page_bytes]
    }

    /// Returns the number of the current page, from 0 after the header, or of the first page of the next transfer if
    /// there is none.
    pub fn number(&self) -> u64 {
        let page = self.page_bytes as u64;
        let before = (self.filled - self.offset) as u64;
        (self.pass.skipped + self.pass.taken_bytes - before) / page
    }

    /// Returns the end of the pass, in bytes of the pages of the file.
    pub(super) fn end(&self) -> u64 {
        self.pass.skipped + self.pass.range
    }

    /// Sets the range of the pass: the next page is the first of these. Pages that the file does not have are ignored.
    ///
    /// Nothing is transferred again if the buffers hold all pages of the same pass.
    ///
    /// # Errors
    ///
    /// Fails if pending transfers do.
    pub fn seek(&mut self, pages: Range<u64>) -> Result<()> {
        let end = pages.end.min(self.pages) * self.page_bytes as u64;
        let start = (pages.start.min(self.pages) * self.page_bytes as u64).min(end);
        let all_held = self.pass.submitted <= self.plan.slots as u64 && !self.failed;
        self.filled = 0;
        self.offset = 0;
        if all_held && (start, end - start) == (self.pass.skipped, self.pass.range) {
            self.pass.taken = 0;
            self.pass.taken_bytes = 0;
            return Ok(());
        }
        self.queue.drain();
        self.failure = None;
        self.failed = false;
        self.ready.fill(false);
        self.pass = Pass {
            skipped: start,
            range: end - start,
            ..Pass::default()
        };
        Ok(())
    }

    /// Returns the identity of the file.
    ///
    /// # Errors
    ///
    /// Fails if the system does not tell.
    pub fn identity(&self) -> Result<Identity> {
        Identity::of(&self.queue.files()[0])
    }

    /// Adds what was moved for this file otherwise.
    pub fn add_moved(&mut self, amount: Amount) {
        self.beside += amount;
    }

    /// Returns what was moved so far. This does not end the use of the file.
    pub fn account(&self) -> FileAccount {
        let mut account = FileAccount {
            elapsed: self.ended.map_or(Duration::ZERO, |ended| ended - self.opened),
            waited: self.waited,
            first_page: self.first_page,
            resident_before: Some(self.resident_before),
            notes: self.notes.clone(),
            ..FileAccount::of_queue(&self.queue, Direction::Read, self.page_bytes as u64, self.discipline)
        };
        account.moved += self.beside;
        account.cache = self.watch.share(account.moved.bytes, account.method.is_direct());
        account
    }
}
