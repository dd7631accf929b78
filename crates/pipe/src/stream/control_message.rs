//! The messages that the two ends of a pipe send over the control connection.

use crate::wire::random::Token;

/// Bytes of a message's header: the kind and the length of the body.
const HEAD: usize = 3;

/// The longest body.
const LONGEST_BODY: usize = 4096;

/// The maximum length of a text in a message, in bytes.
const LONGEST_TEXT: usize = 2048;

/// A message on the control connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ControlMessage {
    /// From the reader: everything was received.
    Confirmed,
    /// From the reader: no more is wanted.
    StoppedReading,
    /// From either end: it failed with this reason.
    Failed(String),
    /// From either end: looks for a circle of waits.
    Probe(Probe),
}

/// A probe, which is forwarded from step to step along the pipes that they wait for. It returns to its sender if they
/// wait in a circle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Probe {
    /// The step that sent it first.
    pub asker: Token,
    /// The wait of that step.
    pub wait: u64,
    /// The number of the probe within that wait.
    pub round: u32,
    /// The number of steps that have forwarded it.
    pub hops: u8,
    /// Bytes that its last sender has moved on the pipe that it arrives on.
    pub passed: u64,
    /// A digest of all waits and byte counts on the way. It repeats if nothing has moved.
    pub digest: u64,
    /// A description of the waits on the way.
    pub path: String,
}

impl ControlMessage {
    /// Encodes the message.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; HEAD];
        bytes[0] = match self {
            Self::Confirmed => 1,
            Self::StoppedReading => 2,
            Self::Failed(why) => {
                bytes.extend_from_slice(text(why).as_bytes());
                3
            }
            Self::Probe(probe) => {
                bytes.extend_from_slice(&probe.asker);
                bytes.extend_from_slice(&probe.wait.to_le_bytes());
                bytes.extend_from_slice(&probe.round.to_le_bytes());
                bytes.push(probe.hops);
                bytes.extend_from_slice(&probe.passed.to_le_bytes());
                bytes.extend_from_slice(&probe.digest.to_le_bytes());
                bytes.extend_from_slice(text(&probe.path).as_bytes());
                4
            }
        };
        let body = u16::try_from(bytes.len() - HEAD).expect("texts are cut short");
        bytes[1..HEAD].copy_from_slice(&body.to_le_bytes());
        bytes
    }

    /// Decodes the first message in `bytes` and returns it with its length; `None` while it is incomplete.
    pub(crate) fn read(bytes: &[u8]) -> Result<Option<(Self, usize)>, ()> {
        let Some((&[kind, low, high], rest)) = bytes.split_first_chunk::<HEAD>() else {
            return Ok(None);
        };
        let length = usize::from(u16::from_le_bytes([low, high]));
        if length > LONGEST_BODY || !(1..=4).contains(&kind) {
            return Err(());
        }
        let Some(body) = rest.get(..length) else {
            return Ok(None);
        };
        let message = Self::of(kind, body).ok_or(())?;
        Ok(Some((message, HEAD + length)))
    }

    fn of(kind: u8, body: &[u8]) -> Option<Self> {
        match (kind, body) {
            (1, []) => Some(Self::Confirmed),
            (2, []) => Some(Self::StoppedReading),
            (3, why) => Some(Self::Failed(text(&String::from_utf8_lossy(why)))),
            (4, body) => Probe::read(body).map(Self::Probe),
            _ => None,
        }
    }
}

impl Probe {
    fn read(body: &[u8]) -> Option<Self> {
        let (asker, rest) = body.split_first_chunk()?;
        let (wait, rest) = rest.split_first_chunk()?;
        let (round, rest) = rest.split_first_chunk()?;
        let (&hops, rest) = rest.split_first()?;
        let (passed, rest) = rest.split_first_chunk()?;
        let (digest, rest) = rest.split_first_chunk()?;
        Some(Self {
            asker: *asker,
            wait: u64::from_le_bytes(*wait),
            round: u32::from_le_bytes(*round),
            hops,
            passed: u64::from_le_bytes(*passed),
            digest: u64::from_le_bytes(*digest),
            path: text(&String::from_utf8_lossy(rest)),
        })
    }
}

/// Makes a text fit for a log: one line of limited length.
fn text(message: &str) -> String {
    let mut text = String::new();
    for letter in message.chars() {
        let letter = if letter.is_control() { ' ' } else { letter };
        if text.len() + letter.len_utf8() > LONGEST_TEXT {
            break;
        }
        text.push(letter);
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn messages() -> impl Strategy<Value = ControlMessage> {
        prop_oneof![
            Just(ControlMessage::Confirmed),
            Just(ControlMessage::StoppedReading),
            "[ -~ß東]{0,99}".prop_map(ControlMessage::Failed),
            (any::<(Token, u64, u32, u8, u64, u64)>(), "[ -~ß東]{0,99}").prop_map(
                |((asker, wait, round, hops, passed, digest), path)| ControlMessage::Probe(Probe {
                    asker,
                    wait,
                    round,
                    hops,
                    passed,
                    digest,
                    path,
                })
            ),
        ]
    }

    proptest! {
        #[test]
        fn messages_round_trip(message in messages(), after: Vec<u8>, at: prop::sample::Index) {
            let mut bytes = message.to_bytes();
            let length = bytes.len();
            prop_assert_eq!(ControlMessage::read(&bytes[..at.index(length)]), Ok(None));
            bytes.extend_from_slice(&after);
            prop_assert_eq!(ControlMessage::read(&bytes), Ok(Some((message, length))));
        }

        #[test]
        fn junk_takes_no_more_than_it_has(mut junk: Vec<u8>, kind in 0..6_u8, length in 0..600_u16) {
            if junk.len() >= HEAD {
                junk[0] = kind;
                junk[1..HEAD].copy_from_slice(&length.to_le_bytes());
            }
            if let Ok(Some((_, taken))) = ControlMessage::read(&junk) {
                prop_assert!(taken <= junk.len() && taken == HEAD + usize::from(length));
            }
        }
    }

    #[test]
    fn texts_are_one_line_and_not_endless() {
        let sent = ControlMessage::Failed(format!("{}\nß", "x".repeat(2045)));
        let (read, _) = ControlMessage::read(&sent.to_bytes()).unwrap().unwrap();
        assert_eq!(read, ControlMessage::Failed(format!("{} ß", "x".repeat(2045))));
        let sent = ControlMessage::Failed("ß".repeat(5000));
        let (read, _) = ControlMessage::read(&sent.to_bytes()).unwrap().unwrap();
        assert_eq!(read, ControlMessage::Failed("ß".repeat(1024)));
    }
}
