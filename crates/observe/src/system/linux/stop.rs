//! Ends the command when this program is told to stop.

use std::time::{Duration, Instant};

use rustix::process::Signal;

use super::child::Child;
use super::process::tree::Tree;

/// The time that the kernel may take to end what was killed, beyond the time to end.
const PATIENCE: Duration = Duration::from_secs(2);

/// The progress of the stopping of a command.
#[derive(Debug)]
pub(crate) struct CommandStop {
    time_to_end: Duration,
    began: Option<Instant>,
}

impl CommandStop {
    /// Nothing was asked for yet. After `time_to_end` all processes receive SIGTERM, and SIGKILL as much later.
    pub(crate) fn new(time_to_end: Duration) -> Self {
        Self {
            time_to_end,
            began: None,
        }
    }

    /// Returns whether the command is to end.
    pub(crate) fn is_begun(&self) -> bool {
        self.began.is_some()
    }

    /// Returns whether the command was killed long ago and has not ended: this user may not send it signals, or it
    /// hangs in the kernel.
    pub(crate) fn is_hopeless(&self) -> bool {
        self.began
            .is_some_and(|began| began.elapsed() >= self.time_to_end.saturating_mul(3) + PATIENCE)
    }

    /// Does what is to be done at this moment. `signal` is the one that was received, if one was; the first is passed
    /// on to the command, which may handle it as it would without this program.
    pub(crate) fn look(&mut self, signal: Option<i32>, child: &Child, tree: &mut Tree, has_ended: bool) {
        let Some(began) = self.began else {
            // One that came when the command had ended ends what it left running.
            if let Some(signal) = signal {
                self.began = Some(Instant::now());
                child.pass_on(signal);
            }
            return;
        };
        let elapsed = began.elapsed();
        if has_ended || elapsed >= self.time_to_end {
            tree.urge();
        }
        if elapsed >= self.time_to_end.saturating_mul(2) {
            tree.signal(Signal::KILL);
        }
    }
}
