//! The shared secret of two ends, and the proofs that an end has it.

use std::fmt;
use std::sync::Arc;

use hkdf::Hkdf;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::wire::random::token;

/// Bytes of a proof.
pub(crate) const PROOF: usize = 32;

/// The purpose for which the key of connections to other hosts is derived, so that it is no other key of the same
/// secret.
const CIPHER_KEY: &[u8] = b"feedrate pipe, version 2, the key of the handshake";

/// A secret that both ends of a pipe have. It is never sent through a pipe and never shown.
///
/// It keeps others from connecting to a pipe. Between hosts it also is what the connections are encrypted with: those
/// who can guess it from what they record of a handshake can pose as one of the ends from then on.
#[derive(Clone)]
pub struct Secret(Arc<str>);

impl Secret {
    /// Creates a secret from its text.
    #[must_use]
    pub fn new(secret: &str) -> Self {
        Self(secret.into())
    }

    /// Creates a secret that nobody can guess.
    ///
    /// # Panics
    ///
    /// Panics if the system gives no random numbers.
    #[must_use]
    pub fn random() -> Self {
        let bytes: [u8; 32] = token();
        let text: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Self(text.into())
    }

    /// Returns the text, to hand it to a process of the same user.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Returns the proof over the messages sent by both ends.
    pub(crate) fn proof(&self, parts: &[&[u8]]) -> [u8; PROOF] {
        self.over(parts).finalize().into_bytes().into()
    }

    /// Returns whether `proof` was made with this secret over these messages.
    pub(crate) fn accepts(&self, parts: &[&[u8]], proof: &[u8]) -> bool {
        self.over(parts).verify_slice(proof).is_ok()
    }

    /// Returns the key of connections that are encrypted with this secret.
    pub(crate) fn cipher_key(&self) -> [u8; 32] {
        let mut key = [0; 32];
        Hkdf::<Sha256>::new(None, self.0.as_bytes())
            .expand(CIPHER_KEY, &mut key)
            .expect("HKDF gives a key as long as its hash");
        key
    }

    fn over(&self, parts: &[&[u8]]) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.0.as_bytes()).expect("HMAC takes keys of any length");
        for part in parts {
            // The length precedes each part, so that no two divisions of the same bytes have the same proof.
            mac.update(&(part.len() as u64).to_le_bytes());
            mac.update(part);
        }
        mac
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(not shown)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_secret_and_words_are_accepted() {
        let secret = Secret::new("open sesame");
        let proof = secret.proof(&[b"reader", b"12"]);
        assert!(secret.accepts(&[b"reader", b"12"], &proof));
        assert!(!secret.accepts(&[b"reader1", b"2"], &proof));
        assert!(!secret.accepts(&[b"reader", b"12"], &proof[..31]));
        assert!(!Secret::new("open barley").accepts(&[b"reader", b"12"], &proof));
    }

    #[test]
    fn each_secret_has_its_own_key_of_a_cipher() {
        let secret = Secret::new("open sesame");
        let key = secret.cipher_key();
        assert_eq!(key, Secret::new("open sesame").cipher_key());
        assert_ne!(key, Secret::new("open barley").cipher_key());
        assert_ne!(key, secret.proof(&[CIPHER_KEY]));
    }

    #[test]
    fn a_random_secret_has_32_bytes_in_hexadecimal() {
        let (one, two) = (Secret::random(), Secret::random());
        assert_eq!(one.text().len(), 64);
        assert_ne!(one.text(), two.text());
    }

    #[test]
    fn a_secret_is_not_shown() {
        assert!(!format!("{:?}", Secret::new("sesame")).contains("sesame"));
    }
}
