//! Transfers in flight, and their account.

mod depth;
mod request;
mod rest;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::time::Instant;

use crate::account::{Account, Calls};
use crate::buffer::{Arena, ArenaMut, MemoryPages, Use};
use crate::course::{Course, Recorder};
use crate::engine::{self, Engine, EngineChoice, EngineReport, Ground, Order, Outcome, Polling};
use crate::error::{Error, Result};
use crate::file::PageFile;
use crate::method::Shape;
use crate::near::read_each_line;
use crate::placement::RequestPriority;
use crate::transfer::{CallOptions, Completion, Transfer};

pub use depth::Depth;
use depth::DepthCount;
pub use request::QueueRequest;

/// The transfer that is in flight in a slot.
#[derive(Clone, Copy, Debug)]
struct InFlight {
    transfer: Transfer,
    since: Instant,
}

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
                _ => Polling::default(),
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

    /// The contents of a slot, to be read.
    ///
    /// # Panics
    /// If a transfer is in flight in the slot: its memory is the kernel's until it completes.
    #[inline]
    pub fn slot(&self, slot: usize) -> &[u8] {
        assert!(
            self.number_in_flight == 0 || self.in_flight[slot].is_none(),
            "slot {slot} has a transfer in flight"
        );
        let bytes = self.arena.slot_bytes();
        // SAFETY: the slot is within the arena and no transfer is in flight in it, so the kernel
        // leaves it alone; one is submitted, and the slot written to, only through `&mut self`.
        unsafe { std::slice::from_raw_parts(self.arena.slot_start(slot), bytes) }
    }

    /// The contents of a slot.
    ///
    /// # Panics
    /// If a transfer is in flight in the slot: its memory is the kernel's until it completes.
    pub fn slot_mut(&mut self, slot: usize) -> &mut [u8] {
        assert!(self.in_flight[slot].is_none(), "slot {slot} has a transfer in flight");
        let bytes = self.arena.slot_bytes();
        // SAFETY: the slot is within the arena and no transfer is in flight in it, so the kernel
        // leaves it alone; `&mut self` excludes other references.
        unsafe { std::slice::from_raw_parts_mut(self.arena.slot_start(slot), bytes) }
    }

    /// All the slots, to fill them before the first transfer.
    ///
    /// # Panics
    /// If any transfer is in flight.
    pub fn arena_mut(&mut self) -> ArenaMut<'_> {
        assert!(self.number_in_flight == 0, "transfers are in flight");
        ArenaMut::new(&mut self.arena)
    }

    /// Submits a transfer. With the sync engine it is over when this returns, but it is
    /// [`wait`](Self::wait) that hands out its completion.
    ///
    /// # Errors
    /// [`Error::Transfer`] where it ends beyond what an offset can be, or the engine does not take it.
    ///
    /// # Panics
    /// If the slot is in use, the transfer is larger than a slot, the queue has no room, or has no
    /// such file or slot.
    pub fn submit(&mut self, transfer: Transfer) -> Result<()> {
        self.submit_at(transfer, Instant::now())
    }

    /// Submits a transfer with a reading of the clock that the caller just made, such as that of the
    /// completion after which it goes on at once. Latency counts from there.
    ///
    /// # Errors
    /// As [`submit`](Self::submit) does.
    ///
    /// # Panics
    /// As [`submit`](Self::submit) does.
    pub fn submit_at(&mut self, transfer: Transfer, since: Instant) -> Result<()> {
        assert!(self.has_room(), "the queue is full");
        assert!(
            transfer.file < self.files.len() || !self.report.kind.needs_files(),
            "the queue has no file {}",
            transfer.file
        );
        assert!(
            self.in_flight[transfer.slot].is_none(),
            "slot {} is in use",
            transfer.slot
        );
        assert!(
            transfer.bytes <= self.arena.slot_bytes(),
            "a transfer is larger than its slot"
        );
        // An offset has 63 bits, and one of all ones means the current position to io_uring.
        let end = transfer.offset.checked_add(transfer.bytes as u64);
        if end.is_none_or(|end| i64::try_from(end).is_err()) {
            let source = std::io::Error::from_raw_os_error(libc::EOVERFLOW);
            return Err(self.error_of(&transfer, source));
        }
        let began = self.call_begins();
        let order = Order {
            priority: self.priority,
            ..order_of(&transfer, self.call_options)
        };
        let submitted = self.engine.submit(order);
        self.call_ended(began);
        submitted.map_err(|source| self.error_of(&transfer, source))?;
        if let Some(recorder) = &mut self.recorder {
            recorder.submit(&transfer);
        }
        self.in_flight[transfer.slot] = Some(InFlight { transfer, since });
        self.number_in_flight += 1;
        Ok(())
    }

    /// Starts the transfers that were submitted and not yet started, and hands out none that is done.
    ///
    /// # Errors
    /// [`Error::File`] where the engine cannot start them.
    pub fn start(&mut self) -> Result<()> {
        let began = self.call_begins();
        let started = self.engine.start();
        self.call_ended(began);
        started.map_err(|source| self.error_of_all(source))
    }

    /// Waits until at least `least` of the transfers in flight are done and appends all that are. A
    /// signal may end the wait with fewer.
    ///
    /// # Errors
    /// [`Error::Transfer`] of the first transfer that failed, unless failures are [kept](Self::keep_failures), and
    /// [`Error::File`] where the engine cannot wait.
    pub fn wait(&mut self, least: u32, done: &mut Vec<Completion>) -> Result<()> {
        self.depth.wait(self.number_in_flight);
        let least = least.min(self.number_in_flight) as usize;
        let began = self.call_begins();
        let waited = self.engine.wait(least, &mut self.outcomes);
        self.call_ended(began);
        waited.map_err(|source| self.error_of_all(source))?;
        let mut outcomes = std::mem::take(&mut self.outcomes);
        let mut failed = None;
        for outcome in outcomes.drain(..) {
            let transfer = self.in_flight[outcome.slot].map(|it| it.transfer);
            if let Err(error) = self.complete(outcome, done) {
                match (&mut self.failures, transfer) {
                    (Some(failures), Some(transfer)) => failures.push(Failure { transfer, error }),
                    _ => failed = failed.or(Some(error)),
                }
            }
        }
        self.outcomes = outcomes;
        failed.map_or(Ok(()), Err)
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

    /// Waits for all that is in flight and hands out nothing. Errors are left aside: it is for the
    /// end of a run that already has one, or was interrupted.
    pub fn drain(&mut self) {
        let mut done = Vec::new();
        while self.number_in_flight > 0 {
            let before = self.number_in_flight;
            let waited = self.wait(self.number_in_flight, &mut done);
            if waited.is_err() && self.number_in_flight == before {
                // Nothing completes any more: the engine itself is broken.
                return;
            }
        }
    }

    fn complete(&mut self, outcome: Outcome, done: &mut Vec<Completion>) -> Result<()> {
        let InFlight { transfer, since } = self.in_flight[outcome.slot]
            .take()
            .expect("an engine completes only what was submitted");
        self.number_in_flight -= 1;
        let mut at = outcome.at;
        let moved = match outcome.moved {
            Ok(moved) => moved,
            Err(source) => {
                let moved = self.redo(&transfer, source)?;
                at = Instant::now();
                moved
            }
        };
        if moved < transfer.bytes {
            self.finish(&transfer, moved)?;
            at = Instant::now();
        }
        let latency = at.saturating_duration_since(since);
        self.account
            .flow_mut(transfer.direction)
            .record(transfer.bytes, latency);
        if let Some(recorder) = &mut self.recorder {
            recorder.complete(&transfer, at);
        }
        done.push(Completion { transfer, latency, at });
        Ok(())
    }

    /// Returns an error that has nothing to do with one transfer.
    #[cold]
    fn error_of_all(&self, source: std::io::Error) -> Error {
        Error::File {
            action: "wait for transfers of",
            path: self
                .files
                .first()
                .map_or_else(Default::default, |file| file.path().into()),
            source,
        }
    }

    #[cold]
    fn error_of(&self, transfer: &Transfer, source: std::io::Error) -> Error {
        self.files[transfer.file].transfer_error(transfer.direction, transfer.offset, transfer.bytes, source)
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

    /// Reads from each line of a slot's contents while the course is recorded, so that what it takes to bring them near
    /// the processor counts with the transfer, whose method it depends on, and not with what the caller computes.
    /// Nothing is done otherwise.
    ///
    /// # Panics
    /// If a transfer is in flight in the slot, or it has no such bytes.
    #[inline]
    pub fn touch_if_recorded(&mut self, slot: usize, bytes: Range<usize>) {
        if self.recorder.is_some() {
            let began = self.call_begins();
            read_each_line(&self.slot(slot)[bytes]);
            self.call_ended(began);
        }
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

fn order_of(transfer: &Transfer, call_options: CallOptions) -> Order {
    Order {
        direction: transfer.direction,
        file: transfer.file,
        slot: transfer.slot,
        offset: transfer.offset,
        bytes: transfer.bytes,
        flags: call_options.flags(),
        priority: 0,
    }
}
