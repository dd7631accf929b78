//! The writing end before a reader is accepted: its listening sockets, the connections to them, and the one reader that
//! it accepts.

use std::cell::OnceCell;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{io, thread};

use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::io::Errno;

use crate::error::PipeError;
use crate::handshake::admission::HandshakeContext;
use crate::handshake::connection::{Connection, HandshakeState};
use crate::handshake::connection_pair::ConnectionPair;
use crate::handshake::hello::Role;
use crate::handshake::owner::{self, Owner, SocketTable};
use crate::handshake::protection::Protection;
use crate::handshake::route::Route;
use crate::options::PipeOptions;
use crate::stream::connections::{Connections, PartialReader};
use crate::stream::link::Link;
use crate::stream::role::LinkRole;
use crate::system;
use crate::wire::socket::Endpoint;
use crate::wire::stop::{StopFlag, WAIT_SLICE};

/// The maximum number of concurrent connections in the handshake. Beyond it the oldest is closed; those that have not
/// sent a hello go first.
const MOST_CONNECTIONS: usize = 64;

/// The maximum number of readers whose second connection is awaited. Beyond it the oldest is closed.
const MOST_PARTIAL: usize = 64;

/// The listening end of a pipe, open from its offer until all is written.
#[derive(Debug)]
pub(crate) struct Listener {
    options: PipeOptions,
    protection: Protection,
    what: String,
    sockets: Vec<(Endpoint, OwnedFd)>,
    /// The connections in the handshake. Only the poller uses them.
    connections: Mutex<Connections>,
    accepted: Mutex<AcceptedReader>,
    changed: Condvar,
}

/// The accepted reader, for which the step waits.
#[derive(Debug, Default)]
struct AcceptedReader {
    link: Option<Arc<Link>>,
    hint: &'static str,
}

impl Listener {
    /// Starts listening on all endpoints of a pipe.
    pub(crate) fn open(options: &PipeOptions, route: Route, what: &str) -> Result<Self, PipeError> {
        let mut sockets = Vec::new();
        let mut refused = None;
        for endpoint in route.endpoints {
            match endpoint.listen() {
                Ok(listener) => sockets.push((endpoint, listener)),
                Err(error) => refused = refused.or(Some((endpoint, error))),
            }
        }
        // Of the addresses of a host name, those of this machine suffice; of a port without a host, every endpoint must
        // be available.
        if let Some((_, error)) = refused
            && (sockets.is_empty() || options.address.is_near())
        {
            return Err(refusal(options, error));
        }
        Ok(Self {
            options: options.clone(),
            protection: route.protection,
            what: what.to_owned(),
            sockets,
            connections: Mutex::default(),
            accepted: Mutex::default(),
            changed: Condvar::new(),
        })
    }

    /// Returns the listening sockets.
    pub(crate) fn sockets(&self) -> impl Iterator<Item = BorrowedFd<'_>> {
        self.sockets.iter().map(|(_, listener)| listener.as_fd())
    }

    /// Returns the connections in the handshake.
    pub(crate) fn connections(&self) -> MutexGuard<'_, Connections> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a reader was accepted.
    pub(crate) fn wait(&self, stop: &StopFlag) -> Result<Arc<Link>, PipeError> {
        let end = Instant::now() + self.options.timeout;
        let mut accepted = self.accepted();
        loop {
            if let Some(link) = &accepted.link {
                return Ok(Arc::clone(link));
            }
            if stop.is_set() {
                return Err(PipeError::Stopped {
                    pipe: self.options.address.to_string(),
                    what: self.what.clone(),
                });
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let comma = if accepted.hint.is_empty() { "" } else { ", but " };
                return Err(PipeError::NoReader {
                    pipe: self.options.address.to_string(),
                    what: self.what.clone(),
                    waited: self.options.timeout,
                    hint: format!("{comma}{}", accepted.hint),
                });
            }
            accepted = self
                .changed
                .wait_timeout(accepted, left.min(WAIT_SLICE))
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
    }

    /// Returns the accepted reader, if any.
    pub(crate) fn accepted_reader(&self) -> Option<Arc<Link>> {
        self.accepted().link.clone()
    }

    /// Accepts new connections and advances their handshakes. Returns the link to the reader once both its connections
    /// are established.
    pub(crate) fn accept(&self) -> Option<Arc<Link>> {
        let mut connections = self.connections();
        self.accept_all(&mut connections);
        connections.partial.retain(|reader| !reader.is_lost());
        // Read when first needed, which is after all of these connections were made, and then used for all of them.
        let table = OnceCell::new();
        let mut joined = None;
        for connection in std::mem::take(&mut connections.waiting) {
            let standing = connection.advance(&HandshakeContext {
                protection: &self.protection,
                what: &self.what,
                admits: &|role, token| connections.admits(role, token),
                owner: &|endpoint, socket| self.owner(endpoint, socket, &table),
            });
            match standing {
                HandshakeState::Incomplete(connection) => connections.waiting.push(connection),
                HandshakeState::Closed(None) => {}
                HandshakeState::Closed(Some(why)) => self.note(why),
                HandshakeState::Accepted(connection, hello, token) => match hello.role {
                    Role::Data => {
                        let excess = (connections.partial.len() + 1).saturating_sub(MOST_PARTIAL);
                        drop(connections.partial.drain(..excess));
                        connections.partial.push(PartialReader {
                            connection,
                            token,
                            theirs: hello.what,
                            since: Instant::now(),
                        });
                    }
                    Role::Control => {
                        if let Some(reader) = connections.take_partial(&hello.token) {
                            connections.partial.clear();
                            let link = Arc::new(self.join(reader, connection));
                            connections.link = Some(Arc::clone(&link));
                            joined = Some(link);
                        }
                    }
                },
            }
        }
        joined
    }

    /// Hands the accepted reader to the step. The link must already be in the poll set.
    pub(crate) fn announce(&self, link: Arc<Link>) {
        self.accepted().link = Some(link);
        self.changed.notify_all();
    }

    fn accepted(&self) -> MutexGuard<'_, AcceptedReader> {
        self.accepted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records why a connection was not accepted, for the error message of the step. A rejected reader is a better
    /// explanation than a connection that is not a reader's.
    fn note(&self, why: &'static str) {
        let mut accepted = self.accepted();
        if accepted.hint.is_empty() || why.starts_with("a reader") {
            accepted.hint = why;
        }
    }

    fn accept_all(&self, connections: &mut Connections) {
        for (endpoint, listener) in &self.sockets {
            for _ in 0..MOST_CONNECTIONS {
                match system::accept(listener) {
                    Ok(socket) => match endpoint {
                        Endpoint::Unix(_) if owner::of_unix(&socket) != Owner::SameUser => {}
                        _ => connections.waiting.push(Connection::new(socket, *endpoint)),
                    },
                    Err(Errno::INTR | Errno::CONNABORTED) => {}
                    Err(Errno::AGAIN) => break,
                    Err(_) => {
                        // Out of descriptors or memory. The connection stays in the backlog; do not spin.
                        thread::sleep(Duration::from_millis(10));
                        break;
                    }
                }
            }
        }
        let mut excess = connections.waiting.len().saturating_sub(MOST_CONNECTIONS);
        connections.waiting.retain(|connection| {
            let goes = excess > 0 && !connection.has_greeted();
            excess -= usize::from(goes);
            !goes
        });
        drop(connections.waiting.drain(..excess));
    }

    /// Returns the owner of the other end of a connection. `table` caches the system's list of sockets for this port.
    fn owner(&self, endpoint: Endpoint, socket: BorrowedFd<'_>, table: &OnceCell<Option<SocketTable>>) -> Owner {
        match endpoint {
            Endpoint::Unix(_) => owner::of_unix(socket),
            Endpoint::Tcp(_) => table
                .get_or_init(|| SocketTable::with_port(self.options.address.port()).ok())
                .as_ref()
                .map_or(Owner::Unknown, |table| table.owner(socket)),
        }
    }

    fn join(&self, reader: PartialReader, control: Connection) -> Link {
        let endpoint = reader.connection.endpoint;
        let data = reader.connection.into_channel();
        Link::new(
            LinkRole::Writer,
            (self.options.address.to_string(), self.what.clone()),
            ConnectionPair {
                theirs: reader.theirs,
                carrier: endpoint.carrier(data.cipher.is_some()),
                data,
                control: control.into_channel(),
            },
        )
    }
}

/// Converts the system's refusal to listen into an error.
fn refusal(options: &PipeOptions, error: Errno) -> PipeError {
    let pipe = options.address.to_string();
    let port = options.address.port();
    match error {
        error if system::is_in_use(error) => PipeError::InUse { pipe, port },
        error if system::is_for_administrator(error, port) => PipeError::NotPermitted { pipe, port },
        Errno::ADDRNOTAVAIL => PipeError::NotThisMachine { pipe },
        error => PipeError::System {
            doing: "listen",
            pipe,
            source: io::Error::from(error),
        },
    }
}
