//! The reading end of a pipe.

use std::io::IoSliceMut;
use std::sync::Arc;

use rustix::io::Errno;
use rustix::net::{RecvFlags, recv};

use crate::ends::end::End;
use crate::ends::totals::PipeTotals;
use crate::error::PipeError;
use crate::step::state::Step;
use crate::step::wait::AwaitedOperation;
use crate::stream::control_message::ControlMessage;
use crate::stream::link::{CHANGED, Link};
use crate::system::{is_closed_by_peer, receive_parts};
use crate::wire::cipher::NotSealed;
use crate::wire::frame::{self, HEAD, Kind};
use crate::wire::records::Opening;

/// The bytes by which a frame's buffer is extended before any of it has come; after that it doubles.
const FIRST_ROOM: usize = 1 << 20;

/// The kind of what [`Receiver::receive`] has received.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrival {
    /// A frame; more may follow.
    Frame,
    /// The tail; nothing follows, and [`Receiver::confirm`] must be called.
    End,
}

/// Receives frames from the writer. Dropping it before [`Receiver::confirm`] or [`Receiver::stop`] makes the writer
/// fail.
#[derive(Debug)]
pub struct Receiver {
    end: End,
    /// The header of the next frame, as far as it was received.
    head: [u8; HEAD],
    known: usize,
    ended: bool,
    /// The encryption; `None` for a connection within this machine.
    opening: Option<Opening>,
}

impl Receiver {
    pub(crate) fn new(step: Arc<Step>, link: Arc<Link>) -> Self {
        Self {
            opening: link.take_cipher().map(Opening::new),
            end: End::new(step, link, None),
            head: [0; HEAD],
            known: 0,
            ended: false,
        }
    }

    /// Waits for the next frame or the tail and puts it into `frame`, whose allocation is reused and grows only as
    /// bytes arrive.
    ///
    /// # Errors
    ///
    /// Returns an error if the writer failed or is gone, if steps wait for each other in a circle, if the stream is
    /// damaged, or if the session is stopped. Nothing more can be received then, and what was received is incomplete.
    pub fn receive(&mut self, frame: &mut Vec<u8>) -> Result<Arrival, PipeError> {
        if self.ended {
            frame.clear();
            return Ok(Arrival::End);
        }
        while self.known < HEAD {
            self.fill(&mut [], false)?;
        }
        let (kind, length) =
            frame::read_head(self.head).ok_or_else(|| self.end.garbled("it is no page that feedrate sent"))?;
        self.known = 0;
        let spare = self.opening.as_ref().map_or(0, |_| Opening::SPARE);
        let mut have = 0;
        while have < length {
            // Bytes that are in the vector already are overwritten, so that a frame of the same length needs no
            // clearing.
            let room = length.min(FIRST_ROOM.max(2 * have));
            if frame.len() < room + spare {
                frame.resize(room + spare, 0);
            }
            let until = room.max(length.min(frame.len() - spare));
            have += self.fill(&mut frame[have..until + spare], kind == Kind::Frame && until == length)?;
        }
        frame.truncate(length);
        self.end.bytes += length as u64;
        if kind == Kind::Tail {
            self.ended = true;
            return Ok(Arrival::End);
        }
        self.end.frames += 1;
        Ok(Arrival::Frame)
    }

    /// Confirms to the writer that everything was received, after [`Arrival::End`].
    ///
    /// # Errors
    ///
    /// Returns an error if the tail was not received or the writer is gone.
    pub fn confirm(mut self) -> Result<PipeTotals, PipeError> {
        if !self.ended {
            return Err(self.end.garbled("it was taken as whole before its end had come"));
        }
        self.end.failed()?;
        let totals = self.end.totals();
        self.end.close_with(&ControlMessage::Confirmed);
        Ok(totals)
    }

    /// Tells the writer that no more is wanted.
    pub fn stop(mut self) -> PipeTotals {
        let totals = self.end.totals();
        self.end.close_with(&ControlMessage::StoppedReading);
        totals
    }

    /// Ends the pipe: the writer fails with `why`.
    pub fn fail(mut self, why: &str) {
        self.end.close_with(&ControlMessage::Failed(why.to_owned()));
    }

    /// Returns the name of the data set at the writer's end.
    #[must_use]
    pub fn written_as(&self) -> &str {
        &self.end.link.theirs
    }

    /// Returns what was received so far.
    #[must_use]
    pub fn totals(&self) -> PipeTotals {
        self.end.totals()
    }

    /// Receives bytes of a frame into `room`, and with `on` also those of the next header behind it, in one call; into
    /// the header alone if `room` is empty. Waits until there are any. Returns how many went into `room`, whose last
    /// [`Opening::SPARE`] bytes are left out if the pipe is encrypted.
    fn fill(&mut self, room: &mut [u8], on: bool) -> Result<usize, PipeError> {
        let Some(mut opening) = self.opening.take() else {
            return self.fill_plain(room, on);
        };
        let filled = self.fill_opened(&mut opening, room);
        self.opening = Some(opening);
        filled
    }

    fn fill_opened(&mut self, opening: &mut Opening, room: &mut [u8]) -> Result<usize, PipeError> {
        loop {
            self.end.failed()?;
            let mut head = [0; HEAD + Opening::SPARE];
            let is_head = room.is_empty();
            let into = match is_head {
                true => &mut head[self.known..],
                false => &mut *room,
            };
            match opening.take(into) {
                Ok(0) => {}
                Ok(opened) if is_head => {
                    self.head[self.known..][..opened].copy_from_slice(&into[..opened]);
                    self.known += opened;
                    return Ok(0);
                }
                Ok(opened) => return Ok(opened),
                Err(NotSealed) => return Err(self.end.garbled(CHANGED)),
            }
            let read = recv(&self.end.link.data, opening.room(), RecvFlags::empty());
            if let Some(read) = self.received(read.map(|(read, _)| read))? {
                opening.received(read);
            }
        }
    }

    fn fill_plain(&mut self, room: &mut [u8], on: bool) -> Result<usize, PipeError> {
        let length = room.len();
        loop {
            self.end.failed()?;
            let head = &mut self.head[self.known..];
            let read = if length == 0 {
                receive_parts(&self.end.link.data, &mut [IoSliceMut::new(head)])
            } else if on {
                let parts = &mut [IoSliceMut::new(room), IoSliceMut::new(head)];
                receive_parts(&self.end.link.data, parts)
            } else {
                receive_parts(&self.end.link.data, &mut [IoSliceMut::new(room)])
            };
            if let Some(read) = self.received(read)? {
                let in_room = read.min(length);
                self.known += read - in_room;
                return Ok(in_room);
            }
        }
    }

    /// Counts the bytes that a call has received. Returns `None` after a wait if there were none, and an error if there
    /// will be none.
    fn received(&mut self, read: Result<usize, Errno>) -> Result<Option<usize>, PipeError> {
        match read {
            Ok(0) => Err(self.end.cut_short()),
            Ok(read) => {
                self.end.link.count(read);
                Ok(Some(read))
            }
            Err(Errno::AGAIN) => {
                self.end.wait(AwaitedOperation::Read)?;
                Ok(None)
            }
            Err(Errno::INTR) => Ok(None),
            Err(error) if is_closed_by_peer(error) => Err(self.end.cut_short()),
            Err(error) => Err(self.end.link.refused("receive", error)),
        }
    }
}

#[cfg(test)]
#[path = "receiver_tests.rs"]
mod tests;
