//! The end of a pipe that writes.

use std::io::IoSlice;

use crate::{Moved, PipeError};

/// What a step is about to write, until its reader is there. Dropped, it is taken back.
#[derive(Debug)]
pub struct Offer(());

impl Offer {
    /// Waits for the reader, from now until the time limit.
    ///
    /// # Errors
    ///
    /// Where none comes in time, or the session is stopped.
    pub fn wait(self) -> Result<Sender, PipeError> {
        Ok(Sender(()))
    }
}

/// Sends frames to the reader. Dropped before [`Sender::finish`], it makes the reader fail.
#[derive(Debug)]
pub struct Sender(());

impl Sender {
    /// Sends a frame; blocks while the reader has not taken those before it. Does nothing once the reader has enough.
    ///
    /// # Errors
    ///
    /// Where the reader failed or is gone, steps wait for each other in a circle, the frame is too long, or the
    /// session is stopped. Nothing more can be sent then.
    pub fn send(&mut self, frame: &[u8]) -> Result<(), PipeError> {
        self.send_parts(&[IoSlice::new(frame)])
    }

    /// Sends a frame whose bytes lie in several places.
    ///
    /// # Errors
    ///
    /// As [`Sender::send`].
    pub fn send_parts(&mut self, parts: &[IoSlice<'_>]) -> Result<(), PipeError> {
        let _ = parts;
        Ok(())
    }

    /// Sends the tail, after which there is nothing, and does not wait until the reader has it. A step with several
    /// pipes ends all before it waits for one, as a reader may want the end of one before it reads another.
    ///
    /// # Errors
    ///
    /// As [`Sender::send`].
    pub fn end(self, tail: &[u8]) -> Result<Ended, PipeError> {
        let _ = tail;
        Ok(Ended(()))
    }

    /// Sends the tail and waits until the reader has said that it has all, or enough.
    ///
    /// # Errors
    ///
    /// As [`Sender::send`].
    pub fn finish(self, tail: &[u8]) -> Result<Moved, PipeError> {
        self.end(tail)?.wait()
    }

    /// Ends the pipe: the reader fails with `why`, what it has not yet read is lost.
    pub fn fail(self, why: &str) {
        let _ = why;
    }

    /// Whether the reader wants no more.
    #[must_use]
    pub fn reader_had_enough(&self) -> bool {
        false
    }

    /// The name of the data set at the reader's end.
    #[must_use]
    pub fn read_as(&self) -> &str {
        ""
    }

    /// What was sent so far.
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

/// A pipe whose tail was sent. Dropped before [`Ended::wait`], it makes the reader fail.
#[derive(Debug)]
pub struct Ended(());

impl Ended {
    /// Waits until the reader has said that it has all, or enough.
    ///
    /// # Errors
    ///
    /// As [`Sender::send`].
    pub fn wait(self) -> Result<Moved, PipeError> {
        Ok(Sender(()).moved())
    }
}
