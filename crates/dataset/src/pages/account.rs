//! The account of a file: what was moved, how, and how long it took.

use std::ops::AddAssign;
use std::path::PathBuf;
use std::time::Duration;

use feedrate_pageio::cache::{CacheShare, Residency};
use feedrate_pageio::{Account, Depth, Direction, Discipline, EngineReport, Method, Queue};
use serde::Serialize;

/// How much was moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Amount {
    /// Pages, whole ones of the file's own size. The header is none.
    pub pages: u64,
    /// Transfers, those of the header included.
    pub transfers: u64,
    /// Bytes, those of the header included.
    pub bytes: u64,
}

impl Amount {
    /// What a queue has moved in one direction, in pages of `page_bytes`.
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
}

impl AddAssign for Amount {
    fn add_assign(&mut self, other: Self) {
        self.pages += other.pages;
        self.transfers += other.transfers;
        self.bytes += other.bytes;
    }
}

/// The account of one use of a file, from its opening to its closing.
#[derive(Clone, Debug, Serialize)]
pub struct FileAccount {
    /// The file.
    pub path: PathBuf,
    /// Whether it was read or written.
    pub direction: Direction,
    /// Bytes of a page.
    pub page_bytes: u64,
    /// How much was moved. Pages that are read twice count twice.
    pub moved: Amount,
    /// How its pages moved, which may not be how it was asked for: see `notes`.
    pub method: Method,
    /// Who waited.
    pub discipline: Discipline,
    /// Which engine was at work, and why not a faster one.
    pub engine: EngineReport,
    /// How deep the queue was.
    pub depth: Depth,
    /// From the opening until the last transfer was done.
    pub elapsed: Duration,
    /// Of that, how long the caller stood still for transfers. The rest went into its own work.
    pub waited: Duration,
    /// How long it took until all that was written had reached the device, after `elapsed`; absent for
    /// what was read, and for what need not outlive the session.
    pub flush: Option<Duration>,
    /// The share of what was read that the page cache served.
    pub cache: CacheShare,
    /// How much of the file lay in the page cache when it was opened to be read.
    pub resident_before: Option<Residency>,
    /// What was asked for and could not be had, with the reason.
    pub notes: Vec<String>,
    /// What carried it from one process to another; absent of files.
    pub carriage: Option<Carriage>,
}

/// What carried the pages of a data set from one process to another.
#[derive(Clone, Debug, Serialize)]
pub struct Carriage {
    /// Over what they went: `tcp` or `unix socket`.
    pub carrier: &'static str,
    /// The address, as the program names it.
    pub address: String,
    /// How long this end waited until the other was there. It comes before the time of use.
    pub waited_for_other_end: Duration,
    /// When the other end was there, since the machine started: by a clock that all its processes share.
    pub began: Duration,
    /// When the last of it had moved, by the same clock.
    pub ended: Duration,
}

impl FileAccount {
    /// That of a file of which threads read a part each at one time: what they moved goes together, and the time that
    /// they stood still counts as a part of theirs. `None` of no parts.
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
            whole.depth.most += part.depth.most;
            whole.depth.mean += part.depth.mean;
        }
        Some(whole)
    }

    /// MB (10^6 bytes) a second over the time of use, the flush included; absent when nothing moved.
    pub fn mb_per_second(&self) -> Option<f64> {
        let seconds = (self.elapsed + self.flush.unwrap_or_default()).as_secs_f64();
        (self.moved.bytes > 0 && seconds > 0.0).then(|| self.moved.bytes as f64 / 1e6 / seconds)
    }

    /// The share of the time of use that the caller stood still, flush included, from 0 to 1: near 1
    /// where storage held it up, near 0 where its own work did.
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

/// The part of an account that a queue knows.
pub(super) struct QueueFacts {
    pub(super) path: PathBuf,
    pub(super) method: Method,
    pub(super) engine: EngineReport,
    pub(super) depth: Depth,
    pub(super) moved: Amount,
}

impl QueueFacts {
    pub(super) fn of(queue: &Queue, direction: Direction, page_bytes: u64) -> Self {
        let file = &queue.files()[0];
        Self {
            path: file.path().into(),
            method: file.method(),
            engine: queue.engine().clone(),
            depth: queue.depth(),
            moved: Amount::of(&queue.account(), direction, page_bytes),
        }
    }
}
