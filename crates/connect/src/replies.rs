//! The replies of a session to its client.

use std::fs::File;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::error::ConnectError;
use crate::frame::{self, Kind};
use crate::message::Reply;

/// The maximum bytes of log or listing that are sent at once.
const PIECE: usize = 64 << 10;

/// The time for which output may be buffered. So a session that is killed has sent nearly all of it.
const LONGEST_WAIT: Duration = Duration::from_millis(50);

/// The stream to the client. Everything is sent over it in order, by any thread.
#[derive(Clone, Debug)]
pub struct Replies(Arc<Mutex<ReplyStream>>);

#[derive(Debug)]
struct ReplyStream {
    file: File,
    /// True if the client is gone.
    is_broken: bool,
}

impl ReplyStream {
    fn write(&mut self, kind: Kind, bytes: &[u8]) -> Result<(), ConnectError> {
        let written = frame::write(&mut self.file, kind, bytes);
        self.is_broken |= matches!(written, Err(ConnectError::Broken(_)));
        written
    }
}

impl Replies {
    pub(crate) fn new(file: File) -> Self {
        let is_broken = false;
        Self(Arc::new(Mutex::new(ReplyStream { file, is_broken })))
    }

    /// Returns whether the client is gone.
    pub(crate) fn are_broken(&self) -> bool {
        self.lock().is_broken
    }

    fn lock(&self) -> MutexGuard<'_, ReplyStream> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a reply.
    ///
    /// # Errors
    ///
    /// Fails if the client is gone.
    pub fn send(&self, reply: &Reply) -> Result<(), ConnectError> {
        let text = serde_json::to_vec(reply).map_err(ConnectError::nonsense)?;
        self.lock().write(Kind::Message, &text)
    }

    /// Returns a writer of the log.
    pub fn log(&self) -> OutputWriter {
        OutputWriter::new(self.clone(), Kind::Log)
    }

    /// Returns a writer of the listing.
    pub fn listing(&self) -> OutputWriter {
        OutputWriter::new(self.clone(), Kind::Listing)
    }
}

/// Writes the log or the listing to the client.
#[derive(Debug)]
pub struct OutputWriter {
    replies: Replies,
    kind: Kind,
    waiting: Vec<u8>,
    sent: Instant,
}

impl OutputWriter {
    fn new(replies: Replies, kind: Kind) -> Self {
        Self {
            replies,
            kind,
            waiting: Vec::new(),
            sent: Instant::now(),
        }
    }

    fn send(&mut self) -> io::Result<()> {
        let mut way = self.replies.lock();
        for piece in self.waiting.chunks(PIECE) {
            way.write(self.kind, piece).map_err(|error| match error {
                ConnectError::Broken(error) => error,
                other => io::Error::other(other.to_string()),
            })?;
        }
        drop(way);
        self.waiting.clear();
        self.sent = Instant::now();
        Ok(())
    }
}

impl Write for OutputWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.waiting.extend_from_slice(bytes);
        if self.waiting.len() >= PIECE || self.sent.elapsed() >= LONGEST_WAIT {
            self.send()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.waiting.is_empty() {
            true => Ok(()),
            false => self.send(),
        }
    }
}

impl Drop for OutputWriter {
    fn drop(&mut self) {
        // If the client is gone, there is no one to report it to.
        let _ = self.flush();
    }
}
