//! The connections to a listener before they are a joined pipe.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::fd::{AsFd, BorrowedFd};
use rustix::io::Errno;
use rustix::net::{RecvFlags, recv};

use crate::handshake::admission::Admission;
use crate::handshake::connection::Connection;
use crate::handshake::hello::{Refusal, Role};
use crate::stream::link::Link;
use crate::wire::random::Token;

/// The time after the first connection of a reader in which the second one may follow.
const JOIN_TIMEOUT: Duration = Duration::from_secs(5);

/// The connections to a listener that are not yet a joined pipe.
#[derive(Debug, Default)]
pub(crate) struct Connections {
    pub(super) waiting: Vec<Connection>,
    /// Several, so that a reader that never opens its second connection does not keep others out.
    pub(super) partial: Vec<PartialReader>,
    pub(super) link: Option<Arc<Link>>,
}

/// A reader whose data connection has completed the handshake and whose control connection has not.
#[derive(Debug)]
pub(super) struct PartialReader {
    pub(super) connection: Connection,
    pub(super) token: Token,
    pub(super) theirs: String,
    pub(super) since: Instant,
}

impl Connections {
    /// Returns whether there are no connections in the handshake.
    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.partial.is_empty()
    }

    /// Returns the sockets of the connections in the handshake.
    pub(crate) fn sockets(&self) -> impl Iterator<Item = BorrowedFd<'_>> {
        self.waiting.iter().map(|connection| connection.socket.as_fd())
    }

    /// Decides on a connection with a role and a token.
    pub(super) fn admits(&self, role: Role, token: &Token) -> Admission {
        match (role, &self.link) {
            // The accepted reader has all it wants. The next reader is for the next writer, and retries until that one
            // listens.
            (_, Some(link)) if link.is_over() => Err(None),
            (Role::Data, None) => Ok(()),
            (Role::Data, Some(_)) => Err(Some(Refusal::Busy)),
            (Role::Control, None) if self.partial.iter().any(|reader| reader.token == *token) => Ok(()),
            (Role::Control, _) => Err(None),
        }
    }

    /// Removes and returns the reader whose control connection presents this token.
    pub(super) fn take_partial(&mut self, token: &Token) -> Option<PartialReader> {
        let at = self.partial.iter().position(|reader| reader.token == *token)?;
        Some(self.partial.swap_remove(at))
    }
}

impl PartialReader {
    /// Returns whether the reader has closed its data connection or its control connection is overdue.
    pub(super) fn is_lost(&self) -> bool {
        let heard = recv(&self.connection.socket, &mut [0; 1], RecvFlags::PEEK);
        !matches!(heard, Err(Errno::AGAIN | Errno::INTR)) || self.since.elapsed() > JOIN_TIMEOUT
    }
}
