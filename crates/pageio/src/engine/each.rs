//! One call in place of each transfer, of a file alone: no bytes move between it and memory.

use std::io;
use std::os::fd::{BorrowedFd, RawFd};
use std::time::Instant;

use crate::account::Calls;
use crate::engine::{Engine, EngineKind, Ground, OpenEngine, Order, Outcome};

/// A call for an order. It is over when it returns.
pub(super) type Call = fn(BorrowedFd<'_>, &Order) -> io::Result<()>;

/// Makes the call while an order is submitted, so nothing is ever in flight.
#[derive(Debug)]
struct EachEngine {
    files: Vec<RawFd>,
    call: Call,
    done: Option<Outcome>,
}

/// Opens an engine that makes one call for each order.
pub(super) fn open(kind: EngineKind, ground: &Ground<'_>, call: Call) -> OpenEngine {
    let engine = EachEngine {
        files: ground.files.to_vec(),
        call,
        done: None,
    };
    OpenEngine {
        engine: Box::new(engine),
        kind,
        depth: 1,
    }
}

impl Engine for EachEngine {
    fn submit(&mut self, order: Order) -> io::Result<()> {
        // SAFETY: the queue's files are open for as long as it is, and this borrow ends here.
        let file = unsafe { BorrowedFd::borrow_raw(self.files[order.file]) };
        let called = loop {
            match (self.call)(file, &order) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                called => break called,
            }
        };
        self.done = Some(Outcome {
            slot: order.slot,
            moved: called.map(|()| order.bytes),
            at: Instant::now(),
        });
        Ok(())
    }

    fn wait(&mut self, _least: usize, done: &mut Vec<Outcome>) -> io::Result<()> {
        done.extend(self.done.take());
        Ok(())
    }

    fn calls(&self) -> Calls {
        Calls::default()
    }
}
