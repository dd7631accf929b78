//! The end of a pipe that reads.

use std::io::IoSliceMut;
use std::sync::Arc;

use rustix::io::{Errno, readv};

use crate::control_message::ControlMessage;
use crate::deadlock::Waiting;
use crate::end::End;
use crate::frame::{self, HEAD, Kind};
use crate::link::Link;
use crate::step::Step;
use crate::{PipeError, PipeTotals};

/// Bytes of room that a frame gets before any of it has come; after that, as much again as has come.
const FIRST_ROOM: usize = 1 << 20;

/// What has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrival {
    /// A frame; more may follow.
    Frame,
    /// The tail; nothing follows, and [`Receiver::confirm`] is due.
    End,
}

/// Receives frames from the writer. Dropped before [`Receiver::confirm`] or [`Receiver::stop`], it makes the writer
/// fail.
#[derive(Debug)]
pub struct Receiver {
    end: End,
    /// The head of the next frame, as far as it has come.
    head: [u8; HEAD],
    known: usize,
    ended: bool,
}

impl Receiver {
    pub(crate) fn new(step: Arc<Step>, link: Arc<Link>) -> Self {
        Self {
            end: End::new(step, link, None),
            head: [0; HEAD],
            known: 0,
            ended: false,
        }
    }

    /// Waits for the next frame or the tail and puts it into `frame`, whose room is used again and grows only as
    /// bytes come.
    ///
    /// # Errors
    ///
    /// Where the writer failed or is gone, steps wait for each other in a circle, what comes is damaged, or the
    /// session is stopped. Nothing more comes then, and what has come is not the whole.
    pub fn receive(&mut self, frame: &mut Vec<u8>) -> Result<Arrival, PipeError> {
        if self.ended {
            frame.clear();
            return Ok(Arrival::End);
        }
        while self.known < HEAD {
            self.fill(&mut [], false)?;
        }
        let (kind, length) = frame::read_head(self.head)
            .ok_or_else(|| self.garbled("it is no page that feedrate sent"))?;
        self.known = 0;
        let mut have = 0;
        while have < length {
            // What is in the vector already is written over, so that a frame like the last costs no clearing.
            let room = length.min(FIRST_ROOM.max(2 * have));
            if frame.len() < room {
                frame.resize(room, 0);
            }
            let until = room.max(length.min(frame.len()));
            have += self.fill(
                &mut frame[have..until],
                kind == Kind::Frame && until == length,
            )?;
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

    /// Tells the writer that all has been taken, after [`Arrival::End`].
    ///
    /// # Errors
    ///
    /// Where the tail has not come, or the writer is gone meanwhile.
    pub fn confirm(mut self) -> Result<PipeTotals, PipeError> {
        if !self.ended {
            return Err(self.garbled("it was taken as whole before its end had come"));
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

    /// The name of the data set at the writer's end.
    #[must_use]
    pub fn written_as(&self) -> &str {
        &self.end.link.theirs
    }

    /// What was received so far.
    #[must_use]
    pub fn totals(&self) -> PipeTotals {
        self.end.totals()
    }

    fn garbled(&self, why: &'static str) -> PipeError {
        PipeError::Garbled {
            pipe: self.end.link.pipe.clone(),
            what: self.end.link.what.clone(),
            why,
        }
    }

    /// Reads into `room` what has come of a frame, and behind it the next head where `on`, all by one call; waits until
    /// anything has come. Gives the bytes that went into the room.
    fn fill(&mut self, room: &mut [u8], on: bool) -> Result<usize, PipeError> {
        let length = room.len();
        loop {
            self.end.failed()?;
            let head = &mut self.head[self.known..];
            let read = if length == 0 {
                readv(&self.end.link.data, &mut [IoSliceMut::new(head)])
            } else if on {
                let parts = &mut [IoSliceMut::new(room), IoSliceMut::new(head)];
                readv(&self.end.link.data, parts)
            } else {
                readv(&self.end.link.data, &mut [IoSliceMut::new(room)])
            };
            match read {
                Ok(0) => return Err(self.end.cut_short()),
                Ok(read) => {
                    self.end.link.count(read);
                    let in_room = read.min(length);
                    self.known += read - in_room;
                    return Ok(in_room);
                }
                Err(Errno::AGAIN) => self.end.wait(Waiting::ToRead)?,
                Err(Errno::INTR) => {}
                Err(Errno::CONNRESET | Errno::PIPE | Errno::TIMEDOUT) => {
                    return Err(self.end.cut_short());
                }
                Err(error) => return Err(self.end.link.refused("receive", error)),
            }
        }
    }
}

#[cfg(test)]
#[path = "receiver_tests.rs"]
mod tests;
