//! The writing end of a pipe.

use std::io::IoSlice;
use std::sync::Arc;

use rustix::io::Errno;

use crate::ends::end::End;
use crate::ends::totals::PipeTotals;
use crate::error::PipeError;
use crate::step::state::Step;
use crate::step::wait::AwaitedOperation;
use crate::stream::control_message::ControlMessage;
use crate::stream::link::Link;
use crate::stream::listener::Listener;
use crate::stream::outcome::PeerOutcome;
use crate::system::{is_closed_by_peer, send_parts};
use crate::wire::cipher::NotSealed;
use crate::wire::frame::{self, Kind};
use crate::wire::records::RecordSealer;

/// The maximum number of parts that the system takes in one call.
const MOST_PARTS: usize = 1024;

/// The fault of a pipe that has no more numbers for what it seals, after 2^64 of them.
const NO_SEAL: &str = "it has carried all that one encrypted connection can";

/// A pipe that is open for writing and has no reader yet. Dropping it withdraws the offer.
#[derive(Debug)]
pub struct Offer {
    step: Arc<Step>,
    /// `None` once it was handed to the sender.
    listener: Option<Arc<Listener>>,
}

impl Offer {
    pub(crate) fn new(step: Arc<Step>, listener: Arc<Listener>) -> Self {
        Self {
            step,
            listener: Some(listener),
        }
    }

    /// Waits for the reader, from now until the timeout.
    ///
    /// # Errors
    ///
    /// Returns an error if no reader connects in time or the session is stopped.
    pub fn wait(mut self) -> Result<Sender, PipeError> {
        let listener = self
            .listener
            .as_ref()
            .expect("an offer has its door until it is waited for or dropped");
        let link: Arc<Link> = listener.wait(&self.step.stop)?;
        let sealing = link.take_cipher().map(RecordSealer::new);
        let end = End::new(Arc::clone(&self.step), link, self.listener.take());
        Ok(Sender { end, sealing })
    }
}

impl Drop for Offer {
    fn drop(&mut self) {
        if let Some(listener) = self.listener.take() {
            // A reader may be connecting at this moment. Only once the listener is closed is it known whether one has.
            self.step.close(Some(&listener), None);
            if let Some(link) = listener.accepted_reader() {
                drop(End::new(Arc::clone(&self.step), link, None));
            }
        }
    }
}

/// Sends frames to the reader. Dropping it before [`Sender::finish`] makes the reader fail.
#[derive(Debug)]
pub struct Sender {
    end: End,
    /// The encryption; `None` for a connection within this machine.
    sealing: Option<RecordSealer>,
}

impl Sender {
    /// Sends a frame. Blocks while the reader has not received those before it. Does nothing once the reader has
    /// stopped.
    ///
    /// # Errors
    ///
    /// Returns an error if the reader failed or is gone, if steps wait for each other in a circle, if the frame is too
    /// long, or if the session is stopped. Nothing more can be sent then.
    pub fn send(&mut self, frame: &[u8]) -> Result<(), PipeError> {
        self.send_parts(&[IoSlice::new(frame)])
    }

    /// Sends a frame whose bytes are in several buffers.
    ///
    /// # Errors
    ///
    /// The errors of [`Sender::send`].
    pub fn send_parts(&mut self, parts: &[IoSlice<'_>]) -> Result<(), PipeError> {
        if self.put(Kind::Frame, parts)? {
            self.end.frames += 1;
        }
        Ok(())
    }

    /// Sends the tail, after which nothing can be sent, without waiting for the confirmation. A step with several pipes
    /// must send all tails before it waits for one, because a reader may need the end of one pipe before it reads
    /// another.
    ///
    /// # Errors
    ///
    /// The errors of [`Sender::send`].
    pub fn end(mut self, tail: &[u8]) -> Result<UnconfirmedPipe, PipeError> {
        self.put(Kind::Tail, &[IoSlice::new(tail)])?;
        Ok(UnconfirmedPipe { end: self.end })
    }

    /// Sends the tail and waits until the reader has confirmed it or stopped.
    ///
    /// # Errors
    ///
    /// The errors of [`Sender::send`].
    pub fn finish(self, tail: &[u8]) -> Result<PipeTotals, PipeError> {
        self.end(tail)?.wait()
    }

    /// Ends the pipe: the reader fails with `why` and loses what it has not read yet.
    pub fn fail(mut self, why: &str) {
        self.end.close_with(&ControlMessage::Failed(why.to_owned()));
    }

    /// Returns whether the reader wants no more.
    #[must_use]
    pub fn reader_stopped(&self) -> bool {
        self.end.link.outcome() == Some(PeerOutcome::StoppedReading)
    }

    /// Returns the name of the data set at the reader's end.
    #[must_use]
    pub fn read_as(&self) -> &str {
        &self.end.link.theirs
    }

    /// Returns what was sent so far.
    #[must_use]
    pub fn totals(&self) -> PipeTotals {
        self.end.totals()
    }

    /// Sends a header and its content. Returns `false` if the reader has stopped.
    fn put(&mut self, kind: Kind, parts: &[IoSlice<'_>]) -> Result<bool, PipeError> {
        let length = parts.iter().fold(0_usize, |sum, part| sum.saturating_add(part.len()));
        let head = frame::head(kind, length).ok_or_else(|| PipeError::TooLong {
            pipe: self.end.link.pipe.clone(),
            length,
        })?;
        let is_sent = match self.sealing.take() {
            None => {
                let mut pieces = Vec::with_capacity(parts.len() + 1);
                pieces.push(IoSlice::new(&head));
                pieces.extend(parts.iter().filter(|part| !part.is_empty()).copied());
                self.transfer(&mut pieces)?
            }
            Some(mut sealing) => {
                let is_sent = self.put_sealed(&mut sealing, &head, parts);
                self.sealing = Some(sealing);
                is_sent?
            }
        };
        if is_sent {
            self.end.bytes += length as u64;
        }
        Ok(is_sent)
    }

    /// Sends a header and its content, encrypted. Returns `false` if the reader has stopped.
    fn put_sealed(
        &mut self,
        sealing: &mut RecordSealer,
        head: &[u8],
        parts: &[IoSlice<'_>],
    ) -> Result<bool, PipeError> {
        for mut left in std::iter::once(head).chain(parts.iter().map(|part| &**part)) {
            loop {
                sealing.take(&mut left).map_err(|NotSealed| self.end.garbled(NO_SEAL))?;
                if left.is_empty() {
                    break;
                }
                if !self.transfer(&mut [IoSlice::new(sealing.records())])? {
                    return Ok(false);
                }
            }
        }
        self.transfer(&mut [IoSlice::new(sealing.records())])
    }

    /// Sends bytes. Returns `false` if the reader has stopped.
    fn transfer(&mut self, mut left: &mut [IoSlice<'_>]) -> Result<bool, PipeError> {
        while !left.is_empty() {
            self.end.failed()?;
            if self.reader_stopped() {
                return Ok(false);
            }
            let some = &left[..left.len().min(MOST_PARTS)];
            match send_parts(&self.end.link.data, some) {
                Ok(sent) => {
                    self.end.link.count(sent);
                    IoSlice::advance_slices(&mut left, sent);
                }
                Err(Errno::AGAIN) => self.end.wait(AwaitedOperation::Write)?,
                Err(Errno::INTR) => {}
                Err(error) if is_closed_by_peer(error) => {
                    return match self.end.link.wait_for_outcome() {
                        PeerOutcome::StoppedReading => Ok(false),
                        outcome => Err(self.end.error(outcome)),
                    };
                }
                Err(error) => return Err(self.end.link.refused("send", error)),
            }
        }
        Ok(true)
    }
}

/// A pipe whose tail was sent. Dropping it before [`UnconfirmedPipe::wait`] makes the reader fail.
#[derive(Debug)]
pub struct UnconfirmedPipe {
    end: End,
}

impl UnconfirmedPipe {
    /// Waits until the reader has confirmed the tail or stopped.
    ///
    /// # Errors
    ///
    /// The errors of [`Sender::send`].
    pub fn wait(mut self) -> Result<PipeTotals, PipeError> {
        if self.end.link.outcome().is_none() {
            // The reader sends its message before it closes the data connection, which is what this waits for.
            self.end.wait(AwaitedOperation::Confirmation)?;
        }
        match self.end.link.wait_for_outcome() {
            PeerOutcome::Confirmed | PeerOutcome::StoppedReading => {
                let totals = self.end.totals();
                self.end.close_with(&ControlMessage::Confirmed);
                Ok(totals)
            }
            outcome => Err(self.end.error(outcome)),
        }
    }
}
