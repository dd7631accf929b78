//! The secret that two ends share, and how each proves that it has it.

use std::fmt;
use std::sync::Arc;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Bytes of a proof.
pub(crate) const PROOF: usize = 32;

/// A secret that both ends of a pipe were given. Pipes never send it, and nothing shows it.
///
/// It keeps strangers off a pipe; it does not hide what the pipe carries from one who listens on the network.
#[derive(Clone)]
pub struct Secret(Arc<str>);

impl Secret {
    /// The secret of these letters.
    #[must_use]
    pub fn new(secret: &str) -> Self {
        Self(secret.into())
    }

    /// Its letters, for a process of the same user that is to have it too.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The proof that whoever makes it has the secret, over what both ends have said.
    pub(crate) fn proof(&self, said: &[&[u8]]) -> [u8; PROOF] {
        self.over(said).finalize().into_bytes().into()
    }

    /// Whether `proof` was made with this secret, over what both ends have said.
    pub(crate) fn accepts(&self, said: &[&[u8]], proof: &[u8]) -> bool {
        self.over(said).verify_slice(proof).is_ok()
    }

    fn over(&self, said: &[&[u8]]) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.0.as_bytes())
            .expect("HMAC takes keys of any length");
        for part in said {
            // The length goes first, so that no two ways to part the same bytes give one proof.
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
    fn a_secret_is_not_shown() {
        assert!(!format!("{:?}", Secret::new("sesame")).contains("sesame"));
    }
}
