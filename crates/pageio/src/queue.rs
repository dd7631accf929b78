//! Transfers in flight, and their account.

use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::account::{Account, Calls};
use crate::buffer::{Arena, ArenaMut, MemoryPages, Use};
use crate::engine::{self, Engine, EngineChoice, EngineReport, Ground, Order, Outcome, move_all};
use crate::error::{Error, Result};
use crate::file::PageFile;
use crate::method::Shape;
use crate::transfer::{Completion, Direction, Transfer};

/// What a queue is to be.
#[derive(Clone, Copy, Debug)]
pub struct QueueRequest {
    /// Which engine.
    pub engine: EngineChoice,
    /// The most transfers in flight, at least 1.
    pub depth: u32,
    /// Bytes of the largest transfer.
    pub transfer_bytes: usize,
    /// Buffer slots; at least `depth` are made. More of them let a writer rotate over more content.
    pub slots: usize,
    /// Bytes of one page, which is one segment of a scattered transfer.
    pub page_bytes: usize,
    /// Whether each page is a segment of its own.
    pub shape: Shape,
}

/// How deep the queue was, as counted each time it waited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Depth {
    /// The most transfers that were in flight at once.
    pub most: u32,
    /// The mean number in flight, over the moments at which the queue waited.
    pub mean: f64,
}

/// What is in flight in a slot.
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
    most_in_flight: u32,
    waits: u64,
    in_flight_at_waits: u64,
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
    /// A queue over open files, which a transfer names by their index.
    pub fn new(files: Vec<PageFile>, request: QueueRequest) -> Result<Self> {
        let depth = request.depth.max(1);
        let slots = request.slots.max(depth as usize);
        // Pages that are scattered are buffers as SAS has them, each of ordinary memory.
        let pages = match request.shape {
            Shape::Scatter => MemoryPages::Ordinary,
            Shape::Contiguous => MemoryPages::Huge,
        };
        let direct = files.iter().any(|file| file.method().is_direct());
        let purpose = if direct { Use::Direct } else { Use::Cached };
        let arena = Arena::new(slots, request.transfer_bytes, pages, purpose)?;
        let descriptors: Vec<_> = files.iter().map(PageFile::descriptor).collect();
        let ground = Ground {
            arena: &arena,
            files: &descriptors,
            segment_bytes: request.page_bytes,
            shape: request.shape,
            depth,
            direct: files.iter().all(|file| file.method().is_direct()),
        };
        let (engine, report) = engine::open(request.engine, &ground)?;
        Ok(Self {
            engine,
            report,
            files,
            in_flight: vec![None; arena.slots()],
            arena,
            number_in_flight: 0,
            outcomes: Vec::with_capacity(depth as usize),
            account: Account::default(),
            calls_at_restart: Calls::default(),
            most_in_flight: 0,
            waits: 0,
            in_flight_at_waits: 0,
        })
    }

    /// The files, by their index.
    pub fn files(&self) -> &[PageFile] {
        &self.files
    }

    /// Which engine is at work, and why not a faster one.
    pub fn engine(&self) -> &EngineReport {
        &self.report
    }

    /// How many slots there are.
    pub fn slots(&self) -> usize {
        self.arena.slots()
    }

    /// How many transfers are in flight.
    pub fn in_flight(&self) -> u32 {
        self.number_in_flight
    }

    /// Whether another transfer may be submitted before one completes.
    pub fn has_room(&self) -> bool {
        self.number_in_flight < self.report.depth
    }

    /// The contents of a slot.
    ///
    /// # Panics
    /// If a transfer is in flight in the slot: its memory is the kernel's until it completes.
    pub fn slot_mut(&mut self, slot: usize) -> &mut [u8] {
        assert!(
            self.in_flight[slot].is_none(),
            "slot {slot} has a transfer in flight"
        );
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
    /// # Panics
    /// If the slot is in use, the transfer is larger than a slot, the queue has no room, or has no
    /// such file or slot.
    pub fn submit(&mut self, transfer: Transfer) -> Result<()> {
        self.submit_at(transfer, Instant::now())
    }

    /// Submits a transfer with a reading of the clock that the caller just made, such as that of the
    /// completion after which it goes on at once. Latency counts from there.
    ///
    /// # Panics
    /// As [`submit`](Self::submit) does.
    pub fn submit_at(&mut self, transfer: Transfer, since: Instant) -> Result<()> {
        assert!(self.has_room(), "the queue is full");
        assert!(
            transfer.file < self.files.len(),
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
        self.engine
            .submit(order_of(&transfer))
            .map_err(|source| self.error_of(&transfer, source))?;
        self.in_flight[transfer.slot] = Some(InFlight { transfer, since });
        self.number_in_flight += 1;
        Ok(())
    }

    /// Waits until at least `least` of the transfers in flight are done and appends all that are. A
    /// signal may end the wait with fewer.
    pub fn wait(&mut self, least: u32, done: &mut Vec<Completion>) -> Result<()> {
        self.most_in_flight = self.most_in_flight.max(self.number_in_flight);
        self.waits += 1;
        self.in_flight_at_waits += u64::from(self.number_in_flight);
        let least = least.min(self.number_in_flight) as usize;
        self.engine
            .wait(least, &mut self.outcomes)
            .map_err(|source| Error::File {
                action: "wait for transfers of",
                path: self.files[0].path().into(),
                source,
            })?;
        let mut outcomes = std::mem::take(&mut self.outcomes);
        let mut failed = None;
        for outcome in outcomes.drain(..) {
            if let Err(error) = self.complete(outcome, done) {
                failed = failed.or(Some(error));
            }
        }
        self.outcomes = outcomes;
        failed.map_or(Ok(()), Err)
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
            Err(source) if source.kind() == std::io::ErrorKind::Interrupted => 0,
            Err(source) => return Err(self.error_of(&transfer, source)),
        };
        if moved < transfer.bytes {
            self.finish(&transfer, moved)?;
            at = Instant::now();
        }
        let latency = at.saturating_duration_since(since);
        self.account
            .flow_mut(transfer.direction)
            .record(transfer.bytes, latency);
        done.push(Completion {
            transfer,
            latency,
            at,
        });
        Ok(())
    }

    /// Moves the rest of a transfer that the system took only in part: because it was larger than one
    /// call takes, a signal came, or the file or the space ended, which this then finds out.
    #[cold]
    fn finish(&mut self, transfer: &Transfer, moved: usize) -> Result<()> {
        if transfer.direction == Direction::Read {
            // A direct read that stopped at the end of a file cannot go on from there: the place is
            // not aligned, and some file systems would say so instead of that it is the end.
            self.check_end(transfer, moved)?;
        }
        let rest = Order {
            offset: transfer.offset + moved as u64,
            bytes: transfer.bytes - moved,
            ..order_of(transfer)
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

    #[cold]
    fn error_of(&self, transfer: &Transfer, source: std::io::Error) -> Error {
        self.files[transfer.file].transfer_error(
            transfer.direction,
            transfer.offset,
            transfer.bytes,
            source,
        )
    }

    /// All that was moved so far.
    pub fn account(&self) -> Account {
        let mut account = self.account.clone();
        account.calls += self.engine.calls() - self.calls_at_restart;
        account
    }

    /// Forgets what was moved so far, at the end of a ramp. The calls of transfers that are in flight
    /// now may be counted on either side of it.
    pub fn restart_account(&mut self) {
        self.account.read.clear();
        self.account.write.clear();
        self.account.calls = Calls::default();
        self.calls_at_restart = self.engine.calls();
        self.most_in_flight = 0;
        self.waits = 0;
        self.in_flight_at_waits = 0;
    }

    /// How deep the queue was.
    pub fn depth(&self) -> Depth {
        Depth {
            most: self.most_in_flight,
            mean: if self.waits == 0 {
                0.0
            } else {
                self.in_flight_at_waits as f64 / self.waits as f64
            },
        }
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

fn short_file(file: &PageFile, transfer: &Transfer, moved: usize) -> Error {
    Error::ShortFile {
        path: file.path().into(),
        end: transfer.offset + moved as u64,
        wanted: transfer.offset + transfer.bytes as u64,
    }
}

fn order_of(transfer: &Transfer) -> Order {
    Order {
        direction: transfer.direction,
        file: transfer.file,
        slot: transfer.slot,
        offset: transfer.offset,
        bytes: transfer.bytes,
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::io;
    use std::rc::Rc;

    use super::*;
    use crate::file::{Create, Mode, OpenRequest};
    use crate::method::{Access, Method};
    use crate::system::MAX_CALL_BYTES;

    /// An engine that does what a test tells it to.
    #[derive(Default)]
    struct Told {
        submissions: Vec<io::Result<()>>,
        waits: Vec<io::Result<Vec<Ended>>>,
    }

    /// A slot, and what moved.
    type Ended = (usize, io::Result<usize>);

    struct FakeEngine(Rc<RefCell<Told>>);

    impl Engine for FakeEngine {
        fn submit(&mut self, _order: Order) -> io::Result<()> {
            self.0.borrow_mut().submissions.remove(0)
        }

        fn wait(&mut self, _least: usize, done: &mut Vec<Outcome>) -> io::Result<()> {
            let ended = self.0.borrow_mut().waits.remove(0)?;
            done.extend(ended.into_iter().map(|(slot, moved)| Outcome {
                slot,
                moved,
                at: Instant::now(),
            }));
            Ok(())
        }

        fn calls(&self) -> Calls {
            Calls::default()
        }
    }

    const BYTES: usize = 8192;

    /// A queue over a file of that many bytes, and what its engine is told.
    fn queue_with(told: Told) -> (Queue, Rc<RefCell<Told>>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pages");
        std::fs::write(&path, [7; BYTES]).unwrap();
        let file = PageFile::open(
            &path,
            OpenRequest {
                mode: Mode::ReadWrite,
                create: Create::Existing,
                method: Method::Cached,
                access: Access::Random,
                lock: false,
            },
        )
        .unwrap();
        let request = QueueRequest {
            engine: EngineChoice::Sync,
            depth: 1,
            transfer_bytes: BYTES,
            slots: 4,
            page_bytes: 4096,
            shape: Shape::Contiguous,
        };
        let mut queue = Queue::new(vec![file], request).unwrap();
        let told = Rc::new(RefCell::new(told));
        queue.engine = Box::new(FakeEngine(Rc::clone(&told)));
        queue.report.depth = 4;
        (queue, told)
    }

    fn read(slot: usize) -> Transfer {
        Transfer {
            direction: Direction::Read,
            file: 0,
            slot,
            offset: 0,
            bytes: BYTES,
        }
    }

    fn broken() -> io::Error {
        io::Error::from_raw_os_error(libc::EIO)
    }

    #[test]
    fn what_was_not_submitted_is_not_waited_for() {
        let (mut queue, _) = queue_with(Told {
            submissions: vec![Err(broken()), Ok(())],
            waits: vec![Ok(vec![(0, Ok(BYTES))])],
        });
        assert!(queue.submit(read(0)).is_err());
        assert_eq!(queue.in_flight(), 0);
        queue.submit(read(0)).unwrap();
        let mut done = Vec::new();
        queue.wait(1, &mut done).unwrap();
        assert_eq!(done.len(), 1);
    }

    #[test]
    fn memory_that_a_broken_engine_may_still_use_is_never_freed() {
        let (mut queue, told) = queue_with(Told {
            submissions: vec![Ok(()), Ok(())],
            waits: vec![Err(broken()), Ok(vec![(1, Ok(BYTES))]), Err(broken())],
        });
        queue.submit(read(0)).unwrap();
        queue.submit(read(1)).unwrap();
        let text = queue.wait(2, &mut Vec::new()).unwrap_err().to_string();
        assert!(text.contains("EIO") && text.contains("pages"), "{text}");
        let start = queue.arena.slot_start(0);
        drop(queue);
        assert!(told.borrow().waits.is_empty());
        // Freed memory of the same size would be taken again.
        let others: Vec<Arena> = (0..8)
            .map(|_| Arena::new(4, BYTES, MemoryPages::Huge, Use::Direct).unwrap())
            .collect();
        assert!(others.iter().all(|arena| arena.slot_start(0) != start));
    }

    #[test]
    fn a_transfer_that_was_interrupted_or_cut_is_moved_to_its_end() {
        let interrupted = || io::Error::from_raw_os_error(libc::EINTR);
        let (mut queue, _) = queue_with(Told {
            submissions: vec![Ok(()), Ok(())],
            waits: vec![Ok(vec![(0, Err(interrupted())), (1, Ok(100))])],
        });
        queue.submit(read(0)).unwrap();
        queue.submit(read(1)).unwrap();
        let mut done = Vec::new();
        queue.wait(2, &mut done).unwrap();
        assert_eq!(done.len(), 2);
        assert!(queue.slot_mut(0) == [7; BYTES]);
        assert!(queue.slot_mut(1)[..100] == [0; 100]);
        assert!(queue.slot_mut(1)[100..] == [7; BYTES - 100]);
        let account = queue.account();
        assert_eq!(account.read.bytes, 2 * BYTES as u64);
        assert_eq!((account.calls.pread, account.calls.split), (2, 1));
    }

    #[test]
    fn a_read_that_stopped_at_the_end_of_a_file_is_not_tried_again() {
        let (mut queue, _) = queue_with(Told {
            submissions: vec![Ok(())],
            waits: vec![Ok(vec![(0, Ok(BYTES - 100))])],
        });
        let beyond = Transfer {
            offset: 100,
            ..read(0)
        };
        queue.submit(beyond).unwrap();
        let error = queue.wait(1, &mut Vec::new()).unwrap_err();
        assert!(
            matches!(
                error,
                Error::ShortFile {
                    end: 8192,
                    wanted: 8292,
                    ..
                }
            ),
            "{error}"
        );
        // Past the cache, the place would be misaligned.
        assert_eq!(queue.account().calls, Calls::default());
    }

    #[test]
    fn every_failure_frees_its_slot_and_the_first_is_reported() {
        let (mut queue, _) = queue_with(Told {
            submissions: vec![Ok(()), Ok(()), Ok(())],
            waits: vec![Ok(vec![
                (2, Err(broken())),
                (0, Ok(BYTES)),
                (1, Err(io::Error::from_raw_os_error(libc::ENOSPC))),
            ])],
        });
        for slot in 0..3 {
            queue.submit(read(slot)).unwrap();
        }
        let mut done = Vec::new();
        let error = queue.wait(3, &mut done).unwrap_err();
        assert!(error.to_string().contains("EIO"), "{error}");
        assert_eq!((done.len(), queue.in_flight()), (1, 0));
        assert_eq!(queue.account().operations(), 1);
    }

    #[test]
    fn a_transfer_larger_than_a_call_takes_is_split_once_by_every_engine() {
        let bytes = 3 * MAX_CALL_BYTES + 4096;
        let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
        let path = folder.path().join("pages");
        let wanted: Vec<u8> = (0..bytes).map(|index| (index % 251) as u8).collect();
        std::fs::write(&path, &wanted).unwrap();
        for (engine, depth) in [
            (EngineChoice::Sync, 1),
            (EngineChoice::Auto, 2),
            (EngineChoice::Threads, 2),
        ] {
            for (shape, page_bytes) in [(Shape::Contiguous, 4096), (Shape::Scatter, 1 << 20)] {
                let file = PageFile::open(&path, OpenRequest::read(Method::Cached)).unwrap();
                let request = QueueRequest {
                    engine,
                    depth,
                    transfer_bytes: bytes,
                    slots: 1,
                    page_bytes,
                    shape,
                };
                let mut queue = Queue::new(vec![file], request).unwrap();
                let transfer = Transfer { bytes, ..read(0) };
                queue.submit(transfer).unwrap();
                while queue.in_flight() > 0 {
                    queue.wait(1, &mut Vec::new()).unwrap();
                }
                assert!(queue.slot_mut(0)[..bytes] == wanted);
                let account = queue.account();
                assert_eq!((account.read.operations, account.calls.split), (1, 1));
            }
        }
    }
}
