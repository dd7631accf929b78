//! Windows: all facts are told by calls.

mod call;
mod cores;
mod disk;
mod memory;
mod own_threads;
pub mod process_files;
mod volume;

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::time::Duration;

use windows_sys::Wdk::System::SystemServices::RtlGetVersion;
use windows_sys::Win32::System::Performance::{QueryPerformanceCounter, QueryPerformanceFrequency};
use windows_sys::Win32::System::SystemInformation::{
    ComputerNameDnsHostname, GetComputerNameExW, GetSystemInfo, OSVERSIONINFOW, SYSTEM_INFO,
};

pub(crate) use cores::cores;
pub(crate) use disk::{DISK, disk};
pub(crate) use memory::{memory, total_memory};
pub(crate) use own_threads::OwnThreadFiles;
pub(crate) use volume::{file_system_magic, location, room, volume};

/// A folder that never is, since no kernel has files here.
pub(crate) const HOST_ROOT: &str = r"\\?\GLOBALROOT\without files of a kernel";

/// The unit of the times of files that are not here.
pub(crate) fn clock_ticks_per_second() -> u64 {
    100
}

/// Bytes of a page of memory.
pub(crate) fn page_size() -> usize {
    let mut told = SYSTEM_INFO::default();
    // SAFETY: the call fills the structure.
    unsafe { GetSystemInfo(&raw mut told) };
    told.dwPageSize as usize
}

/// The time of the performance counter, which begins when the machine does.
pub(crate) fn monotonic() -> Duration {
    let (mut count, mut frequency) = (0, 0);
    // SAFETY: each call writes one number. They do not fail since Windows XP.
    unsafe {
        QueryPerformanceCounter(&raw mut count);
        QueryPerformanceFrequency(&raw mut frequency);
    }
    let (count, frequency) = (count.max(0) as u128, frequency.max(1) as u128);
    let nanoseconds = count * 1_000_000_000 / frequency;
    Duration::from_nanos(u64::try_from(nanoseconds).unwrap_or(u64::MAX))
}

/// The same: it goes on while the machine sleeps.
pub(crate) fn since_boot() -> Duration {
    monotonic()
}

/// The version of the system, such as `10.0.20348`.
pub(crate) fn kernel_release() -> Option<String> {
    let mut told = OSVERSIONINFOW {
        dwOSVersionInfoSize: size_of::<OSVERSIONINFOW>() as u32,
        ..OSVERSIONINFOW::default()
    };
    // SAFETY: the call fills the structure, whose size stands in it.
    let status = unsafe { RtlGetVersion(&raw mut told) };
    (status == 0).then(|| format!("{}.{}.{}", told.dwMajorVersion, told.dwMinorVersion, told.dwBuildNumber))
}

/// The name of the machine in DNS.
pub(crate) fn host_name() -> Option<String> {
    call::text(|buffer, length| {
        // SAFETY: the call writes at most `length` units, and the length that it needed or wrote.
        unsafe { GetComputerNameExW(ComputerNameDnsHostname, buffer, length) }
    })
}

/// Returns the kind of a device and its number among those of its kind, as `location` joins them.
pub(crate) fn device_parts(device: u64) -> (u32, u32) {
    ((device >> 32) as u32, device as u32)
}

/// No file of a kernel names folders here.
pub(crate) fn folder_names(_folder: &Path) -> Vec<String> {
    Vec::new()
}

/// Returns bytes of a file of a kernel as a path.
pub(crate) fn os_string(bytes: Vec<u8>) -> OsString {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

/// Returns the error of the last call, unless it returned true.
fn checked(returned: i32) -> io::Result<()> {
    match returned {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_told() {
        assert!(page_size().is_power_of_two());
        let before = monotonic();
        assert!(Duration::ZERO < before && before <= since_boot());
        assert!(kernel_release().is_some_and(|release| release.split('.').count() == 3));
        assert!(host_name().is_some_and(|name| !name.is_empty()));
    }
}
