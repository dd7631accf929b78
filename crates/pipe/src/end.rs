//! What both ends of a pipe have: what they moved, and how they part.

use std::sync::Arc;
use std::time::Duration;

use crate::control_message::ControlMessage;
use crate::deadlock::Waiting;
use crate::link::{Link, PeerOutcome};
use crate::listener::Listener;
use crate::step::Step;
use crate::{PipeError, PipeTotals};

/// An end of a joined pipe. Dropped before it has closed from the other, it makes that fail.
#[derive(Debug)]
pub(crate) struct End {
    /// The connections.
    pub link: Arc<Link>,
    /// Bytes of frames moved.
    pub bytes: u64,
    /// Frames moved.
    pub frames: u64,
    step: Arc<Step>,
    listener: Option<Arc<Listener>>,
    waited: Duration,
    closed: bool,
}

impl End {
    /// The end of a pipe that was just joined, with its door where it has one.
    pub(crate) fn new(step: Arc<Step>, link: Arc<Link>, listener: Option<Arc<Listener>>) -> Self {
        Self {
            link,
            bytes: 0,
            frames: 0,
            step,
            listener,
            waited: Duration::ZERO,
            closed: false,
        }
    }

    /// What was moved so far.
    pub(crate) fn totals(&self) -> PipeTotals {
        PipeTotals {
            bytes: self.bytes,
            frames: self.frames,
            waited: self.waited,
            carrier: self.link.carrier,
        }
    }

    /// Waits until the frames' connection is ready, or the other end has ended.
    pub(crate) fn wait(&mut self, waiting: Waiting) -> Result<(), PipeError> {
        self.waited += self.step.wait(&self.link, waiting)?;
        Ok(())
    }

    /// The error where the frames' connection is over before its time.
    pub(crate) fn cut_short(&self) -> PipeError {
        self.error(self.link.wait_for_outcome())
    }

    /// The error that is made of how the other end ended; the step's other pipes pass it on where they are dropped.
    pub(crate) fn error(&self, outcome: PeerOutcome) -> PipeError {
        let error = self.link.error(outcome);
        self.step.note_failure(&error);
        error
    }

    /// How the other end ended, where it has and it is not as it should: an error.
    pub(crate) fn failed(&self) -> Result<(), PipeError> {
        match self.link.outcome() {
            Some(outcome @ (PeerOutcome::Failed(_) | PeerOutcome::Gone)) => {
                Err(self.error(outcome))
            }
            _ => Ok(()),
        }
    }

    /// Says the last word, closes the pipe and frees its port.
    pub(crate) fn close_with(&mut self, control_message: &ControlMessage) {
        if std::mem::replace(&mut self.closed, true) {
            return;
        }
        self.link.close_with(control_message);
        self.step.close(self.listener.as_ref(), Some(&self.link));
    }
}

impl Drop for End {
    fn drop(&mut self) {
        if !self.closed {
            self.close_with(&ControlMessage::Failed(self.step.failure()));
        }
    }
}
