//! Keeping a thread on some processors, its memory on some nodes, and its requests before those of others.

use std::io;
use std::thread;

use serde::Serialize;

use crate::system;

/// Keeps the calling thread, and those that it starts from now on, on the processors of these numbers.
///
/// # Errors
/// Where there is none of them, or the system does not allow it.
pub fn bind_thread(processors: &[u32]) -> io::Result<()> {
    system::bind_thread(processors)
}

/// From which nodes a thread takes memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum MemoryPolicy {
    /// As the process does.
    #[default]
    Default,
    /// From the node that it runs on.
    Local,
    /// From this one, while it has some.
    Prefer(u32),
    /// From these only.
    Bind(Vec<u32>),
    /// From each of these in turn.
    Interleave(Vec<u32>),
}

/// Sets from which nodes the calling thread takes memory from now on.
///
/// # Errors
/// Where there is no such node, or the system does not allow it.
pub fn place_memory(policy: &MemoryPolicy) -> io::Result<()> {
    system::place_memory(policy)
}

/// Before whom a thread's requests come, in a scheduler that heeds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IoPriority {
    /// Of which class.
    pub class: IoClass,
    /// From 0, the first, to 7; the idle class has none.
    pub level: u8,
}

/// A class of I/O priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IoClass {
    /// As the processor priority of the thread says.
    None,
    /// Before all others, for who may.
    RealTime,
    /// The usual one.
    BestEffort,
    /// When no one else has anything to do.
    Idle,
}

impl IoPriority {
    /// Returns the same priority as that of a single request.
    pub fn of_request(self) -> RequestPriority {
        let level = match self.class {
            IoClass::RealTime | IoClass::BestEffort => self.level.min(7),
            IoClass::None | IoClass::Idle => 0,
        };
        RequestPriority::new(self.class, level, 0)
    }
}

/// The priority of a single request: a class, a level, and a hint for the device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct RequestPriority(u16);

/// The bits below the class.
const CLASS_SHIFT: u32 = 13;

/// The bits below the hint.
const HINT_SHIFT: u32 = 3;

/// The most of a hint.
const HINT_MOST: u16 = 0x3ff;

impl RequestPriority {
    /// Creates the priority of a class, with a level from 0, the first, to 7, and a hint (Linux 6.5); 0 is none.
    pub fn new(class: IoClass, level: u8, hint: u16) -> Self {
        let class: u16 = match class {
            IoClass::None => 0,
            IoClass::RealTime => 1,
            IoClass::BestEffort => 2,
            IoClass::Idle => 3,
        };
        let hint = hint.min(HINT_MOST) << HINT_SHIFT;
        Self(class << CLASS_SHIFT | hint | u16::from(level.min(7)))
    }

    /// Returns it as the system codes it: the class from bit 13 on, below it the hint, and the level in 3 bits.
    pub fn code(self) -> u16 {
        self.0
    }

    /// Returns the number of its class: 0 for none, 1 for real time, 2 for best effort, 3 for idle.
    pub fn class(self) -> u16 {
        self.0 >> CLASS_SHIFT
    }

    /// Returns its level.
    pub fn level(self) -> u16 {
        self.0 & 7
    }

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
