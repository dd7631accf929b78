//! Early ends of commands that run jobs: their user stopped them, or closed the pipe of their results.

use std::error::Error;
use std::io::{self, ErrorKind};

/// An early end of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EarlyEnd {
    /// By a signal, or otherwise by its user.
    Interrupted,
    /// The reader of its output, such as `head`, closed the pipe.
    ClosedPipe,
}

impl EarlyEnd {
    /// Returns [`EarlyEnd::ClosedPipe`] if that is the error of the output.
    pub fn of_output(error: &io::Error) -> Option<Self> {
        (error.kind() == ErrorKind::BrokenPipe).then_some(Self::ClosedPipe)
    }
}

/// An error of a command, which may be an early end.
pub trait CommandError: Error {
    /// Returns how the command ended early, or `None` if it failed.
    fn early_end(&self) -> Option<EarlyEnd>;

    /// Returns whether its user stopped it.
    fn is_interrupted(&self) -> bool {
        self.early_end() == Some(EarlyEnd::Interrupted)
    }
}
