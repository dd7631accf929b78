//! Where a writer is found: its sockets, who has come to them, and the one reader that is link.

use std::cell::OnceCell;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{io, thread};

use rustix::io::Errno;
use rustix::net::{RecvFlags, SocketFlags, accept_with, recv};

use crate::PipeError;
use crate::connection::{Admission, Connection, HandshakeContext, HandshakeState};
use crate::hello::{Refusal, Role, Token};
use crate::link::{Link, LinkRole};
use crate::owner::{self, Owner, SocketTable};
use crate::pipes::{PipeOptions, endpoints};
use crate::socket::Endpoint;
use crate::step::{Step, WAIT_SLICE};

/// Guests at once, at most; the one who changed first is sent away for another, and before those who have said a hello
/// those who have not.
const MOST_CONNECTIONS: usize = 64;

/// Readers at once whose second connection is awaited, at most; the one who changed first is sent away for another.
const MOST_PARTIAL: usize = 64;

/// How long the second connection of a reader may follow the first.
const JOIN_TIMEOUT: Duration = Duration::from_secs(5);

/// A writer's door, open from its offer to the end of what it writes.
#[derive(Debug)]
pub(crate) struct Listener {
    options: PipeOptions,
    what: String,
    sockets: Vec<(Endpoint, OwnedFd)>,
    /// Who is there. Only the attendant looks.
    connections: Mutex<Connections>,
    accepted: Mutex<AcceptedReader>,
    changed: Condvar,
}

/// Who is at a door.
#[derive(Debug, Default)]
pub(crate) struct Connections {
    waiting: Vec<Connection>,
    /// Several, so that nobody who never comes a second time keeps another out.
    partial: Vec<PartialReader>,
    link: Option<Arc<Link>>,
}

/// A reader whose frames' connection stands.
#[derive(Debug)]
struct PartialReader {
    connection: Connection,
    token: Token,
    theirs: String,
    since: Instant,
}

/// What the step waits for.
#[derive(Debug, Default)]
struct AcceptedReader {
    link: Option<Arc<Link>>,
    hint: &'static str,
}

impl Listener {
    /// Opens the door of a pipe.
    pub(crate) fn open(options: &PipeOptions, what: &str) -> Result<Self, PipeError> {
        let mut sockets = Vec::new();
        let mut refused = None;
        for endpoint in endpoints(options)? {
            match endpoint.listen() {
                Ok(listener) => sockets.push((endpoint, listener)),
                Err(error) => refused = refused.or(Some((endpoint, error))),
            }
        }
        // Of the addresses of a name those are link that are this machine's; of a port all that belongs to it.
        if let Some((_, error)) = refused
            && (sockets.is_empty() || options.address.is_near())
        {
            return Err(refusal(options, error));
        }
        Ok(Self {
            options: options.clone(),
            what: what.to_owned(),
            sockets,
            connections: Mutex::default(),
            accepted: Mutex::default(),
            changed: Condvar::new(),
        })
    }

    /// The sockets.
    pub(crate) fn sockets(&self) -> impl Iterator<Item = BorrowedFd<'_>> {
        self.sockets.iter().map(|(_, listener)| listener.as_fd())
    }

    /// Who is there.
    pub(crate) fn connections(&self) -> MutexGuard<'_, Connections> {
        self.connections
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a reader was link.
    pub(crate) fn wait(&self, step: &Step) -> Result<Arc<Link>, PipeError> {
        let end = Instant::now() + self.options.timeout;
        let mut accepted = self.accepted();
        loop {
            if let Some(link) = &accepted.link {
                return Ok(Arc::clone(link));
            }
            if step.stopped() {
                return Err(PipeError::Stopped {
                    pipe: self.options.address.to_string(),
                    what: self.what.clone(),
                });
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let comma = if accepted.hint.is_empty() {
                    ""
                } else {
                    ", but "
                };
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

    /// The reader that was link, if one was.
    pub(crate) fn accepted_reader(&self) -> Option<Arc<Link>> {
        self.accepted().link.clone()
    }

    /// Lets in who has come, and gives the reader once both its connections stand.
    pub(crate) fn accept(&self) -> Option<Arc<Link>> {
        let mut connections = self.connections();
        self.accept_all(&mut connections);
        connections.partial.retain(|reader| !reader.is_lost());
        // Read when the first is asked for, which all have come before; once for all of them.
        let table = OnceCell::new();
        let mut joined = None;
        for connection in std::mem::take(&mut connections.waiting) {
            let standing = connection.advance(&HandshakeContext {
                secret: self.options.secret.as_ref(),
                what: &self.what,
                admits: &|role, token| connections.admits(role, token),
                owner: &|connection| self.owner(connection, &table),
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

    /// Hands the reader to the step, once it is attended to as a pipe.
    pub(crate) fn announce(&self, link: Arc<Link>) {
        self.accepted().link = Some(link);
        self.changed.notify_all();
    }

    fn accepted(&self) -> MutexGuard<'_, AcceptedReader> {
        self.accepted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps what may tell the step why no reader was link; strangers tell less than readers.
    fn note(&self, why: &'static str) {
        let mut accepted = self.accepted();
        if accepted.hint.is_empty() || why.starts_with("a reader") {
            accepted.hint = why;
        }
    }

    fn accept_all(&self, connections: &mut Connections) {
        for (endpoint, listener) in &self.sockets {
            for _ in 0..MOST_CONNECTIONS {
                match accept_with(listener, SocketFlags::CLOEXEC | SocketFlags::NONBLOCK) {
                    Ok(socket) => match endpoint {
                        Endpoint::Unix(_) if owner::of_unix(&socket) != Owner::SameUser => {}
                        _ => connections.waiting.push(Connection::new(socket, *endpoint)),
                    },
                    Err(Errno::INTR | Errno::CONNABORTED) => {}
                    Err(Errno::AGAIN) => break,
                    Err(_) => {
                        // No descriptor or memory is left; the guest stays, and must not keep the thread busy.
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

    /// Whose a guest is; `table` has what the system lists of the port, once that was asked for.
    fn owner(&self, connection: &Connection, table: &OnceCell<Option<SocketTable>>) -> Owner {
        match connection.endpoint {
            Endpoint::Unix(_) => owner::of_unix(&connection.socket),
            Endpoint::Tcp(_) => table
                .get_or_init(|| SocketTable::with_port(self.options.address.port()).ok())
                .as_ref()
                .map_or(Owner::Unknown, |table| table.owner(&connection.socket)),
        }
    }

    fn join(&self, reader: PartialReader, control: Connection) -> Link {
        Link::new(
            LinkRole::Writer,
            (
                self.options.address.to_string(),
                self.what.clone(),
                reader.theirs,
            ),
            reader.connection.endpoint.carrier(),
            reader.connection.socket,
            control.socket,
        )
    }
}

impl Connections {
    /// Whether anyone is there.
    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.partial.is_empty()
    }

    /// The connections of those who are to say something.
    pub(crate) fn sockets(&self) -> impl Iterator<Item = BorrowedFd<'_>> {
        self.waiting
            .iter()
            .map(|connection| connection.socket.as_fd())
    }

    fn admits(&self, role: Role, token: &Token) -> Admission {
        match (role, &self.link) {
            // Who read has all it wants; the next to come is for the next to write, and tries until that is there.
            (_, Some(link)) if link.is_over() => Err(None),
            (Role::Data, None) => Ok(()),
            (Role::Data, Some(_)) => Err(Some(Refusal::Busy)),
            (Role::Control, None) if self.partial.iter().any(|reader| reader.token == *token) => {
                Ok(())
            }
            (Role::Control, _) => Err(None),
        }
    }

    /// Takes out the reader whose second connection comes with a token, where it is there still.
    fn take_partial(&mut self, token: &Token) -> Option<PartialReader> {
        let at = self
            .partial
            .iter()
            .position(|reader| reader.token == *token)?;
        Some(self.partial.swap_remove(at))
    }
}

impl PartialReader {
    /// Whether the reader has gone before its second connection changed, or takes too long.
    fn is_lost(&self) -> bool {
        let heard = recv(&self.connection.socket, &mut [0; 1], RecvFlags::PEEK);
        !matches!(heard, Err(Errno::AGAIN | Errno::INTR)) || self.since.elapsed() > JOIN_TIMEOUT
    }
}

/// The error that a step gets where the system does not let it listen.
fn refusal(options: &PipeOptions, error: Errno) -> PipeError {
    let pipe = options.address.to_string();
    let port = options.address.port();
    match error {
        Errno::ADDRINUSE => PipeError::InUse { pipe, port },
        Errno::ACCESS | Errno::PERM if port < 1024 => PipeError::NotPermitted { pipe, port },
        Errno::ADDRNOTAVAIL => PipeError::NotThisMachine { pipe },
        error => PipeError::System {
            doing: "listen",
            pipe,
            source: io::Error::from(error),
        },
    }
}
