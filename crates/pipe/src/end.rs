//! What both ends of a pipe have: what they moved, and how they part.

use std::sync::Arc;
use std::time::Duration;

use crate::circle::Waiting;
use crate::door::Door;
use crate::link::{Link, Verdict};
use crate::step::Step;
use crate::word::Word;
use crate::{Moved, PipeError};

/// An end of a joined pipe. Dropped before it has parted from the other, it makes that fail.
#[derive(Debug)]
pub(crate) struct End {
    /// The connections.
    pub link: Arc<Link>,
    /// Bytes of frames moved.
    pub bytes: u64,
    /// Frames moved.
    pub frames: u64,
    step: Arc<Step>,
    door: Option<Arc<Door>>,
    waited: Duration,
    parted: bool,
}

impl End {
    /// The end of a pipe that was just joined, with its door where it has one.
    pub(crate) fn new(step: Arc<Step>, link: Arc<Link>, door: Option<Arc<Door>>) -> Self {
        Self {
            link,
            bytes: 0,
            frames: 0,
            step,
            door,
            waited: Duration::ZERO,
            parted: false,
        }
    }

    /// What was moved so far.
    pub(crate) fn moved(&self) -> Moved {
        Moved {
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
        self.error(self.link.last_words())
    }

    /// The error that is made of how the other end ended; the step's other pipes pass it on where they are dropped.
    pub(crate) fn error(&self, verdict: Verdict) -> PipeError {
        let error = self.link.error(verdict);
        self.step.note_failure(&error);
        error
    }

    /// How the other end ended, where it has and it is not as it should: an error.
    pub(crate) fn failed(&self) -> Result<(), PipeError> {
        match self.link.verdict() {
            Some(verdict @ (Verdict::Failed(_) | Verdict::Gone)) => Err(self.error(verdict)),
            _ => Ok(()),
        }
    }

    /// Says the last word, closes the pipe and frees its port.
    pub(crate) fn part(&mut self, word: &Word) {
        if std::mem::replace(&mut self.parted, true) {
            return;
        }
        self.link.part(word);
        self.step.close(self.door.as_ref(), Some(&self.link));
    }
}

impl Drop for End {
    fn drop(&mut self) {
        if !self.parted {
            self.part(&Word::Failed(self.step.failure()));
        }
    }
}
