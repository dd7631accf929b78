//! How a command that runs jobs ends early: its user ended it, or the reader of its results has seen enough.

use std::error::Error;
use std::io::{self, ErrorKind};

/// How a command ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By a signal, or otherwise as its user wished.
    Interrupted,
    /// Its reader, such as `head`, closed the pipe.
    ClosedPipe,
}

impl Ending {
    /// Returns [`Ending::ClosedPipe`] if that is what kept results from being printed.
    pub fn of_output(error: &io::Error) -> Option<Self> {
        (error.kind() == ErrorKind::BrokenPipe).then_some(Self::ClosedPipe)
    }
}

/// An error of a command, which may be an early end.
pub trait Ended: Error {
    /// Returns how the command ended early, or `None` if it failed.
    fn ending(&self) -> Option<Ending>;

    /// Whether its user ended it.
    fn is_interrupted(&self) -> bool {
        self.ending() == Some(Ending::Interrupted)
    }
}
