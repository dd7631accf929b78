//! Connects a reader to its writer: retries until a writer accepts it or the timeout ends.

use std::os::fd::OwnedFd;
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::PollFlags;
use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags, recv, send};

use crate::hello::{self, Hello, Message, ProtocolError, Refusal, Role, Token, Welcome};
use crate::link::{Link, LinkRole};
use crate::owner::{self, Owner};
use crate::pipes::{PipeOptions, endpoints};
use crate::proof::{readers_proof, writer_has};
use crate::secret::PROOF;
use crate::socket::Endpoint;
use crate::step::{Step, WAIT_SLICE, token};
use crate::{PipeError, socket};

/// How long a writer has to answer. Its poller does nothing else.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

/// The silence after which a listener is considered not to answer.
const SILENCE: Duration = Duration::from_millis(500);

/// The interval between attempts.
const RETRY_INTERVAL: Duration = Duration::from_millis(20);

/// How long a pipe may stay busy: a previous reader may be about to close it.
const BUSY_TIMEOUT: Duration = Duration::from_secs(1);

/// Why an attempt failed.
enum DialFailure {
    /// No writer was there. Holds what was there instead, if anything.
    NoWriter(Option<&'static str>),
    /// The timeout ended before the result was known.
    CutShort,
    /// Another reader is connected.
    Busy,
    /// A later attempt would fail for the same reason.
    Refused(&'static str),
}

/// Connects to the writer of a pipe. Retries until the timeout.
pub(crate) fn dial(step: &Step, options: &PipeOptions, what: &str) -> Result<Link, PipeError> {
    let endpoints = endpoints(options)?;
    let end = Instant::now() + options.timeout;
    let mut busy_since = None;
    let mut hint = None;
    loop {
        let mut here = Some(None);
        for endpoint in &endpoints {
            let attempt = DialAttempt {
                step,
                options,
                what,
                endpoint: *endpoint,
                better: Some(endpoints[0]).filter(|better| better != endpoint),
                end: (Instant::now() + ANSWER_TIMEOUT).min(end),
            };
            match attempt.connect() {
                Ok(link) => return Ok(link),
                Err(DialFailure::NoWriter(found)) => here = here.map(|known| found.or(known)),
                Err(DialFailure::CutShort) => here = None,
                Err(DialFailure::Refused(why)) => return Err(refused(options, what, why)),
                Err(DialFailure::Busy) => {
                    let since = *busy_since.get_or_insert_with(Instant::now);
                    if since.elapsed() > BUSY_TIMEOUT {
                        let why = "another step reads it already, and a pipe has one reader; write a second pipe \
                                   for this step";
                        return Err(refused(options, what, why));
                    }
                    break;
                }
            }
            // The pipe is no longer busy: its reader has left. Wait for the next writer.
            busy_since = None;
        }
        hint = here.unwrap_or(hint);
        if step.stopped() {
            return Err(PipeError::Stopped {
                pipe: options.address.to_string(),
                what: what.to_owned(),
            });
        }
        if Instant::now() >= end {
            return Err(PipeError::NoWriter {
                pipe: options.address.to_string(),
                what: what.to_owned(),
                waited: options.timeout,
                hint: hint.map_or_else(String::new, |hint| format!(", but {hint}")),
            });
        }
        thread::sleep(RETRY_INTERVAL);
    }
}

fn refused(options: &PipeOptions, what: &str, why: &str) -> PipeError {
    PipeError::Refused {
        pipe: options.address.to_string(),
        what: what.to_owned(),
        why: why.to_owned(),
    }
}

/// One attempt at one endpoint.
#[derive(Clone, Copy)]
struct DialAttempt<'a> {
    step: &'a Step,
    options: &'a PipeOptions,
    what: &'a str,
    endpoint: Endpoint,
    /// The preferred endpoint, if this is not it.
    better: Option<Endpoint>,
    end: Instant,
}

impl DialAttempt<'_> {
    /// Returns whether the writer can be reached over a Unix socket. A writer listens there before it listens on TCP,
    /// so this is tried when TCP has answered: the Unix socket may not have existed when it was tried first.
    fn is_better_endpoint_up(&self) -> bool {
        let Some(better @ Endpoint::Unix(_)) = self.better else {
            return false;
        };
        let dialed = better.dial(|socket, events| self.wait(socket, events));
        // Another user may hold the name; that must not keep readers from the pipe.
        matches!(dialed, Ok(Some(socket)) if owner::of_unix(&socket) == Owner::SameUser)
    }

    fn connect(&self) -> Result<Link, DialFailure> {
        let (data, welcome) = self.handshake(Role::Data, [0; 16])?;
        let (control, _) = self.handshake(Role::Control, welcome.token)?;
        Ok(Link::new(
            LinkRole::Reader,
            (
                self.options.address.to_string(),
                self.what.to_owned(),
                welcome.what,
            ),
            self.endpoint.carrier(),
            data,
            control,
        ))
    }

    fn handshake(
        &self,
        role: Role,
        token_of_data: Token,
    ) -> Result<(OwnedFd, Welcome), DialFailure> {
        let socket = match self
            .endpoint
            .dial(|socket, events| self.wait(socket, events))
        {
            Ok(Some(socket)) => socket,
            Ok(None) => return Err(DialFailure::NoWriter(Some("its machine does not answer"))),
            Err(Errno::HOSTUNREACH | Errno::NETUNREACH | Errno::TIMEDOUT) => {
                return Err(DialFailure::NoWriter(Some("its machine cannot be reached")));
            }
            Err(_) => return Err(DialFailure::NoWriter(None)),
        };
        if matches!(self.endpoint, Endpoint::Unix(_)) && owner::of_unix(&socket) != Owner::SameUser
        {
            return Err(DialFailure::NoWriter(Some(
                "a program of another user listens there",
            )));
        }
        let secret = self.options.secret.as_ref();
        let hello = Hello {
            role,
            guarded: secret.is_some(),
            nonce: token(),
            token: token_of_data,
            what: hello::shortened(self.what).to_owned(),
        };
        self.send(&socket, &Message::Hello(hello.clone()))?;
        let Message::Challenge(challenge) = self.receive(&socket)? else {
            return Err(not_ours());
        };
        if role == Role::Data && self.is_better_endpoint_up() {
            return Err(DialFailure::NoWriter(None));
        }
        match (challenge.guarded, secret) {
            (true, None) => {
                return Err(DialFailure::Refused(
                    "the step that writes it was given SECRET= and this one was not; give both the same",
                ));
            }
            (false, Some(_)) => {
                return Err(DialFailure::Refused(
                    "this step was given SECRET= and the one that writes it was not; give both the same",
                ));
            }
            (true, Some(_)) => {}
            // Its answer shows that this end of the connection belongs to some process; what it has sent so far comes
            // from that same end.
            (false, None) => match owner::of(&socket) {
                Owner::SameUser => {}
                Owner::OtherUser => {
                    return Err(DialFailure::Refused(
                        "another user writes it; give both steps the same SECRET= or name another port",
                    ));
                }
                Owner::Unknown => {
                    return Err(DialFailure::NoWriter(Some(
                        "what answered there hung up or the system does not tell whose it is (both steps can be \
                         given the same SECRET=, or no host, which takes a Unix socket)",
                    )));
                }
            },
        }
        let proof = secret.map_or([0; PROOF], |secret| {
            readers_proof(secret, &hello, &challenge)
        });
        self.send(&socket, &Message::Proof(proof))?;
        let Message::Welcome(welcome) = self.receive(&socket)? else {
            return Err(not_ours());
        };
        if secret.is_some_and(|secret| !writer_has(secret, &hello, &challenge, &welcome)) {
            return Err(DialFailure::Refused(
                "the step that writes it does not prove that it has this SECRET=; give both the same",
            ));
        }
        Ok((socket, welcome))
    }

    /// Waits until a socket is ready. Returns `false` if the time is up or the session is to stop.
    fn wait(&self, socket: &OwnedFd, events: PollFlags) -> bool {
        loop {
            let left = self.end.saturating_duration_since(Instant::now());
            match socket::ready(socket, events, left.min(WAIT_SLICE)) {
                Ok(false) if left.is_zero() || self.step.stopped() => return false,
                Ok(false) => {}
                Ok(true) => return true,
                Err(_) => return false,
            }
        }
    }

    fn send(&self, socket: &OwnedFd, message: &Message) -> Result<(), DialFailure> {
        // So little was sent before that it is sent whole.
        match send(socket, &message.to_bytes(), SendFlags::NOSIGNAL) {
            Ok(_) => Ok(()),
            Err(_) => Err(hung_up()),
        }
    }

    fn receive(&self, socket: &OwnedFd) -> Result<Message, DialFailure> {
        let mut received = Vec::new();
        let mut buffer = [0; 600];
        let began = Instant::now();
        loop {
            match Message::read(&received) {
                Ok(Some(Message::Refused(refusal))) => return Err(refusal_failure(refusal)),
                Ok(Some(message)) => return Ok(message),
                Ok(None) => {}
                Err(ProtocolError::Version) => return Err(refusal_failure(Refusal::Version)),
                Err(ProtocolError::NotOurs) => return Err(not_ours()),
            }
            let missing = Message::missing(&received).min(buffer.len());
            match recv(socket, &mut buffer[..missing], RecvFlags::empty()) {
                // A writer that ends at this moment does the same.
                Ok((0, _)) => {
                    return Err(DialFailure::NoWriter(Some(
                        "something listens there that hangs up",
                    )));
                }
                Ok((come, _)) => received.extend_from_slice(&buffer[..come]),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => {
                    if !self.wait(socket, PollFlags::IN) {
                        if began.elapsed() < SILENCE {
                            return Err(DialFailure::CutShort);
                        }
                        return Err(DialFailure::NoWriter(Some(
                            "something listens there that does not answer as feedrate does",
                        )));
                    }
                }
                Err(_) => return Err(hung_up()),
            }
        }
    }
}

/// A hang-up, which is retried because a writer that ends at this moment does the same.
fn hung_up() -> DialFailure {
    DialFailure::NoWriter(Some("something listens there that hangs up"))
}

fn not_ours() -> DialFailure {
    DialFailure::NoWriter(Some("something listens there that is not feedrate"))
}

fn refusal_failure(refusal: Refusal) -> DialFailure {
    match refusal {
        Refusal::Busy => DialFailure::Busy,
        Refusal::WrongSecret => DialFailure::Refused(
            "its SECRET= is not that of the step that writes it; give both the same",
        ),
        Refusal::OtherUser => DialFailure::Refused(
            "another user writes it; give both steps the same SECRET= or name another port",
        ),
        Refusal::Version => DialFailure::Refused(
            "another version of feedrate writes it; run both steps with the same program",
        ),
    }
}
