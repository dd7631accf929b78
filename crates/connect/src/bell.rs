//! A notification shared by all sessions of a client.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Signals that a session has sent something. All sessions of a client share one.
#[derive(Clone, Debug, Default)]
pub struct Bell(Arc<(Mutex<u64>, Condvar)>);

impl Bell {
    /// Signals.
    pub fn ring(&self) {
        let (rung, changed) = &*self.0;
        *rung.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        changed.notify_all();
    }

    /// Returns how often it was signalled. What is examined after this call is not missed by [`Self::wait`].
    pub fn rung(&self) -> u64 {
        let (rung, _) = &*self.0;
        *rung.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until it was signalled more often than that, or until the time has passed.
    pub fn wait(&self, rung_before: u64, longest: Duration) {
        let (rung, changed) = &*self.0;
        let rung = rung.lock().unwrap_or_else(PoisonError::into_inner);
        // The caller finds out which of the two happened.
        let _ = changed.wait_timeout_while(rung, longest, |rung| *rung == rung_before);
    }
}
