//! The job of a command: its processes with all that they start.

use std::io;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::process::Child;
use std::ptr::{null, null_mut};

use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
    JOBOBJECT_BASIC_ACCOUNTING_INFORMATION, JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectBasicAccountingInformation,
    JobObjectExtendedLimitInformation, QueryInformationJobObject, SetInformationJobObject, TerminateJobObject,
};

use std::time::Duration;

use crate::usage::Usage;

/// A job, whose processes are killed when this is dropped or this process ends.
#[derive(Debug)]
pub(super) struct Job(OwnedHandle);

impl Job {
    /// Returns a job without a process.
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
        let job = Self(unsafe { OwnedHandle::from_raw_handle(handle) });
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
        let bytes = size_of::<JOBOBJECT_EXTENDED_LIMIT_INFORMATION>() as u32;
        let start = (&raw const limits).cast();
        // SAFETY: the handle is open, and the call reads the structure, whose size it is told.
        checked(unsafe {
            SetInformationJobObject(job.0.as_raw_handle(), JobObjectExtendedLimitInformation, start, bytes)
        })?;
        Ok(job)
    }

    /// Adds a process; what it has started before is not in the job.
    ///
    /// # Errors
    ///
    /// The error of the system.
    pub(super) fn add(&self, process: &Child) -> io::Result<()> {
        // SAFETY: both handles are open.
        checked(unsafe { AssignProcessToJobObject(self.0.as_raw_handle(), process.as_raw_handle()) })
    }

    /// Kills all of its processes.
    pub(super) fn kill(&self) {
        // SAFETY: the handle is open.
        let _ = unsafe { TerminateJobObject(self.0.as_raw_handle(), 1) };
    }

    /// Returns what its processes have used, those that have ended among them.
    ///
    /// # Errors
    ///
    /// The error of the system.
    pub(super) fn usage(&self) -> io::Result<Usage> {
        let mut times = JOBOBJECT_BASIC_ACCOUNTING_INFORMATION::default();
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        let handle = self.0.as_raw_handle();
        // SAFETY: the handle is open, and each call fills the structure, whose size it is told.
        unsafe {
            checked(QueryInformationJobObject(
                handle,
                JobObjectBasicAccountingInformation,
                (&raw mut times).cast(),
                size_of_val(&times) as u32,
                null_mut(),
            ))?;
            checked(QueryInformationJobObject(
                handle,
                JobObjectExtendedLimitInformation,
                (&raw mut limits).cast(),
                size_of_val(&limits) as u32,
                null_mut(),
            ))?;
        }
        // In units of 100 ns.
        let time = |units: i64| Duration::from_nanos(u64::try_from(units).unwrap_or_default().saturating_mul(100));
        Ok(Usage {
            user: time(times.TotalUserTime),
            system: time(times.TotalKernelTime),
            peak_memory_bytes: limits.PeakProcessMemoryUsed as u64,
        })
    }
}

fn checked(returned: i32) -> io::Result<()> {
    match returned {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}
