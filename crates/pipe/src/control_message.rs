//! What the two ends of a pipe say to each other beside the frames, as bytes.

use crate::hello::Token;

/// Bytes before a word's body: its kind and the body's length.
const HEAD: usize = 3;

/// The longest body.
const LONGEST_BODY: usize = 4096;

/// Words of text that are told, in bytes at most.
const LONGEST_TEXT: usize = 2048;

/// What an end says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ControlMessage {
    /// The reader: all has been taken.
    Confirmed,
    /// The reader: no more is wanted.
    StoppedReading,
    /// Either: it failed, and why.
    Failed(String),
    /// Either: it waits, and asks whether that wait comes round to itself.
    Probe(Probe),
}

/// A question that goes from step to step along what each waits for. It comes back to the one who asked if they wait
/// in a circle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Probe {
    /// The step that asks.
    pub asker: Token,
    /// Its wait.
    pub wait: u64,
    /// How often it has asked in this wait.
    pub round: u32,
    /// Steps that passed it on.
    pub hops: u8,
    /// Bytes that its last sender has moved on the pipe that it comes by.
    pub passed: u64,
    /// A digest of all waits and counts on the way: the same as before if nothing has moved.
    pub digest: u64,
    /// Who waits for what, for a person.
    pub path: String,
}

impl ControlMessage {
    /// The word as bytes.
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

    /// The first word of `bytes` and how many it takes; none while it is not all there, and an error if it is none.
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
        let control_message = Self::of(kind, body).ok_or(())?;
        Ok(Some((control_message, HEAD + length)))
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

/// A text as it may stand in a log: one line, and not too long.
fn text(told: &str) -> String {
    let mut text = String::new();
    for letter in told.chars() {
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

    fn words() -> impl Strategy<Value = ControlMessage> {
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
        fn words_are_read_as_they_were_said(control_message in words(), after: Vec<u8>, at: prop::sample::Index) {
            let mut bytes = control_message.to_bytes();
            let length = bytes.len();
            prop_assert_eq!(ControlMessage::read(&bytes[..at.index(length)]), Ok(None));
            bytes.extend_from_slice(&after);
            prop_assert_eq!(ControlMessage::read(&bytes), Ok(Some((control_message, length))));
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
        let said = ControlMessage::Failed(format!("{}\nß", "x".repeat(2045)));
        let (read, _) = ControlMessage::read(&said.to_bytes()).unwrap().unwrap();
        assert_eq!(
            read,
            ControlMessage::Failed(format!("{} ß", "x".repeat(2045)))
        );
        let said = ControlMessage::Failed("ß".repeat(5000));
        let (read, _) = ControlMessage::read(&said.to_bytes()).unwrap().unwrap();
        assert_eq!(read, ControlMessage::Failed("ß".repeat(1024)));
    }
}
