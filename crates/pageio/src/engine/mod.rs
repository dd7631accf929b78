//! The ways of asking the kernel for a transfer.
//!
//! An engine is a file of this folder, which states its `Facts`, and a line of `ENGINES`. Those of one operating system
//! are opened by the module `system`. Nothing else names all engines: who wants one by name, or wants to know what one
//! can do, asks its [`EngineKind`].

mod blocking;
mod choice;
mod each;
mod falloc;
mod kind;
mod mapped;
mod null;
mod overlapped;
mod segments;
mod sync;
mod system;
mod threads;
mod truncate;
mod uring;

use std::io;
use std::time::Instant;

use crate::account::Calls;
use crate::buffer::Arena;
use crate::method::Shape;
use crate::system::{CallFlags, Handle};
use crate::transfer::Direction;

pub(crate) use choice::open;
pub use choice::{EngineChoice, EngineReport, PolledEvents};
pub use kind::EngineKind;
pub(crate) use kind::OpenEngine;
use kind::{Abilities, Facts};
pub(crate) use segments::Segments;
pub(crate) use sync::move_all;

/// Every engine of all systems, in the order in which names are listed.
static ENGINES: &[EngineKind] = &[
    EngineKind::SYNC,
    EngineKind::URING_REGISTERED,
    EngineKind::URING_PLAIN,
    EngineKind::OVERLAPPED,
    EngineKind::THREADS,
    EngineKind::MAPPED,
    EngineKind::FALLOC,
    EngineKind::TRUNCATE,
    EngineKind::NULL,
];

/// A transfer as an engine sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Order {
    pub(crate) direction: Direction,
    pub(crate) file: usize,
    pub(crate) slot: usize,
    pub(crate) offset: u64,
    pub(crate) bytes: usize,
    /// Those of its calls.
    pub(crate) flags: CallFlags,
    /// Its own priority, as the system codes it; 0 for that of the thread.
    pub(crate) priority: u16,
}

/// The outcome of an order: the bytes that moved, which may be fewer than asked.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) slot: usize,
    pub(crate) moved: io::Result<usize>,
    pub(crate) at: Instant,
}

/// A way of asking the kernel for transfers. Slots tell orders apart: at most one is in flight in each.
pub(crate) trait Engine {
    /// Hands over an order. It may start at once or at the next [`Engine::wait`].
    fn submit(&mut self, order: Order) -> io::Result<()>;

    /// Starts all that was handed over, as far as the system takes it; what it does not take starts at the next
    /// [`Engine::wait`]. One that starts each at once has nothing to do.
    fn start(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Starts all that was handed over, waits until at least `least` are done (or a signal came), and
    /// appends all that are.
    fn wait(&mut self, least: usize, done: &mut Vec<Outcome>) -> io::Result<()>;

    /// Makes an order again in another way, when the system said `error` because it could not start
    /// it: the bytes that moved, and what the report is to say. `None` where the error is of the
    /// order's own.
    fn redo(&mut self, _order: &Order, _error: &io::Error) -> Option<(io::Result<usize>, &'static str)> {
        None
    }

    /// The calls made so far.
    fn calls(&self) -> Calls;
}

/// The buffers and files, as every engine needs to know them.
#[derive(Debug)]
pub(crate) struct Ground<'a> {
    pub(crate) arena: &'a Arena,
    pub(crate) files: &'a [Handle],
    pub(crate) segment_bytes: usize,
    pub(crate) shape: Shape,
    pub(crate) depth: u32,
    pub(crate) direct: bool,
    /// The events that are polled for, where the engine can.
    pub(crate) polling: PolledEvents,
}

impl Ground<'_> {
    /// The address of each slot, as numbers, which unlike pointers may move between threads.
    pub(crate) fn slot_addresses(&self) -> Vec<usize> {
        (0..self.arena.slots())
            .map(|slot| self.arena.slot_start(slot) as usize)
            .collect()
    }
}
