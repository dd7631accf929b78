//! What a session says to its client.

use std::fs::File;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::error::ConnectError;
use crate::frame::{self, Kind};
use crate::message::Reply;

/// Bytes of log or listing that are sent at once.
const PIECE: usize = 64 << 10;

/// How long what is written may wait before it is sent. So a session that is killed has said nearly all.
const LONGEST_WAIT: Duration = Duration::from_millis(50);

/// The way to the client. All that is said goes over it in order, whoever says it.
#[derive(Clone, Debug)]
pub struct Replies(Arc<Mutex<ReplyStream>>);

#[derive(Debug)]
struct ReplyStream {
    file: File,
    /// Whether nobody is at its end any more.
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

    /// Whether nobody hears what is said any more.
    pub(crate) fn are_broken(&self) -> bool {
        self.lock().is_broken
    }

    fn lock(&self) -> MutexGuard<'_, ReplyStream> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says something.
    pub fn say(&self, reply: &Reply) -> Result<(), ConnectError> {
        let text = serde_json::to_vec(reply).map_err(ConnectError::nonsense)?;
        self.lock().write(Kind::Message, &text)
    }

    /// Where the log is written to.
    pub fn log(&self) -> Out {
        Out::new(self.clone(), Kind::Log)
    }

    /// Where the listing is written to.
    pub fn listing(&self) -> Out {
        Out::new(self.clone(), Kind::Listing)
    }
}

/// Writes log or listing to the client.
#[derive(Debug)]
pub struct Out {
    replies: Replies,
    kind: Kind,
    waiting: Vec<u8>,
    sent: Instant,
}

impl Out {
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

impl Write for Out {
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

impl Drop for Out {
    fn drop(&mut self) {
        // Nobody is left to be told that nobody listens.
        let _ = self.flush();
    }
}
