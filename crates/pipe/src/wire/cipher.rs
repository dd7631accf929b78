//! The encryption of a connection to another host: the Noise protocol, with a key that is made of the secret.
//!
//! Its handshake has one message from the reader and one from the writer (pattern `NNpsk0`), each of which carries a
//! message of the pipe's own handshake. From then on each direction has a key of its own, which nobody can compute
//! later, not even with the secret. What was sealed opens once, in the order in which it was sealed, at the other end.

use snow::{Builder, HandshakeState, TransportState};

use crate::wire::secret::Secret;

/// The protocol: X25519, AES-256-GCM and SHA-256.
const PROTOCOL: &str = "Noise_NNpsk0_25519_AESGCM_SHA256";

/// The text that both ends must have in common besides the secret.
const PROLOGUE: &[u8] = b"feedrate pipe, version 2";

/// Bytes of the public key before each message of the handshake.
const PUBLIC_KEY: usize = 32;

/// Bytes that sealing adds.
pub(crate) const TAG: usize = 16;

/// The number of seals after which the key of a direction is replaced. They hold 16 GiB at most in the records of
/// this program, far less than AES-GCM allows for one key.
const SEALS_PER_KEY: u64 = if cfg!(test) { 8 } else { 1 << 20 };

/// Bytes that the other end did not seal, or that do not come next: they were changed, left out, repeated or moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NotSealed;

/// The encryption of a connection during its handshake.
#[derive(Debug)]
pub(crate) struct CipherHandshake {
    /// The state until both messages of Noise were exchanged.
    noise: Option<Box<HandshakeState>>,
    /// The state from then on.
    cipher: Option<Cipher>,
}

impl CipherHandshake {
    /// Begins at the reader, which seals the first message.
    pub(crate) fn of_reader(secret: &Secret) -> Self {
        Self::begin(secret, |builder| builder.build_initiator())
    }

    /// Begins at the writer, which opens the first message.
    pub(crate) fn of_writer(secret: &Secret) -> Self {
        Self::begin(secret, |builder| builder.build_responder())
    }

    fn begin(secret: &Secret, build: impl FnOnce(Builder<'_>) -> Result<HandshakeState, snow::Error>) -> Self {
        let key = secret.cipher_key();
        let protocol = PROTOCOL.parse().expect("it is the name of a protocol");
        let noise = Builder::new(protocol)
            .prologue(PROLOGUE)
            .and_then(|builder| builder.psk(0, &key))
            .and_then(build)
            .expect("the protocol needs one key, and has it");
        Self {
            noise: Some(Box::new(noise)),
            cipher: None,
        }
    }

    /// Seals a message. Fails if it is not this end's turn.
    pub(crate) fn seal(&mut self, message: &[u8]) -> Result<Vec<u8>, NotSealed> {
        let mut sealed = vec![0; PUBLIC_KEY + message.len() + TAG];
        let length = match (&mut self.noise, &mut self.cipher) {
            (Some(noise), _) => noise.write_message(message, &mut sealed).map_err(|_| NotSealed)?,
            (None, Some(cipher)) => cipher.seal(message, &mut sealed)?,
            (None, None) => return Err(NotSealed),
        };
        sealed.truncate(length);
        self.advance()?;
        Ok(sealed)
    }

    /// Opens a message. Fails if the other end does not have the secret.
    pub(crate) fn open(&mut self, sealed: &[u8]) -> Result<Vec<u8>, NotSealed> {
        let mut message = vec![0; sealed.len()];
        let length = match (&mut self.noise, &mut self.cipher) {
            (Some(noise), _) => noise.read_message(sealed, &mut message).map_err(|_| NotSealed)?,
            (None, Some(cipher)) => cipher.open(sealed, &mut message)?,
            (None, None) => return Err(NotSealed),
        };
        message.truncate(length);
        self.advance()?;
        Ok(message)
    }

    /// Returns the cipher of the connection.
    ///
    /// # Panics
    ///
    /// Panics if the two messages of Noise were not exchanged.
    pub(crate) fn finish(self) -> Cipher {
        self.cipher
            .expect("the handshake goes on after the two messages of Noise")
    }

    /// Returns whether the two messages of Noise were exchanged, so that each end is known to have the secret.
    pub(crate) fn is_established(&self) -> bool {
        self.cipher.is_some()
    }

    fn advance(&mut self) -> Result<(), NotSealed> {
        if let Some(noise) = self.noise.take_if(|noise| noise.is_handshake_finished()) {
            let transport = noise.into_transport_mode().map_err(|_| NotSealed)?;
            self.cipher = Some(Cipher {
                transport: Box::new(transport),
                sealed: 0,
                opened: 0,
            });
        }
        Ok(())
    }
}

/// The encryption of an established connection, in both directions.
#[derive(Debug)]
pub(crate) struct Cipher {
    transport: Box<TransportState>,
    /// Seals so far.
    sealed: u64,
    /// Seals of the other end that were opened so far.
    opened: u64,
}

impl Cipher {
    /// Seals bytes into `sealed`, which has [`TAG`] bytes more. Returns their length. Fails if that is more
    /// than 65535 bytes.
    pub(crate) fn seal(&mut self, bytes: &[u8], sealed: &mut [u8]) -> Result<usize, NotSealed> {
        let length = self.transport.write_message(bytes, sealed);
        let length = length.map_err(|_| NotSealed)?;
        self.sealed += 1;
        if self.sealed.is_multiple_of(SEALS_PER_KEY) {
            self.transport.rekey_outgoing();
        }
        Ok(length)
    }

    /// Opens the next seal of the other end into `bytes`. Returns the length of what it holds. If `bytes` is not as
    /// long as `sealed`, memory is allocated.
    pub(crate) fn open(&mut self, sealed: &[u8], bytes: &mut [u8]) -> Result<usize, NotSealed> {
        let length = self.transport.read_message(sealed, bytes);
        let length = length.map_err(|_| NotSealed)?;
        self.opened += 1;
        if self.opened.is_multiple_of(SEALS_PER_KEY) {
            self.transport.rekey_incoming();
        }
        Ok(length)
    }
}

/// Returns the ciphers of both ends of a connection, the reader's first.
#[cfg(test)]
pub(crate) fn pair() -> (Cipher, Cipher) {
    let secret = Secret::new("open sesame");
    let mut reader = CipherHandshake::of_reader(&secret);
    let mut writer = CipherHandshake::of_writer(&secret);
    writer.open(&reader.seal(b"").unwrap()).unwrap();
    reader.open(&writer.seal(b"").unwrap()).unwrap();
    (reader.finish(), writer.finish())
}

#[cfg(test)]
#[path = "cipher_tests.rs"]
mod tests;
