//! Keeping a thread on some processors, and its memory on some nodes.

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

#[cfg(test)]
mod tests {
    use super::*;

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
