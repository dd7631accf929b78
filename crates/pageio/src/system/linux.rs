//! Linux.

use std::ffi::CStr;
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, RawFd};
use std::ptr::NonNull;
use std::time::Duration;

use crate::account::CpuUse;
use crate::near::bring_range_near;
use crate::transfer::Direction;

/// `IOV_MAX`: the most segments that one call scatters or gathers.
pub(crate) const MAX_SEGMENTS: usize = 1024;

/// The most bytes that one call moves (`MAX_RW_COUNT`: 2 GiB less a memory page). Unit tests see less,
/// so that they need no such memory to see a transfer split.
pub(crate) const MAX_CALL_BYTES: usize = if cfg!(test) { 1 << 20 } else { 0x7fff_f000 };

/// Bytes of a huge page.
pub(crate) const HUGE_PAGE: usize = 2 << 20;

/// Memory straight from the kernel, zeroed. Unlike the allocator's, it is fresh each time, so that the
/// kernel chooses its pages as this asks for them.
#[derive(Debug)]
pub(crate) struct Mapping {
    base: NonNull<u8>,
    mapped: usize,
    start: NonNull<u8>,
    abandoned: bool,
}

impl Mapping {
    /// `bytes` bytes, which is not zero: of huge pages where the system gives them, or of ordinary
    /// ones.
    pub(crate) fn new(bytes: usize, huge: bool) -> io::Result<Self> {
        // Room to begin at a multiple of a huge page.
        let mapped = if huge {
            bytes.checked_add(HUGE_PAGE).ok_or(io::ErrorKind::OutOfMemory)?
        } else {
            bytes
        };
        // SAFETY: a new anonymous mapping at an address of the kernel's choice.
        let base = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                mapped,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            )
        };
        if base == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let base = NonNull::new(base.cast::<u8>()).ok_or(io::ErrorKind::OutOfMemory)?;
        let (start, advice) = if huge {
            let offset = base.as_ptr().align_offset(HUGE_PAGE);
            // SAFETY: the offset is less than the room that was added for it.
            (unsafe { base.add(offset) }, libc::MADV_HUGEPAGE)
        } else {
            (base, libc::MADV_NOHUGEPAGE)
        };
        // It is advice: a refusal costs speed alone.
        // SAFETY: the range lies within the mapping, and the advice changes no contents.
        unsafe { libc::madvise(start.as_ptr().cast(), bytes, advice) };
        Ok(Self {
            base,
            mapped,
            start,
            abandoned: false,
        })
    }

    /// Where it starts: at a multiple of a page of the kind that was asked for.
    pub(crate) fn start(&self) -> NonNull<u8> {
        self.start
    }

    /// Never gives the memory back: the kernel may still be writing to it.
    pub(crate) fn abandon(&mut self) {
        self.abandoned = true;
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        if !self.abandoned {
            // SAFETY: mapped in `new` with this length, and unmapped once.
            unsafe { libc::munmap(self.base.as_ptr().cast(), self.mapped) };
        }
    }
}

fn count(returned: isize) -> io::Result<usize> {
    usize::try_from(returned).map_err(|_| io::Error::last_os_error())
}

/// Moves `bytes` bytes with `pread64` or `pwrite64`.
///
/// # Safety
/// `start` must be valid for `bytes` bytes, writable for a read, and no one else may use them during
/// the call.
pub(crate) unsafe fn transfer_contiguous(
    direction: Direction,
    fd: RawFd,
    start: *mut u8,
    bytes: usize,
    offset: u64,
) -> io::Result<usize> {
    let bytes = bytes.min(MAX_CALL_BYTES);
    let offset = offset as libc::off64_t;
    // SAFETY: the caller vouches for the memory.
    count(unsafe {
        match direction {
            Direction::Read => libc::pread64(fd, start.cast(), bytes, offset),
            Direction::Write => libc::pwrite64(fd, start.cast(), bytes, offset),
        }
    })
}

/// The magic number of a file's file system, as in `statfs(2)`.
pub(crate) fn file_system(file: &File) -> Option<u32> {
    let status = rustix::fs::fstatfs(file).ok()?;
    // Magic numbers have 32 bits, in a field that has more on some machines.
    Some(status.f_type as u32)
}

/// Moves the segments with `preadv2` or `pwritev2` and their flags; those beyond [`MAX_SEGMENTS`] are left for the
/// caller's next call.
///
/// # Safety
/// Each segment must be valid memory, writable for a read, and no one else may use it during the call.
pub(crate) unsafe fn transfer_segments(
    direction: Direction,
    fd: RawFd,
    segments: &[libc::iovec],
    offset: u64,
    flags: libc::c_int,
) -> io::Result<usize> {
    let number = segments.len().min(MAX_SEGMENTS) as libc::c_int;
    let offset = offset as libc::off64_t;
    // SAFETY: the caller vouches for the memory; `number` is within the slice.
    count(unsafe {
        match direction {
            Direction::Read => libc::preadv2(fd, segments.as_ptr(), number, offset, flags),
            Direction::Write => libc::pwritev2(fd, segments.as_ptr(), number, offset, flags),
        }
    })
}

fn cpu_of(who: libc::c_int) -> CpuUse {
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

pub(crate) fn cpu_of_thread() -> CpuUse {
    cpu_of(libc::RUSAGE_THREAD)
}

pub(crate) fn cpu_of_process() -> CpuUse {
    cpu_of(libc::RUSAGE_SELF)
}

/// The counts that `cachestat(2)` tells of a file, in memory pages.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(crate) struct CacheStat {
    pub(crate) cached: u64,
    pub(crate) dirty: u64,
    pub(crate) writeback: u64,
    pub(crate) evicted: u64,
    pub(crate) recently_evicted: u64,
}

/// `cachestat(2)` of a whole file; since Linux 6.5. It needs the file's ownership or write permission.
pub(crate) fn cachestat(file: &File) -> io::Result<CacheStat> {
    #[repr(C)]
    struct Range {
        offset: u64,
        length: u64,
    }
    // The number is the same on all architectures (include/uapi/asm-generic/unistd.h).
    const SYS_CACHESTAT: libc::c_long = 451;
    // A length of zero means to the end of the file.
    let range = Range { offset: 0, length: 0 };
    let mut stat = CacheStat::default();
    // SAFETY: both pointers are to live values of the kernel's own layout.
    let returned = unsafe { libc::syscall(SYS_CACHESTAT, file.as_raw_fd(), &range, &mut stat, 0u32) };
    if returned == 0 {
        Ok(stat)
    } else {
        Err(io::Error::last_os_error())
    }
}

/// Returns the number of memory pages of the first `bytes` bytes of a file that are in memory, as `mincore(2)` says. To
/// who neither owns nor may write the file, the kernel says that all are.
pub(crate) fn mincore(file: &File, bytes: u64) -> io::Result<u64> {
    /// Mapped at a time, so that a file of any size needs little memory for the answer.
    const WINDOW: u64 = 1 << 30;
    let page = memory_page();
    let mut resident = 0;
    let mut offset = 0;
    let mut answer = vec![0u8; (WINDOW.min(bytes).div_ceil(page)) as usize];
    while offset < bytes {
        let length = WINDOW.min(bytes - offset) as usize;
        // SAFETY: a new private mapping at an address of the kernel's choice; nothing reads through
        // it, and it is unmapped below.
        unsafe {
            let start = libc::mmap64(
                std::ptr::null_mut(),
                length,
                libc::PROT_READ,
                libc::MAP_SHARED,
                file.as_raw_fd(),
                offset as libc::off64_t,
            );
            if start == libc::MAP_FAILED {
                return Err(io::Error::last_os_error());
            }
            let returned = libc::mincore(start, length, answer.as_mut_ptr());
            let error = io::Error::last_os_error();
            libc::munmap(start, length);
            if returned != 0 {
                return Err(error);
            }
        }
        let pages = (length as u64).div_ceil(page) as usize;
        resident += answer[..pages].iter().filter(|&&byte| byte & 1 == 1).count() as u64;
        offset += WINDOW;
    }
    Ok(resident)
}

/// Locks a byte far behind the end of a file for its open file description: alone, or shared with others. Fails with
/// `EAGAIN` if another open file has a lock that does not permit it.
pub(crate) fn lock_for_use(file: &File, alone: bool) -> io::Result<()> {
    /// Behind the end of every file, and before the greatest offset, which some network file systems treat differently.
    const BYTE: i64 = 1 << 62;
    let lock = libc::flock64 {
        l_type: match alone {
            true => libc::F_WRLCK as libc::c_short,
            false => libc::F_RDLCK as libc::c_short,
        },
        l_whence: libc::SEEK_SET as libc::c_short,
        l_start: BYTE,
        l_len: 1,
        l_pid: 0,
    };
    // SAFETY: the kernel reads the structure behind the pointer, which lives until the call returns.
    match unsafe { libc::fcntl(file.as_raw_fd(), libc::F_OFD_SETLK, &raw const lock) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// A file in memory without a name, which goes when it is open nowhere.
pub(crate) fn memory_file(label: &CStr) -> io::Result<File> {
    let made = rustix::fs::memfd_create(label, rustix::fs::MemfdFlags::CLOEXEC)?;
    Ok(made.into())
}

/// Tells a block device that a part of it holds nothing any more (`BLKDISCARD` of `linux/fs.h`).
pub(crate) fn discard(device: &File, offset: u64, bytes: u64) -> io::Result<()> {
    const BLKDISCARD: libc::c_ulong = 0x1277;
    let part = [offset, bytes];
    // SAFETY: the call reads two numbers of 64 bits behind the pointer, which lives until it returns, and writes
    // nothing.
    let answer = unsafe { libc::ioctl(device.as_raw_fd(), BLKDISCARD as _, part.as_ptr()) };
    match answer {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
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
    let set = unsafe { libc::syscall(libc::SYS_set_mempolicy, mode, start, length) };
    if set == 0 {
        Ok(())
    } else {
        Err(io::Error::last_os_error())
    }
}

/// Whose I/O priority: that of a thread, and 0 is the calling one.
const WHO_THREAD: libc::c_int = 1;

/// Sets the I/O priority of the calling thread: its class from bit 13 on, below it the level.
pub(crate) fn set_io_priority(priority: libc::c_int) -> io::Result<()> {
    // SAFETY: the call takes numbers only.
    let set = unsafe { libc::syscall(libc::SYS_ioprio_set, WHO_THREAD, 0, priority) };
    if set == 0 {
        Ok(())
    } else {
        Err(io::Error::last_os_error())
    }
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

/// A file in memory: all of it as long as it was when it was mapped.
#[derive(Debug)]
pub(crate) struct FileMapping {
    start: NonNull<u8>,
    bytes: usize,
}

impl FileMapping {
    /// Maps the first `bytes` bytes of a file, which is not zero, for writing too if so asked.
    pub(crate) fn new(fd: RawFd, bytes: usize, write: bool) -> io::Result<Self> {
        let protection = if write {
            libc::PROT_READ | libc::PROT_WRITE
        } else {
            libc::PROT_READ
        };
        // SAFETY: a new mapping at an address of the kernel's choice.
        let start = unsafe { libc::mmap64(std::ptr::null_mut(), bytes, protection, libc::MAP_SHARED, fd, 0) };
        if start == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let start = NonNull::new(start.cast::<u8>()).ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(Self { start, bytes })
    }

    /// The address of its first byte.
    pub(crate) fn start(&self) -> usize {
        self.start.as_ptr() as usize
    }

    /// Its length in whole pages of memory, in bytes.
    pub(crate) fn whole_pages(&self) -> usize {
        self.bytes.next_multiple_of(memory_page() as usize)
    }

    /// Tells the kernel that its pages are used in no order: each is then read by itself.
    pub(crate) fn expect_random(&self) {
        // It is advice: a refusal costs speed alone.
        // SAFETY: the range is the mapping, and the advice changes no contents.
        unsafe { libc::madvise(self.start.as_ptr().cast(), self.bytes, libc::MADV_RANDOM) };
    }

    /// Brings bytes that are in memory near the processor.
    #[inline]
    pub(crate) fn bring_near(&self, offset: u64, bytes: usize) {
        let offset = usize::try_from(offset).unwrap_or(usize::MAX);
        let bytes = bytes.min(self.bytes.saturating_sub(offset));
        bring_range_near(self.start.as_ptr().wrapping_add(offset), bytes);
    }

    /// Copies up to `bytes` bytes between the file and memory, fewer where the file ended.
    ///
    /// # Safety
    /// `memory` must be valid for `bytes` bytes, writable for a read, and no one else may use them during
    /// the call. The mapping must have been made for writing if the direction is that, and the file must not
    /// have been cut since.
    pub(crate) unsafe fn copy(&self, direction: Direction, memory: *mut u8, bytes: usize, offset: u64) -> usize {
        let offset = usize::try_from(offset).unwrap_or(usize::MAX);
        let bytes = bytes.min(self.bytes.saturating_sub(offset));
        if bytes == 0 {
            return 0;
        }
        // SAFETY: `offset + bytes` lies within the mapping, and the caller vouches for the memory.
        unsafe {
            let place = self.start.as_ptr().add(offset);
            match direction {
                Direction::Read => std::ptr::copy_nonoverlapping(place, memory, bytes),
                Direction::Write => std::ptr::copy_nonoverlapping(memory, place, bytes),
            }
        }
        bytes
    }

    /// Waits until a range that was written has reached the device.
    pub(crate) fn flush(&self, offset: u64, bytes: usize) -> io::Result<()> {
        let page = memory_page() as usize;
        let offset = (offset as usize).min(self.bytes);
        let first = offset / page * page;
        let length = bytes.min(self.bytes - offset) + (offset - first);
        // SAFETY: the range lies within the mapping and begins at a page.
        let returned = unsafe { libc::msync(self.start.as_ptr().add(first).cast(), length, libc::MS_SYNC) };
        if returned == 0 {
            Ok(())
        } else {
            Err(io::Error::last_os_error())
        }
    }
}

impl Drop for FileMapping {
    fn drop(&mut self) {
        // SAFETY: mapped in `new` with this length, and unmapped once.
        unsafe { libc::munmap(self.start.as_ptr().cast(), self.bytes) };
    }
}

/// Returns whether this process may write files up to a certain size only (`RLIMIT_FSIZE`).
pub(crate) fn file_size_is_limited() -> bool {
    use rustix::process::{Resource, getrlimit};
    getrlimit(Resource::Fsize).current.is_some()
}

/// Bytes of a page of memory, which is the unit of the page cache.
pub(crate) fn memory_page() -> u64 {
    rustix::param::page_size() as u64
}
