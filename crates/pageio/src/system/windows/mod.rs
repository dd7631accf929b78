//! Windows.

mod answers;
mod call;
pub(crate) mod command;
mod devices;
pub(crate) mod facts;
mod file_cache;
mod job;
mod lengths;
pub(crate) mod links;
mod listing;
mod locks;
mod lost_pages;
mod memory;
pub(crate) mod names;
mod open;
pub(crate) mod own_folder;
pub(crate) mod process;
mod register;
mod residency;
mod space;
mod status;
mod thread;
mod transfers;
pub(crate) mod waiting;

#[cfg(test)]
pub(crate) use answers::error_of_device;
pub(crate) use answers::{advice, file_size_is_limited, has_nothing_to_flush, is_too_many_files, reason_of_device};
pub(crate) use devices::{ALLOWED_WITH_DEVICES, HeldDevice, direct_alignment, kind_at, kind_of, length};
pub(crate) use file_cache::{
    CacheReader, forget, has_nothing_to_sync, is_open_to_write, sync_all, sync_data, sync_volume,
};
pub(crate) use lengths::{reserve_part, set_length};
pub(crate) use locks::{is_removed, lock_for_use, try_lock_file, unlock_file};
pub(crate) use lost_pages::Watch;
pub(crate) use memory::{HUGE_PAGE, Mapping, View, prefer_huge_pages};
pub(crate) use open::{
    advise, expect, handle, is_direct_refused, is_invalid, is_same_file, open_again, open_file, refusal_of_argument,
    refusal_of_file, refusal_of_offset,
};
pub(crate) use register::{
    file_clock, file_identity, new_register, open_register, path_of_bytes, read_exact_at, register_path, write_all_at,
};
pub(crate) use residency::{IS_TOLD, is_all_filled, residency};
pub(crate) use space::{discard, punch_hole, reserve};
pub(crate) use status::{link_status_at, status, status_at};
pub(crate) use thread::{
    bind_thread, place_memory, set_io_priority, thread_number, thread_time, use_of_process, use_of_thread,
    waits_of_thread,
};
pub(crate) use transfers::{
    CALL_NAMES, CALLS, CallFlags, Handle, MAX_CALL_BYTES, MAX_SEGMENTS, Segment, call_flags, elements, length_of,
    place, segment, transfer_contiguous, transfer_segments, use_of,
};

/// Bytes of a page of memory: the same on all machines that this is built for.
pub(crate) fn memory_page() -> u64 {
    4096
}
