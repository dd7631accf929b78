//! The processors, memory, priority and resource usage of threads.

use std::io;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

use super::checked;
use crate::account::CpuUse;
use crate::placement::{MemoryPolicy, RequestPriority};

/// Returns the number of the calling thread.
pub(crate) fn thread_number() -> u32 {
    rustix::thread::gettid().as_raw_nonzero().get().unsigned_abs()
}

/// Returns the processor time of the calling thread so far, to the nanosecond.
pub(crate) fn thread_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}

/// Returns the use of the calling thread so far.
pub(crate) fn use_of_thread() -> CpuUse {
    use_of(libc::RUSAGE_THREAD)
}

/// Returns the number of times that the calling thread has waited so far; `None` where the system does not tell.
pub(crate) fn waits_of_thread() -> Option<u64> {
    Some(use_of_thread().voluntary_switches)
}

/// Returns the use of all threads of the process so far.
pub(crate) fn use_of_process() -> CpuUse {
    use_of(libc::RUSAGE_SELF)
}

/// Returns what `getrusage(2)` tells.
fn use_of(who: libc::c_int) -> CpuUse {
    // SAFETY: an all-zero `rusage` is valid, and the call fills it.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(who, &mut usage);
        usage
    };
    let time =
        |value: libc::timeval| Duration::from_secs(value.tv_sec as u64) + Duration::from_micros(value.tv_usec as u64);
    CpuUse {
        user: time(usage.ru_utime),
        system: time(usage.ru_stime),
        voluntary_switches: usage.ru_nvcsw as u64,
        involuntary_switches: usage.ru_nivcsw as u64,
        major_faults: usage.ru_majflt as u64,
        minor_faults: usage.ru_minflt as u64,
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

/// Sets from which nodes the calling thread takes memory from now on.
pub(crate) fn place_memory(policy: &MemoryPolicy) -> io::Result<()> {
    let (mode, nodes) = match policy {
        MemoryPolicy::Default => (libc::MPOL_DEFAULT, &[][..]),
        MemoryPolicy::Local => (libc::MPOL_LOCAL, &[][..]),
        MemoryPolicy::Prefer(node) => (libc::MPOL_PREFERRED, std::slice::from_ref(node)),
        MemoryPolicy::Bind(nodes) => (libc::MPOL_BIND, nodes.as_slice()),
        MemoryPolicy::Interleave(nodes) => (libc::MPOL_INTERLEAVE, nodes.as_slice()),
    };
    set_memory_policy(mode, nodes)
}

/// `set_mempolicy(2)`: `mode` is one of `MPOL_*`.
fn set_memory_policy(mode: libc::c_int, nodes: &[u32]) -> io::Result<()> {
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

/// Sets the I/O priority of the calling thread, coded as `linux/ioprio.h` does.
pub(crate) fn set_io_priority(priority: RequestPriority) -> io::Result<()> {
    let code = libc::c_int::from(priority.code());
    // SAFETY: the call takes numbers only.
    checked(unsafe { libc::syscall(libc::SYS_ioprio_set, WHO_THREAD, 0, code) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::placement::{self, IoClass, IoPriority};

    /// The I/O priority of the calling thread.
    fn io_priority() -> io::Result<libc::c_long> {
        // SAFETY: the call takes numbers only.
        match unsafe { libc::syscall(libc::SYS_ioprio_get, WHO_THREAD, 0) } {
            -1 => Err(io::Error::last_os_error()),
            priority => Ok(priority),
        }
    }

    #[test]
    fn a_thread_has_the_priority_that_it_is_given() {
        let set = |class, level| {
            placement::set_io_priority(IoPriority { class, level }).unwrap();
            io_priority().unwrap()
        };
        let thread = std::thread::spawn(move || {
            assert_eq!(set(IoClass::BestEffort, 6), 2 << 13 | 6);
            assert_eq!(set(IoClass::BestEffort, 99), 2 << 13 | 7);
            assert_eq!(set(IoClass::Idle, 5), 3 << 13);
        });
        thread.join().unwrap();
    }

    #[test]
    fn a_check_leaves_the_priority_as_it_is() {
        let thread = std::thread::spawn(|| {
            let own = IoPriority {
                class: IoClass::BestEffort,
                level: 6,
            };
            placement::set_io_priority(own).unwrap();
            for class in [IoClass::BestEffort, IoClass::Idle, IoClass::RealTime] {
                // The last of them needs a privilege.
                let checked = RequestPriority::new(class, 1, 0).check();
                assert!(checked.is_ok() || class == IoClass::RealTime);
                assert_eq!(io_priority().unwrap(), 2 << 13 | 6);
            }
        });
        thread.join().unwrap();
    }

    #[test]
    fn a_node_that_is_not_there_is_an_error() {
        let of = |policy| placement::place_memory(&policy);
        assert!(of(MemoryPolicy::Bind(vec![1023])).is_err());
        assert!(of(MemoryPolicy::Prefer(u32::MAX)).is_err());
        assert!(of(MemoryPolicy::Interleave(Vec::new())).is_err());
        // A kernel without nodes, or a sandbox, refuses everything.
        if of(MemoryPolicy::Default).is_ok() {
            of(MemoryPolicy::Bind(vec![0])).unwrap();
            of(MemoryPolicy::Default).unwrap();
        }
    }
}
