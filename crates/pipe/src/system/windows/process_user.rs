//! The users of processes.

use std::io;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::ptr::null_mut;

use windows_sys::Win32::Foundation::{FILETIME, HANDLE};
use windows_sys::Win32::Security::{EqualSid, GetTokenInformation, TOKEN_QUERY, TOKEN_USER, TokenUser};
use windows_sys::Win32::System::Threading::{
    GetCurrentProcess, GetProcessTimes, OpenProcess, OpenProcessToken, PROCESS_QUERY_LIMITED_INFORMATION,
};
use windows_sys::core::BOOL;

/// A process that is open, so that no other one gets its number.
pub(super) struct Process(OwnedHandle);

/// A user, as the system numbers them.
pub(super) struct User(Vec<u64>);

impl Process {
    /// Opens the process with a number.
    pub(super) fn open(number: u32) -> io::Result<Self> {
        // SAFETY: the call takes numbers.
        let handle = unsafe { OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, 0, number) };
        if handle.is_null() {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the handle is open and nobody else's.
        Ok(Self(unsafe { OwnedHandle::from_raw_handle(handle) }))
    }

    /// Returns when the process was started, in the units of a `FILETIME`.
    pub(super) fn since(&self) -> io::Result<i64> {
        let [mut since, mut ended, mut kernel, mut user] = [FILETIME::default(); 4];
        let process = self.0.as_raw_handle();
        // SAFETY: the process is open, and the call writes the four times.
        checked(unsafe { GetProcessTimes(process, &raw mut since, &raw mut ended, &raw mut kernel, &raw mut user) })?;
        Ok(i64::from(since.dwHighDateTime) << 32 | i64::from(since.dwLowDateTime))
    }

    /// Returns the user of the process.
    pub(super) fn user(&self) -> io::Result<User> {
        User::of(self.0.as_raw_handle())
    }
}

impl User {
    /// Returns the user of this process.
    pub(super) fn of_this_process() -> io::Result<Self> {
        // SAFETY: the call returns a constant.
        Self::of(unsafe { GetCurrentProcess() })
    }

    fn of(process: HANDLE) -> io::Result<Self> {
        let mut token = null_mut();
        // SAFETY: the process is open, and the call writes a handle.
        checked(unsafe { OpenProcessToken(process, TOKEN_QUERY, &raw mut token) })?;
        // SAFETY: the handle is open and nobody else's.
        let token = unsafe { OwnedHandle::from_raw_handle(token) };
        let mut bytes = 0;
        // SAFETY: there is no room, so that the call only tells how much is needed.
        unsafe { GetTokenInformation(token.as_raw_handle(), TokenUser, null_mut(), 0, &raw mut bytes) };
        let mut told = vec![0; (bytes as usize).max(size_of::<TOKEN_USER>()).div_ceil(8)];
        let room = (told.len() * 8) as u32;
        // SAFETY: the buffer is as long as is told, and aligned for the structure.
        checked(unsafe {
            GetTokenInformation(
                token.as_raw_handle(),
                TokenUser,
                told.as_mut_ptr().cast(),
                room,
                &raw mut bytes,
            )
        })?;
        Ok(Self(told))
    }
}

impl PartialEq for User {
    fn eq(&self, other: &Self) -> bool {
        // SAFETY: each buffer begins with the structure, whose pointer is to the identifier behind it, and neither was
        // changed since the system wrote it. A vector that is moved keeps its bytes where they are.
        unsafe {
            let [this, other] = [self, other].map(|user| user.0.as_ptr().cast::<TOKEN_USER>().read().User.Sid);
            EqualSid(this, other) != 0
        }
    }
}

/// Returns the error of the last call, unless it has returned true.
fn checked(returned: BOOL) -> io::Result<()> {
    match returned {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}
