//! Windows.

use std::ffi::OsString;
use std::os::windows::ffi::OsStringExt;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};

use feedrate_workload::Target;
use windows_sys::Win32::Foundation::WAIT_TIMEOUT;
use windows_sys::Win32::System::Diagnostics::ToolHelp::{
    CreateToolhelp32Snapshot, PROCESSENTRY32W, Process32FirstW, Process32NextW, TH32CS_SNAPPROCESS,
};
use windows_sys::Win32::System::Threading::{
    OpenProcess, PROCESS_ACCESS_RIGHTS, PROCESS_SYNCHRONIZE, PROCESS_TERMINATE, TerminateProcess, WaitForSingleObject,
};

/// The targets with which a write far behind any volume's end fails as one without space.
pub const TELLING_OF_NO_SPACE: [Target; 1] = [Target::Reserve];

/// The end of a killed process, in words.
pub const KILLED: &str = "exit code: 9";

/// The processes that a process has started and that have not ended.
pub fn children_of(parent: u32) -> Vec<u32> {
    // SAFETY: the call takes numbers only; the handle is open and nobody else's.
    let snapshot = unsafe { OwnedHandle::from_raw_handle(CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0)) };
    let mut entry = PROCESSENTRY32W {
        dwSize: size_of::<PROCESSENTRY32W>() as u32,
        ..PROCESSENTRY32W::default()
    };
    let mut children = Vec::new();
    // SAFETY: the handle is open, and the call fills the structure, whose size stands in it.
    let mut is_there = unsafe { Process32FirstW(snapshot.as_raw_handle(), &raw mut entry) } != 0;
    while is_there {
        if entry.th32ParentProcessID == parent && !is_gone(entry.th32ProcessID) {
            children.push(entry.th32ProcessID);
        }
        // SAFETY: as above.
        is_there = unsafe { Process32NextW(snapshot.as_raw_handle(), &raw mut entry) } != 0;
    }
    children
}

/// Returns whether a process is gone, or has ended.
pub fn is_gone(process: u32) -> bool {
    opened(process, PROCESS_SYNCHRONIZE).is_none_or(|process| {
        // SAFETY: the handle is open.
        unsafe { WaitForSingleObject(process.as_raw_handle(), 0) != WAIT_TIMEOUT }
    })
}

/// Kills a process.
pub fn kill(process: u32) {
    let process = opened(process, PROCESS_TERMINATE).expect("the process");
    // SAFETY: the handle is open.
    assert_ne!(unsafe { TerminateProcess(process.as_raw_handle(), 9) }, 0);
}

fn opened(process: u32, rights: PROCESS_ACCESS_RIGHTS) -> Option<OwnedHandle> {
    // SAFETY: the call takes numbers only; a handle that it returns is open and nobody else's.
    unsafe {
        let handle = OpenProcess(rights, 0, process);
        (!handle.is_null()).then(|| OwnedHandle::from_raw_handle(handle))
    }
}

/// A name of a file that is no text.
pub fn no_text() -> OsString {
    OsString::from_wide(&[0xd800])
}
