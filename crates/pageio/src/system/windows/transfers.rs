//! Transfers between open files and memory: `ReadFile` and `WriteFile`, `ReadFileScatter` and `WriteFileGather`.

use std::fs::File;
use std::io;
use std::os::windows::io::AsRawHandle;
use std::ptr::{null, null_mut};

use windows_sys::Win32::Foundation::{ERROR_HANDLE_EOF, ERROR_IO_PENDING, ERROR_NOT_SUPPORTED, HANDLE};
use windows_sys::Win32::Storage::FileSystem::{
    FILE_SEGMENT_ELEMENT, GetFileSizeEx, ReadFile, ReadFileScatter, WriteFile, WriteFileGather,
};
use windows_sys::Win32::System::IO::{GetOverlappedResult, OVERLAPPED};
use windows_sys::Win32::System::Threading::CreateEventW;

use super::call::checked;
use super::memory_page;
use crate::file::opening::Opening;
use crate::method::WriteSync;
use crate::transfer::{CallOptions, Direction};

/// The most segments that one call scatters or gathers, as elsewhere.
pub(crate) const MAX_SEGMENTS: usize = 1024;

/// The most bytes that one call moves: as many as have a number of 32 bits, in whole pages of memory. Unit tests see
/// less, so that they need no such memory to see a transfer split.
pub(crate) const MAX_CALL_BYTES: usize = if cfg!(test) { 1 << 20 } else { 0x7fff_f000 };

/// The names of the calls that are counted: those that read and write one segment, several, that wait for several
/// transfers, and that flush a file and its content.
pub(crate) const CALL_NAMES: [&str; 7] = [
    "ReadFile",
    "WriteFile",
    "ReadFileScatter",
    "WriteFileGather",
    "GetQueuedCompletionStatusEx",
    "FlushFileBuffers",
    "FlushFileBuffers",
];

/// The calls that move one run of memory, in words.
pub(crate) const CALLS: &str = "ReadFile and WriteFile";

/// An open file of a queue, as the calls name it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Handle {
    /// A number, which unlike a pointer may move between threads.
    raw: usize,
    /// True if its transfers go past the cache, so that they can be scattered.
    is_direct: bool,
    is_for_both: bool,
    waits: bool,
}

impl Handle {
    pub(super) fn new(file: &File, opening: Opening) -> Self {
        Self {
            raw: file.as_raw_handle() as usize,
            is_direct: opening.method.is_direct(),
            is_for_both: opening.reads && opening.writes,
            waits: opening.sync != WriteSync::Nothing,
        }
    }

    pub(crate) fn raw(self) -> HANDLE {
        self.raw as HANDLE
    }

    /// Returns whether one call can scatter or gather segments of it: it must go past the cache, and they must be whole
    /// pages of memory.
    pub(crate) fn scatters(self, segments: &[Segment]) -> bool {
        let page = memory_page() as usize;
        let is_whole =
            |segment: &Segment| segment.bytes.is_multiple_of(page) && (segment.start as usize).is_multiple_of(page);
        self.is_direct && segments.iter().all(is_whole)
    }
}

/// A run of memory in a call that scatters or gathers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Segment {
    pub(super) start: *mut u8,
    pub(super) bytes: usize,
}

/// A bit for each option of a call.
pub(crate) type CallFlags = i32;

/// Returns the flags for what is asked of transfers. Polling has no effect, and what else is asked is refused by the
/// calls.
pub(crate) fn call_flags(options: CallOptions) -> CallFlags {
    CallFlags::from(options.no_wait) | CallFlags::from(options.uncached) << 1
}

/// Returns a run of memory.
pub(crate) fn segment(start: *mut u8, bytes: usize) -> Segment {
    Segment { start, bytes }
}

/// Returns the length of a file of a queue.
pub(crate) fn length_of(handle: Handle) -> io::Result<u64> {
    let mut length = 0;
    // SAFETY: the queue's files are open for as long as it is; the call writes one number.
    checked(unsafe { GetFileSizeEx(handle.raw(), &raw mut length) })?;
    Ok(u64::try_from(length).unwrap_or_default())
}

/// Returns whether a file of a queue can be read and written, and whether its writes wait for the device.
pub(crate) fn use_of(handle: Handle) -> io::Result<(bool, bool)> {
    Ok((handle.is_for_both, handle.waits))
}

/// Returns the place of a transfer in a file, with the event that tells its end.
pub(crate) fn place(offset: u64, event: HANDLE) -> OVERLAPPED {
    let mut place = OVERLAPPED {
        hEvent: event,
        ..OVERLAPPED::default()
    };
    place.Anonymous.Anonymous.Offset = offset as u32;
    place.Anonymous.Anonymous.OffsetHigh = (offset >> 32) as u32;
    place
}

/// Returns the elements for segments: one for each page of memory, and an empty one at the end.
pub(crate) fn elements(segments: &[Segment], elements: &mut Vec<FILE_SEGMENT_ELEMENT>) {
    elements.clear();
    let page = memory_page() as usize;
    for segment in segments {
        elements.extend((0..segment.bytes / page).map(|number| FILE_SEGMENT_ELEMENT {
            Buffer: segment.start.wrapping_add(number * page).cast(),
        }));
    }
    elements.push(FILE_SEGMENT_ELEMENT { Buffer: null_mut() });
}

/// Returns an event of the calling thread, by which it waits for its transfers. Its lowest bit is set: completion ports
/// are not told of what ends so.
fn event() -> io::Result<HANDLE> {
    thread_local! {
        static EVENT: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
    }
    let known = EVENT.get();
    if known != 0 {
        return Ok(known as HANDLE);
    }
    // SAFETY: a new event without a name, which is reset by hand. It is one a thread, and goes with the process.
    let made = unsafe { CreateEventW(null(), 1, 0, null()) };
    if made.is_null() {
        return Err(io::Error::last_os_error());
    }
    let made = made as usize | 1;
    EVENT.set(made);
    Ok(made as HANDLE)
}

/// Waits for a transfer that a call has begun, and returns the bytes that it moved.
///
/// # Safety
/// `place` must be that of the call, which must have returned `started`.
unsafe fn waited(file: Handle, place: &OVERLAPPED, started: i32) -> io::Result<usize> {
    if started == 0 {
        let error = io::Error::last_os_error();
        match error.raw_os_error().map(|code| code as u32) {
            Some(ERROR_IO_PENDING) => {}
            Some(ERROR_HANDLE_EOF) => return Ok(0),
            _ => return Err(error),
        }
    }
    let mut moved = 0;
    // SAFETY: the place is that of a transfer of this file; the call writes one number, and returns when the transfer
    // has ended.
    let ended = unsafe { GetOverlappedResult(file.raw(), place, &raw mut moved, 1) };
    if ended == 0 {
        let error = io::Error::last_os_error();
        return match error.raw_os_error().map(|code| code as u32) {
            Some(ERROR_HANDLE_EOF) => Ok(0),
            _ => Err(error),
        };
    }
    Ok(moved as usize)
}

/// Moves `bytes` bytes with `ReadFile` or `WriteFile`.
///
/// # Safety
/// `start` must be valid for `bytes` bytes, writable for a read, and no one else may use them during
/// the call.
pub(crate) unsafe fn transfer_contiguous(
    direction: Direction,
    file: Handle,
    start: *mut u8,
    bytes: usize,
    offset: u64,
) -> io::Result<usize> {
    let bytes = bytes.min(MAX_CALL_BYTES) as u32;
    let mut place = place(offset, event()?);
    // SAFETY: the caller vouches for the memory; `place` lives until the transfer has ended.
    unsafe {
        let started = match direction {
            Direction::Read => ReadFile(file.raw(), start, bytes, null_mut(), &raw mut place),
            Direction::Write => WriteFile(file.raw(), start, bytes, null_mut(), &raw mut place),
        };
        waited(file, &place, started)
    }
}

/// Moves the segments with `ReadFileScatter` or `WriteFileGather`, or, where a file goes through the cache, which those
/// do not take, with a call each; those beyond [`MAX_SEGMENTS`] are left for the caller's next call.
///
/// # Safety
/// Each segment must be valid memory, writable for a read, and no one else may use it during the call.
pub(crate) unsafe fn transfer_segments(
    direction: Direction,
    file: Handle,
    segments: &[Segment],
    offset: u64,
    flags: CallFlags,
) -> io::Result<usize> {
    if flags != 0 {
        return Err(io::Error::from_raw_os_error(ERROR_NOT_SUPPORTED as i32));
    }
    let segments = &segments[..segments.len().min(MAX_SEGMENTS)];
    if !file.scatters(segments) {
        let mut moved = 0;
        for segment in segments {
            // SAFETY: the caller vouches for the memory.
            let part =
                unsafe { transfer_contiguous(direction, file, segment.start, segment.bytes, offset + moved as u64) };
            match part {
                Ok(part) => moved += part,
                Err(error) if moved == 0 => return Err(error),
                Err(_) => break,
            }
            if !moved.is_multiple_of(segment.bytes) {
                break;
            }
        }
        return Ok(moved);
    }
    let mut each = Vec::new();
    elements(segments, &mut each);
    let bytes = segments.iter().map(|segment| segment.bytes).sum::<usize>() as u32;
    let mut place = place(offset, event()?);
    // SAFETY: the caller vouches for the memory; elements and place live until the transfer has ended.
    unsafe {
        let started = match direction {
            Direction::Read => ReadFileScatter(file.raw(), each.as_ptr(), bytes, null(), &raw mut place),
            Direction::Write => WriteFileGather(file.raw(), each.as_ptr(), bytes, null(), &raw mut place),
        };
        waited(file, &place, started)
    }
}
