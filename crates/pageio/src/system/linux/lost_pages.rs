//! The pages of mappings that cannot be read, and the program that reads one.
//!
//! The kernel sends SIGBUS if the file was cut meanwhile or the device fails, and the program ends. For mappings that
//! are watched here, a page of zeros takes the place of the lost one instead, and the mapping remembers it: who copied
//! from it looks whether something was lost, and fails as a read would.

use std::io;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering, compiler_fence};

use super::memory_page;

/// The most mappings that are watched at once. There is no lock that a signal handler could take, so they are in a
/// table.
const MOST: usize = 256;

/// A place in the table. Without an end, it watches nothing.
struct Place {
    is_taken: AtomicBool,
    start: AtomicUsize,
    end: AtomicUsize,
    is_lost: AtomicBool,
}

static PLACES: [Place; MOST] = [const {
    Place {
        is_taken: AtomicBool::new(false),
        start: AtomicUsize::new(0),
        end: AtomicUsize::new(0),
        is_lost: AtomicBool::new(false),
    }
}; MOST];

static PAGE: AtomicUsize = AtomicUsize::new(0);

/// The action of the signal before.
static BEFORE: OnceLock<libc::sigaction> = OnceLock::new();

/// Watches a range of mapped memory until it is dropped.
#[derive(Debug)]
pub(crate) struct Watch(usize);

impl Watch {
    /// Watches the memory from `start` on.
    ///
    /// # Errors
    /// If too many are watched, or the signal cannot be had.
    ///
    /// # Safety
    /// The range must be a mapping of whole pages that no one writes to, and stay mapped until the watch is dropped.
    pub(crate) unsafe fn new(start: usize, bytes: usize) -> io::Result<Self> {
        listen()?;
        let claimed = PLACES.iter().position(|place| {
            let claim = place
                .is_taken
                .compare_exchange(false, true, Ordering::AcqRel, Ordering::Relaxed);
            claim.is_ok()
        });
        let index = claimed.ok_or(io::ErrorKind::OutOfMemory)?;
        let place = &PLACES[index];
        place.is_lost.store(false, Ordering::Relaxed);
        place.start.store(start, Ordering::Release);
        place.end.store(start + bytes, Ordering::Release);
        Ok(Self(index))
    }

    /// Returns whether a page was lost. Whoever copied from the range before gets to know of those that the copy met.
    #[inline]
    pub(crate) fn has_lost(&self) -> bool {
        // The signal comes to the thread that copies, before the copy ends.
        compiler_fence(Ordering::SeqCst);
        PLACES[self.0].is_lost.load(Ordering::Relaxed)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let place = &PLACES[self.0];
        place.end.store(0, Ordering::Release);
        place.is_taken.store(false, Ordering::Release);
    }
}

/// Takes over the signal, once.
fn listen() -> io::Result<()> {
    if BEFORE.get().is_some() {
        return Ok(());
    }
    PAGE.store(memory_page() as usize, Ordering::Release);
    // SAFETY: an all-zero `sigaction` is valid: the default action, no flags, an empty set.
    let (mut before, mut ours): (libc::sigaction, libc::sigaction) =
        unsafe { (std::mem::zeroed(), std::mem::zeroed()) };
    ours.sa_sigaction = on_bus_error as *const () as usize;
    ours.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_RESTART;
    // SAFETY: both point to live values.
    if unsafe { libc::sigaction(libc::SIGBUS, std::ptr::null(), &mut before) } != 0 {
        return Err(io::Error::last_os_error());
    }
    // The action that was there before must be known before the first signal. Of two threads one sets it, and both have
    // the same.
    if before.sa_sigaction != ours.sa_sigaction {
        let _ = BEFORE.set(before);
    }
    // SAFETY: the handler makes only calls that a handler may make, and touches nothing but the table.
    if unsafe { libc::sigaction(libc::SIGBUS, &ours, std::ptr::null_mut()) } != 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

extern "C" fn on_bus_error(signal: libc::c_int, information: *mut libc::siginfo_t, _context: *mut libc::c_void) {
    // SAFETY: the kernel gives a valid pointer.
    let address = unsafe { (*information).si_addr() } as usize;
    let page = PAGE.load(Ordering::Acquire);
    for place in &PLACES {
        // The end goes first, and comes last.
        let end = place.end.load(Ordering::Acquire);
        let start = place.start.load(Ordering::Acquire);
        if !(start..end).contains(&address) {
            continue;
        }
        // SAFETY: the page lies in a mapping that is watched, which nobody writes to; what takes its place can be read.
        let put = unsafe {
            libc::mmap64(
                (address & !(page - 1)) as *mut libc::c_void,
                page,
                libc::PROT_READ,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED,
                -1,
                0,
            )
        };
        if put != libc::MAP_FAILED {
            place.is_lost.store(true, Ordering::Relaxed);
            return;
        }
    }
    // It is not for us: what was there before is to deal with it when the instruction is tried again.
    if let Some(before) = BEFORE.get() {
        // SAFETY: the action was in force before.
        unsafe { libc::sigaction(signal, before, std::ptr::null_mut()) };
    }
}

#[cfg(test)]
mod tests {
    use std::fs::OpenOptions;

    use crate::PageFile;
    use crate::file::OpenRequest;
    use crate::mapped_file::MappedFile;
    use crate::method::Method;

    #[test]
    fn ranges_are_those_of_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let bytes: Vec<u8> = (0..20_000_u32).map(|at| (at % 251) as u8).collect();
        std::fs::write(&path, &bytes).unwrap();
        let file = PageFile::open(&path, OpenRequest::read(Method::Cached)).unwrap();
        let mapped = MappedFile::new(&file).unwrap();
        assert_eq!(mapped.bytes(), 20_000);
        let mut read = [9; 100];
        mapped.read(4090, &mut read).unwrap();
        assert_eq!(read[..], bytes[4090..4190]);
        mapped.read(19_990, &mut read).unwrap();
        assert_eq!(read[..10], bytes[19_990..]);
        assert_eq!(read[10..], [0; 90]);
        mapped.read(u64::MAX, &mut read).unwrap();
        assert_eq!(read, [0; 100]);
    }

    #[test]
    fn a_file_that_is_cut_is_an_error_and_others_go_on() {
        let folder = tempfile::tempdir().unwrap();
        let open = |name: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, vec![7; 100_000]).unwrap();
            let file = PageFile::open(&path, OpenRequest::read(Method::Cached)).unwrap();
            (MappedFile::new(&file).unwrap(), path)
        };
        let (cut, path) = open("cut");
        let (whole, _) = open("whole");
        let mut read = [0; 10];
        cut.read(90_000, &mut read).unwrap();
        let shorter = OpenOptions::new().write(true).open(&path).unwrap();
        shorter.set_len(10_000).unwrap();
        let error = cut.read(90_000, &mut read).unwrap_err();
        let told = error.to_string();
        assert!(told.contains("cannot read 10 bytes at offset 90000"), "{told}");
        assert!(told.contains("was cut"), "{told}");
        // Bytes that were read before may have been from the time after the cut, too.
        assert!(cut.read(0, &mut read).is_err());
        whole.read(90_000, &mut read).unwrap();
        assert_eq!(read, [7; 10]);
    }
}
