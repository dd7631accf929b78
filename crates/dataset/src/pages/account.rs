//! The account of a file: what was moved, how, and how long it took.

use std::ops::AddAssign;
use std::path::PathBuf;
use std::time::Duration;

use feedrate_pageio::cache::{CacheShare, Residency, UnknownBecause};
use feedrate_pageio::{Account, Course, Depth, Direction, Discipline, EngineReport, Method, Queue};
use serde::Serialize;

/// Amounts of moved data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Amount {
    /// Whole pages of the file's page size, without the header.
    pub pages: u64,
    /// Transfers, including those of the header.
    pub transfers: u64,
    /// Bytes, including those of the header.
    pub bytes: u64,
}

impl Amount {
    /// Returns what a queue has moved in one direction, in pages of `page_bytes`.
    pub(super) fn of(account: &Account, direction: Direction, page_bytes: u64) -> Self {
        let flow = match direction {
            Direction::Read => &account.read,
            Direction::Write => &account.write,
        };
        Self {
            pages: flow.bytes / page_bytes.max(1),
            transfers: flow.operations,
            bytes: flow.bytes,
        }
    }

    /// Returns what a queue has moved in both directions.
    pub(super) fn of_both(account: &Account, page_bytes: u64) -> Self {
        let mut amount = Self::of(account, Direction::Read, page_bytes);
        amount += Self::of(account, Direction::Write, page_bytes);
        amount
    }
}

impl AddAssign for Amount {
    fn add_assign(&mut self, other: Self) {
        self.pages += other.pages;
        self.transfers += other.transfers;
        self.bytes += other.bytes;
    }
}

/// The account of a file from its opening to its closing.
#[derive(Clone, Debug, Serialize)]
pub struct FileAccount {
    /// The file.
    pub path: PathBuf,
    /// The direction: it was read or written.
    pub direction: Direction,
    /// Bytes of a page.
    pub page_bytes: u64,
    /// The amount that was moved. Pages that were read twice count twice.
    pub moved: Amount,
    /// The effective method of the transfers, which may differ from the requested one: see `notes`.
    pub method: Method,
    /// The discipline of waiting for transfers.
    pub discipline: Discipline,
    /// The engine, and why no faster one was used.
    pub engine: EngineReport,
    /// The depth of the queue.
    pub depth: Depth,
    /// The time from the opening until the last transfer was complete.
    pub elapsed: Duration,
    /// The part of it that the caller waited for transfers. The rest was its own work.
    pub waited: Duration,
    /// When the caller got the first page of what it read, since the machine started; `None` for what was written, and
    /// where no page was taken.
    #[serde(skip)]
    pub first_page: Option<Duration>,
    /// The time after `elapsed` until everything had reached the device; `None` for what was read, and for what need
    /// not outlive the session.
    pub flush: Option<Duration>,
    /// The share of what was read that came from the page cache.
    pub cache: CacheShare,
    /// The part of the file that was in the page cache when it was opened for reading.
    pub resident_before: Option<Residency>,
    /// Requests that could not be met, with the reason.
    pub notes: Vec<String>,
    /// The facts of its pipe between processes; `None` for files.
    pub carriage: Option<Carriage>,
    /// The course of the transfers over time; `None` if that was not recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub course: Option<Course>,
    /// The effect of compression on a new file; `None` if none was requested.
    #[serde(skip)]
    pub compression: Option<CompressionEffect>,
}

/// The effect of compression on a new file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompressionEffect {
    /// It is not compressed: the rows are too short.
    Disabled,
    /// It has rows, which are compressed.
    Pages {
        /// The number of its pages.
        compressed: u64,
        /// The number of pages that it would have otherwise.
        uncompressed: u64,
    },
}

/// The pipe of the pages of a data set between processes.
#[derive(Clone, Debug, Serialize)]
pub struct Carriage {
    /// The transport: `tcp`, `encrypted tcp` or `unix socket`.
    pub carrier: &'static str,
    /// The address, as the program names it.
    pub address: String,
    /// The time that this end waited for the other one, before the time of use.
    pub waited_for_other_end: Duration,
    /// When the other end was connected, since the machine started: by a clock that all processes share.
    pub began: Duration,
    /// When the last byte had moved, by the same clock.
    pub ended: Duration,
}

impl FileAccount {
    /// Returns what a queue has moved of its first file in one direction, in pages of `page_bytes`, without times.
    pub(super) fn of_queue(queue: &Queue, direction: Direction, page_bytes: u64, discipline: Discipline) -> Self {
        let file = &queue.files()[0];
        Self {
            path: file.path().into(),
            direction,
            page_bytes,
            moved: Amount::of(&queue.account(), direction, page_bytes),
            method: file.method(),
            discipline,
            engine: queue.engine().clone(),
            depth: queue.depth(),
            elapsed: Duration::ZERO,
            waited: Duration::ZERO,
            first_page: None,
            flush: None,
            cache: CacheShare::Unknown(UnknownBecause::NothingRead),
            resident_before: None,
            notes: Vec::new(),
            carriage: None,
            course: queue.course(),
            compression: None,
        }
    }

    /// Combines the accounts of threads that read parts of a file concurrently: what they moved is added, and their
    /// waits are weighted by their number. Returns `None` without parts.
    pub fn of_threads(parts: impl IntoIterator<Item = Self>) -> Option<Self> {
        let parts: Vec<Self> = parts.into_iter().collect();
        let threads = u32::try_from(parts.len()).unwrap_or(u32::MAX).max(1);
        let mut parts = parts.into_iter();
        let mut whole = parts.next()?;
        whole.waited /= threads;
        for part in parts {
            whole.moved += part.moved;
            whole.elapsed = whole.elapsed.max(part.elapsed);
            whole.waited += part.waited / threads;
            whole.first_page = whole.first_page.into_iter().chain(part.first_page).min();
            whole.depth.most += part.depth.most;
            whole.depth.mean += part.depth.mean;
            if let (Some(whole), Some(part)) = (&mut whole.course, &part.course) {
                whole.add(part);
                whole.threads += part.threads;
            }
        }
        Some(whole)
    }

    /// Adds the account of a later pass over the same file.
    pub(crate) fn add_later(&mut self, later: &Self) {
        self.moved += later.moved;
        self.elapsed += later.elapsed;
        self.waited += later.waited;
        self.first_page = self.first_page.into_iter().chain(later.first_page).min();
        if let (Some(course), Some(later)) = (&mut self.course, &later.course) {
            course.add(later);
        }
    }

    /// Returns MB (10^6 bytes) per second over the time of use, including the flush; `None` if nothing was moved.
    pub fn mb_per_second(&self) -> Option<f64> {
        let seconds = (self.elapsed + self.flush.unwrap_or_default()).as_secs_f64();
        (self.moved.bytes > 0 && seconds > 0.0).then(|| self.moved.bytes as f64 / 1e6 / seconds)
    }

    /// Returns the share of the time of use that the caller waited, including the flush, from 0 to 1: near 1 if storage
    /// limited it, near 0 if its own work did.
    pub fn waited_share(&self) -> f64 {
        let flush = self.flush.unwrap_or_default();
        let all = (self.elapsed + flush).as_secs_f64();
        if all > 0.0 {
            ((self.waited + flush).as_secs_f64() / all).min(1.0)
        } else {
            0.0
        }
    }
}
