//! Processes that this one starts, and the one that has started it.

use std::io;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::os::windows::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command};
use std::ptr::null_mut;
use std::time::Duration;

use windows_sys::Wdk::System::Threading::{NtQueryInformationProcess, ProcessBasicInformation};
use windows_sys::Win32::Foundation::{FILETIME, HANDLE, WAIT_OBJECT_0};
use windows_sys::Win32::System::Console::{CTRL_BREAK_EVENT, GenerateConsoleCtrlEvent};
use windows_sys::Win32::System::Threading::{
    CREATE_NEW_PROCESS_GROUP, GetCurrentProcess, GetProcessTimes, OpenProcess, PROCESS_BASIC_INFORMATION,
    PROCESS_QUERY_LIMITED_INFORMATION, PROCESS_SYNCHRONIZE, WaitForSingleObject,
};

use super::job::{Job, wait_for};
use super::thread::hundreds_of_nanoseconds;

/// Returns the file from which this program was started, which cannot be removed while it runs.
pub(crate) fn own_program() -> PathBuf {
    std::env::current_exe().unwrap_or_default()
}

/// Does nothing: a program is known by its file.
pub(crate) fn set_name(_command: &mut Command, _name: &str) {}

/// Keeps Ctrl-C from a command.
pub(crate) fn set_apart(command: &mut Command) {
    command.creation_flags(CREATE_NEW_PROCESS_GROUP);
}

/// Returns whether a process has ended.
pub(crate) fn has_ended(child: &Child) -> bool {
    // If the system cannot tell, waiting does.
    wait_for(child, Duration::ZERO).unwrap_or(true)
}

/// Sends Ctrl-Break to a process that has a group of its own, as far as it shares the terminal of this one.
pub(crate) fn terminate(child: &Child) {
    // SAFETY: the call takes numbers. The process may be gone already; its number means no other yet.
    let _ = unsafe { GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, child.id()) };
}

/// Does nothing: processes are not suspended.
pub(crate) fn resume(_child: &Child) {}

/// The job of a process.
#[derive(Debug)]
pub(crate) struct Family(Job);

impl Family {
    /// Returns the job of a process that was just started.
    ///
    /// # Errors
    ///
    /// The error of the system.
    pub(crate) fn of(child: &Child) -> io::Result<Self> {
        let job = Job::new()?;
        match job.add(child) {
            // One that has ended already cannot be taken in.
            Err(error) if !wait_for(child, Duration::ZERO)? => Err(error),
            _ => Ok(Self(job)),
        }
    }

    /// Kills all of its processes.
    pub(crate) fn kill(&self) {
        self.0.kill();
    }
}

/// Does nothing: a process notices by its input that its parent has ended.
pub(crate) fn end_with_parent() {}

/// The process that has started this one. It is open, so that its number means no other.
#[derive(Debug)]
pub(crate) struct Parent {
    number: u32,
    process: OwnedHandle,
}

impl Parent {
    /// Returns it; `None` if it has ended already or is another user's.
    pub(crate) fn of_this() -> Option<Self> {
        let mut told = PROCESS_BASIC_INFORMATION::default();
        let bytes = size_of::<PROCESS_BASIC_INFORMATION>() as u32;
        let start = (&raw mut told).cast();
        // SAFETY: the call fills the structure, which is that of the class and as long as is told.
        let status = unsafe {
            NtQueryInformationProcess(GetCurrentProcess(), ProcessBasicInformation, start, bytes, null_mut())
        };
        let number = u32::try_from(told.InheritedFromUniqueProcessId).ok();
        let number = number.filter(|_| status >= 0)?;
        // SAFETY: the call takes numbers only.
        let handle = unsafe { OpenProcess(PROCESS_SYNCHRONIZE | PROCESS_QUERY_LIMITED_INFORMATION, 0, number) };
        if handle.is_null() {
            return None;
        }
        // SAFETY: the handle is open and nobody else's.
        let process = unsafe { OwnedHandle::from_raw_handle(handle) };
        // One that began later than this process has got the number of the parent, which has ended.
        // SAFETY: the call takes nothing and does not fail.
        let own = beginning(unsafe { GetCurrentProcess() })?;
        (beginning(handle)? <= own).then_some(Self { number, process })
    }

    /// Returns its number.
    pub(crate) fn id(&self) -> Option<u32> {
        Some(self.number)
    }

    /// Returns whether it has ended.
    pub(crate) fn is_gone(&self) -> bool {
        // SAFETY: the handle is open.
        unsafe { WaitForSingleObject(self.process.as_raw_handle(), 0) == WAIT_OBJECT_0 }
    }
}

/// Returns when a process began, in units of 100 ns.
fn beginning(process: HANDLE) -> Option<u64> {
    let [mut began, mut ended, mut system, mut user] = [FILETIME::default(); 4];
    // SAFETY: the handle is open, and the call fills four structures.
    let told = unsafe { GetProcessTimes(process, &raw mut began, &raw mut ended, &raw mut system, &raw mut user) };
    (told != 0).then(|| hundreds_of_nanoseconds(began))
}
