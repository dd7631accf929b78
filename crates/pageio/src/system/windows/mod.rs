//! Windows.

mod lengths;
mod memory;
mod open;
mod transfers;

use std::io;

pub(crate) use lengths::{reserve_part, set_length};
pub(crate) use memory::{HUGE_PAGE, Mapping, View, prefer_huge_pages};
pub(crate) use open::{
    advise, expect, handle, is_direct_refused, is_invalid, is_same_file, open_again, open_file, refusal_of_argument,
    refusal_of_file, refusal_of_offset,
};
pub(crate) use transfers::{
    CALLS, CallFlags, Handle, MAX_CALL_BYTES, MAX_SEGMENTS, Segment, call_flags, elements, length_of, place, segment,
    transfer_contiguous, transfer_segments, use_of,
};

/// Returns the error of the last call, unless it returned true.
fn checked(returned: i32) -> io::Result<()> {
    match returned {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// Bytes of a page of memory: the same on all machines that this is built for.
pub(crate) fn memory_page() -> u64 {
    4096
}
