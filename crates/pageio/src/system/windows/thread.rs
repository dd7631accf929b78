//! The processors, memory, priority and resource usage of threads.

use std::io;
use std::time::Duration;

use windows_sys::Win32::Foundation::{FILETIME, HANDLE};
use windows_sys::Win32::System::ProcessStatus::{K32GetProcessMemoryInfo, PROCESS_MEMORY_COUNTERS};
use windows_sys::Win32::System::Threading::{
    GetCurrentProcess, GetCurrentThread, GetCurrentThreadId, GetProcessTimes, GetThreadTimes, SetThreadAffinityMask,
};
use windows_sys::core::BOOL;

use crate::account::CpuUse;
use crate::placement::{MemoryPolicy, RequestPriority};

/// Returns the number of the calling thread.
pub(crate) fn thread_number() -> u32 {
    // SAFETY: the call takes nothing and does not fail.
    unsafe { GetCurrentThreadId() }
}

/// Returns the processor time of the calling thread so far, as its clock's ticks tell it.
pub(crate) fn thread_time() -> Duration {
    use_of_thread().total()
}

/// Returns the processor time of the calling thread so far; the system counts nothing else of it.
pub(crate) fn use_of_thread() -> CpuUse {
    // SAFETY: the call takes nothing and does not fail.
    times(unsafe { GetCurrentThread() }, GetThreadTimes)
}

/// Returns the number of times that the calling thread has waited so far, which the system does not tell apart from
/// those that it was set aside.
pub(crate) fn waits_of_thread() -> Option<u64> {
    None
}

/// Returns the processor time and page faults of all threads of the process so far. The system does not tell which
/// faults waited for a device: all count as such that did not.
pub(crate) fn use_of_process() -> CpuUse {
    let mut memory = PROCESS_MEMORY_COUNTERS::default();
    let bytes = size_of::<PROCESS_MEMORY_COUNTERS>() as u32;
    // SAFETY: the call fills the structure, which is as long as is told.
    let told = unsafe { K32GetProcessMemoryInfo(GetCurrentProcess(), &raw mut memory, bytes) };
    CpuUse {
        minor_faults: if told == 0 { 0 } else { memory.PageFaultCount.into() },
        // SAFETY: the call takes nothing and does not fail.
        ..times(unsafe { GetCurrentProcess() }, GetProcessTimes)
    }
}

/// A call that tells when a thread or process began and ended, and its times in the kernel and in the program.
type TimesCall = unsafe extern "system" fn(HANDLE, *mut FILETIME, *mut FILETIME, *mut FILETIME, *mut FILETIME) -> BOOL;

fn times(of: HANDLE, call: TimesCall) -> CpuUse {
    let [mut began, mut ended, mut system, mut user] = [FILETIME::default(); 4];
    // SAFETY: the call fills four structures. It does not fail for the calling thread and its process.
    unsafe { call(of, &raw mut began, &raw mut ended, &raw mut system, &raw mut user) };
    let time = |time| Duration::from_nanos(hundreds_of_nanoseconds(time).saturating_mul(100));
    CpuUse {
        user: time(user),
        system: time(system),
        ..CpuUse::default()
    }
}

/// Returns the units of 100 ns of a time.
pub(super) fn hundreds_of_nanoseconds(time: FILETIME) -> u64 {
    u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime)
}

/// Keeps the calling thread on some of the first 64 processors; threads that it starts later are not kept there.
pub(crate) fn bind_thread(processors: &[u32]) -> io::Result<()> {
    let mut mask = 0_usize;
    for &processor in processors {
        let bit = 1_usize.checked_shl(processor).ok_or(io::ErrorKind::InvalidInput)?;
        mask |= bit;
    }
    if mask == 0 {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    // SAFETY: the calls take numbers only.
    match unsafe { SetThreadAffinityMask(GetCurrentThread(), mask) } {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// Leaves the calling thread's memory where the process has it; nothing else can be asked for.
pub(crate) fn place_memory(policy: &MemoryPolicy) -> io::Result<()> {
    match policy {
        MemoryPolicy::Default => Ok(()),
        _ => Err(io::ErrorKind::Unsupported.into()),
    }
}

/// Leaves the calling thread without an I/O priority of its own; nothing else can be asked for.
pub(crate) fn set_io_priority(priority: RequestPriority) -> io::Result<()> {
    match priority.code() {
        0 => Ok(()),
        _ => Err(io::ErrorKind::Unsupported.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::placement::IoClass;

    #[test]
    fn a_thread_is_kept_on_a_processor() {
        let bound = std::thread::spawn(|| bind_thread(&[0])).join().unwrap();
        bound.unwrap();
        let refused = bind_thread(&[64]).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::InvalidInput);
    }

    #[test]
    fn what_cannot_be_placed_is_refused() {
        place_memory(&MemoryPolicy::Default).unwrap();
        let refused = place_memory(&MemoryPolicy::Local).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::Unsupported);
        set_io_priority(RequestPriority::new(IoClass::None, 0, 0)).unwrap();
        let idle = RequestPriority::new(IoClass::Idle, 0, 0);
        assert_eq!(set_io_priority(idle).unwrap_err().kind(), io::ErrorKind::Unsupported);
    }

    #[test]
    fn threads_have_numbers_of_their_own() {
        let other = std::thread::spawn(thread_number).join().unwrap();
        assert_ne!(thread_number(), other);
    }
}
