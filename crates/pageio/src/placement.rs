//! Keeping a thread on some processors, its memory on some nodes, and its requests before those of others.

use std::io;

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
    let (mode, nodes) = match policy {
        MemoryPolicy::Default => (libc::MPOL_DEFAULT, &[][..]),
        MemoryPolicy::Local => (libc::MPOL_LOCAL, &[][..]),
        MemoryPolicy::Prefer(node) => (libc::MPOL_PREFERRED, std::slice::from_ref(node)),
        MemoryPolicy::Bind(nodes) => (libc::MPOL_BIND, nodes.as_slice()),
        MemoryPolicy::Interleave(nodes) => (libc::MPOL_INTERLEAVE, nodes.as_slice()),
    };
    system::set_memory_policy(mode, nodes)
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

/// Sets the priority of what the calling thread, and those that it starts from now on, read and write.
///
/// # Errors
/// Where the system does not allow it.
pub fn set_io_priority(priority: IoPriority) -> io::Result<()> {
    let class = match priority.class {
        IoClass::None => 0,
        IoClass::RealTime => 1,
        IoClass::BestEffort => 2,
        IoClass::Idle => 3,
    };
    let level = match priority.class {
        IoClass::RealTime | IoClass::BestEffort => priority.level.min(7),
        IoClass::None | IoClass::Idle => 0,
    };
    system::set_io_priority(class << 13 | i32::from(level))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_has_the_priority_that_it_is_given() {
        let set = |class, level| {
            set_io_priority(IoPriority { class, level }).unwrap();
            system::io_priority().unwrap()
        };
        let thread = std::thread::spawn(move || {
            assert_eq!(set(IoClass::BestEffort, 6), 2 << 13 | 6);
            assert_eq!(set(IoClass::BestEffort, 99), 2 << 13 | 7);
            assert_eq!(set(IoClass::Idle, 5), 3 << 13);
        });
        thread.join().unwrap();
    }

    #[test]
    fn a_node_that_is_not_there_is_an_error() {
        let of = |policy| place_memory(&policy);
        assert!(of(MemoryPolicy::Bind(vec![1023])).is_err());
        assert!(of(MemoryPolicy::Prefer(u32::MAX)).is_err());
        assert!(of(MemoryPolicy::Interleave(Vec::new())).is_err());
        // A kernel without nodes, or a sandbox, refuses everything.
        if of(MemoryPolicy::Default).is_ok() {
            of(MemoryPolicy::Bind(vec![0])).unwrap();
            of(MemoryPolicy::Default).unwrap();
        }
    }

    #[test]
    fn a_processor_that_is_not_there_is_an_error() {
        assert!(bind_thread(&[u32::MAX]).is_err());
        assert!(bind_thread(&[]).is_err());
    }
}
