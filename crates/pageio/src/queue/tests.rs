//! The queue over an engine that does what a test tells it to, and over large transfers.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use super::*;
use crate::Direction;
use crate::device::Kinds;
use crate::engine::{EngineChoice, EngineKind, Order};
use crate::error::reason;
use crate::file::{Create, Mode, OpenRequest};
use crate::method::{Access, Method};
use crate::system::{self, MAX_CALL_BYTES};

/// An engine that does what a test tells it to.
#[derive(Default)]
struct Script {
    submissions: Vec<io::Result<()>>,
    waits: Vec<io::Result<Vec<ScriptedOutcome>>>,
}

/// A slot, and what moved.
type ScriptedOutcome = (usize, io::Result<usize>);

struct FakeEngine(Rc<RefCell<Script>>);

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
fn queue_with(script: Script) -> (Queue, Rc<RefCell<Script>>) {
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
            kinds: Kinds::Files,
        },
    )
    .unwrap();
    let request = QueueRequest {
        engine: EngineChoice::Only(EngineKind::SYNC),
        depth: 1,
        transfer_bytes: BYTES,
        slots: 4,
        page_bytes: 4096,
        shape: Shape::Contiguous,
    };
    let mut queue = Queue::new(vec![file], request).unwrap();
    let script = Rc::new(RefCell::new(script));
    queue.engine = Box::new(FakeEngine(Rc::clone(&script)));
    queue.report.depth = 4;
    (queue, script)
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
    system::error_of_device()
}

#[test]
fn what_was_not_submitted_is_not_waited_for() {
    let (mut queue, _) = queue_with(Script {
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
    let (mut queue, script) = queue_with(Script {
        submissions: vec![Ok(()), Ok(())],
        waits: vec![Err(broken()), Ok(vec![(1, Ok(BYTES))]), Err(broken())],
    });
    queue.submit(read(0)).unwrap();
    queue.submit(read(1)).unwrap();
    let text = queue.wait(2, &mut Vec::new()).unwrap_err().to_string();
    assert!(
        text.contains(reason(&broken()).as_str()) && text.contains("pages"),
        "{text}"
    );
    let start = queue.arena.slot_start(0);
    drop(queue);
    assert!(script.borrow().waits.is_empty());
    // Freed memory of the same size would be taken again.
    let others: Vec<Arena> = (0..8)
        .map(|_| Arena::new(4, BYTES, MemoryPages::Huge, Use::Direct).unwrap())
        .collect();
    assert!(others.iter().all(|arena| arena.slot_start(0) != start));
}

#[test]
fn a_transfer_that_was_interrupted_or_cut_is_moved_to_its_end() {
    let interrupted = || io::Error::from(io::ErrorKind::Interrupted);
    let (mut queue, _) = queue_with(Script {
        submissions: vec![Ok(()), Ok(())],
        waits: vec![Ok(vec![(0, Err(interrupted())), (1, Ok(100))])],
    });
    queue.submit(read(0)).unwrap();
    queue.submit(read(1)).unwrap();
    let mut done = Vec::new();
    queue.wait(2, &mut done).unwrap();
    assert_eq!(done.len(), 2);
    assert!(queue.slot_mut(0) == [7; BYTES] && queue.slot(0) == [7; BYTES]);
    assert!(queue.slot_mut(1)[..100] == [0; 100]);
    assert!(queue.slot_mut(1)[100..] == [7; BYTES - 100]);
    let account = queue.account();
    assert_eq!(account.read.bytes, 2 * BYTES as u64);
    assert_eq!((account.calls.pread, account.calls.split), (2, 1));
}

#[test]
fn a_read_that_stopped_at_the_end_of_a_file_is_not_tried_again() {
    let (mut queue, _) = queue_with(Script {
        submissions: vec![Ok(())],
        waits: vec![Ok(vec![(0, Ok(BYTES - 100))])],
    });
    let beyond = Transfer { offset: 100, ..read(0) };
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
    let (mut queue, _) = queue_with(Script {
        submissions: vec![Ok(()), Ok(()), Ok(())],
        waits: vec![Ok(vec![
            (2, Err(broken())),
            (0, Ok(BYTES)),
            (1, Err(io::ErrorKind::StorageFull.into())),
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
fn failures_are_kept_where_that_is_asked_for() {
    let (mut queue, _) = queue_with(Script {
        submissions: vec![Ok(()), Ok(())],
        waits: vec![Ok(vec![(0, Err(broken())), (1, Ok(BYTES))])],
    });
    queue.keep_failures();
    queue.submit(read(0)).unwrap();
    queue.submit(read(1)).unwrap();
    let mut done = Vec::new();
    queue.wait(2, &mut done).unwrap();
    assert_eq!((done.len(), queue.in_flight()), (1, 0));
    let failures = queue.take_failures();
    assert_eq!(failures[0].transfer.slot, 0);
    assert!(failures[0].error.to_string().contains("EIO"));
    assert!(queue.take_failures().is_empty());
}

#[test]
fn a_transfer_larger_than_a_call_takes_is_split_once_by_every_engine() {
    let bytes = 3 * MAX_CALL_BYTES + 4096;
    let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
    let path = folder.path().join("pages");
    let wanted: Vec<u8> = (0..bytes).map(|index| (index % 251) as u8).collect();
    std::fs::write(&path, &wanted).unwrap();
    for (engine, depth) in [
        (EngineChoice::Only(EngineKind::SYNC), 1),
        (EngineChoice::Auto, 2),
        (EngineChoice::Only(EngineKind::THREADS), 2),
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

#[test]
fn what_an_engine_could_not_start_is_an_error_where_it_knows_no_other_way() {
    let canceled = io::Error::other("canceled");
    let (mut queue, _) = queue_with(Script {
        submissions: vec![Ok(())],
        waits: vec![Ok(vec![(0, Err(canceled))])],
    });
    queue.submit(read(0)).unwrap();
    assert!(queue.wait(1, &mut Vec::new()).is_err());
    assert_eq!(queue.in_flight(), 0);
    assert!(queue.engine().refused.is_empty());
}
