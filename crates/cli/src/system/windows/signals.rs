//! Ctrl-C, Ctrl-Break and the closing of the console, by the numbers of the signals of Unix.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use windows_sys::Win32::Foundation::TRUE;
use windows_sys::Win32::System::Console::{CTRL_BREAK_EVENT, CTRL_C_EVENT, SetConsoleCtrlHandler};
use windows_sys::core::BOOL;

use super::streams::restore_console;

/// The number of Ctrl-C.
pub const INTERRUPT: i32 = 2;
/// The number of Ctrl-Break.
pub const TERMINATE: i32 = 15;
/// The number of a console that is closed, of a user who logs off, and of a machine that is shut down.
pub const HANG_UP: i32 = 1;

/// The receivers of the events of the console.
static HEARD: Mutex<Heard> = Mutex::new(Heard {
    sender: None,
    flags: Vec::new(),
});

struct Heard {
    sender: Option<Sender<i32>>,
    flags: Vec<(i32, Arc<AtomicUsize>, Arc<AtomicBool>)>,
}

/// The signals, as they come.
#[derive(Debug)]
pub struct Signals(Receiver<i32>);

impl Signals {
    /// Handles the events of the console from now on.
    ///
    /// # Errors
    ///
    /// The error of the system.
    pub fn new(_heard: &[i32]) -> io::Result<Self> {
        let (sender, receiver) = channel();
        heard().sender = Some(sender);
        handle_events()?;
        Ok(Self(receiver))
    }

    /// Returns the signals as they come, without an end.
    pub fn forever(&mut self) -> impl Iterator<Item = i32> {
        self.0.iter()
    }
}

/// Makes an event set a number to its own and then a flag to true.
///
/// # Errors
///
/// The error of the system.
pub fn register(number: i32, signal: &Arc<AtomicUsize>, stop: &Arc<AtomicBool>) -> io::Result<()> {
    heard().flags.push((number, Arc::clone(signal), Arc::clone(stop)));
    handle_events()
}

/// Ends this process at once.
pub fn exit(code: i32) -> ! {
    restore_console();
    std::process::exit(code)
}

/// Returns whether the parent of this process made it ignore an event: the system sees to that itself.
pub fn is_ignored(_number: i32) -> bool {
    false
}

fn heard() -> std::sync::MutexGuard<'static, Heard> {
    HEARD.lock().unwrap_or_else(PoisonError::into_inner)
}

fn handle_events() -> io::Result<()> {
    // SAFETY: the handler is a function of this program, which the system calls on a thread of its own.
    match unsafe { SetConsoleCtrlHandler(Some(on_event), TRUE) } {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// Tells the receivers of an event.
unsafe extern "system" fn on_event(event: u32) -> BOOL {
    let number = match event {
        CTRL_C_EVENT => INTERRUPT,
        CTRL_BREAK_EVENT => TERMINATE,
        _ => HANG_UP,
    };
    let heard = heard();
    if let Some(sender) = &heard.sender {
        // The thread that receives lives as long as the process.
        let _ = sender.send(number);
    }
    for (_, signal, stop) in heard.flags.iter().filter(|(of, ..)| *of == number) {
        signal.store(number as usize, Ordering::Release);
        stop.store(true, Ordering::Release);
    }
    drop(heard);
    // The system ends the process when the handler of these returns, so that files could not be removed: it waits some
    // seconds for that.
    while number == HANG_UP {
        thread::sleep(Duration::from_secs(1));
    }
    TRUE
}
