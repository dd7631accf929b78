//! The client's end of a session's standard input. A write to a pipe cannot be given up here, so that a thread makes
//! it.

use std::io::{self, Write};
use std::process::ChildStdin;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The most bytes that lie there at once.
const PART: usize = 64 << 10;

/// The size of its stack, in bytes: there may be many of them.
const STACK: usize = 256 << 10;

/// The client's end of a session's standard input. Once it is dropped, the session finds the end behind what it was
/// sent.
#[derive(Debug)]
pub(crate) struct SessionInput(Arc<Desk>);

/// Where bytes lie until the thread has written them.
#[derive(Debug, Default)]
struct Desk {
    state: Mutex<DeskState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct DeskState {
    /// The bytes that are written next.
    part: Vec<u8>,
    /// True if nothing else comes.
    is_closed: bool,
    /// The error that has ended the thread.
    failure: Option<io::ErrorKind>,
}

impl SessionInput {
    /// Takes the end of a pipe.
    ///
    /// # Errors
    ///
    /// Fails if the system refuses a thread.
    pub(crate) fn new(out: ChildStdin) -> io::Result<Self> {
        let desk = Arc::new(Desk::default());
        let of_thread = Arc::clone(&desk);
        thread::Builder::new()
            .name("input of a session".to_owned())
            .stack_size(STACK)
            .spawn(move || of_thread.write_all(out))?;
        Ok(Self(desk))
    }

    /// Writes some bytes, and returns their number.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::WouldBlock`] if nobody reads those before; another one if the session is gone.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut state = self.0.lock();
        if let Some(failure) = state.failure {
            return Err(failure.into());
        }
        let count = bytes.len().min(PART - state.part.len());
        if count == 0 && !bytes.is_empty() {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        state.part.extend_from_slice(&bytes[..count]);
        self.0.changed.notify_all();
        Ok(count)
    }

    /// Waits up to a time until there is room.
    ///
    /// # Errors
    ///
    /// None.
    pub(crate) fn wait(&self, time: Duration) -> io::Result<()> {
        let has_no_room = |state: &mut DeskState| state.part.len() == PART && state.failure.is_none();
        // The next write finds out which of the two happened.
        let _ = self.0.changed.wait_timeout_while(self.0.lock(), time, has_no_room);
        Ok(())
    }
}

impl Drop for SessionInput {
    fn drop(&mut self) {
        self.0.lock().is_closed = true;
        self.0.changed.notify_all();
    }
}

impl Desk {
    fn lock(&self) -> MutexGuard<'_, DeskState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes all that comes, until nothing else does or nobody reads it.
    fn write_all(&self, mut out: ChildStdin) {
        loop {
            let has_nothing = |state: &mut DeskState| state.part.is_empty() && !state.is_closed;
            let waited = self.changed.wait_while(self.lock(), has_nothing);
            let mut state = waited.unwrap_or_else(PoisonError::into_inner);
            let part = std::mem::take(&mut state.part);
            drop(state);
            if part.is_empty() {
                return;
            }
            self.changed.notify_all();
            if let Err(error) = out.write_all(&part) {
                self.lock().failure = Some(error.kind());
                self.changed.notify_all();
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn one_that_reads_nothing_is_not_waited_for() {
        // It sleeps, and leaves its input alone.
        let mut child = Command::new("ping")
            .args(["-n", "60", "127.0.0.1"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let mut input = SessionInput::new(child.stdin.take().unwrap()).unwrap();
        let bytes = [0; PART];
        let mut taken = 0;
        let error = loop {
            match input.write(&bytes) {
                Ok(count) => taken += count,
                Err(error) if input.wait(Duration::from_millis(100)).is_ok() && taken < 2 * PART => {
                    assert_eq!(error.kind(), io::ErrorKind::WouldBlock);
                }
                Err(error) => break error,
            }
            assert!(taken < 100 * PART);
        };
        assert_eq!(error.kind(), io::ErrorKind::WouldBlock);
        child.kill().unwrap();
        child.wait().unwrap();
        input.wait(Duration::from_secs(10)).unwrap();
        assert_eq!(input.write(&bytes).unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }
}
