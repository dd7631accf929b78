//! What a session says to its client.

use std::fs::File;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
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
pub struct Replies(Arc<Mutex<File>>);

impl Replies {
    pub(crate) fn new(file: File) -> Self {
        Self(Arc::new(Mutex::new(file)))
    }

    /// Says something.
    pub fn say(&self, reply: &Reply) -> Result<(), ConnectError> {
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        frame::write_message(&mut *file, reply)
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
        let mut file = self
            .replies
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        for piece in self.waiting.chunks(PIECE) {
            frame::write(&mut *file, self.kind, piece).map_err(|error| match error {
                ConnectError::Broken(error) => error,
                other => io::Error::other(other.to_string()),
            })?;
        }
        drop(file);
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
