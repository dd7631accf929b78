//! Waiting for what arrives. A pipe cannot be waited for here, so that it is looked into again and again.

use std::io;
use std::os::windows::io::{AsHandle, AsRawHandle};
use std::ptr::null_mut;
use std::thread;
use std::time::{Duration, Instant};

use windows_sys::Win32::Storage::FileSystem::{FILE_TYPE_PIPE, GetFileType};
use windows_sys::Win32::System::Pipes::PeekNamedPipe;

/// The first time before it looks again, and the longest to which that grows.
const PAUSES: [Duration; 2] = [Duration::from_millis(1), Duration::from_millis(16)];

/// Waits until there is something to read, or the input has ended. One that is no pipe is not waited for.
///
/// # Errors
///
/// [`io::ErrorKind::TimedOut`] after the time.
pub(crate) fn wait_to_read(input: &impl AsHandle, longest: Duration) -> io::Result<()> {
    let since = Instant::now();
    let [mut pause, longest_pause] = PAUSES;
    while is_silent(input) {
        if since.elapsed() >= longest {
            return Err(io::ErrorKind::TimedOut.into());
        }
        thread::sleep(pause);
        pause = (pause * 2).min(longest_pause);
    }
    Ok(())
}

/// Returns whether an input is a pipe that has a writer and nothing to be read.
fn is_silent(input: &impl AsHandle) -> bool {
    let handle = input.as_handle().as_raw_handle();
    let mut there = 0;
    // SAFETY: the handle is open; the second call writes one number, and nothing behind null pointers.
    let told = unsafe {
        GetFileType(handle) == FILE_TYPE_PIPE
            && PeekNamedPipe(handle, null_mut(), 0, null_mut(), &raw mut there, null_mut()) != 0
    };
    told && there == 0
}
