//! Standard input, output and error.

use std::fs::File;
use std::io;
use std::os::windows::io::{AsHandle, AsRawHandle};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use windows_sys::Win32::Globalization::CP_UTF8;
use windows_sys::Win32::System::Console::{
    CONSOLE_MODE, ENABLE_VIRTUAL_TERMINAL_PROCESSING, GetConsoleMode, GetConsoleOutputCP, SetConsoleMode,
    SetConsoleOutputCP,
};

/// The code page that the console had; 0 if it is as it was.
static CODE_PAGE: AtomicU32 = AtomicU32::new(0);

/// Makes the console read the output as UTF-8 with colours. Files and pipes receive UTF-8 in any case.
pub fn prepare_console() {
    // SAFETY: the calls take numbers.
    let before = unsafe { GetConsoleOutputCP() };
    // SAFETY: as above.
    if before != 0 && before != CP_UTF8 && unsafe { SetConsoleOutputCP(CP_UTF8) } != 0 {
        CODE_PAGE.store(before, Ordering::Release);
    }
    for handle in [io::stdout().as_raw_handle(), io::stderr().as_raw_handle()] {
        let mut mode: CONSOLE_MODE = 0;
        // SAFETY: the first call writes a number, and both fail for a handle that is not that of a console.
        unsafe {
            if GetConsoleMode(handle, &raw mut mode) != 0 {
                SetConsoleMode(handle, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
            }
        }
    }
}

/// Gives the console back the code page that it had.
pub fn restore_console() {
    let before = CODE_PAGE.swap(0, Ordering::AcqRel);
    if before != 0 {
        // SAFETY: the call takes a number.
        unsafe { SetConsoleOutputCP(before) };
    }
}

/// Returns standard output as a file, to which nothing else is to be written meanwhile.
///
/// # Errors
///
/// The error of the system.
pub fn output() -> io::Result<File> {
    io::stdout().as_handle().try_clone_to_owned().map(File::from)
}

/// Returns standard error as a file.
///
/// # Errors
///
/// The error of the system.
pub fn error() -> io::Result<File> {
    io::stderr().as_handle().try_clone_to_owned().map(File::from)
}

/// Returns true: whether standard error takes something is not told for pipes, and a console does.
pub fn error_takes_within(_time: Duration) -> bool {
    true
}

/// Waits at most a time for a line on standard input. Returns its length, which is 0 at the end; `None` if none came.
///
/// A console cannot be waited for by more than single keys, so that a thread reads it from the first call on.
pub fn line_within(time: Duration) -> Option<io::Result<usize>> {
    static LINES: Mutex<Option<Receiver<io::Result<usize>>>> = Mutex::new(None);
    let mut lines = LINES.lock().unwrap_or_else(PoisonError::into_inner);
    let lines = match lines.take().map_or_else(read_lines, Ok) {
        Ok(reading) => lines.insert(reading),
        Err(error) => return Some(Err(error)),
    };
    match lines.recv_timeout(time) {
        Ok(length) => Some(length),
        Err(RecvTimeoutError::Timeout) => None,
        Err(RecvTimeoutError::Disconnected) => Some(Ok(0)),
    }
}

/// Reads lines until the end, as long as somebody asks for them.
///
/// # Errors
///
/// The error of the system if it refuses the thread.
fn read_lines() -> io::Result<Receiver<io::Result<usize>>> {
    let (sender, receiver) = sync_channel(0);
    thread::Builder::new().spawn(move || {
        loop {
            let length = io::stdin().read_line(&mut String::new());
            let is_last = !matches!(length, Ok(1..));
            if sender.send(length).is_err() || is_last {
                return;
            }
        }
    })?;
    Ok(receiver)
}
