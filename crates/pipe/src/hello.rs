//! What the two ends say to each other before anything else, as bytes: the reader's hello, the writer's challenge,
//! the reader's proof, and the writer's welcome or refusal.

use crate::secret::PROOF;

/// What every message begins with; what does not is not from this program.
const MAGIC: [u8; 8] = *b"feedrate";

/// The version of all that is said here and of what follows it.
const VERSION: u16 = 1;

/// Bytes before a message's body: magic, version, kind, length of the body.
const HEAD: usize = 13;

/// The longest body.
const LONGEST_BODY: usize = 512;

/// The longest name of a data set that is told, in bytes.
const LONGEST_NAME: usize = 256;

/// A number that is not to be guessed, which stands for a step or for a pipe to be joined.
pub(crate) type Token = [u8; 16];

/// Bytes that make each proof another one.
pub(crate) type Nonce = [u8; 32];

/// What a connection is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Frames.
    Data,
    /// Words about the frames, which must pass while those are held up.
    Control,
}

/// Why a writer does not take a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// Its secret is another.
    WrongSecret,
    /// It is another user's, and there is no secret.
    OtherUser,
    /// Another reads already.
    Busy,
    /// It speaks another version.
    Version,
}

/// What an end says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Message {
    /// The reader, first.
    Hello(Hello),
    /// The writer: prove it.
    Challenge(Challenge),
    /// The reader has the secret; zeros where there is none.
    Proof([u8; PROOF]),
    /// The writer takes it.
    Welcome(Welcome),
    /// The writer does not.
    Refused(Refusal),
}

/// The reader's first words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hello {
    /// What the connection is for.
    pub role: Role,
    /// Whether it was given a secret.
    pub guarded: bool,
    /// Its part of what is proved.
    pub nonce: Nonce,
    /// The welcome's token, for the control connection; zeros for the data.
    pub token: Token,
    /// The name of the data set.
    pub what: String,
}

/// The writer's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Challenge {
    /// Whether it was given a secret.
    pub guarded: bool,
    /// Its part of what is proved.
    pub nonce: Nonce,
}

/// The writer's last words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Welcome {
    /// That it has the secret, too; zeros where there is none.
    pub proof: [u8; PROOF],
    /// By which the control connection is joined to the data's.
    pub token: Token,
    /// The name of the data set.
    pub what: String,
}

/// What came is not from this program, or from another version of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProtocolError {
    /// No message of this program.
    NotOurs,
    /// A message of another version.
    Version,
}

impl Message {
    /// The message as bytes.
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
                });
                5
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

    /// The message that `bytes` are, once they are all there.
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
        Self::of(head[10], body)
            .map(Some)
            .ok_or(ProtocolError::NotOurs)
    }

    /// How many more bytes a message surely has that begins with `bytes`, so that none is read that follows it.
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
                _ => return None,
            }),
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

/// The rest as a name that may be shown in a log.
fn name(rest: &mut &[u8]) -> Option<String> {
    let name = std::str::from_utf8(std::mem::take(rest)).ok()?;
    (name.len() <= LONGEST_NAME && !name.contains(char::is_control)).then(|| name.to_owned())
}

/// As much of a name as is told.
pub(crate) fn shortened(name: &str) -> &str {
    let end = name.find(char::is_control).unwrap_or(name.len());
    let end = (0..=end.min(LONGEST_NAME))
        .rev()
        .find(|at| name.is_char_boundary(*at));
    &name[..end.unwrap_or(0)]
}

#[cfg(test)]
#[path = "hello_tests.rs"]
mod tests;
