//! An end of a file or a pipe: moves pages in one direction, as a step does.

mod reading;
mod spill;
mod writing;

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

use feedrate_dataset::{FileAccount, Settings};
use feedrate_pageio::{Direction, Method};

use super::halt::Halt;
use super::pipes::Pipe;
use crate::error::Result;
use crate::job::{JobFile, Order, Origin, Use};
use reading::{PageReads, RandomRead, StreamReads};
pub(super) use spill::{SpillShape, SpilledRuns};
pub(super) use writing::new_file;
use writing::{PageWrites, RandomWrites, StreamWritten};

/// The bytes that are moved at a time where there are no pages.
const PIECE: u64 = 64 << 10;

/// The grain of positions at random: pages of memory.
const GRAIN: u64 = 4096;

/// The most bytes of a transfer at random, and of a frame of a pipe.
const MOST_AT_RANDOM: u64 = 16 << 20;

/// An end of a file or a pipe.
pub(super) struct End<'a> {
    kind: Kind<'a>,
    /// The bytes that are moved at a time.
    unit: u64,
    /// The bytes left to be moved, without the header.
    left: u64,
    /// The part of it that is due.
    due: u64,
    /// The part of the header that the dues contain, and that is moved otherwise.
    header: u64,
}

enum Kind<'a> {
    PageReads(Box<PageReads>),
    StreamReads(Box<StreamReads>),
    RandomRead(Box<RandomRead>),
    PageWrites(Box<PageWrites>),
    StreamWritten(Box<StreamWritten>),
    RandomWrites(Box<RandomWrites>),
    Pipe(&'a Pipe, Direction, Vec<u8>, u64),
    Spill(Rc<RefCell<SpilledRuns<'a>>>, Direction),
}

/// The thread that an end is for, of how many.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thread {
    pub(super) number: u32,
    pub(super) of: u32,
}

impl Thread {
    /// Returns the share of this thread: from where to where of a whole.
    pub(super) fn share(self, whole: u64) -> std::ops::Range<u64> {
        let at = |number: u32| {
            let part = u128::from(whole) * u128::from(number) / u128::from(self.of.max(1));
            // It is at most the whole.
            part as u64
        };
        at(self.number)..at(self.number + 1)
    }

    /// Returns how much the share of this thread is.
    pub(super) fn part(self, whole: u64) -> u64 {
        let share = self.share(whole);
        share.end - share.start
    }
}

impl<'a> End<'a> {
    /// Opens an end. `path` is that of the file, and `pipe` the pipe if it is one. `before` bytes were moved already by
    /// an end that was completed.
    pub(super) fn open(
        use_: &Use,
        file: &JobFile,
        path: &Path,
        pipe: Option<&'a Pipe>,
        thread: Thread,
        before: u64,
    ) -> Result<Self> {
        let settings = settings_of(use_, file);
        let has_pages = file.page_bytes > 0;
        let pages_bytes = use_.bytes - use_.header_bytes;
        let header = thread.part(use_.header_bytes);
        let (kind, unit) = match (pipe, use_.direction, use_.order) {
            (Some(pipe), direction, _) => {
                let frame = use_.transfer_bytes.clamp(1, MOST_AT_RANDOM);
                let buffer = vec![0; usize::try_from(frame).unwrap_or(PIECE as usize)];
                (Kind::Pipe(pipe, direction, buffer, 0), frame)
            }
            (None, Direction::Read, Order::Random) => {
                let read = RandomRead::open(path, use_.transfer_bytes.clamp(1, MOST_AT_RANDOM))?;
                let unit = read.unit();
                (Kind::RandomRead(Box::new(read)), unit)
            }
            (None, Direction::Read, Order::Sequential) if has_pages => {
                let read = PageReads::open(use_, file, path, &settings, thread, before)?;
                (Kind::PageReads(Box::new(read)), file.page_bytes)
            }
            (None, Direction::Read, Order::Sequential) => {
                let read = StreamReads::open(path, &settings)?;
                (Kind::StreamReads(Box::new(read)), PIECE)
            }
            (None, Direction::Write, Order::Random) => {
                let unit = use_.transfer_bytes.clamp(1, MOST_AT_RANDOM);
                let written = RandomWrites::open(path, unit, use_.durable)?;
                (Kind::RandomWrites(Box::new(written)), unit)
            }
            (None, Direction::Write, Order::Sequential) if has_pages => {
                let written = PageWrites::open(use_, file, path, &settings)?;
                (Kind::PageWrites(Box::new(written)), file.page_bytes)
            }
            (None, Direction::Write, Order::Sequential) => {
                let written = StreamWritten::open(path, &settings, use_.durable)?;
                (Kind::StreamWritten(Box::new(written)), PIECE)
            }
        };
        let mut end = Self {
            kind,
            unit: unit.max(1),
            left: thread.part(pages_bytes).saturating_sub(before),
            due: 0,
            header: if before > 0 { 0 } else { header },
        };
        if let Kind::PageReads(read) = &end.kind {
            // Whole pages, so that the threads together read all of them.
            end.left = read.left_bytes();
        }
        Ok(end)
    }

    /// Adds bytes that are due. Returns how many units they are, with what was due before.
    pub(super) fn owe(&mut self, bytes: u64) -> u64 {
        let header = bytes.min(self.header);
        self.header -= header;
        self.due = (self.due + bytes - header).min(self.left);
        self.due / self.unit
    }

    /// Makes a page ready to be moved: what a step computes into a page that it writes. `page` is the last one that was
    /// read.
    pub(super) fn fill(&mut self, page: Option<&[u8]>) {
        if let Kind::PageWrites(written) = &mut self.kind {
            written.fill(page);
        }
    }

    /// Returns the page that was read last.
    pub(super) fn page(&self) -> Option<&[u8]> {
        match &self.kind {
            Kind::PageReads(read) => Some(read.page()),
            _ => None,
        }
    }

    /// Moves a unit that is due.
    pub(super) fn pass(&mut self, halt: Halt<'_>) -> Result<()> {
        self.move_bytes(self.unit, halt)
    }

    /// Moves what is left, less than a unit at last.
    pub(super) fn pass_rest(&mut self, halt: Halt<'_>) -> Result<()> {
        while self.left > 0 {
            halt.check()?;
            self.move_bytes(self.unit.min(self.left), halt)?;
        }
        Ok(())
    }

    fn move_bytes(&mut self, bytes: u64, halt: Halt<'_>) -> Result<()> {
        self.left = self.left.saturating_sub(bytes);
        self.due = self.due.saturating_sub(bytes);
        match &mut self.kind {
            Kind::PageReads(read) => read.next(),
            Kind::StreamReads(read) => read.next(bytes),
            Kind::RandomRead(read) => read.next(bytes),
            Kind::PageWrites(written) => written.next(),
            Kind::StreamWritten(written) => written.next(bytes),
            Kind::RandomWrites(written) => written.next(bytes),
            Kind::Spill(runs, direction) => runs.borrow_mut().next(*direction, halt),
            Kind::Pipe(pipe, direction, buffer, moved) => {
                let buffer = &mut buffer[..usize::try_from(bytes).unwrap_or(usize::MAX)];
                let now = pipe.pass(buffer, *direction, || halt.is_over()) as u64;
                *moved += now;
                if now < bytes {
                    halt.check()?;
                    // The other end has moved everything that it had.
                    self.left = 0;
                    self.due = 0;
                }
                Ok(())
            }
        }
    }

    /// Ends the use.
    pub(super) fn finish(self) -> Result<UseTotals> {
        match self.kind {
            Kind::PageReads(read) => Ok(read.finish()),
            Kind::StreamReads(read) => Ok(read.finish()),
            Kind::RandomRead(read) => Ok(read.finish()),
            Kind::PageWrites(written) => written.finish(),
            Kind::StreamWritten(written) => written.finish(),
            Kind::RandomWrites(written) => written.finish(),
            Kind::Spill(runs, direction) => runs.borrow_mut().finish(direction),
            Kind::Pipe(pipe, direction, _, bytes) => {
                pipe.finish(direction);
                Ok(UseTotals {
                    bytes,
                    ..UseTotals::default()
                })
            }
        }
    }
}

/// The bytes moved, and the way that they moved.
#[derive(Clone, Debug, Default)]
pub(super) struct UseTotals {
    /// All bytes.
    pub(super) bytes: u64,
    /// The bytes that went past the page cache.
    pub(super) direct_bytes: u64,
    /// The requests that could not be met.
    pub(super) notes: Vec<String>,
}

impl UseTotals {
    /// Returns what an account tells; `beside` bytes went through the page cache and are not in it.
    fn of(account: &FileAccount, beside: u64) -> Self {
        let bytes = account.moved.bytes;
        Self {
            bytes: bytes + beside,
            direct_bytes: if account.method.is_direct() { bytes } else { 0 },
            notes: account.notes.clone(),
        }
    }

    /// Adds what another end of the same use has moved.
    pub(super) fn add(&mut self, other: Self) {
        self.bytes += other.bytes;
        self.direct_bytes += other.direct_bytes;
        for note in other.notes {
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
        }
    }
}

/// The fewest transfers of utility files that are in flight.
const LEAST_DEPTH: u32 = 2;

/// Returns how many whole pages a transfer has, at least 1.
fn whole_pages(transfer: u64, page: u64) -> u32 {
    u32::try_from(transfer / page.max(1)).unwrap_or(u32::MAX).max(1)
}

/// Returns the settings with which the program's step moved these pages.
fn settings_of(use_: &Use, file: &JobFile) -> Settings {
    let is_utility = file.origin == Origin::Utility;
    let bufno = match use_.method {
        // They are moved by whole blocks, and by no option of a data set.
        _ if is_utility => whole_pages(use_.transfer_bytes, file.page_bytes),
        Method::Direct { pages_per_transfer } => pages_per_transfer.max(1),
        _ => 1,
    };
    Settings {
        discipline: use_.discipline,
        direct: use_.method.is_direct(),
        bufno,
        // As much as the sort had in flight, and what it worked in.
        transfer_memory: is_utility.then(|| {
            let transfers = u64::from(use_.depth.max(LEAST_DEPTH)) + 1;
            use_.transfer_bytes.saturating_mul(transfers)
        }),
        ..Settings::default()
    }
}
