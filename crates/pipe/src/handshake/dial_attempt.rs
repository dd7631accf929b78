//! One attempt to connect a reader to its writer.

use rustix::fd::OwnedFd;
use rustix::io::Errno;

use crate::handshake::connection_pair::ConnectionPair;
use crate::handshake::dial_failure::DialFailure;
use crate::handshake::dial_talk::Talk;
use crate::handshake::hello::{self, Challenge, Hello, Message, Role, Welcome};
use crate::handshake::owner::{self, Owner};
use crate::handshake::patience::Patience;
use crate::handshake::proof::{readers_proof, writer_has};
use crate::handshake::protection::Protection;
use crate::system::UNKNOWN_WRITER;
use crate::wire::channel::Channel;
use crate::wire::random::{Token, token};
use crate::wire::secret::{PROOF, Secret};
use crate::wire::socket::Endpoint;

/// One attempt at one endpoint.
#[derive(Clone, Copy)]
pub(crate) struct DialAttempt<'a> {
    /// The protection that this end proves.
    pub protection: &'a Protection,
    /// The name of the data set.
    pub what: &'a str,
    /// The endpoint.
    pub endpoint: Endpoint,
    /// The preferred endpoint, if this is not it.
    pub better: Option<Endpoint>,
    /// The patience of the attempt.
    pub patience: &'a Patience,
}

impl DialAttempt<'_> {
    /// Returns whether the writer can be reached over a Unix socket. A writer listens there before it listens on TCP,
    /// so this is tried when TCP has answered: the Unix socket may not have existed when it was tried first.
    fn is_better_endpoint_up(&self) -> bool {
        let Some(better @ Endpoint::Unix(_)) = self.better else {
            return false;
        };
        let dialed = better.dial(|socket, events| self.patience.wait(socket, events));
        // Another user may hold the name; that must not keep readers from the pipe.
        matches!(dialed, Ok(Some(socket)) if owner::of_unix(&socket) == Owner::SameUser)
    }

    /// Connects, encrypted if the address is another host's or the writer wants it: a tunnel or a forwarded port can
    /// make a writer's host appear to be this machine to one end only.
    pub(crate) fn connect(&self) -> Result<ConnectionPair, DialFailure> {
        let secret = self.protection.secret();
        let secret_to_encrypt = match self.endpoint.is_covered(self.protection.encryption) {
            true => secret,
            false => None,
        };
        match self.join(secret_to_encrypt) {
            Err(DialFailure::Plain) if secret.is_some() && secret_to_encrypt.is_none() => self.join(secret),
            joined => joined,
        }
    }

    /// Opens both connections, encrypted with a secret if there is one.
    fn join(&self, encrypt_with: Option<&Secret>) -> Result<ConnectionPair, DialFailure> {
        let (data, welcome) = self.handshake(encrypt_with, Role::Data, [0; 16])?;
        let (control, _) = self.handshake(encrypt_with, Role::Control, welcome.token)?;
        Ok(ConnectionPair {
            theirs: welcome.what,
            carrier: self.endpoint.carrier(encrypt_with.is_some()),
            data,
            control,
        })
    }

    fn handshake(
        &self,
        encrypt_with: Option<&Secret>,
        role: Role,
        token_of_data: Token,
    ) -> Result<(Channel, Welcome), DialFailure> {
        let socket = self.dial()?;
        let hello = Hello {
            role,
            guarded: self.protection.is_given(),
            nonce: token(),
            token: token_of_data,
            what: hello::shortened(self.what).to_owned(),
        };
        let mut talk = Talk::new(self.patience, self.protection, &socket, encrypt_with);
        talk.say(&Message::Hello(hello.clone()))?;
        let Message::Challenge(challenge) = talk.hear()? else {
            return Err(DialFailure::not_ours());
        };
        if role == Role::Data && self.is_better_endpoint_up() {
            return Err(DialFailure::NoWriter(None));
        }
        let secret = self.secret_for(&socket, &challenge)?;
        let proof = secret.map_or([0; PROOF], |secret| readers_proof(secret, &hello, &challenge));
        talk.say(&Message::Proof(proof))?;
        let Message::Welcome(welcome) = talk.hear()? else {
            return Err(DialFailure::not_ours());
        };
        if secret.is_some_and(|secret| !writer_has(secret, &hello, &challenge, &welcome)) {
            return Err(DialFailure::no_proof());
        }
        let cipher = talk.into_cipher();
        Ok((Channel::established(socket, cipher), welcome))
    }

    /// Connects to the endpoint.
    fn dial(&self) -> Result<OwnedFd, DialFailure> {
        let socket = match self.endpoint.dial(|socket, events| self.patience.wait(socket, events)) {
            Ok(Some(socket)) => socket,
            Ok(None) => return Err(DialFailure::NoWriter(Some("its machine does not answer"))),
            Err(Errno::HOSTUNREACH | Errno::NETUNREACH | Errno::TIMEDOUT) => {
                return Err(DialFailure::NoWriter(Some("its machine cannot be reached")));
            }
            Err(_) => return Err(DialFailure::NoWriter(None)),
        };
        if matches!(self.endpoint, Endpoint::Unix(_)) && owner::of_unix(&socket) != Owner::SameUser {
            return Err(DialFailure::NoWriter(Some("a program of another user listens there")));
        }
        Ok(socket)
    }

    /// Returns the secret to prove to a writer, if it asks for one. Without one the writer must be this user's.
    fn secret_for(&self, socket: &OwnedFd, challenge: &Challenge) -> Result<Option<&Secret>, DialFailure> {
        let secret = self.protection.secret();
        match (challenge.guarded, secret) {
            (true, None) => Err(DialFailure::Refused(
                "the step that writes it was given SECRET= and this one was not; give both the same",
            )),
            (false, Some(_)) if self.protection.is_given() => Err(DialFailure::no_secret()),
            (true, Some(secret)) => Ok(Some(secret)),
            // Its answer shows that this end of the connection belongs to some process; what it has sent so far comes
            // from that same end.
            (false, _) => match owner::of(socket) {
                Owner::SameUser => Ok(None),
                Owner::OtherUser => Err(DialFailure::Refused(
                    "another user writes it; give both steps the same SECRET= or name another port",
                )),
                Owner::Unknown => Err(DialFailure::NoWriter(Some(UNKNOWN_WRITER))),
            },
        }
    }
}
