//! The observer of steps that tells the client of a session about them.

use feedrate_connect::{Replies, Reply, StepBegins};

use crate::observer::Observer;

/// Sends the beginning and end of steps to the client.
#[derive(Clone, Debug)]
pub struct StepsToClient(Replies);

impl StepsToClient {
    /// Creates an observer that sends to `replies`.
    pub fn over(replies: &Replies) -> Self {
        Self(replies.clone())
    }
}

impl Observer for StepsToClient {
    fn step_begins(&self, name: &str, line: u32) {
        let name = name.to_owned();
        // A client that has gone is noticed when the next request is read.
        let _ = self.0.send(&Reply::StepBegins(StepBegins { name, line }));
    }

    fn step_ended(&self) {
        let _ = self.0.send(&Reply::StepEnded);
    }
}
