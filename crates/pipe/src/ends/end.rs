//! The part that both ends of a pipe share: their totals, their waits and their close.

use std::sync::Arc;
use std::time::Duration;

use crate::ends::totals::PipeTotals;
use crate::error::PipeError;
use crate::step::state::Step;
use crate::step::wait::AwaitedOperation;
use crate::stream::control_message::ControlMessage;
use crate::stream::link::Link;
use crate::stream::listener::Listener;
use crate::stream::outcome::PeerOutcome;

/// An end of a joined pipe. Dropping it before it was closed with a message makes the other end fail.
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
    /// Creates the end of a pipe that was just joined; `listener` is that of a writing end.
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

    /// Returns what was moved so far.
    pub(crate) fn totals(&self) -> PipeTotals {
        PipeTotals {
            bytes: self.bytes,
            frames: self.frames,
            waited: self.waited,
            carrier: self.link.carrier,
        }
    }

    /// Waits until the data connection is ready or the other end has ended.
    pub(crate) fn wait(&mut self, waiting: AwaitedOperation) -> Result<(), PipeError> {
        self.waited += self.step.wait(&self.link, waiting)?;
        Ok(())
    }

    /// Returns the error for a data connection that ended too early.
    pub(crate) fn cut_short(&self) -> PipeError {
        self.error(self.link.wait_for_outcome())
    }

    /// Returns the error for frames that are not what this program sends. The other end learns why, too.
    pub(crate) fn garbled(&self, why: &'static str) -> PipeError {
        let error = PipeError::Garbled {
            pipe: self.link.pipe.clone(),
            what: self.link.what.clone(),
            why,
        };
        self.step.note_failure(&error);
        error
    }

    /// Converts how the other end ended into an error. Other ends of the step that are dropped later report it, too.
    pub(crate) fn error(&self, outcome: PeerOutcome) -> PipeError {
        let error = self.link.error(outcome);
        self.step.note_failure(&error);
        error
    }

    /// # Errors
    ///
    /// Fails if the other end has failed or is gone.
    pub(crate) fn failed(&self) -> Result<(), PipeError> {
        match self.link.outcome() {
            Some(outcome @ (PeerOutcome::Failed(_) | PeerOutcome::Gone | PeerOutcome::Damaged)) => {
                Err(self.error(outcome))
            }
            _ => Ok(()),
        }
    }

    /// Sends the last message, closes the pipe and frees its port.
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
