//! The time that a reader has for an attempt to connect.

use std::time::{Duration, Instant};

use rustix::fd::OwnedFd;

use crate::system::{Events, ready};
use crate::wire::stop::{StopFlag, WAIT_SLICE};

/// The time that a writer has to answer. Its poller does nothing else.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

/// The end of an attempt: a time, or the end of the session.
#[derive(Debug)]
pub(crate) struct Patience {
    end: Instant,
    stop: StopFlag,
}

impl Patience {
    /// Creates that of an attempt that begins now, and ends by the given time at the latest.
    pub(crate) fn until(end: Instant, stop: &StopFlag) -> Self {
        Self {
            end: (Instant::now() + ANSWER_TIMEOUT).min(end),
            stop: stop.clone(),
        }
    }

    /// Waits until a socket is ready. Returns `false` if the time is up or the session is to stop.
    pub(crate) fn wait(&self, socket: &OwnedFd, events: Events) -> bool {
        loop {
            let left = self.end.saturating_duration_since(Instant::now());
            match ready(socket, events, left.min(WAIT_SLICE)) {
                Ok(false) if left.is_zero() || self.stop.is_set() => return false,
                Ok(false) => {}
                Ok(true) => return true,
                Err(_) => return false,
            }
        }
    }
}
