//! The processors, memory, priority and resource usage of threads.

use std::io;

use super::checked;

/// The resource usage of a thread or a process, as `getrusage(2)` tells it.
pub(crate) type Usage = libc::rusage;

/// Returns the usage of the calling thread so far.
pub(crate) fn usage_of_thread() -> Usage {
    usage_of(libc::RUSAGE_THREAD)
}

/// Returns the usage of all threads of the process so far.
pub(crate) fn usage_of_process() -> Usage {
    usage_of(libc::RUSAGE_SELF)
}

fn usage_of(who: libc::c_int) -> Usage {
    // SAFETY: an all-zero `rusage` is valid, and the call fills it.
    unsafe {
        let mut usage: Usage = std::mem::zeroed();
        libc::getrusage(who, &mut usage);
        usage
    }
}

/// Keeps the calling thread on some processors.
pub(crate) fn bind_thread(processors: &[u32]) -> io::Result<()> {
    let mut set = rustix::thread::CpuSet::new();
    for &processor in processors {
        let processor = processor as usize;
        if processor >= rustix::thread::CpuSet::MAX_CPU {
            return Err(io::Error::from_raw_os_error(libc::EINVAL));
        }
        set.set(processor);
    }
    Ok(rustix::thread::sched_setaffinity(None, &set)?)
}

/// Sets from which nodes the calling thread takes memory from now on: `mode` is one of `MPOL_*`.
pub(crate) fn set_memory_policy(mode: libc::c_int, nodes: &[u32]) -> io::Result<()> {
    /// As many nodes as any kernel is built for.
    const MOST: usize = 1024;
    const BITS: usize = libc::c_ulong::BITS as usize;
    let mut mask = [0 as libc::c_ulong; MOST / BITS];
    for &node in nodes {
        let word = mask.get_mut(node as usize / BITS);
        let word = word.ok_or_else(|| io::Error::from_raw_os_error(libc::EINVAL))?;
        *word |= 1 << (node as usize % BITS);
    }
    let (start, length) = match nodes {
        [] => (std::ptr::null(), 0),
        // The kernel takes one bit less than it is told of.
        _ => (mask.as_ptr(), MOST + 1),
    };
    // SAFETY: the kernel only reads the mask, which has as many bits as it is told, less one.
    checked(unsafe { libc::syscall(libc::SYS_set_mempolicy, mode, start, length) })
}

/// Whose I/O priority: that of a thread, and 0 is the calling one.
const WHO_THREAD: libc::c_int = 1;

/// Sets the I/O priority of the calling thread: its class from bit 13 on, below it the level.
pub(crate) fn set_io_priority(priority: libc::c_int) -> io::Result<()> {
    // SAFETY: the call takes numbers only.
    checked(unsafe { libc::syscall(libc::SYS_ioprio_set, WHO_THREAD, 0, priority) })
}

/// The I/O priority of the calling thread.
#[cfg(test)]
pub(crate) fn io_priority() -> io::Result<libc::c_long> {
    // SAFETY: the call takes numbers only.
    match unsafe { libc::syscall(libc::SYS_ioprio_get, WHO_THREAD, 0) } {
        -1 => Err(io::Error::last_os_error()),
        priority => Ok(priority),
    }
}
