//! Bringing memory near the processor before it is read.

/// Bytes that come near the processor together, on all processors that matter here; more only saves less.
const LINE: usize = 64;

/// Brings values near the processor while it does something else. It is a hint, which does nothing where the processor
/// has no such instruction that can be asked for.
#[inline]
pub fn bring_near<T>(values: &[T]) {
    bring_range_near(values.as_ptr().cast(), size_of_val(values));
}

/// The same for memory that may not be there: a page that the system has yet to fetch stays where it is.
#[inline]
pub(crate) fn bring_range_near(start: *const u8, bytes: usize) {
    let Some(last) = bytes.checked_sub(1) else {
        return;
    };
    for at in (0..last).step_by(LINE).chain([last]) {
        bring_line_near(start.wrapping_add(at));
    }
}

/// Reads from each line of some bytes, which brings them near the processor.
pub fn read_each_line(bytes: &[u8]) {
    let lines = bytes.iter().step_by(LINE);
    let sum = lines.fold(0u64, |sum, &byte| sum.wrapping_add(byte.into()));
    std::hint::black_box(sum);
}

#[inline]
fn bring_line_near(at: *const u8) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing that the program could see, and an address that is not there is ignored.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(at.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = at;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_range_may_be_asked_for() {
        bring_near::<u8>(&[]);
        bring_near(&[1_u64; 100]);
        bring_near(&[1; 1000]);
        // Memory that is not there is not waited for, and is no fault.
        bring_range_near(std::ptr::null(), 1000);
        bring_range_near(std::ptr::without_provenance(usize::MAX), 1000);
    }
}
