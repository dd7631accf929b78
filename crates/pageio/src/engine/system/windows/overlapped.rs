//! Overlapped transfers, whose ends a completion port tells.

use std::io;
use std::ptr::null_mut;
use std::time::Instant;

use windows_sys::Win32::Foundation::{
    CloseHandle, ERROR_HANDLE_EOF, ERROR_IO_PENDING, HANDLE, INVALID_HANDLE_VALUE, WAIT_TIMEOUT,
};
use windows_sys::Win32::Storage::FileSystem::{
    FILE_SEGMENT_ELEMENT, ReadFile, ReadFileScatter, WriteFile, WriteFileGather,
};
use windows_sys::Win32::System::IO::{
    CreateIoCompletionPort, GetOverlappedResult, GetQueuedCompletionStatusEx, OVERLAPPED, OVERLAPPED_ENTRY,
};

use crate::account::Calls;
use crate::engine::{Engine, EngineKind, Ground, OpenEngine, Order, Outcome, PolledEvents, Segments};
use crate::error::reason;
use crate::system::{Handle, MAX_CALL_BYTES, elements, place};
use crate::transfer::Direction;

/// The time that is waited for the end of a transfer before the caller looks whether it is to stop, in milliseconds.
const WHILE: u32 = 100;

/// The most ends that are taken at once.
const AT_ONCE: usize = 64;

/// Opens the engine.
pub(in crate::engine) fn open_overlapped(ground: &Ground<'_>) -> Result<OpenEngine, String> {
    if ground.polling != PolledEvents::default() {
        return Err("it polls for nothing".to_owned());
    }
    let engine = OverlappedEngine::open(ground).map_err(|error| reason(&error))?;
    Ok(OpenEngine {
        engine: Box::new(engine),
        kind: EngineKind::OVERLAPPED,
        depth: ground.depth,
    })
}

/// The transfer of a slot. It stays where it is while the system has its address.
struct SlotTransfer {
    place: OVERLAPPED,
    /// The pages of memory of a call that scatters or gathers.
    elements: Vec<FILE_SEGMENT_ELEMENT>,
    file: usize,
}

struct OverlappedEngine {
    port: HANDLE,
    files: Vec<Handle>,
    slots: Vec<usize>,
    segments: Option<Segments>,
    transfers: Box<[SlotTransfer]>,
    /// Those that were over when they were begun, of which the port tells nothing.
    over: Vec<Outcome>,
    calls: Calls,
}

impl OverlappedEngine {
    fn open(ground: &Ground<'_>) -> io::Result<Self> {
        // SAFETY: a new port, that as many threads may wait for as there are processors.
        let port = unsafe { CreateIoCompletionPort(INVALID_HANDLE_VALUE, null_mut(), 0, 0) };
        if port.is_null() {
            return Err(io::Error::last_os_error());
        }
        let transfer = |_| SlotTransfer {
            place: place(0, null_mut()),
            elements: Vec::new(),
            file: 0,
        };
        let engine = Self {
            port,
            files: ground.files.to_vec(),
            slots: ground.slot_addresses(),
            // Nothing scatters through the cache.
            segments: ground.direct.then(|| Segments::for_ground(ground)).flatten(),
            transfers: (0..ground.slot_addresses().len()).map(transfer).collect(),
            over: Vec::new(),
            calls: Calls::default(),
        };
        for file in &engine.files {
            // SAFETY: the file is open as long as its queue, and is one of overlapped transfers.
            if unsafe { CreateIoCompletionPort(file.raw(), port, 0, 0) }.is_null() {
                return Err(io::Error::last_os_error());
            }
        }
        Ok(engine)
    }

    /// Returns the bytes that the transfer of a slot has moved.
    fn moved(&self, slot: usize) -> io::Result<usize> {
        let transfer = &self.transfers[slot];
        let mut bytes = 0;
        // SAFETY: the transfer is one of this file, and has ended; the call writes one number.
        let told = unsafe {
            GetOverlappedResult(
                self.files[transfer.file].raw(),
                &raw const transfer.place,
                &raw mut bytes,
                0,
            )
        };
        match told {
            0 => ended(io::Error::last_os_error()),
            _ => Ok(bytes as usize),
        }
    }

    /// Returns the slot whose transfer has a place; `None` if it is none of the engine's.
    fn slot_of(&self, place: *const OVERLAPPED) -> Option<usize> {
        let first = &raw const self.transfers.first()?.place;
        let slot = (place as usize).checked_sub(first as usize)? / size_of::<SlotTransfer>();
        (slot < self.transfers.len()).then_some(slot)
    }
}

/// Returns what an error of a transfer means: the end of a file is no bytes.
fn ended(error: io::Error) -> io::Result<usize> {
    match error.raw_os_error().map(|code| code as u32) {
        Some(ERROR_HANDLE_EOF) => Ok(0),
        _ => Err(error),
    }
}

impl Engine for OverlappedEngine {
    fn submit(&mut self, order: Order) -> io::Result<()> {
        if order.priority != 0 || order.flags != 0 {
            return Err(io::ErrorKind::Unsupported.into());
        }
        let file = self.files[order.file];
        let start = self.slots[order.slot] as *mut u8;
        let scattered = self.segments.as_ref().filter(|segments| {
            segments.fits(0, order.bytes)
                && segments.in_one_call(order.bytes)
                && file.scatters(segments.of(order.slot, 0, order.bytes))
        });
        let transfer = &mut self.transfers[order.slot];
        transfer.place = place(order.offset, null_mut());
        transfer.file = order.file;
        let at = &raw mut transfer.place;
        let bytes = order.bytes.min(MAX_CALL_BYTES) as u32;
        // SAFETY: the memory is the order's slot, and the queue lets no one touch it before its end; place and elements
        // stay where they are until then, as the engine waits for its transfers before it goes.
        let started = unsafe {
            match (order.direction, scattered) {
                (Direction::Read, Some(segments)) => {
                    elements(segments.of(order.slot, 0, order.bytes), &mut transfer.elements);
                    ReadFileScatter(file.raw(), transfer.elements.as_ptr(), bytes, std::ptr::null(), at)
                }
                (Direction::Write, Some(segments)) => {
                    elements(segments.of(order.slot, 0, order.bytes), &mut transfer.elements);
                    WriteFileGather(file.raw(), transfer.elements.as_ptr(), bytes, std::ptr::null(), at)
                }
                (Direction::Read, None) => ReadFile(file.raw(), start, bytes, null_mut(), at),
                (Direction::Write, None) => WriteFile(file.raw(), start, bytes, null_mut(), at),
            }
        };
        let counter = match (order.direction, scattered.is_some()) {
            (Direction::Read, true) => &mut self.calls.preadv2,
            (Direction::Read, false) => &mut self.calls.pread,
            (Direction::Write, true) => &mut self.calls.pwritev2,
            (Direction::Write, false) => &mut self.calls.pwrite,
        };
        *counter += 1;
        if started == 0 {
            let error = io::Error::last_os_error();
            if error.raw_os_error() != Some(ERROR_IO_PENDING as i32) {
                self.over.push(Outcome {
                    slot: order.slot,
                    moved: ended(error),
                    at: Instant::now(),
                });
            }
        }
        Ok(())
    }

    fn wait(&mut self, least: usize, done: &mut Vec<Outcome>) -> io::Result<()> {
        let least = least.saturating_sub(self.over.len());
        done.append(&mut self.over);
        let mut taken = 0;
        loop {
            let mut entries = [OVERLAPPED_ENTRY::default(); AT_ONCE];
            let mut count = 0;
            let patience = if taken < least { WHILE } else { 0 };
            // SAFETY: the call writes at most as many entries as are told, and their number.
            let told = unsafe {
                GetQueuedCompletionStatusEx(
                    self.port,
                    entries.as_mut_ptr(),
                    AT_ONCE as u32,
                    &raw mut count,
                    patience,
                    0,
                )
            };
            if told == 0 {
                let error = io::Error::last_os_error();
                // The caller looks whether it is to stop, and comes back.
                return match error.raw_os_error().map(|code| code as u32) {
                    Some(WAIT_TIMEOUT) => Ok(()),
                    _ => Err(error),
                };
            }
            let at = Instant::now();
            for entry in &entries[..(count as usize).min(AT_ONCE)] {
                if let Some(slot) = self.slot_of(entry.lpOverlapped) {
                    done.push(Outcome {
                        slot,
                        moved: self.moved(slot),
                        at,
                    });
                    taken += 1;
                }
            }
            if taken >= least {
                return Ok(());
            }
        }
    }

    fn calls(&self) -> Calls {
        self.calls
    }
}

impl Drop for OverlappedEngine {
    fn drop(&mut self) {
        // SAFETY: the port is the engine's own, and is closed once.
        unsafe { CloseHandle(self.port) };
    }
}
