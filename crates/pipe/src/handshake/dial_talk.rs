//! The messages of a reader and its writer during their handshake, at the reader's end.

use std::time::{Duration, Instant};

use rustix::fd::OwnedFd;
use rustix::io::Errno;
use rustix::net::{RecvFlags, recv};

use crate::handshake::dial_failure::DialFailure;
use crate::handshake::hello::{Message, ProtocolError, Refusal};
use crate::handshake::patience::Patience;
use crate::handshake::protection::Protection;
use crate::system::{Events, send_bytes};
use crate::wire::cipher::{CipherHandshake, NotSealed};
use crate::wire::secret::Secret;

/// The silence after which a listener is considered not to answer.
const SILENCE: Duration = Duration::from_millis(500);

/// A connection during the handshake.
pub(crate) struct Talk<'a> {
    patience: &'a Patience,
    protection: &'a Protection,
    socket: &'a OwnedFd,
    cipher: Option<CipherHandshake>,
}

impl<'a> Talk<'a> {
    /// Begins the handshake on an established connection, encrypted with a secret if there is one.
    pub(crate) fn new(
        patience: &'a Patience,
        protection: &'a Protection,
        socket: &'a OwnedFd,
        encrypt_with: Option<&Secret>,
    ) -> Self {
        Self {
            patience,
            protection,
            socket,
            cipher: encrypt_with.map(CipherHandshake::of_reader),
        }
    }

    /// Returns the encryption.
    pub(crate) fn into_cipher(self) -> Option<CipherHandshake> {
        self.cipher
    }

    /// Sends a message.
    pub(crate) fn say(&mut self, message: &Message) -> Result<(), DialFailure> {
        let mut bytes = message.to_bytes();
        if let Some(cipher) = &mut self.cipher {
            let sealed = cipher.seal(&bytes).map_err(|NotSealed| DialFailure::not_ours())?;
            bytes = Message::Sealed(sealed).to_bytes();
        }
        // So little was sent before that it is sent whole.
        match send_bytes(self.socket, &bytes) {
            Ok(_) => Ok(()),
            Err(_) => Err(DialFailure::hung_up()),
        }
    }

    /// Waits for the next message. A refusal is an error.
    pub(crate) fn hear(&mut self) -> Result<Message, DialFailure> {
        let message = self.receive()?;
        let opened = match (message, &mut self.cipher) {
            (message, None) => message,
            (Message::Sealed(sealed), Some(cipher)) => {
                let opened = cipher.open(&sealed).map_err(|NotSealed| DialFailure::no_proof())?;
                match Message::read(&opened) {
                    Ok(Some(message)) => message,
                    _ => return Err(DialFailure::not_ours()),
                }
            }
            // One that cannot open the hello can seal nothing.
            (Message::Refused(refusal), Some(cipher)) if !cipher.is_established() => Message::Refused(refusal),
            (_, Some(_)) => return Err(DialFailure::not_ours()),
        };
        match opened {
            Message::Refused(refusal) => Err(DialFailure::of(refusal, self.protection)),
            message => Ok(message),
        }
    }

    fn receive(&self) -> Result<Message, DialFailure> {
        let mut received = Vec::new();
        let mut buffer = [0; 600];
        let began = Instant::now();
        loop {
            match Message::read(&received) {
                Ok(Some(message)) => return Ok(message),
                Ok(None) => {}
                Err(ProtocolError::Version) => {
                    return Err(DialFailure::of(Refusal::Version, self.protection));
                }
                Err(ProtocolError::NotOurs) => return Err(DialFailure::not_ours()),
            }
            let missing = Message::missing(&received).min(buffer.len());
            match recv(self.socket, &mut buffer[..missing], RecvFlags::empty()) {
                // A writer that ends at this moment does the same.
                Ok((0, _)) => return Err(DialFailure::hung_up()),
                Ok((come, _)) => received.extend_from_slice(&buffer[..come]),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => {
                    if !self.patience.wait(self.socket, Events::IN) {
                        if began.elapsed() < SILENCE {
                            return Err(DialFailure::CutShort);
                        }
                        return Err(DialFailure::NoWriter(Some(
                            "something listens there that does not answer as feedrate does",
                        )));
                    }
                }
                Err(_) => return Err(DialFailure::hung_up()),
            }
        }
    }
}
