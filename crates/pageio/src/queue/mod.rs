//! Transfers in flight, and their account.

mod depth;
#[cfg(test)]
mod method_tests;
mod request;
mod rest;
mod slots;
#[cfg(test)]
mod tests;
mod transfers;

use std::time::Instant;

use crate::account::{Account, Calls};
use crate::buffer::{Arena, MemoryPages, Use};
use crate::course::{Course, Recorder};
use crate::engine::{self, Engine, EngineChoice, EngineReport, Ground, Outcome, PolledEvents};
use crate::error::{Error, Result};
use crate::file::PageFile;
use crate::method::Shape;
use crate::placement::RequestPriority;
use crate::transfer::{CallOptions, Transfer};

pub use depth::Depth;
use depth::DepthCount;
pub use request::QueueRequest;
use transfers::InFlight;

/// Moves pages between files and the slots of its arena, several transfers at once, and accounts for
/// each of them. It belongs to one thread.
pub struct Queue {
    // The engine refers to the arena and the files; fields drop in this order, so it goes first.
    engine: Box<dyn Engine>,
    report: EngineReport,
    files: Vec<PageFile>,
    arena: Arena,
    in_flight: Vec<Option<InFlight>>,
    number_in_flight: u32,
    outcomes: Vec<Outcome>,
    account: Account,
    calls_at_restart: Calls,
    depth: DepthCount,
    call_options: CallOptions,
    /// That of what is submitted next.
    priority: u16,
    /// Transfers that failed, where they are kept.
    failures: Option<Vec<Failure>>,
    recorder: Option<Box<Recorder>>,
}

/// A transfer that failed. Its slot is free again.
#[derive(Debug)]
pub struct Failure {
    /// The transfer.
    pub transfer: Transfer,
    /// Why.
    pub error: Error,
}

impl std::fmt::Debug for Queue {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Queue")
            .field("files", &self.files)
            .field("engine", &self.report)
            .field("in_flight", &self.number_in_flight)
            .finish_non_exhaustive()
    }
}

impl Queue {
    /// Makes a queue over open files, which a transfer names by their index.
    ///
    /// # Errors
    /// [`Error::Memory`] where there is not enough for the slots, and [`Error::Engine`] where the engine cannot be had.
    pub fn new(files: Vec<PageFile>, request: QueueRequest) -> Result<Self> {
        Self::with_memory(files, request, Arena::new)
    }

    /// Makes a queue whose slots get memory when they are first used. It suits one that may use few of many slots.
    ///
    /// # Errors
    /// As for [`Queue::new`].
    pub fn on_demand(files: Vec<PageFile>, request: QueueRequest) -> Result<Self> {
        Self::with_memory(files, request, Arena::on_demand)
    }

    fn with_memory(
        files: Vec<PageFile>,
        request: QueueRequest,
        memory: fn(usize, usize, MemoryPages, Use) -> Result<Arena>,
    ) -> Result<Self> {
        // The work of making a queue depends on how its files are transferred, too.
        let mut recorder = Recorder::if_wanted();
        let began = recorder.as_mut().map(|recorder| recorder.call_begins());
        let depth = request.depth.max(1);
        let slots = request.slots.max(depth as usize);
        // Pages that are scattered are buffers as SAS has them, each of ordinary memory.
        let pages = match request.shape {
            Shape::Scatter => MemoryPages::Ordinary,
            Shape::Contiguous => MemoryPages::Huge,
        };
        let direct = files.iter().any(|file| file.method().is_direct());
        let purpose = if direct { Use::Direct } else { Use::Cached };
        let arena = memory(slots, request.transfer_bytes, pages, purpose)?;
        let descriptors: Vec<_> = files.iter().map(PageFile::descriptor).collect();
        let ground = Ground {
            arena: &arena,
            files: &descriptors,
            segment_bytes: request.page_bytes,
            shape: request.shape,
            depth,
            direct: files.iter().all(|file| file.method().is_direct()),
            polling: match request.engine {
                EngineChoice::Polled { polling, .. } => polling,
                _ => PolledEvents::default(),
            },
        };
        let (engine, report) = engine::open(request.engine, &ground)?;
        let mut queue = Self {
            engine,
            report,
            files,
            in_flight: vec![None; arena.slots()],
            arena,
            number_in_flight: 0,
            outcomes: Vec::with_capacity(depth as usize),
            account: Account::default(),
            calls_at_restart: Calls::default(),
            depth: DepthCount::default(),
            call_options: CallOptions::default(),
            priority: 0,
            failures: None,
            recorder,
        };
        queue.call_ended(began);
        Ok(queue)
    }

    /// The files, by their index.
    pub fn files(&self) -> &[PageFile] {
        &self.files
    }

    /// Which engine is at work, and why not a faster one.
    pub fn engine(&self) -> &EngineReport {
        &self.report
    }

    /// Returns the number of slots.
    pub fn slots(&self) -> usize {
        self.arena.slots()
    }

    /// Returns the number of transfers that are in flight.
    pub fn in_flight(&self) -> u32 {
        self.number_in_flight
    }

    /// Returns whether another transfer may be submitted before one completes.
    pub fn has_room(&self) -> bool {
        self.number_in_flight < self.report.depth
    }

    /// Has transfers made in this manner from now on, by engines for which that means anything
    /// ([`takes_call_options`](crate::EngineKind::takes_call_options)).
    pub fn set_call_options(&mut self, call_options: CallOptions) {
        self.call_options = call_options;
    }

    /// Gives what is submitted from now on this priority, or with `None` that of the thread, by engines that take
    /// priorities ([`takes_priorities`](crate::EngineKind::takes_priorities)).
    #[inline]
    pub fn set_priority(&mut self, priority: Option<RequestPriority>) {
        self.priority = priority.map_or(0, RequestPriority::code);
    }

    /// From now on [`wait`](Self::wait) keeps transfers that fail for [`take_failures`](Self::take_failures), and is no
    /// error itself for them.
    pub fn keep_failures(&mut self) {
        self.failures = Some(Vec::new());
    }

    /// The transfers that failed since they were last taken, where they are kept.
    pub fn take_failures(&mut self) -> Vec<Failure> {
        self.failures.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Waits until what was written to a file has reached the device, and counts the call: `fsync` for the
    /// `whole` file with all that belongs to it, or `fdatasync`. What is in flight is not waited for.
    ///
    /// # Errors
    /// [`Error::File`] where the device does not take it.
    pub fn flush(&mut self, file: usize, whole: bool) -> Result<()> {
        let Some(file) = self.files.get(file) else {
            return Ok(());
        };
        if whole {
            self.account.calls.fsync += 1;
            file.sync_all()
        } else {
            self.account.calls.fdatasync += 1;
            file.sync_data()
        }
    }

    /// Waits until all that was written to the volumes of the files has reached their devices (`syncfs`).
    ///
    /// # Errors
    /// [`Error::File`] where a device does not take it.
    pub fn settle_volumes(&self) -> Result<()> {
        self.files.iter().try_for_each(PageFile::settle_volume)
    }

    /// All that was moved so far.
    pub fn account(&self) -> Account {
        let mut account = self.account.clone();
        account.calls += self.engine.calls() - self.calls_at_restart;
        account
    }

    /// Returns what was moved over time; `None` if that is not [recorded](crate::course::record).
    pub fn course(&self) -> Option<Course> {
        self.recorder.as_ref().map(|recorder| recorder.course())
    }

    /// Records that a call begins, if calls are recorded.
    #[inline]
    fn call_begins(&mut self) -> Option<Instant> {
        let recorder = self.recorder.as_mut();
        recorder.map(|recorder| recorder.call_begins())
    }

    /// Records a call.
    #[inline]
    fn call_ended(&mut self, began: Option<Instant>) {
        if let (Some(recorder), Some(began)) = (&mut self.recorder, began) {
            recorder.call_ended(began);
        }
    }

    /// Forgets what was moved so far, at the end of a ramp. The calls of transfers that are in flight
    /// now may be counted on either side of it.
    pub fn restart_account(&mut self) {
        self.account.read.clear();
        self.account.write.clear();
        self.account.calls = Calls::default();
        self.calls_at_restart = self.engine.calls();
        self.depth = DepthCount::default();
    }

    /// Returns the depth that the queue had.
    pub fn depth(&self) -> Depth {
        self.depth.depth()
    }
}

impl Drop for Queue {
    /// Waits for what is in flight: the kernel must not write to memory that is no longer ours.
    fn drop(&mut self) {
        self.drain();
        if self.number_in_flight > 0 {
            self.arena.abandon();
        }
    }
}
