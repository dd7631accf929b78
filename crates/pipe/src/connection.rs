//! An incoming connection during the handshake, until it is accepted as a reader's or closed.

use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags, recv, send};

use crate::hello::{self, Challenge, Hello, Message, ProtocolError, Refusal, Role, Token, Welcome};
use crate::owner::Owner;
use crate::proof::{reader_has, writers_proof};
use crate::secret::{PROOF, Secret};
use crate::socket::Endpoint;
use crate::step::token;

/// How long the handshake may take.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(2);

/// An incoming connection in the handshake.
#[derive(Debug)]
pub(crate) struct Connection {
    /// The socket.
    pub socket: OwnedFd,
    /// The endpoint at which it was accepted.
    pub endpoint: Endpoint,
    since: Instant,
    received: Vec<u8>,
    greeting: Option<(Hello, Challenge)>,
}

/// The state of a handshake.
pub(crate) enum HandshakeState {
    /// More messages are needed.
    Incomplete(Connection),
    /// The other end is a reader and was sent the welcome.
    Accepted(Connection, Hello, Token),
    /// The connection was closed. Holds the reason if it may help the waiting step.
    Closed(Option<&'static str>),
}

/// Whether a connection is admitted; if not, the refusal to send, if any.
pub(crate) type Admission = Result<(), Option<Refusal>>;

/// A rejected connection: the refusal to send, and the reason for the waiting step.
type Rejection = (Option<Refusal>, Option<&'static str>);

/// What a listener provides to the handshakes of its connections.
pub(crate) struct HandshakeContext<'a> {
    /// The writer's secret.
    pub secret: Option<&'a Secret>,
    /// The name of the data set.
    pub what: &'a str,
    /// Whether to admit a connection with this role and token.
    pub admits: &'a dyn Fn(Role, &Token) -> Admission,
    /// Returns the owner of the other end of a connection.
    pub owner: &'a dyn Fn(&Connection) -> Owner,
}

impl Connection {
    /// Begins the handshake on an accepted socket.
    pub(crate) fn new(socket: OwnedFd, endpoint: Endpoint) -> Self {
        endpoint.prepare(&socket);
        Self {
            socket,
            endpoint,
            since: Instant::now(),
            received: Vec::new(),
            greeting: None,
        }
    }

    /// Returns whether a whole hello was received.
    pub(crate) fn has_greeted(&self) -> bool {
        self.greeting.is_some()
    }

    /// Receives what is available and answers it.
    pub(crate) fn advance(mut self, context: &HandshakeContext<'_>) -> HandshakeState {
        loop {
            let message = match self.receive() {
                Ok(Some(message)) => message,
                Ok(None) if self.since.elapsed() < HANDSHAKE_TIMEOUT => {
                    return HandshakeState::Incomplete(self);
                }
                Ok(None) => {
                    return HandshakeState::Closed(Some("something came there that said nothing"));
                }
                Err(Some(ProtocolError::NotOurs)) => {
                    return HandshakeState::Closed(Some(
                        "something came there that is not feedrate",
                    ));
                }
                Err(Some(ProtocolError::Version)) => {
                    return self.refuse(
                        Refusal::Version,
                        "a reader of another version of feedrate came",
                    );
                }
                Err(None) => return HandshakeState::Closed(None),
            };
            self.received.clear();
            match (message, self.greeting.take()) {
                (Message::Hello(hello), None) => match self.challenge(hello, context) {
                    Ok(greeting) => self.greeting = Some(greeting),
                    Err(standing) => return self.refused(standing),
                },
                (Message::Proof(proof), Some((hello, challenge))) => {
                    return self.verify(hello, &challenge, &proof, context);
                }
                _ => {
                    return HandshakeState::Closed(Some(
                        "something came there that is not feedrate",
                    ));
                }
            }
        }
    }

    /// Returns the next message once it is complete. Fails if the bytes are no message or the connection was closed.
    fn receive(&mut self) -> Result<Option<Message>, Option<ProtocolError>> {
        let mut buffer = [0; 600];
        loop {
            match Message::read(&self.received) {
                Ok(Some(message)) => return Ok(Some(message)),
                Ok(None) => {}
                Err(strange) => return Err(Some(strange)),
            }
            let missing = Message::missing(&self.received).min(buffer.len());
            match recv(&self.socket, &mut buffer[..missing], RecvFlags::empty()) {
                Ok((0, _)) => return Err(None),
                Ok((come, _)) => self.received.extend_from_slice(&buffer[..come]),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return Ok(None),
                Err(_) => return Err(None),
            }
        }
    }

    fn challenge(
        &self,
        hello: Hello,
        context: &HandshakeContext<'_>,
    ) -> Result<(Hello, Challenge), Rejection> {
        (context.admits)(hello.role, &hello.token).map_err(|refusal| (refusal, None))?;
        if context.secret.is_none() {
            match (context.owner)(self) {
                Owner::SameUser => {}
                Owner::OtherUser => {
                    let why = "a reader of another user came";
                    return Err((Some(Refusal::OtherUser), Some(why)));
                }
                // It may have hung up, or will connect again.
                Owner::Unknown => {
                    let why = "a reader came of which the system does not tell whose it is (both steps can be given \
                               the same SECRET=)";
                    return Err((None, Some(why)));
                }
            }
        }
        let challenge = Challenge {
            guarded: context.secret.is_some(),
            nonce: token(),
        };
        if !self.send(&Message::Challenge(challenge.clone())) {
            return Err((None, None));
        }
        // Only the reader can tell its user, so it is left to close the connection.
        match (hello.guarded, context.secret) {
            (true, None) => Err((None, Some("a reader came that was given SECRET="))),
            (false, Some(_)) => Err((None, Some("a reader came that was given no SECRET="))),
            _ => Ok((hello, challenge)),
        }
    }

    fn verify(
        self,
        hello: Hello,
        challenge: &Challenge,
        proof: &[u8],
        context: &HandshakeContext<'_>,
    ) -> HandshakeState {
        if context
            .secret
            .is_some_and(|secret| !reader_has(secret, &hello, challenge, proof))
        {
            return self.refuse(Refusal::WrongSecret, "a reader with another SECRET= came");
        }
        if let Err(refusal) = (context.admits)(hello.role, &hello.token) {
            return self.refused((refusal, None));
        }
        let mut welcome = Welcome {
            proof: [0; PROOF],
            token: token(),
            what: hello::shortened(context.what).to_owned(),
        };
        if let Some(secret) = context.secret {
            welcome.proof = writers_proof(secret, &hello, challenge, &welcome);
        }
        let token = welcome.token;
        if self.send(&Message::Welcome(welcome)) {
            HandshakeState::Accepted(self, hello, token)
        } else {
            HandshakeState::Closed(None)
        }
    }

    fn refuse(self, refusal: Refusal, why: &'static str) -> HandshakeState {
        self.refused((Some(refusal), Some(why)))
    }

    fn refused(self, (refusal, why): Rejection) -> HandshakeState {
        if let Some(refusal) = refusal {
            self.send(&Message::Refused(refusal));
        }
        HandshakeState::Closed(why)
    }

    /// Sends a message. Returns whether it was sent whole, as it is because so little was sent before.
    fn send(&self, message: &Message) -> bool {
        let bytes = message.to_bytes();
        send(&self.socket, &bytes, SendFlags::NOSIGNAL) == Ok(bytes.len())
    }
}
