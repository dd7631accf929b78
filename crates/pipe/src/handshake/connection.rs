//! An incoming connection during the handshake, until it is accepted as a reader's or closed.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use rustix::fd::{AsFd, OwnedFd};
use rustix::io::Errno;
use rustix::net::{RecvFlags, getpeername, recv};

use crate::handshake::admission::{HandshakeContext, NOT_OURS, Rejection};
use crate::handshake::hello::{self, Challenge, Hello, Message, ProtocolError, Refusal, Welcome};
use crate::handshake::owner::Owner;
use crate::handshake::proof::{reader_has, writers_proof};
use crate::handshake::protection::Protection;
use crate::system::send_bytes;
use crate::wire::channel::Channel;
use crate::wire::cipher::{CipherHandshake, NotSealed};
use crate::wire::random::{Token, token};
use crate::wire::secret::PROOF;
use crate::wire::socket::Endpoint;

/// The time that the handshake may take.
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
    /// The encryption, once the reader has asked for it.
    cipher: Option<CipherHandshake>,
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

impl Connection {
    /// Begins the handshake on an accepted socket.
    pub(crate) fn new(socket: OwnedFd, endpoint: Endpoint) -> Self {
        endpoint.prepare(&socket);
        Self {
            socket,
            endpoint,
            since: Instant::now(),
            received: Vec::new(),
            cipher: None,
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
                    return HandshakeState::Closed(Some(NOT_OURS));
                }
                Err(Some(ProtocolError::Version)) => {
                    return self.refuse(Refusal::Version, "a reader of another version of feedrate came");
                }
                Err(None) => return HandshakeState::Closed(None),
            };
            self.received.clear();
            let message = match self.opened(message, context) {
                Ok(message) => message,
                Err(rejection) => return self.refused(rejection),
            };
            match (message, self.greeting.take()) {
                (Message::Hello(hello), None) => match self.challenge(hello, context) {
                    Ok(greeting) => self.greeting = Some(greeting),
                    Err(standing) => return self.refused(standing),
                },
                (Message::Proof(proof), Some((hello, challenge))) => {
                    return self.verify(hello, &challenge, &proof, context);
                }
                _ => return HandshakeState::Closed(Some(NOT_OURS)),
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

    /// Opens a message if it is sealed. Refuses one that is not and ought to be.
    fn opened(&mut self, message: Message, context: &HandshakeContext<'_>) -> Result<Message, Rejection> {
        let Message::Sealed(sealed) = message else {
            if self.cipher.is_some() {
                return Err((None, Some(NOT_OURS)));
            }
            if context.protection.secret().is_some() && self.is_covered(context.protection) {
                let why = "a reader came that does not encrypt";
                return Err((Some(Refusal::Plain), Some(why)));
            }
            return Ok(message);
        };
        let mut cipher = match (self.cipher.take(), context.protection.secret()) {
            (Some(cipher), _) => cipher,
            (None, Some(secret)) if self.greeting.is_none() => CipherHandshake::of_writer(secret),
            (None, Some(_)) => return Err((None, Some(NOT_OURS))),
            (None, None) => {
                let why = "a reader came that was given SECRET=";
                return Err((Some(Refusal::NoSecret), Some(why)));
            }
        };
        // If this fails, the refusal is not sealed: nobody at the other end could open it.
        let opened = cipher.open(&sealed);
        let opened = opened.map_err(|NotSealed| context.wrong_secret())?;
        self.cipher = Some(cipher);
        match Message::read(&opened) {
            Ok(Some(message)) if !matches!(message, Message::Sealed(_)) => Ok(message),
            _ => Err((None, Some(NOT_OURS))),
        }
    }

    /// Returns whether the connection is to be encrypted. One whose other end is not known is.
    fn is_covered(&self, protection: &Protection) -> bool {
        let Endpoint::Tcp(_) = self.endpoint else {
            return false;
        };
        getpeername(&self.socket)
            .ok()
            .flatten()
            .and_then(|other| SocketAddr::try_from(other).ok())
            .is_none_or(|other| protection.encryption.covers(other.ip()))
    }

    /// Returns the connection without its handshake, which is over.
    pub(crate) fn into_channel(self) -> Channel {
        Channel::established(self.socket, self.cipher)
    }

    fn challenge(&mut self, hello: Hello, context: &HandshakeContext<'_>) -> Result<(Hello, Challenge), Rejection> {
        (context.admits)(hello.role, &hello.token).map_err(|refusal| (refusal, None))?;
        let protection = context.protection;
        if protection.secret().is_none() {
            match (context.owner)(self.endpoint, self.socket.as_fd()) {
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
            guarded: protection.secret().is_some(),
            nonce: token(),
        };
        if !self.send(&Message::Challenge(challenge.clone())) {
            return Err((None, None));
        }
        // Only the reader can tell its user, so it is left to close the connection.
        match (hello.guarded, protection.secret()) {
            (true, None) => Err((None, Some("a reader came that was given SECRET="))),
            (false, Some(_)) if protection.is_given() => Err((None, Some("a reader came that was given no SECRET="))),
            _ => Ok((hello, challenge)),
        }
    }

    fn verify(
        mut self,
        hello: Hello,
        challenge: &Challenge,
        proof: &[u8],
        context: &HandshakeContext<'_>,
    ) -> HandshakeState {
        let secret = context.protection.secret();
        if secret.is_some_and(|secret| !reader_has(secret, &hello, challenge, proof)) {
            return self.refused(context.wrong_secret());
        }
        if let Err(refusal) = (context.admits)(hello.role, &hello.token) {
            return self.refused((refusal, None));
        }
        let mut welcome = Welcome {
            proof: [0; PROOF],
            token: token(),
            what: hello::shortened(context.what).to_owned(),
        };
        if let Some(secret) = secret {
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

    fn refused(mut self, (refusal, why): Rejection) -> HandshakeState {
        if let Some(refusal) = refusal {
            self.send(&Message::Refused(refusal));
        }
        HandshakeState::Closed(why)
    }

    /// Sends a message. Returns whether it was sent whole, as it is because so little was sent before.
    fn send(&mut self, message: &Message) -> bool {
        let mut bytes = message.to_bytes();
        if let Some(cipher) = &mut self.cipher {
            let Ok(sealed) = cipher.seal(&bytes) else {
                return false;
            };
            bytes = Message::Sealed(sealed).to_bytes();
        }
        send_bytes(&self.socket, &bytes) == Ok(bytes.len())
    }
}
