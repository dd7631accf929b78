//! How a reader finds its writer: it tries until one is there who takes it, or the time is over.

use std::os::fd::OwnedFd;
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::PollFlags;
use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags, recv, send};

use crate::hello::{self, Hello, Message, Refusal, Role, Strange, Token, Welcome};
use crate::link::{Link, Side};
use crate::owner::{self, Owner};
use crate::pipes::{Way, places};
use crate::proof::{readers_proof, writer_has};
use crate::secret::PROOF;
use crate::socket::Place;
use crate::step::{Step, TURN, token};
use crate::{PipeError, socket};

/// How long a writer has to answer. Its attendant does nothing else.
const PATIENCE: Duration = Duration::from_secs(5);

/// What silence must last for to mean anything.
const AN_ANSWER: Duration = Duration::from_millis(500);

/// The time from one try to the next.
const BETWEEN: Duration = Duration::from_millis(20);

/// How long a pipe may still be another's: the step before may be about to leave it.
const BUSY: Duration = Duration::from_secs(1);

/// Why a try came to nothing.
enum Missed {
    /// No writer was there; what was instead, if anything.
    Nobody(Option<&'static str>),
    /// The time was over before it was known.
    CutShort,
    /// Another reads.
    Busy,
    /// It will not do later either.
    Never(&'static str),
}

/// Finds the writer of a pipe.
pub(crate) fn find(step: &Step, way: &Way, what: &str) -> Result<Link, PipeError> {
    let places = places(way)?;
    let end = Instant::now() + way.timeout;
    let mut busy_since = None;
    let mut hint = None;
    loop {
        let mut here = Some(None);
        for place in &places {
            let call = Call {
                step,
                way,
                what,
                place: *place,
                nearer: Some(places[0]).filter(|nearer| nearer != place),
                end: (Instant::now() + PATIENCE).min(end),
            };
            match call.both() {
                Ok(link) => return Ok(link),
                Err(Missed::Nobody(found)) => here = here.map(|known| found.or(known)),
                Err(Missed::CutShort) => here = None,
                Err(Missed::Never(why)) => return Err(refused(way, what, why)),
                Err(Missed::Busy) => {
                    let since = *busy_since.get_or_insert_with(Instant::now);
                    if since.elapsed() > BUSY {
                        let why = "another step reads it already, and a pipe has one reader; write a second pipe \
                                   for this step";
                        return Err(refused(way, what, why));
                    }
                    break;
                }
            }
            // Who was busy and is no more has left; the wait for the next to write begins.
            busy_since = None;
        }
        hint = here.unwrap_or(hint);
        if step.stopped() {
            return Err(PipeError::Stopped {
                pipe: way.address.to_string(),
                what: what.to_owned(),
            });
        }
        if Instant::now() >= end {
            return Err(PipeError::NoWriter {
                pipe: way.address.to_string(),
                what: what.to_owned(),
                waited: way.timeout,
                hint: hint.map_or_else(String::new, |hint| format!(", but {hint}")),
            });
        }
        thread::sleep(BETWEEN);
    }
}

fn refused(way: &Way, what: &str, why: &str) -> PipeError {
    PipeError::Refused {
        pipe: way.address.to_string(),
        what: what.to_owned(),
        why: why.to_owned(),
    }
}

/// One try at one place.
#[derive(Clone, Copy)]
struct Call<'a> {
    step: &'a Step,
    way: &'a Way,
    what: &'a str,
    place: Place,
    /// The place that is better, where there is one.
    nearer: Option<Place>,
    end: Instant,
}

impl Call<'_> {
    /// Whether the writer is to be had by a Unix socket. One that is listens there before it does so by TCP, and so whoever
    /// has answered by TCP is asked for it: it may not have been there when that was tried.
    fn is_nearer(&self) -> bool {
        let Some(nearer @ Place::Unix(_)) = self.nearer else {
            return false;
        };
        let dialed = nearer.dial(|socket, events| self.wait(socket, events));
        // The name may be another user's, who keeps nobody from the pipe so.
        matches!(dialed, Ok(Some(socket)) if owner::of_unix(&socket) == Owner::Mine)
    }

    fn both(&self) -> Result<Link, Missed> {
        let (data, welcome) = self.one(Role::Data, [0; 16])?;
        let (control, _) = self.one(Role::Control, welcome.token)?;
        Ok(Link::new(
            Side::Reads,
            (
                self.way.address.to_string(),
                self.what.to_owned(),
                welcome.what,
            ),
            self.place.carrier(),
            data,
            control,
        ))
    }

    fn one(&self, role: Role, token_of_data: Token) -> Result<(OwnedFd, Welcome), Missed> {
        let socket = match self.place.dial(|socket, events| self.wait(socket, events)) {
            Ok(Some(socket)) => socket,
            Ok(None) => return Err(Missed::Nobody(Some("its machine does not answer"))),
            Err(Errno::HOSTUNREACH | Errno::NETUNREACH | Errno::TIMEDOUT) => {
                return Err(Missed::Nobody(Some("its machine cannot be reached")));
            }
            Err(_) => return Err(Missed::Nobody(None)),
        };
        if matches!(self.place, Place::Unix(_)) && owner::of_unix(&socket) != Owner::Mine {
            return Err(Missed::Nobody(Some(
                "a program of another user listens there",
            )));
        }
        let secret = self.way.secret.as_ref();
        let hello = Hello {
            role,
            guarded: secret.is_some(),
            nonce: token(),
            token: token_of_data,
            what: hello::shortened(self.what).to_owned(),
        };
        self.say(&socket, &Message::Hello(hello.clone()))?;
        let Message::Challenge(challenge) = self.hear(&socket)? else {
            return Err(not_ours());
        };
        if role == Role::Data && self.is_nearer() {
            return Err(Missed::Nobody(None));
        }
        match (challenge.guarded, secret) {
            (true, None) => {
                return Err(Missed::Never(
                    "the step that writes it was given SECRET= and this one was not; give both the same",
                ));
            }
            (false, Some(_)) => {
                return Err(Missed::Never(
                    "this step was given SECRET= and the one that writes it was not; give both the same",
                ));
            }
            (true, Some(_)) => {}
            // It has answered, so that its end of the connection is known to be someone's; what it has sent beside
            // that comes from the same end.
            (false, None) => match owner::of(&socket) {
                Owner::Mine => {}
                Owner::Other => {
                    return Err(Missed::Never(
                        "another user writes it; give both steps the same SECRET= or name another port",
                    ));
                }
                Owner::Unclear => {
                    return Err(Missed::Nobody(Some(
                        "what answered there hung up or the system does not tell whose it is (both steps can be \
                         given the same SECRET=, or no host, which takes a Unix socket)",
                    )));
                }
            },
        }
        let proof = secret.map_or([0; PROOF], |secret| {
            readers_proof(secret, &hello, &challenge)
        });
        self.say(&socket, &Message::Proof(proof))?;
        let Message::Welcome(welcome) = self.hear(&socket)? else {
            return Err(not_ours());
        };
        if secret.is_some_and(|secret| !writer_has(secret, &hello, &challenge, &welcome)) {
            return Err(Missed::Never(
                "the step that writes it does not prove that it has this SECRET=; give both the same",
            ));
        }
        Ok((socket, welcome))
    }

    /// Waits until a socket is ready, unless the time is over or the session stops first.
    fn wait(&self, socket: &OwnedFd, events: PollFlags) -> bool {
        loop {
            let left = self.end.saturating_duration_since(Instant::now());
            match socket::ready(socket, events, left.min(TURN)) {
                Ok(false) if left.is_zero() || self.step.stopped() => return false,
                Ok(false) => {}
                Ok(true) => return true,
                Err(_) => return false,
            }
        }
    }

    fn say(&self, socket: &OwnedFd, message: &Message) -> Result<(), Missed> {
        // So little was said before that it goes at once.
        match send(socket, &message.to_bytes(), SendFlags::NOSIGNAL) {
            Ok(_) => Ok(()),
            Err(_) => Err(hung_up()),
        }
    }

    fn hear(&self, socket: &OwnedFd) -> Result<Message, Missed> {
        let mut said = Vec::new();
        let mut buffer = [0; 600];
        let began = Instant::now();
        loop {
            match Message::read(&said) {
                Ok(Some(Message::Refused(refusal))) => return Err(missed(refusal)),
                Ok(Some(message)) => return Ok(message),
                Ok(None) => {}
                Err(Strange::Version) => return Err(missed(Refusal::Version)),
                Err(Strange::NotOurs) => return Err(not_ours()),
            }
            let missing = Message::missing(&said).min(buffer.len());
            match recv(socket, &mut buffer[..missing], RecvFlags::empty()) {
                // So does a writer that ends at this moment.
                Ok((0, _)) => {
                    return Err(Missed::Nobody(Some(
                        "something listens there that hangs up",
                    )));
                }
                Ok((come, _)) => said.extend_from_slice(&buffer[..come]),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => {
                    if !self.wait(socket, PollFlags::IN) {
                        if began.elapsed() < AN_ANSWER {
                            return Err(Missed::CutShort);
                        }
                        return Err(Missed::Nobody(Some(
                            "something listens there that does not answer as feedrate does",
                        )));
                    }
                }
                Err(_) => return Err(hung_up()),
            }
        }
    }
}

/// As a writer does that ends at this moment, so that it is tried again.
fn hung_up() -> Missed {
    Missed::Nobody(Some("something listens there that hangs up"))
}

fn not_ours() -> Missed {
    Missed::Nobody(Some("something listens there that is not feedrate"))
}

fn missed(refusal: Refusal) -> Missed {
    match refusal {
        Refusal::Busy => Missed::Busy,
        Refusal::WrongSecret => {
            Missed::Never("its SECRET= is not that of the step that writes it; give both the same")
        }
        Refusal::OtherUser => Missed::Never(
            "another user writes it; give both steps the same SECRET= or name another port",
        ),
        Refusal::Version => Missed::Never(
            "another version of feedrate writes it; run both steps with the same program",
        ),
    }
}
