//! Copies from and to files in memory (`mmap`).
//!
//! A file is mapped as long as it is when the queue is made. Who cuts it after that ends the process, as with
//! every program that maps files; what lies beyond is a short transfer.

use std::io;
use std::time::Instant;

use rustix::fs::{OFlags, fcntl_getfl};

use crate::account::Calls;
use crate::device::length;
use crate::engine::{Engine, EngineKind, Facts, Ground, OpenEngine, Order, Outcome};
use crate::error::reason;
use crate::system::FileMapping;
use crate::transfer::Direction;

impl EngineKind {
    /// Copies from and to the files in memory, one at a time.
    pub const MAPPED: Self = Self(&FACTS);
}

static FACTS: Facts = Facts {
    id: "mapped",
    argument: "mapped",
    name: "mapped files",
    help: None,
    calls: "mapped memory",
    is_synchronous: true,
    moves_bytes: true,
    needs_files: true,
    reads_change_files: false,
    cuts_files: false,
    maps_files: true,
    takes_call_options: false,
    takes_priorities: false,
    registers_buffers: false,
    stand_in: None,
    open: |ground, _| {
        let engine = MappedEngine::new(ground).map_err(|error| reason(&error))?;
        Ok(OpenEngine {
            engine: Box::new(engine),
            kind: EngineKind::MAPPED,
            depth: 1,
        })
    },
};

#[derive(Debug)]
struct OpenMapping {
    /// An empty file cannot be mapped.
    mapping: Option<FileMapping>,
    writable: bool,
    waits_for_the_device: bool,
}

/// Makes the copy while it is submitted, so nothing is ever in flight.
#[derive(Debug)]
struct MappedEngine {
    files: Vec<OpenMapping>,
    slots: Vec<usize>,
    calls: Calls,
    done: Option<Outcome>,
}

impl MappedEngine {
    fn new(ground: &Ground<'_>) -> io::Result<Self> {
        let map = |&fd: &std::os::fd::RawFd| {
            // SAFETY: the queue's files are open for as long as it is, and this borrow ends here.
            let file = unsafe { std::os::fd::BorrowedFd::borrow_raw(fd) };
            let bytes = usize::try_from(length(file)?).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
            let flags = fcntl_getfl(file)?;
            let writable = flags.intersects(OFlags::RDWR);
            let mapping = if bytes == 0 {
                None
            } else {
                Some(FileMapping::new(fd, bytes, writable)?)
            };
            Ok(OpenMapping {
                mapping,
                writable,
                waits_for_the_device: flags.intersects(OFlags::DSYNC | OFlags::SYNC),
            })
        };
        Ok(Self {
            files: ground.files.iter().map(map).collect::<io::Result<Vec<_>>>()?,
            slots: ground.slot_addresses(),
            calls: Calls::default(),
            done: None,
        })
    }
}

impl Engine for MappedEngine {
    fn submit(&mut self, order: Order) -> io::Result<()> {
        let file = &self.files[order.file];
        if order.direction == Direction::Write && !file.writable {
            return Err(io::Error::from_raw_os_error(libc::EBADF));
        }
        let moved = match &file.mapping {
            // SAFETY: the slot is the order's until it completes; a file that is written was mapped for that,
            // as just checked, and nothing of feedrate cuts a file that it moves pages of.
            Some(mapping) => unsafe {
                mapping.copy(
                    order.direction,
                    self.slots[order.slot] as *mut u8,
                    order.bytes,
                    order.offset,
                )
            },
            None => 0,
        };
        let mut moved = Ok(moved);
        if let (Direction::Write, true, Some(mapping)) = (order.direction, file.waits_for_the_device, &file.mapping)
            && let Err(error) = mapping.flush(order.offset, order.bytes)
        {
            moved = Err(error);
        }
        self.calls.mapped += 1;
        self.done = Some(Outcome {
            slot: order.slot,
            moved,
            at: Instant::now(),
        });
        Ok(())
    }

    fn wait(&mut self, _least: usize, done: &mut Vec<Outcome>) -> io::Result<()> {
        done.extend(self.done.take());
        Ok(())
    }

    fn calls(&self) -> Calls {
        self.calls
    }
}
