//! The pages of views of files that cannot be read, and the program that reads one.
//!
//! The system raises `EXCEPTION_IN_PAGE_ERROR` if the device fails, and the program ends. For views that are watched
//! here, memory of zeros takes the place of the whole view instead, and the view remembers it: who copied from it looks
//! whether something was lost, and fails as a read would.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering, compiler_fence};
use std::{io, ptr};

use windows_sys::Win32::Foundation::{EXCEPTION_ACCESS_VIOLATION, EXCEPTION_IN_PAGE_ERROR};
use windows_sys::Win32::System::Diagnostics::Debug::{
    AddVectoredExceptionHandler, EXCEPTION_CONTINUE_EXECUTION, EXCEPTION_CONTINUE_SEARCH, EXCEPTION_POINTERS,
};
use windows_sys::Win32::System::Memory::{
    MEM_COMMIT, MEM_DECOMMIT, MEM_RESERVE, MEMORY_MAPPED_VIEW_ADDRESS, PAGE_READONLY, UnmapViewOfFile, VirtualAlloc,
    VirtualFree,
};
use windows_sys::Win32::System::Threading::SwitchToThread;

/// The most views that are watched at once. There is no lock that a handler of exceptions could take, so they are in a
/// table.
const MOST: usize = 256;

/// The view is there.
const WHOLE: u8 = 0;
/// A thread is just replacing it.
const GOING: u8 = 1;
/// A reserved range is in its place, of which a page is made of zeros when it is first used.
const REPLACED: u8 = 2;
/// Nothing could take its place.
const GONE: u8 = 3;

/// A place in the table. Without an end, it watches nothing.
struct Place {
    is_taken: AtomicBool,
    start: AtomicUsize,
    end: AtomicUsize,
    state: AtomicU8,
}

static PLACES: [Place; MOST] = [const {
    Place {
        is_taken: AtomicBool::new(false),
        start: AtomicUsize::new(0),
        end: AtomicUsize::new(0),
        state: AtomicU8::new(WHOLE),
    }
}; MOST];

/// True if the handler is there.
static LISTENS: OnceLock<bool> = OnceLock::new();

/// Watches a view until it is dropped.
#[derive(Debug)]
pub(crate) struct Watch(usize);

impl Watch {
    /// Watches the memory from `start` on.
    ///
    /// # Errors
    /// If too many are watched, or exceptions cannot be handled.
    ///
    /// # Safety
    /// The range must be a whole view that no one writes to, and stay mapped until the watch is dropped.
    pub(crate) unsafe fn new(start: usize, bytes: usize) -> io::Result<Self> {
        let listens = LISTENS.get_or_init(|| {
            // SAFETY: the handler touches nothing but the table and the views in it.
            !unsafe { AddVectoredExceptionHandler(1, Some(on_exception)) }.is_null()
        });
        if !listens {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        let claimed = PLACES.iter().position(|place| {
            let claim = place
                .is_taken
                .compare_exchange(false, true, Ordering::AcqRel, Ordering::Relaxed);
            claim.is_ok()
        });
        let index = claimed.ok_or(io::ErrorKind::OutOfMemory)?;
        let place = &PLACES[index];
        place.state.store(WHOLE, Ordering::Relaxed);
        place.start.store(start, Ordering::Release);
        place.end.store(start + bytes, Ordering::Release);
        Ok(Self(index))
    }

    /// Returns whether a page was lost. Whoever copied from the range before gets to know of those that the copy met.
    #[inline]
    pub(crate) fn has_lost(&self) -> bool {
        // The exception comes to the thread that copies, before the copy ends.
        compiler_fence(Ordering::SeqCst);
        PLACES[self.0].state.load(Ordering::Relaxed) != WHOLE
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let place = &PLACES[self.0];
        let start = place.start.load(Ordering::Relaxed);
        let bytes = place.end.swap(0, Ordering::AcqRel) - start;
        if place.state.load(Ordering::Acquire) == REPLACED {
            // The addresses stay reserved: who unmaps the view, which is not there, must not meet another one.
            // SAFETY: the range was reserved in the view's place, and nobody reads it any more.
            unsafe { VirtualFree(ptr::with_exposed_provenance_mut(start), bytes, MEM_DECOMMIT) };
        }
        place.is_taken.store(false, Ordering::Release);
    }
}

impl Place {
    /// Puts a reserved range in the place of the view. Returns whether one is there, or will be in a moment.
    fn replace(&self, start: usize, end: usize) -> bool {
        let began = self
            .state
            .compare_exchange(WHOLE, GOING, Ordering::AcqRel, Ordering::Acquire);
        if let Err(state) = began {
            return state != GONE;
        }
        let view = MEMORY_MAPPED_VIEW_ADDRESS {
            Value: ptr::with_exposed_provenance_mut(start),
        };
        // SAFETY: the view is whole and watched; those who read it meanwhile wait in the handler.
        let reserved = unsafe {
            UnmapViewOfFile(view);
            VirtualAlloc(view.Value, end - start, MEM_RESERVE, PAGE_READONLY)
        };
        let is_there = !reserved.is_null();
        let state = if is_there { REPLACED } else { GONE };
        self.state.store(state, Ordering::Release);
        is_there
    }

    /// Makes a page of zeros of the one at an address. Returns whether it can be read now, or may be in a moment.
    fn fill(&self, address: usize) -> bool {
        match self.state.load(Ordering::Acquire) {
            GOING => {
                // SAFETY: the call takes nothing.
                unsafe { SwitchToThread() };
                true
            }
            REPLACED => {
                let page = ptr::with_exposed_provenance(address);
                // SAFETY: the address lies in a range that was reserved in the view's place.
                !unsafe { VirtualAlloc(page, 1, MEM_COMMIT, PAGE_READONLY) }.is_null()
            }
            _ => false,
        }
    }
}

unsafe extern "system" fn on_exception(information: *mut EXCEPTION_POINTERS) -> i32 {
    // SAFETY: the system gives valid pointers.
    let record = unsafe { &*(*information).ExceptionRecord };
    let is_lost = record.ExceptionCode == EXCEPTION_IN_PAGE_ERROR;
    if !is_lost && record.ExceptionCode != EXCEPTION_ACCESS_VIOLATION || record.NumberParameters < 2 {
        return EXCEPTION_CONTINUE_SEARCH;
    }
    let address = record.ExceptionInformation[1];
    for place in &PLACES {
        // The end goes first, and comes last.
        let end = place.end.load(Ordering::Acquire);
        let start = place.start.load(Ordering::Acquire);
        if !(start..end).contains(&address) {
            continue;
        }
        let goes_on = match is_lost {
            true => place.replace(start, end),
            false => place.fill(address),
        };
        if goes_on {
            return EXCEPTION_CONTINUE_EXECUTION;
        }
    }
    EXCEPTION_CONTINUE_SEARCH
}

#[cfg(test)]
mod tests {
    use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};

    use windows_sys::Win32::System::Diagnostics::Debug::RaiseException;
    use windows_sys::Win32::System::Memory::{CreateFileMappingW, FILE_MAP_READ, MapViewOfFile, PAGE_READONLY};

    use super::*;

    #[test]
    fn zeros_take_the_place_of_a_view_that_cannot_be_read() {
        const BYTES: usize = 25 * 4096;
        let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
        std::fs::write(&path, [7; BYTES]).unwrap();
        let file = std::fs::File::open(&path).unwrap();
        // SAFETY: the handle is open, and the view is of the whole file.
        let start = unsafe {
            let mapping = CreateFileMappingW(file.as_raw_handle(), ptr::null(), PAGE_READONLY, 0, 0, ptr::null());
            let mapping = OwnedHandle::from_raw_handle(mapping);
            MapViewOfFile(mapping.as_raw_handle(), FILE_MAP_READ, 0, 0, 0)
                .Value
                .expose_provenance()
        };
        assert_ne!(start, 0);
        // SAFETY: the view is whole, and stays mapped.
        let watch = unsafe { Watch::new(start, BYTES) }.unwrap();
        // SAFETY: the address lies in the view, or in what takes its place.
        let byte = |at: usize| unsafe { ptr::with_exposed_provenance::<u8>(start + at).read_volatile() };
        assert_eq!((byte(0), byte(BYTES - 1), watch.has_lost()), (7, 7, false));
        let arguments = [0, start + 5000, 0];
        for _ in 0..2 {
            // SAFETY: the exception is one that the handler deals with.
            unsafe { RaiseException(EXCEPTION_IN_PAGE_ERROR.cast_unsigned(), 0, 3, arguments.as_ptr()) };
        }
        assert!(watch.has_lost());
        assert_eq!([byte(5000), byte(0), byte(5001), byte(BYTES - 1)], [0; 4]);
        drop(watch);
        // SAFETY: as above.
        let other = unsafe { Watch::new(start, BYTES) }.unwrap();
        assert!(!other.has_lost());
    }
}
