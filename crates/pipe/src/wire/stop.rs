//! The end of a session, which ends its waits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The time that a wait lasts until it looks whether the session is to stop.
pub(crate) const WAIT_SLICE: Duration = Duration::from_millis(100);

/// The flag of a session that is to stop.
#[derive(Debug, Clone)]
pub(crate) struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Creates that of a session, which sets the flag.
    pub(crate) fn new(flag: Arc<AtomicBool>) -> Self {
        Self(flag)
    }

    /// Returns whether the session is to stop.
    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
