//! Memory that was freed goes back to the system.
//!
//! An allocator keeps what is freed, and for each thread apart. What one thread has freed when it laid rows down, another
//! would ask of the system again, so that the process came to hold a multiple of what its plans do.

/// Gives back what is free. It is for those who have just freed much.
pub(crate) fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: it may be called by any thread at any time, and touches nothing but memory that is free.
    unsafe {
        libc::malloc_trim(0);
    }
}
