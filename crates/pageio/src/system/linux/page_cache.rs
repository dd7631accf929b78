//! The memory pages of files in the page cache.

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;

use super::{checked, memory_page};

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
    checked(unsafe { libc::syscall(SYS_CACHESTAT, file.as_raw_fd(), &range, &mut stat, 0u32) })?;
    Ok(stat)
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
            let told = checked(libc::mincore(start, length, answer.as_mut_ptr()));
            libc::munmap(start, length);
            told?;
        }
        let pages = (length as u64).div_ceil(page) as usize;
        resident += answer[..pages].iter().filter(|&&byte| byte & 1 == 1).count() as u64;
        offset += WINDOW;
    }
    Ok(resident)
}
