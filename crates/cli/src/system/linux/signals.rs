//! Signals that end a program.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator;
use signal_hook::{flag, low_level};

/// The signal of Ctrl-C.
pub const INTERRUPT: i32 = SIGINT;
/// The signal of `kill`.
pub const TERMINATE: i32 = SIGTERM;
/// The signal of a terminal that is closed.
pub const HANG_UP: i32 = SIGHUP;

/// The signals of a kind, as they come.
#[derive(Debug)]
pub struct Signals(iterator::Signals);

impl Signals {
    /// Handles signals from now on.
    ///
    /// # Errors
    ///
    /// The error of the system if a handler cannot be installed.
    pub fn new(heard: &[i32]) -> io::Result<Self> {
        iterator::Signals::new(heard).map(Self)
    }

    /// Returns the signals as they come, without an end.
    pub fn forever(&mut self) -> impl Iterator<Item = i32> {
        self.0.forever()
    }
}

/// Makes a signal set a number to its own and then a flag to true, without a thread.
///
/// # Errors
///
/// The error of the system if a handler cannot be installed.
pub fn register(number: i32, signal: &Arc<AtomicUsize>, stop: &Arc<AtomicBool>) -> io::Result<()> {
    flag::register_usize(number, Arc::clone(signal), number as usize)?;
    flag::register(number, Arc::clone(stop)).map(|_| ())
}

/// Ends this process at once.
pub fn exit(code: i32) -> ! {
    low_level::exit(code)
}

/// Returns whether the parent of this process made it ignore a signal.
pub fn is_ignored(number: i32) -> bool {
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::uninit();
    // SAFETY: with no new action the call changes nothing, and it fills in `action` if it succeeds, before which
    // nothing reads it.
    unsafe {
        libc::sigaction(number, std::ptr::null(), action.as_mut_ptr()) == 0
            && action.assume_init().sa_sigaction == libc::SIG_IGN
    }
}

/// The signals that tests send.
#[cfg(test)]
pub mod testing {
    pub use signal_hook::consts::{SIGUSR1, SIGUSR2};
    pub use signal_hook::low_level::raise;
}
