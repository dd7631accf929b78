//! Linux.

/// Returns free memory to the system. To be called after much memory was freed at once.
///
/// An allocator keeps freed memory for reuse, separately for each thread. Memory that one thread frees after a spill
/// would be requested from the system again by another thread, so that the process would hold a multiple of what its
/// plans use. Only the allocator of the GNU C library is asked to return it.
pub(crate) fn trim_heap() {
    #[cfg(target_env = "gnu")]
    // SAFETY: `malloc_trim` may be called by any thread at any time, and touches only free memory.
    unsafe {
        libc::malloc_trim(0);
    }
}
