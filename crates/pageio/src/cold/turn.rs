//! Sending files out one at a time, among all threads of all processes of a program.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

use super::register::{Register, RegisterLock};

/// The pause before it is tried again.
const PAUSE: Duration = Duration::from_millis(2);

/// Keeps threads of this process apart, which the lock of the register does not.
static OF_THREADS: Mutex<()> = Mutex::new(());

/// The flag that ends waits.
static STOP: Mutex<Option<Arc<AtomicBool>>> = Mutex::new(None);

/// The right to send a file out, until this is dropped.
#[derive(Debug)]
pub(super) struct Turn<'a> {
    // It is dropped first, so that no other thread takes the lock of the register along.
    _of_processes: RegisterLock<'a>,
    _of_threads: MutexGuard<'static, ()>,
}

/// Makes waits for another process or thread that sends a file out end with an error once a flag is set.
pub fn set_stop_flag(stop: &Arc<AtomicBool>) {
    *STOP.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(stop));
}

pub(super) fn is_to_stop() -> bool {
    let stop = STOP.lock().unwrap_or_else(PoisonError::into_inner);
    stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
}

/// Waits until nobody else sends a file out.
///
/// # Errors
/// Where the register cannot be locked, or the program is to stop before.
pub(super) fn wait(register: &Register) -> io::Result<Turn<'_>> {
    let of_threads = until(|| {
        Ok(match OF_THREADS.try_lock() {
            Ok(guard) => Some(guard),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        })
    })?;
    Ok(Turn {
        _of_processes: until(|| register.try_lock())?,
        _of_threads: of_threads,
    })
}

fn until<T>(mut attempt: impl FnMut() -> io::Result<Option<T>>) -> io::Result<T> {
    loop {
        if let Some(done) = attempt()? {
            return Ok(done);
        }
        if is_to_stop() {
            return Err(io::Error::other(
                "interrupted while another input was sent out of the page cache",
            ));
        }
        thread::sleep(PAUSE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cold::register::tests::new_register;

    #[test]
    fn a_flag_ends_the_waits_for_processes_and_for_threads() {
        let Some(one) = new_register() else {
            return;
        };
        let other = Register::open(&one.path()).unwrap();
        let stop = Arc::new(AtomicBool::new(true));
        set_stop_flag(&stop);
        let turn = wait(&one).unwrap();
        let waited = wait(&one).unwrap_err().to_string();
        assert!(waited.starts_with("interrupted while "), "{waited}");
        drop(turn);
        let held = other.try_lock().unwrap();
        assert!(held.is_some() && wait(&one).is_err());
        drop(held);
        wait(&one).unwrap();
    }
}
