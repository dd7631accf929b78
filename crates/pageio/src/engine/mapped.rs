//! Copies from and to files in memory (`mmap`).
//!
//! A file is mapped as long as it is when the queue is made. Who cuts it after that ends the process, as with
//! every program that maps files; what lies beyond is a short transfer.

use std::io;

use crate::account::Calls;
use crate::engine::blocking::{self, OrderMaker};
use crate::engine::{Abilities, EngineKind, Facts, Ground, Order};
use crate::error::reason;
use crate::file_mapping::FileMapping;
use crate::system::{Handle, length_of, refusal_of_file, use_of};
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
    abilities: Abilities {
        maps_files: true,
        ..Abilities::BLOCKING
    },
    stand_in: None,
    open: |ground, _| {
        let maker = MappedCopies::new(ground).map_err(|error| reason(&error))?;
        Ok(blocking::open(EngineKind::MAPPED, maker))
    },
};

#[derive(Debug)]
struct OpenMapping {
    /// An empty file cannot be mapped.
    mapping: Option<FileMapping>,
    writable: bool,
    waits_for_the_device: bool,
}

/// Copies the bytes of each transfer.
#[derive(Debug)]
struct MappedCopies {
    files: Vec<OpenMapping>,
    slots: Vec<usize>,
    calls: Calls,
}

impl MappedCopies {
    fn new(ground: &Ground<'_>) -> io::Result<Self> {
        let map = |&file: &Handle| {
            let bytes = usize::try_from(length_of(file)?).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
            let (writable, waits_for_the_device) = use_of(file)?;
            let mapping = if bytes == 0 {
                None
            } else {
                Some(FileMapping::new(file, bytes, writable)?)
            };
            Ok(OpenMapping {
                mapping,
                writable,
                waits_for_the_device,
            })
        };
        Ok(Self {
            files: ground.files.iter().map(map).collect::<io::Result<Vec<_>>>()?,
            slots: ground.slot_addresses(),
            calls: Calls::default(),
        })
    }
}

impl OrderMaker for MappedCopies {
    fn check(&self, order: &Order) -> io::Result<()> {
        if order.direction == Direction::Write && !self.files[order.file].writable {
            return Err(refusal_of_file());
        }
        Ok(())
    }

    fn make(&mut self, order: &Order) -> io::Result<usize> {
        self.calls.mapped += 1;
        let file = &self.files[order.file];
        let Some(mapping) = &file.mapping else {
            return Ok(0);
        };
        let memory = self.slots[order.slot] as *mut u8;
        // SAFETY: the slot is the order's until it completes; a file that is written was mapped for that, as was
        // checked, and nothing of feedrate cuts a file that it moves pages of.
        let moved = unsafe { mapping.copy(order.direction, memory, order.bytes, order.offset) };
        if order.direction == Direction::Write && file.waits_for_the_device {
            mapping.flush(order.offset, order.bytes)?;
        }
        Ok(moved)
    }

    fn calls(&self) -> Calls {
        self.calls
    }
}
