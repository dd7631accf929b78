//! The end of a pipe that reads.

use crate::{Moved, PipeError};

/// What has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrival {
    /// A frame; more may follow.
    Frame,
    /// The tail; nothing follows, and [`Receiver::confirm`] is due.
    End,
}

/// Receives frames from the writer. Dropped before [`Receiver::confirm`] or [`Receiver::enough`], it makes the writer
/// fail.
#[derive(Debug)]
pub struct Receiver(());

impl Receiver {
    /// Waits for the next frame or the tail and puts it into `frame`, whose room is used again and grows only as
    /// bytes come.
    ///
    /// # Errors
    ///
    /// Where the writer failed or is gone, steps wait for each other in a circle, what comes is damaged, or the
    /// session is stopped. Nothing more comes then, and what has come is not the whole.
    pub fn receive(&mut self, frame: &mut Vec<u8>) -> Result<Arrival, PipeError> {
        let _ = frame;
        Ok(Arrival::End)
    }

    /// Tells the writer that all has been taken, after [`Arrival::End`].
    ///
    /// # Errors
    ///
    /// Where the tail has not come, or the writer is gone meanwhile.
    pub fn confirm(self) -> Result<Moved, PipeError> {
        Ok(self.moved())
    }

    /// Tells the writer that no more is wanted.
    pub fn enough(self) -> Moved {
        self.moved()
    }

    /// Ends the pipe: the writer fails with `why`.
    pub fn fail(self, why: &str) {
        let _ = why;
    }

    /// The name of the data set at the writer's end.
    #[must_use]
    pub fn written_as(&self) -> &str {
        ""
    }

    /// What was received so far.
    #[must_use]
    pub fn moved(&self) -> Moved {
        Moved {
            bytes: 0,
            frames: 0,
            waited: std::time::Duration::ZERO,
            carrier: crate::Carrier::Tcp,
        }
    }
}
