//! io_uring, with registered buffers and files where the system grants them.

mod ring;

use std::io;
use std::os::fd::RawFd;
use std::time::Instant;

use io_uring::{IoUring, cqueue, opcode, squeue, types};

use crate::account::Calls;
use crate::engine::{Engine, EngineKind, Ground, OpenEngine, Order, Outcome, Segments, move_all};
use crate::transfer::Direction;
use ring::{open_polled_ring, open_ring, register_arena, why_refused};

/// Opens io_uring. What could not be had but is not essential is added to `refused`.
pub(in crate::engine) fn open_uring(
    ground: &Ground<'_>,
    registers: bool,
    refused: &mut Vec<String>,
) -> Result<OpenEngine, String> {
    let engine = UringEngine::open(ground, registers, refused).map_err(|error| why_refused(&error))?;
    Ok(OpenEngine {
        kind: match engine.registered_buffers {
            true => EngineKind::URING_REGISTERED,
            false => EngineKind::URING_PLAIN,
        },
        engine: Box::new(engine),
        depth: ground.depth,
    })
}

/// Said of transfers that the kernel's workers should have made.
const NO_WORKERS: &str = "io_uring: its workers could not be started (see ulimit -u); \
     such transfers were made by blocking calls";

/// Said of transfers whose completions cannot be polled for.
const NO_POLLED_QUEUES: &str = "its device has no queues to poll for completions (see queue/io_poll in /sys/block), or \
     its file system does not poll";

struct UringEngine {
    ring: IoUring,
    files: Vec<RawFd>,
    slots: Vec<usize>,
    segments: Option<Segments>,
    registered_buffers: bool,
    registered_files: bool,
    calls: Calls,
}

impl UringEngine {
    /// Opens a ring. Buffers are registered where `registers` and transfers go past the cache. What could not be had
    /// but is not essential is added to `refused`.
    ///
    /// The ring belongs to the thread that opens it (`IORING_SETUP_SINGLE_ISSUER`).
    fn open(ground: &Ground<'_>, registers: bool, refused: &mut Vec<String>) -> io::Result<Self> {
        let depth = ground.depth.max(1);
        let polls = ground.polling.completions;
        let ring = if let Some(processor) = ground.polling.submissions {
            match open_polled_ring(depth, processor, polls) {
                Ok(ring) => ring,
                Err(error) => {
                    refused.push(format!("polled submission: {}", why_refused(&error)));
                    open_ring(depth, polls)?
                }
            }
        } else {
            open_ring(depth, polls)?
        };
        // Cached transfers copy through the page cache, so pinned buffers win them nothing and would
        // use up a scarce limit. Scattered ones name their buffers themselves.
        let segments = Segments::for_ground(ground);
        let registered_buffers = registers
            && ground.direct
            && segments.is_none()
            && match register_arena(&ring, ground) {
                Ok(()) => true,
                Err(error) => {
                    refused.push(format!("registered buffers: {}", why_refused(&error)));
                    false
                }
            };
        // Before Linux 5.13 files count against the limit of open files; a refusal costs little.
        let registered_files = ring.submitter().register_files(ground.files).is_ok();
        Ok(Self {
            ring,
            files: ground.files.to_vec(),
            slots: ground.slot_addresses(),
            segments,
            registered_buffers,
            registered_files,
            calls: Calls::default(),
        })
    }

    /// The segments of a transfer that is to be scattered and that one call can take.
    fn scattered(&self, order: &Order) -> Option<&[libc::iovec]> {
        let segments = self.segments.as_ref()?;
        (segments.fits(0, order.bytes) && segments.in_one_call(order.bytes))
            .then(|| segments.of(order.slot, 0, order.bytes))
    }

    /// Returns whether all is submitted and so many are done, and the kernel has nothing to tell that it must be asked
    /// for.
    fn has_ready(&mut self, least: usize) -> bool {
        let ready = self.ring.completion().len();
        let submission = self.ring.submission();
        least > 0 && ready >= least && submission.is_empty() && !submission.taskrun() && !submission.cq_overflow()
    }

    fn entry(&self, order: &Order, scattered: Option<&[libc::iovec]>) -> squeue::Entry {
        // A registered file goes by its index, told apart by a flag on the entry.
        let (file, flags) = if self.registered_files {
            (types::Fd(order.file as RawFd), squeue::Flags::FIXED_FILE)
        } else {
            (types::Fd(self.files[order.file]), squeue::Flags::empty())
        };
        let start = self.slots[order.slot] as *mut u8;
        // A longer transfer is cut here, and the queue moves the rest.
        let bytes = order.bytes.min(crate::system::MAX_CALL_BYTES) as u32;
        /// Builds an operation with what all of them have of the order.
        macro_rules! entry {
            ($operation:expr) => {
                $operation
                    .offset(order.offset)
                    .rw_flags(order.flags)
                    .ioprio(order.priority)
                    .build()
            };
        }
        let entry = match (order.direction, scattered) {
            (Direction::Read, Some(parts)) => entry!(opcode::Readv::new(file, parts.as_ptr(), parts.len() as u32)),
            (Direction::Write, Some(parts)) => entry!(opcode::Writev::new(file, parts.as_ptr(), parts.len() as u32)),
            (Direction::Read, None) if self.registered_buffers => {
                entry!(opcode::ReadFixed::new(file, start, bytes, 0))
            }
            (Direction::Write, None) if self.registered_buffers => {
                entry!(opcode::WriteFixed::new(file, start, bytes, 0))
            }
            (Direction::Read, None) => entry!(opcode::Read::new(file, start, bytes)),
            (Direction::Write, None) => entry!(opcode::Write::new(file, start, bytes)),
        };
        entry.flags(flags).user_data(order.slot as u64)
    }
}

impl Engine for UringEngine {
    fn submit(&mut self, order: Order) -> io::Result<()> {
        let scattered = self.scattered(&order);
        let is_scattered = scattered.is_some();
        let entry = self.entry(&order, scattered);
        // SAFETY: the buffer is the order's slot, and the queue lets no one touch it before the
        // completion; the segments live as long as the engine.
        while unsafe { self.ring.submission().push(&entry) }.is_err() {
            // The ring holds as many entries as the queue is deep, so this happens only when entries
            // were pushed and not yet submitted.
            self.calls.io_uring_enter += 1;
            self.ring.submit()?;
        }
        self.calls.uring_transfers += 1;
        self.calls.uring_scattered += u64::from(is_scattered);
        Ok(())
    }

    fn start(&mut self) -> io::Result<()> {
        self.calls.io_uring_enter += 1;
        match self.ring.submit() {
            Ok(_) => Ok(()),
            Err(error) if matches!(error.raw_os_error(), Some(libc::EINTR | libc::EBUSY | libc::EAGAIN)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn wait(&mut self, least: usize, done: &mut Vec<Outcome>) -> io::Result<()> {
        let waited = match self.has_ready(least) {
            true => Ok(0),
            false => {
                self.calls.io_uring_enter += 1;
                self.ring.submit_and_wait(least)
            }
        };
        match waited {
            Ok(_) => {}
            // A signal: the caller looks whether it is to stop, and comes back.
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            // The completion queue is full, or the kernel is short of memory for requests; reaping
            // below makes room, if there is anything to reap.
            Err(error)
                if matches!(error.raw_os_error(), Some(libc::EBUSY | libc::EAGAIN))
                    && !self.ring.completion().is_empty() => {}
            Err(error) => return Err(error),
        }
        let at = Instant::now();
        done.extend(self.ring.completion().map(|entry: cqueue::Entry| Outcome {
            slot: entry.user_data() as usize,
            moved: usize::try_from(entry.result()).map_err(|_| io::Error::from_raw_os_error(-entry.result())),
            at,
        }));
        Ok(())
    }

    /// The kernel hands transfers that cannot be done without waiting to workers of its own, which count among the
    /// user's processes. Where none can be started it gives the transfer back, canceled.
    fn redo(&mut self, order: &Order, error: &io::Error) -> Option<(io::Result<usize>, &'static str)> {
        let is_polled = self.ring.params().is_setup_iopoll();
        if is_polled && error.raw_os_error() == Some(libc::EOPNOTSUPP) {
            return Some((Err(io::Error::other(NO_POLLED_QUEUES)), NO_POLLED_QUEUES));
        }
        if !matches!(error.raw_os_error(), Some(libc::ECANCELED | libc::EAGAIN)) {
            return None;
        }
        if order.flags & libc::RWF_NOWAIT != 0 {
            // To wait is what was not wanted.
            return None;
        }
        let moved = move_all(
            order,
            self.files[order.file],
            self.slots[order.slot] as *mut u8,
            self.segments.as_ref(),
            &mut self.calls,
        );
        Some((moved, NO_WORKERS))
    }

    fn calls(&self) -> Calls {
        self.calls
    }
}

impl Drop for UringEngine {
    /// Hands back what was registered before the ring is closed. The kernel takes a closed ring apart
    /// later, and until then the file would stay locked and the memory would count as locked.
    fn drop(&mut self) {
        let submitter = self.ring.submitter();
        if self.registered_files {
            let _ = submitter.unregister_files();
        }
        if self.registered_buffers {
            let _ = submitter.unregister_buffers();
        }
    }
}
