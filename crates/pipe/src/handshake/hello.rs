//! The messages of the handshake: the reader's hello, the writer's challenge, the reader's proof, and the writer's
//! welcome or refusal. Between hosts each is sealed in another message.

use crate::wire::random::Token;
use crate::wire::secret::PROOF;

/// The first bytes of every message.
const MAGIC: [u8; 8] = *b"feedrate";

/// The version of the handshake and of everything that follows it.
const VERSION: u16 = 2;

/// Bytes of a message's header: magic, version, kind, length of the body.
const HEAD: usize = 13;

/// The maximum length of a body.
const LONGEST_BODY: usize = 512;

/// The maximum length of the name of a data set, in bytes.
const LONGEST_NAME: usize = 256;

/// Random bytes that make each proof unique.
pub(crate) type Nonce = [u8; 32];

/// The purpose of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Frames.
    Data,
    /// Control messages, which must pass while frames are held up.
    Control,
}

/// Why a writer refuses a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The secrets differ.
    WrongSecret,
    /// The reader belongs to another user and there is no secret.
    OtherUser,
    /// Another reader is connected.
    Busy,
    /// The reader has another version.
    Version,
    /// The connection must be encrypted.
    Plain,
    /// The connection is encrypted, and the writer has no secret.
    NoSecret,
}

/// A message of the handshake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Message {
    /// From the reader, first.
    Hello(Hello),
    /// From the writer: requests a proof.
    Challenge(Challenge),
    /// From the reader: proves that it has the secret; zeros if there is none.
    Proof([u8; PROOF]),
    /// From the writer: accepts the reader.
    Welcome(Welcome),
    /// From the writer: refuses the reader.
    Refused(Refusal),
    /// From either end: another message, encrypted.
    Sealed(Vec<u8>),
}

/// The reader's first message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hello {
    /// The purpose of the connection.
    pub role: Role,
    /// True if the reader has a secret.
    pub guarded: bool,
    /// The reader's nonce.
    pub nonce: Nonce,
    /// The token of the welcome, for the control connection; zeros for the data connection.
    pub token: Token,
    /// The name of the data set.
    pub what: String,
}

/// The writer's answer to the hello.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Challenge {
    /// True if the writer has a secret.
    pub guarded: bool,
    /// The writer's nonce.
    pub nonce: Nonce,
}

/// The writer's last message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Welcome {
    /// Proves that the writer has the secret; zeros if there is none.
    pub proof: [u8; PROOF],
    /// Identifies the data connection to which the control connection belongs.
    pub token: Token,
    /// The name of the data set.
    pub what: String,
}

/// Bytes that are not a message of this protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProtocolError {
    /// Not a message of this program.
    NotOurs,
    /// A message of another version.
    Version,
}

impl Message {
    /// Encodes the message.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::new();
        let kind = match self {
            Self::Hello(hello) => {
                body.push(match hello.role {
                    Role::Data => 0,
                    Role::Control => 1,
                });
                body.push(u8::from(hello.guarded));
                body.extend_from_slice(&hello.nonce);
                body.extend_from_slice(&hello.token);
                body.extend_from_slice(shortened(&hello.what).as_bytes());
                1
            }
            Self::Challenge(challenge) => {
                body.push(u8::from(challenge.guarded));
                body.extend_from_slice(&challenge.nonce);
                2
            }
            Self::Proof(proof) => {
                body.extend_from_slice(proof);
                3
            }
            Self::Welcome(welcome) => {
                body.extend_from_slice(&welcome.proof);
                body.extend_from_slice(&welcome.token);
                body.extend_from_slice(shortened(&welcome.what).as_bytes());
                4
            }
            Self::Refused(refusal) => {
                body.push(match refusal {
                    Refusal::WrongSecret => 0,
                    Refusal::OtherUser => 1,
                    Refusal::Busy => 2,
                    Refusal::Version => 3,
                    Refusal::Plain => 4,
                    Refusal::NoSecret => 5,
                });
                5
            }
            Self::Sealed(sealed) => {
                body.extend_from_slice(sealed);
                6
            }
        };
        let length = u16::try_from(body.len()).expect("names are shortened, all else is short");
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.push(kind);
        bytes.extend_from_slice(&length.to_le_bytes());
        bytes.append(&mut body);
        bytes
    }

    /// Decodes the message in `bytes`. Returns `None` while it is incomplete.
    pub(crate) fn read(bytes: &[u8]) -> Result<Option<Self>, ProtocolError> {
        let known = bytes.len().min(MAGIC.len());
        if bytes[..known] != MAGIC[..known] {
            return Err(ProtocolError::NotOurs);
        }
        let Some((head, body)) = bytes.split_at_checked(HEAD) else {
            return Ok(None);
        };
        if head[8..10] != VERSION.to_le_bytes() {
            return Err(ProtocolError::Version);
        }
        let length = usize::from(u16::from_le_bytes([head[11], head[12]]));
        if length > LONGEST_BODY || body.len() > length {
            return Err(ProtocolError::NotOurs);
        }
        if body.len() < length {
            return Ok(None);
        }
        Self::of(head[10], body).map(Some).ok_or(ProtocolError::NotOurs)
    }

    /// Returns how many more bytes the message that begins with `bytes` has at least, so that nothing behind it is
    /// read.
    pub(crate) fn missing(bytes: &[u8]) -> usize {
        let all = match bytes.get(11..HEAD) {
            Some(&[low, high]) => HEAD + usize::from(u16::from_le_bytes([low, high])),
            _ => HEAD,
        };
        all.saturating_sub(bytes.len()).min(LONGEST_BODY)
    }

    fn of(kind: u8, body: &[u8]) -> Option<Self> {
        let mut rest = body;
        let message = match kind {
            1 => Self::Hello(Hello {
                role: match take::<1>(&mut rest)? {
                    [0] => Role::Data,
                    [1] => Role::Control,
                    _ => return None,
                },
                guarded: flag(&mut rest)?,
                nonce: take(&mut rest)?,
                token: take(&mut rest)?,
                what: name(&mut rest)?,
            }),
            2 => Self::Challenge(Challenge {
                guarded: flag(&mut rest)?,
                nonce: take(&mut rest)?,
            }),
            3 => Self::Proof(take(&mut rest)?),
            4 => Self::Welcome(Welcome {
                proof: take(&mut rest)?,
                token: take(&mut rest)?,
                what: name(&mut rest)?,
            }),
            5 => Self::Refused(match take::<1>(&mut rest)? {
                [0] => Refusal::WrongSecret,
                [1] => Refusal::OtherUser,
                [2] => Refusal::Busy,
                [3] => Refusal::Version,
                [4] => Refusal::Plain,
                [5] => Refusal::NoSecret,
                _ => return None,
            }),
            6 => Self::Sealed(std::mem::take(&mut rest).to_vec()),
            _ => return None,
        };
        rest.is_empty().then_some(message)
    }
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(*taken)
}

fn flag(rest: &mut &[u8]) -> Option<bool> {
    match take::<1>(rest)? {
        [0] => Some(false),
        [1] => Some(true),
        _ => None,
    }
}

/// Takes the remaining bytes as a name that may be shown in a log.
fn name(rest: &mut &[u8]) -> Option<String> {
    let name = std::str::from_utf8(std::mem::take(rest)).ok()?;
    (name.len() <= LONGEST_NAME && !name.contains(char::is_control)).then(|| name.to_owned())
}

/// Returns the part of a name that is sent.
pub(crate) fn shortened(name: &str) -> &str {
    let end = name.find(char::is_control).unwrap_or(name.len());
    let end = (0..=end.min(LONGEST_NAME)).rev().find(|at| name.is_char_boundary(*at));
    &name[..end.unwrap_or(0)]
}

#[cfg(test)]
#[path = "hello_tests.rs"]
mod tests;
