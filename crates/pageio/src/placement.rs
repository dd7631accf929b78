//! Keeping a thread on some processors, its memory on some nodes, and its requests before those of others.

mod wishes;

use std::io;
use std::thread;

use crate::system;

pub use wishes::{IoClass, IoPriority, MemoryPolicy, RequestPriority};

/// Keeps the calling thread, and those that it starts from now on, on the processors of these numbers.
///
/// On Windows they are among the first 64, and threads that it starts are not kept there.
///
/// # Errors
/// Where there is none of them, or the system does not allow it.
pub fn bind_thread(processors: &[u32]) -> io::Result<()> {
    system::bind_thread(processors)
}

/// Sets from which nodes the calling thread takes memory from now on.
///
/// # Errors
/// Where there is no such node, or the system does not allow it.
pub fn place_memory(policy: &MemoryPolicy) -> io::Result<()> {
    system::place_memory(policy)
}

impl RequestPriority {
    /// Checks that this process may make requests of this priority.
    ///
    /// # Errors
    /// Where the system does not allow it.
    pub fn check(self) -> io::Result<()> {
        // A thread that has a priority cannot surely get its earlier one back.
        let tried = thread::Builder::new().spawn(move || system::set_io_priority(self))?;
        tried.join().unwrap_or_else(|_| Err(io::ErrorKind::Other.into()))
    }
}

/// Sets the priority of what the calling thread, and those that it starts from now on, read and write.
///
/// # Errors
/// Where the system does not allow it.
pub fn set_io_priority(priority: IoPriority) -> io::Result<()> {
    system::set_io_priority(priority.of_request())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As `linux/ioprio.h` has them.
    #[test]
    fn priorities_of_requests_are_coded_as_the_system_does() {
        let code = |class, level, hint| RequestPriority::new(class, level, hint).code();
        assert_eq!(code(IoClass::RealTime, 0, 0), 0x2000);
        assert_eq!(code(IoClass::BestEffort, 7, 0), 0x4007);
        assert_eq!(code(IoClass::BestEffort, 9, 1), 0x400f);
        assert_eq!(code(IoClass::Idle, 2, 0x3ff), 0x7ffa);
        let idle = RequestPriority::new(IoClass::Idle, 2, 1);
        assert_eq!((idle.class(), idle.level()), (3, 2));
    }

    #[test]
    fn a_processor_that_is_not_there_is_an_error() {
        assert!(bind_thread(&[u32::MAX]).is_err());
        assert!(bind_thread(&[]).is_err());
    }
}
