//! Where a writer is found: its listeners, who has come to them, and the one reader that is taken.

use std::cell::OnceCell;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{io, thread};

use rustix::io::Errno;
use rustix::net::{RecvFlags, SocketFlags, accept_with, recv};

use crate::PipeError;
use crate::guest::{Guest, House, Standing, Taken};
use crate::hello::{Refusal, Role, Token};
use crate::link::{Link, Side};
use crate::owner::{self, Listed, Owner};
use crate::pipes::{Way, places};
use crate::socket::Place;
use crate::step::{Step, TURN};

/// Guests at once, at most; the one who came first is sent away for another, and before those who have said a hello
/// those who have not.
const MOST_GUESTS: usize = 64;

/// Readers at once whose second connection is awaited, at most; the one who came first is sent away for another.
const MOST_HALVES: usize = 64;

/// How long the second connection of a reader may follow the first.
const JOINED_WITHIN: Duration = Duration::from_secs(5);

/// A writer's door, open from its offer to the end of what it writes.
#[derive(Debug)]
pub(crate) struct Door {
    way: Way,
    what: String,
    listeners: Vec<(Place, OwnedFd)>,
    /// Who is there. Only the attendant looks.
    guests: Mutex<Guests>,
    arrived: Mutex<Arrived>,
    came: Condvar,
}

/// Who is at a door.
#[derive(Debug, Default)]
pub(crate) struct Guests {
    waiting: Vec<Guest>,
    /// Several, so that nobody who never comes a second time keeps another out.
    halves: Vec<Half>,
    taken: Option<Arc<Link>>,
}

/// A reader whose frames' connection stands.
#[derive(Debug)]
struct Half {
    guest: Guest,
    token: Token,
    theirs: String,
    since: Instant,
}

/// What the step waits for.
#[derive(Debug, Default)]
struct Arrived {
    link: Option<Arc<Link>>,
    hint: &'static str,
}

impl Door {
    /// Opens the door of a pipe.
    pub(crate) fn open(way: &Way, what: &str) -> Result<Self, PipeError> {
        let mut listeners = Vec::new();
        let mut refused = None;
        for place in places(way)? {
            match place.listen() {
                Ok(listener) => listeners.push((place, listener)),
                Err(error) => refused = refused.or(Some((place, error))),
            }
        }
        // Of the addresses of a name those are taken that are this machine's; of a port all that belongs to it.
        if let Some((_, error)) = refused
            && (listeners.is_empty() || way.address.is_near())
        {
            return Err(refusal(way, error));
        }
        Ok(Self {
            way: way.clone(),
            what: what.to_owned(),
            listeners,
            guests: Mutex::default(),
            arrived: Mutex::default(),
            came: Condvar::new(),
        })
    }

    /// The listeners.
    pub(crate) fn watched(&self) -> impl Iterator<Item = BorrowedFd<'_>> {
        self.listeners.iter().map(|(_, listener)| listener.as_fd())
    }

    /// Who is there.
    pub(crate) fn guests(&self) -> MutexGuard<'_, Guests> {
        self.guests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a reader was taken.
    pub(crate) fn wait(&self, step: &Step) -> Result<Arc<Link>, PipeError> {
        let end = Instant::now() + self.way.timeout;
        let mut arrived = self.arrived();
        loop {
            if let Some(link) = &arrived.link {
                return Ok(Arc::clone(link));
            }
            if step.stopped() {
                return Err(PipeError::Stopped {
                    pipe: self.way.address.to_string(),
                    what: self.what.clone(),
                });
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let comma = if arrived.hint.is_empty() {
                    ""
                } else {
                    ", but "
                };
                return Err(PipeError::NoReader {
                    pipe: self.way.address.to_string(),
                    what: self.what.clone(),
                    waited: self.way.timeout,
                    hint: format!("{comma}{}", arrived.hint),
                });
            }
            arrived = self
                .came
                .wait_timeout(arrived, left.min(TURN))
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
    }

    /// The reader that was taken, if one was.
    pub(crate) fn taken(&self) -> Option<Arc<Link>> {
        self.arrived().link.clone()
    }

    /// Lets in who has come, and gives the reader once both its connections stand.
    pub(crate) fn attend(&self) -> Option<Arc<Link>> {
        let mut guests = self.guests();
        self.let_in(&mut guests);
        guests.halves.retain(|half| !half.is_lost());
        // Read when the first is asked for, which all have come before; once for all of them.
        let listed = OnceCell::new();
        let mut joined = None;
        for guest in std::mem::take(&mut guests.waiting) {
            let standing = guest.attend(&House {
                secret: self.way.secret.as_ref(),
                what: &self.what,
                takes: &|role, token| guests.takes(role, token),
                owner: &|guest| self.owner(guest, &listed),
            });
            match standing {
                Standing::Waits(guest) => guests.waiting.push(guest),
                Standing::Gone(None) => {}
                Standing::Gone(Some(why)) => self.note(why),
                Standing::Welcome(guest, hello, token) => match hello.role {
                    Role::Data => {
                        let excess = (guests.halves.len() + 1).saturating_sub(MOST_HALVES);
                        drop(guests.halves.drain(..excess));
                        guests.halves.push(Half {
                            guest,
                            token,
                            theirs: hello.what,
                            since: Instant::now(),
                        });
                    }
                    Role::Control => {
                        if let Some(half) = guests.take_half(&hello.token) {
                            guests.halves.clear();
                            let link = Arc::new(self.join(half, guest));
                            guests.taken = Some(Arc::clone(&link));
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
        self.arrived().link = Some(link);
        self.came.notify_all();
    }

    fn arrived(&self) -> MutexGuard<'_, Arrived> {
        self.arrived.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps what may tell the step why no reader was taken; strangers tell less than readers.
    fn note(&self, why: &'static str) {
        let mut arrived = self.arrived();
        if arrived.hint.is_empty() || why.starts_with("a reader") {
            arrived.hint = why;
        }
    }

    fn let_in(&self, guests: &mut Guests) {
        for (place, listener) in &self.listeners {
            for _ in 0..MOST_GUESTS {
                match accept_with(listener, SocketFlags::CLOEXEC | SocketFlags::NONBLOCK) {
                    Ok(socket) => match place {
                        Place::Unix(_) if owner::of_unix(&socket) != Owner::Mine => {}
                        _ => guests.waiting.push(Guest::new(socket, *place)),
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
        let mut excess = guests.waiting.len().saturating_sub(MOST_GUESTS);
        guests.waiting.retain(|guest| {
            let goes = excess > 0 && !guest.has_begun();
            excess -= usize::from(goes);
            !goes
        });
        drop(guests.waiting.drain(..excess));
    }

    /// Whose a guest is; `listed` has what the system lists of the port, once that was asked for.
    fn owner(&self, guest: &Guest, listed: &OnceCell<Option<Listed>>) -> Owner {
        match guest.place {
            Place::Unix(_) => owner::of_unix(&guest.socket),
            Place::Tcp(_) => listed
                .get_or_init(|| Listed::with_port(self.way.address.port()).ok())
                .as_ref()
                .map_or(Owner::Unclear, |listed| listed.owner(&guest.socket)),
        }
    }

    fn join(&self, half: Half, control: Guest) -> Link {
        Link::new(
            Side::Writes,
            (self.way.address.to_string(), self.what.clone(), half.theirs),
            half.guest.place.carrier(),
            half.guest.socket,
            control.socket,
        )
    }
}

impl Guests {
    /// Whether anyone is there.
    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.halves.is_empty()
    }

    /// The connections of those who are to say something.
    pub(crate) fn sockets(&self) -> impl Iterator<Item = BorrowedFd<'_>> {
        self.waiting.iter().map(|guest| guest.socket.as_fd())
    }

    fn takes(&self, role: Role, token: &Token) -> Taken {
        match (role, &self.taken) {
            // Who read has all it wants; the next to come is for the next to write, and tries until that is there.
            (_, Some(link)) if link.is_over() => Err(None),
            (Role::Data, None) => Ok(()),
            (Role::Data, Some(_)) => Err(Some(Refusal::Busy)),
            (Role::Control, None) if self.halves.iter().any(|half| half.token == *token) => Ok(()),
            (Role::Control, _) => Err(None),
        }
    }

    /// Takes out the reader whose second connection comes with a token, where it is there still.
    fn take_half(&mut self, token: &Token) -> Option<Half> {
        let at = self.halves.iter().position(|half| half.token == *token)?;
        Some(self.halves.swap_remove(at))
    }
}

impl Half {
    /// Whether the reader has gone before its second connection came, or takes too long.
    fn is_lost(&self) -> bool {
        let heard = recv(&self.guest.socket, &mut [0; 1], RecvFlags::PEEK);
        !matches!(heard, Err(Errno::AGAIN | Errno::INTR)) || self.since.elapsed() > JOINED_WITHIN
    }
}

/// The error that a step gets where the system does not let it listen.
fn refusal(way: &Way, error: Errno) -> PipeError {
    let pipe = way.address.to_string();
    let port = way.address.port();
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
