//! The data that each end authenticates with the secret: everything both have sent so far, so that a proof cannot be
//! reused.

use crate::handshake::hello::{Challenge, Hello, Role, Welcome, shortened};
use crate::wire::secret::{PROOF, Secret};

/// Returns the reader's proof.
pub(crate) fn readers_proof(secret: &Secret, hello: &Hello, challenge: &Challenge) -> [u8; PROOF] {
    secret.proof(&readers_words(hello, challenge))
}

/// Returns whether the reader's proof is valid.
pub(crate) fn reader_has(secret: &Secret, hello: &Hello, challenge: &Challenge, proof: &[u8]) -> bool {
    secret.accepts(&readers_words(hello, challenge), proof)
}

/// Returns the writer's proof.
pub(crate) fn writers_proof(secret: &Secret, hello: &Hello, challenge: &Challenge, welcome: &Welcome) -> [u8; PROOF] {
    secret.proof(&writers_words(hello, challenge, welcome))
}

/// Returns whether the writer's proof is valid.
pub(crate) fn writer_has(secret: &Secret, hello: &Hello, challenge: &Challenge, welcome: &Welcome) -> bool {
    secret.accepts(&writers_words(hello, challenge, welcome), &welcome.proof)
}

fn readers_words<'a>(hello: &'a Hello, challenge: &'a Challenge) -> [&'a [u8]; 6] {
    let role: &[u8] = match hello.role {
        Role::Data => b"data",
        Role::Control => b"control",
    };
    [
        b"feedrate pipe, the reader",
        role,
        &hello.nonce,
        &challenge.nonce,
        &hello.token,
        shortened(&hello.what).as_bytes(),
    ]
}

fn writers_words<'a>(hello: &'a Hello, challenge: &'a Challenge, welcome: &'a Welcome) -> [&'a [u8]; 5] {
    [
        b"feedrate pipe, the writer",
        &hello.nonce,
        &challenge.nonce,
        &welcome.token,
        shortened(&welcome.what).as_bytes(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_end_proves_its_own_part_only() {
        let secret = Secret::new("open sesame");
        let hello = Hello {
            role: Role::Data,
            guarded: true,
            nonce: [1; 32],
            token: [0; 16],
            what: "CLAIMS".to_owned(),
        };
        let challenge = Challenge {
            guarded: true,
            nonce: [2; 32],
        };
        let mut welcome = Welcome {
            proof: [0; PROOF],
            token: [3; 16],
            what: "PAID".to_owned(),
        };
        let proof = readers_proof(&secret, &hello, &challenge);
        assert!(reader_has(&secret, &hello, &challenge, &proof));
        welcome.proof = proof;
        assert!(!writer_has(&secret, &hello, &challenge, &welcome));
        welcome.proof = writers_proof(&secret, &hello, &challenge, &welcome);
        assert!(writer_has(&secret, &hello, &challenge, &welcome));
        let again = Challenge {
            guarded: true,
            nonce: [4; 32],
        };
        assert!(
            !reader_has(&secret, &hello, &again, &proof),
            "an old proof is worth nothing"
        );
    }
}
