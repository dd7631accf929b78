//! The job of a command: its processes with all that they start.

use std::io;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::process::Child;
use std::ptr::{null, null_mut};
use std::time::Duration;

use windows_sys::Win32::Foundation::ERROR_MORE_DATA;
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
    JOBOBJECT_BASIC_ACCOUNTING_INFORMATION, JOBOBJECT_BASIC_AND_IO_ACCOUNTING_INFORMATION,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectBasicAccountingInformation,
    JobObjectBasicAndIoAccountingInformation, JobObjectBasicProcessIdList, JobObjectExtendedLimitInformation,
    QueryInformationJobObject, SetInformationJobObject, TerminateJobObject,
};

use crate::counters::Counters;
use crate::usage::Usage;

/// The most living processes whose numbers are told.
const MOST_TOLD: usize = 64;

/// The counts of the processes of a job.
#[derive(Clone, Copy, Debug)]
pub(super) struct JobCounts {
    /// Their sums.
    pub(super) counters: Counters,
    /// The number of all that there were.
    pub(super) processes: u64,
    /// The number of those that live.
    pub(super) active: usize,
}

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
        job.limit(JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE)?;
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

    /// Lets its processes go on when it is closed.
    ///
    /// # Errors
    ///
    /// The error of the system.
    pub(super) fn let_go(&self) -> io::Result<()> {
        self.limit(0)
    }

    /// Sets its limits.
    fn limit(&self, flags: JOB_OBJECT_LIMIT) -> io::Result<()> {
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        limits.BasicLimitInformation.LimitFlags = flags;
        let bytes = size_of::<JOBOBJECT_EXTENDED_LIMIT_INFORMATION>() as u32;
        let start = (&raw const limits).cast();
        // SAFETY: the handle is open, and the call reads the structure, whose size it is told.
        checked(unsafe {
            SetInformationJobObject(self.0.as_raw_handle(), JobObjectExtendedLimitInformation, start, bytes)
        })
    }

    /// Returns the counts of all of its processes, those that have ended among them. Ticks are 100 ns.
    ///
    /// # Errors
    ///
    /// The error of the system.
    pub(super) fn counts(&self) -> io::Result<JobCounts> {
        let mut told = JOBOBJECT_BASIC_AND_IO_ACCOUNTING_INFORMATION::default();
        // SAFETY: the handle is open, and the call fills the structure, whose size it is told.
        checked(unsafe {
            QueryInformationJobObject(
                self.0.as_raw_handle(),
                JobObjectBasicAndIoAccountingInformation,
                (&raw mut told).cast(),
                size_of_val(&told) as u32,
                null_mut(),
            )
        })?;
        let ticks = |units: i64| u64::try_from(units).unwrap_or_default();
        Ok(JobCounts {
            counters: Counters {
                read_bytes: told.IoInfo.ReadTransferCount,
                written_bytes: told.IoInfo.WriteTransferCount,
                read_calls: told.IoInfo.ReadOperationCount,
                write_calls: told.IoInfo.WriteOperationCount,
                storage: None,
                user_ticks: ticks(told.BasicInfo.TotalUserTime),
                system_ticks: ticks(told.BasicInfo.TotalKernelTime),
            },
            processes: told.BasicInfo.TotalProcesses.into(),
            active: told.BasicInfo.ActiveProcesses as usize,
        })
    }

    /// Returns the numbers of the processes that live, of which there may be more than are told.
    ///
    /// # Errors
    ///
    /// The error of the system.
    pub(super) fn living(&self) -> io::Result<Vec<u32>> {
        // The structure of the system ends with as many numbers as it is given room for.
        #[repr(C)]
        struct Processes {
            assigned: u32,
            told: u32,
            numbers: [usize; MOST_TOLD],
        }
        let mut told = Processes {
            assigned: 0,
            told: 0,
            numbers: [0; MOST_TOLD],
        };
        // SAFETY: the handle is open, and the call fills the structure, whose size it is told.
        let returned = unsafe {
            QueryInformationJobObject(
                self.0.as_raw_handle(),
                JobObjectBasicProcessIdList,
                (&raw mut told).cast(),
                size_of_val(&told) as u32,
                null_mut(),
            )
        };
        let error = io::Error::last_os_error();
        if returned == 0 && error.raw_os_error() != Some(ERROR_MORE_DATA as i32) {
            return Err(error);
        }
        let numbers = told.numbers.into_iter().take(told.told as usize);
        Ok(numbers.map(|number| number as u32).collect())
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
