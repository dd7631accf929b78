//! The ways of asking the kernel for a transfer, and the choice among them.

mod mapped;
mod null;
mod sync;
mod threads;
mod uring;

use std::io;
use std::os::fd::RawFd;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::account::Calls;
use crate::buffer::Arena;
use crate::error::{Error, Result, reason};
use crate::method::Shape;
use crate::system;
use crate::transfer::Direction;

pub(crate) use sync::move_all;

/// What to look at where threads are refused.
const THREADS_ADVICE: &str = "see ulimit -u, or the limit of the container or service on processes";

/// Which engine the caller wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EngineChoice {
    /// The one that fits: sync for one transfer at a time, else the first that works here of
    /// io_uring with registered buffers, io_uring without, threads, and, where not one thread can be
    /// had, sync with the depth that it has.
    #[default]
    Auto,
    /// One blocking call at a time.
    Sync,
    /// io_uring or nothing.
    Uring,
    /// The same, and no buffers are registered.
    UringPlain,
    /// The same, with a thread of the kernel that looks for submissions (`IORING_SETUP_SQPOLL`) where it can be
    /// had.
    UringPolled {
        /// The processor that this thread is to run on; absent: any.
        processor: Option<u32>,
        /// Whether no buffers are registered.
        plain: bool,
    },
    /// Copies from and to the files in memory, one at a time.
    Mapped,
    /// Nothing is moved, and transfers name no files: to know what all else costs.
    Null,
    /// Blocking calls in as many threads as the queue is deep.
    Threads,
    /// The same, and, where not one thread can be had, sync with the depth that it has.
    ThreadsOrSync,
}

/// Which engine is at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EngineKind {
    /// One blocking call at a time.
    Sync,
    /// io_uring with registered buffers and files.
    UringRegistered,
    /// io_uring without registered buffers.
    UringPlain,
    /// Blocking calls in threads.
    Threads,
    /// Copies from and to mapped files.
    Mapped,
    /// Nothing is moved.
    Null,
}

impl EngineKind {
    /// The name that output uses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sync => "sync",
            Self::UringRegistered => "io_uring, registered buffers",
            Self::UringPlain => "io_uring",
            Self::Threads => "threads",
            Self::Mapped => "mapped files",
            Self::Null => "none",
        }
    }
}

/// Which engine was chosen, and why not a faster one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineReport {
    /// The engine at work.
    pub kind: EngineKind,
    /// The most transfers that it keeps in flight.
    pub depth: u32,
    /// What was tried first and refused, each with the reason in plain words.
    pub refused: Vec<String>,
}

/// A transfer as an engine sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Order {
    pub(crate) direction: Direction,
    pub(crate) file: usize,
    pub(crate) slot: usize,
    pub(crate) offset: u64,
    pub(crate) bytes: usize,
    /// `RWF_*`.
    pub(crate) flags: libc::c_int,
}

/// How an order ended: the bytes that moved, which may be fewer than asked.
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
    fn redo(
        &mut self,
        _order: &Order,
        _error: &io::Error,
    ) -> Option<(io::Result<usize>, &'static str)> {
        None
    }

    /// The calls made so far.
    fn calls(&self) -> Calls;
}

/// What every engine needs to know of the buffers and files.
#[derive(Debug)]
pub(crate) struct Ground<'a> {
    pub(crate) arena: &'a Arena,
    pub(crate) files: &'a [RawFd],
    pub(crate) segment_bytes: usize,
    pub(crate) shape: Shape,
    pub(crate) depth: u32,
    pub(crate) direct: bool,
}

/// Makes the engine that was asked for, or the best that works here.
pub(crate) fn open(
    choice: EngineChoice,
    ground: &Ground<'_>,
) -> Result<(Box<dyn Engine>, EngineReport)> {
    let mut refused = Vec::new();
    let choice = match choice {
        EngineChoice::Auto if ground.depth <= 1 => EngineChoice::Sync,
        other => other,
    };
    if choice == EngineChoice::Null {
        let report = EngineReport {
            kind: EngineKind::Null,
            depth: ground.depth,
            refused,
        };
        return Ok((Box::new(null::NullEngine::default()), report));
    }
    if matches!(choice, EngineChoice::Sync | EngineChoice::Mapped) {
        if ground.depth > 1 {
            return Err(Error::Engine {
                engine: if choice == EngineChoice::Sync {
                    "sync"
                } else {
                    "mapped"
                },
                reason: format!(
                    "it keeps one transfer in flight, not {}; choose another engine or a depth of 1",
                    ground.depth
                ),
            });
        }
        if choice == EngineChoice::Mapped {
            return open_mapped(ground, refused);
        }
        return Ok(open_sync(ground, refused));
    }
    if !matches!(choice, EngineChoice::Threads | EngineChoice::ThreadsOrSync) {
        let (poll, registers) = match choice {
            EngineChoice::UringPolled { processor, plain } => (Some(processor), !plain),
            EngineChoice::UringPlain => (None, false),
            _ => (None, true),
        };
        match uring::UringEngine::open(ground, poll, registers, &mut refused) {
            Ok(engine) => {
                let kind = engine.kind();
                let report = EngineReport {
                    kind,
                    depth: ground.depth,
                    refused,
                };
                return Ok((Box::new(engine), report));
            }
            Err(error) => {
                let reason = uring::why_refused(&error);
                if choice != EngineChoice::Auto {
                    return Err(Error::Engine {
                        engine: "io_uring",
                        reason,
                    });
                }
                refused.push(format!("io_uring: {reason}"));
            }
        }
    }
    let engine = match threads::ThreadsEngine::start(ground) {
        Ok(engine) => engine,
        Err(error) => {
            let reason = format!("none can be started: {}; {THREADS_ADVICE}", reason(&error));
            if choice == EngineChoice::Threads {
                return Err(Error::Engine {
                    engine: "threads",
                    reason,
                });
            }
            refused.push(format!(
                "threads: {reason}; transfers are made one at a time"
            ));
            return Ok(open_sync(ground, refused));
        }
    };
    let depth = engine.depth();
    if depth < ground.depth {
        refused.push(format!(
            "threads: only {depth} of {} could be started, so no more transfers are in flight; \
             {THREADS_ADVICE}",
            ground.depth
        ));
    }
    let report = EngineReport {
        kind: EngineKind::Threads,
        depth,
        refused,
    };
    Ok((Box::new(engine), report))
}

fn open_mapped(
    ground: &Ground<'_>,
    refused: Vec<String>,
) -> Result<(Box<dyn Engine>, EngineReport)> {
    let engine = mapped::MappedEngine::new(ground).map_err(|error| Error::Engine {
        engine: "mapped",
        reason: reason(&error),
    })?;
    let report = EngineReport {
        kind: EngineKind::Mapped,
        depth: 1,
        refused,
    };
    Ok((Box::new(engine), report))
}

fn open_sync(ground: &Ground<'_>, refused: Vec<String>) -> (Box<dyn Engine>, EngineReport) {
    let report = EngineReport {
        kind: EngineKind::Sync,
        depth: 1,
        refused,
    };
    (Box::new(sync::SyncEngine::new(ground)), report)
}

/// The segments of each slot, one a page, ready for the kernel.
#[derive(Debug)]
pub(crate) struct Segments {
    all: Vec<libc::iovec>,
    for_each_slot: usize,
    segment_bytes: usize,
}

// SAFETY: the segments point into the queue's arena, which outlives the engine that holds them and
// is not tied to a thread. Who may touch the memory when is the queue's concern.
unsafe impl Send for Segments {}
// SAFETY: shared use only copies addresses and lengths.
unsafe impl Sync for Segments {}

impl Segments {
    pub(crate) fn new(arena: &Arena, segment_bytes: usize) -> Self {
        let segment_bytes = segment_bytes.clamp(1, arena.slot_bytes());
        let for_each_slot = arena.slot_bytes().div_ceil(segment_bytes);
        let mut all = Vec::with_capacity(for_each_slot * arena.slots());
        for slot in 0..arena.slots() {
            let start = arena.slot_start(slot);
            for index in 0..for_each_slot {
                let offset = index * segment_bytes;
                all.push(libc::iovec {
                    iov_base: start.wrapping_add(offset).cast(),
                    iov_len: segment_bytes.min(arena.slot_bytes() - offset),
                });
            }
        }
        Self {
            all,
            for_each_slot,
            segment_bytes,
        }
    }

    /// The segments for `bytes` bytes of a slot from `from` on, both of them multiples of a segment.
    pub(crate) fn of(&self, slot: usize, from: usize, bytes: usize) -> &[libc::iovec] {
        let first = slot * self.for_each_slot + from / self.segment_bytes;
        &self.all[first..first + bytes / self.segment_bytes]
    }

    /// Whether a run of a slot consists of whole segments.
    pub(crate) fn fits(&self, from: usize, bytes: usize) -> bool {
        from.is_multiple_of(self.segment_bytes) && bytes.is_multiple_of(self.segment_bytes)
    }

    /// Whether one call can take a run of that length.
    pub(crate) fn in_one_call(&self, bytes: usize) -> bool {
        bytes <= system::MAX_CALL_BYTES && bytes / self.segment_bytes <= system::MAX_SEGMENTS
    }
}
