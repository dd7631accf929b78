//! Pipes from one step to another: what one has written, the other may read.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// The bytes that a pipe holds, as the socket and the buffers of both ends do.
const ROOM: u64 = 1 << 20;

/// How long an end waits before it looks whether the job is to stop.
const LOOK: Duration = Duration::from_millis(50);

/// A pipe, of which only the amounts matter.
#[derive(Debug, Default)]
pub(super) struct Pipe {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    written: u64,
    read: u64,
    /// An end is gone before its time.
    broken: bool,
}

impl Pipe {
    /// Moves bytes at one end, after waiting for room or for bytes. Returns false if the other end is gone or `stopped`
    /// says so.
    pub(super) fn pass(&self, bytes: u64, writes: bool, stopped: impl Fn() -> bool) -> bool {
        let mut left = bytes;
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while left > 0 {
            let there = state.written - state.read;
            let now = match writes {
                true => left.min(ROOM - there),
                false => left.min(there),
            };
            if now == 0 {
                if state.broken || stopped() {
                    return false;
                }
                let waited = self.changed.wait_timeout(state, LOOK);
                state = waited.unwrap_or_else(PoisonError::into_inner).0;
                continue;
            }
            match writes {
                true => state.written += now,
                false => state.read += now,
            }
            left -= now;
            self.changed.notify_all();
        }
        true
    }

    /// Tells the other end that this one is gone.
    pub(super) fn break_off(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.broken = true;
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_writer_waits_for_room_and_a_reader_for_bytes() {
        let pipe = Pipe::default();
        std::thread::scope(|scope| {
            scope.spawn(|| assert!(pipe.pass(10 * ROOM + 3, true, || false)));
            assert!(pipe.pass(10 * ROOM, false, || false));
            assert!(pipe.pass(3, false, || false));
        });
        pipe.break_off();
        assert!(!pipe.pass(1, false, || false));
        let pipe = Pipe::default();
        assert!(!pipe.pass(1, false, || true));
    }
}
