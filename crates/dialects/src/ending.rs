//! Errors that are nobody's fault: a command that its user ended, and one whose reader has seen enough.

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
    /// What an error in printing says of it.
    pub fn of_output(error: &io::Error) -> Option<Self> {
        (error.kind() == ErrorKind::BrokenPipe).then_some(Self::ClosedPipe)
    }
}

/// An error of a dialect, which may be an early end.
pub trait Ended: Error {
    /// How the command ended early; absent: it failed.
    fn ending(&self) -> Option<Ending>;

    /// Whether its user ended it.
    fn is_interrupted(&self) -> bool {
        self.ending() == Some(Ending::Interrupted)
    }
}
