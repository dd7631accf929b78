//! The pipes of one step: the thread that serves them, the waits of the step, and the search for deadlocks.

pub(crate) mod deadlock;
pub(crate) mod poller;
pub(crate) mod state;
pub(crate) mod wait;
