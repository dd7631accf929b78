//! Standard input and output as a session's connection.

use std::fs::File;
use std::io;
use std::os::windows::io::{AsHandle, AsRawHandle, FromRawHandle, IntoRawHandle, OwnedHandle};

use windows_sys::Win32::Foundation::{HANDLE_FLAG_INHERIT, SetHandleInformation};
use windows_sys::Win32::System::Console::{STD_HANDLE, STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, SetStdHandle};

/// Returns standard input and output as files of their own, which no program that is started gets.
///
/// # Errors
///
/// Fails if the system refuses.
pub(crate) fn standard_files() -> io::Result<(File, File)> {
    let input = io::stdin().as_handle().try_clone_to_owned()?;
    let output = io::stdout().as_handle().try_clone_to_owned()?;
    Ok((input.into(), output.into()))
}

/// Takes over standard input, and leaves it empty.
///
/// It must be called while no other thread uses standard input.
///
/// # Errors
///
/// Fails if the system refuses.
pub(crate) fn take_standard_input() -> io::Result<File> {
    let input = io::stdin().as_handle().try_clone_to_owned()?;
    replace(STD_INPUT_HANDLE, &io::stdin(), File::open("NUL")?.into())?;
    Ok(input.into())
}

/// Leaves standard input empty, and redirects standard output to standard error. Programs that are started get none of
/// the three but where they are given them.
///
/// It must be called once, while no other thread uses standard input and output.
///
/// # Errors
///
/// Fails if the system refuses.
pub(crate) fn leave_standard_files() -> io::Result<()> {
    replace(STD_INPUT_HANDLE, &io::stdin(), File::open("NUL")?.into())?;
    let errors = io::stderr().as_handle().try_clone_to_owned()?;
    replace(STD_OUTPUT_HANDLE, &io::stdout(), errors)?;
    // SAFETY: the handle is open.
    match unsafe { SetHandleInformation(io::stderr().as_raw_handle(), HANDLE_FLAG_INHERIT, 0) } {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// Puts a file into the place of a standard one, which is closed.
fn replace(which: STD_HANDLE, old: &impl AsRawHandle, new: OwnedHandle) -> io::Result<()> {
    let old = old.as_raw_handle();
    // SAFETY: the new handle is open, and is never closed.
    if unsafe { SetStdHandle(which, new.into_raw_handle()) } == 0 {
        return Err(io::Error::last_os_error());
    }
    let others = [
        io::stdin().as_raw_handle(),
        io::stdout().as_raw_handle(),
        io::stderr().as_raw_handle(),
    ];
    if !old.is_null() && !others.contains(&old) {
        // SAFETY: the handle was that of a standard file, and is none's by now.
        drop(unsafe { OwnedHandle::from_raw_handle(old) });
    }
    Ok(())
}
