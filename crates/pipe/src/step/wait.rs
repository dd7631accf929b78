//! The waits of a step, and the probes that are sent for them.

use std::sync::Arc;
use std::time::Instant;

use crate::stream::link::Link;
use crate::system::Events;

/// The operation that a step waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AwaitedOperation {
    /// Sending, while the reader has not received what was sent.
    Write,
    /// Receiving.
    Read,
    /// The reader's confirmation.
    Confirmation,
}

impl AwaitedOperation {
    /// Returns the events to poll a data connection for.
    pub(crate) fn events(self) -> Events {
        match self {
            Self::Write => Events::OUT | Events::RDHUP,
            Self::Read => Events::IN,
            Self::Confirmation => Events::IN | Events::RDHUP,
        }
    }
}

/// A wait that has lasted long enough to be registered.
#[derive(Debug)]
pub(crate) struct Wait {
    /// The number of the wait within the step.
    pub number: u64,
    /// The pipe that is waited for.
    pub link: Arc<Link>,
    /// The operation that is waited for.
    pub waiting: AwaitedOperation,
    /// When the wait began.
    pub since: Instant,
    /// A description of the circle, once one was found.
    pub circle: Option<String>,
}

/// The probes sent for one wait and their results.
#[derive(Debug, Default)]
pub(crate) struct ProbeState {
    /// The number of the wait.
    pub wait: u64,
    /// The number of the last probe.
    pub round: u32,
    /// The time at which it was sent.
    pub at: Option<Instant>,
    /// True once it has returned.
    pub answered: bool,
    /// The waits and the bytes that the last returned probe has seen.
    pub digest: u64,
    /// The number of probes in a row that have seen the same.
    pub equal_rounds: u32,
}
