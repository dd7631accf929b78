//! Jobs: processes that end together.

use std::io;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::process::Child;
use std::ptr::null;
use std::time::Duration;

use windows_sys::Win32::Foundation::{WAIT_OBJECT_0, WAIT_TIMEOUT};
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectExtendedLimitInformation, SetInformationJobObject,
    TerminateJobObject,
};
use windows_sys::Win32::System::Threading::WaitForSingleObject;

use super::call::checked;

/// Processes with all that they start, which are killed when this is dropped or its process ends.
#[derive(Debug)]
pub(super) struct Job(OwnedHandle);

impl Job {
    /// A job without a process.
    ///
    /// # Errors
    ///
    /// The error of the system.
    pub(super) fn new() -> io::Result<Self> {
        // SAFETY: both pointers may be null: it has no attributes and no name.
        let handle = unsafe { CreateJobObjectW(null(), null()) };
        if handle.is_null() {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the handle is new, and belongs to nobody else.
        let job = unsafe { OwnedHandle::from_raw_handle(handle) };
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
        let bytes = size_of::<JOBOBJECT_EXTENDED_LIMIT_INFORMATION>() as u32;
        let start = (&raw const limits).cast();
        // SAFETY: the handle is open, and the call reads the structure, whose size it is told.
        checked(unsafe {
            SetInformationJobObject(job.as_raw_handle(), JobObjectExtendedLimitInformation, start, bytes)
        })?;
        Ok(Self(job))
    }

    /// Takes in a process; what it has started before is not in the job.
    ///
    /// # Errors
    ///
    /// The error of the system.
    pub(super) fn add(&self, process: &Child) -> io::Result<()> {
        // SAFETY: both handles are open.
        checked(unsafe { AssignProcessToJobObject(self.0.as_raw_handle(), process.as_raw_handle()) })
    }

    /// Kills all that is in it.
    pub(super) fn kill(&self) {
        // SAFETY: the handle is open.
        let _ = unsafe { TerminateJobObject(self.0.as_raw_handle(), 1) };
    }
}

/// Waits up to a time for a process to end. Returns whether it has.
///
/// # Errors
///
/// The error of the system.
pub(super) fn wait_for(process: &Child, time: Duration) -> io::Result<bool> {
    // SAFETY: the handle is open.
    match unsafe { WaitForSingleObject(process.as_raw_handle(), time.as_millis() as u32) } {
        WAIT_OBJECT_0 => Ok(true),
        WAIT_TIMEOUT => Ok(false),
        _ => Err(io::Error::last_os_error()),
    }
}
