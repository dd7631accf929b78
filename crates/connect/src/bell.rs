//! A bell that rings when any session has said something.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Rings when something has happened. All sessions of a client share one.
#[derive(Clone, Debug, Default)]
pub struct Bell(Arc<(Mutex<u64>, Condvar)>);

impl Bell {
    /// Rings.
    pub fn ring(&self) {
        let (rung, changed) = &*self.0;
        *rung.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        changed.notify_all();
    }

    /// How often it has rung: what is looked at after that has not been missed.
    pub fn rung(&self) -> u64 {
        let (rung, _) = &*self.0;
        *rung.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until it has rung more often than that, or the time has passed.
    pub fn wait(&self, rung_before: u64, longest: Duration) {
        let (rung, changed) = &*self.0;
        let rung = rung.lock().unwrap_or_else(PoisonError::into_inner);
        // Which of the two it was, the caller finds out by looking.
        let _ = changed.wait_timeout_while(rung, longest, |rung| *rung == rung_before);
    }
}
