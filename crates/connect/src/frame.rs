//! The frames of the protocol: each has a kind and a length.
//!
//! A byte for the kind, four bytes for the length, little-endian, the content, and the end of a line: launchers such as
//! `srun` pass output on line by line. Input is not trusted: memory is allocated for bytes that were received, not for
//! the announced length.

use std::io::{self, Read, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::ConnectError;

/// The maximum length of a frame, in bytes: more than that of the longest program as JSON.
pub const LONGEST: u64 = 1 << 30;

/// The bytes of a header.
pub(crate) const HEAD: usize = 5;

/// The byte after the content.
const END: u8 = b'\n';

/// The kind of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A message, as JSON.
    Message,
    /// A part of the log.
    Log,
    /// A part of the listing.
    Listing,
}

impl Kind {
    pub(crate) fn byte(self) -> u8 {
        match self {
            Self::Message => b'm',
            Self::Log => b'l',
            Self::Listing => b'p',
        }
    }

    pub(crate) fn of(byte: u8) -> Option<Self> {
        [Self::Message, Self::Log, Self::Listing]
            .into_iter()
            .find(|kind| kind.byte() == byte)
    }
}

/// Returns the header of a frame.
pub(crate) fn head(kind: Kind, bytes: usize) -> Result<[u8; HEAD], ConnectError> {
    let too_long = || ConnectError::TooLong {
        bytes: bytes as u64,
        limit: LONGEST,
    };
    if bytes as u64 > LONGEST {
        return Err(too_long());
    }
    let length = u32::try_from(bytes).map_err(|_| too_long())?.to_le_bytes();
    Ok([kind.byte(), length[0], length[1], length[2], length[3]])
}

/// Writes a frame.
///
/// # Errors
///
/// Fails if the frame is too long or cannot be written.
pub fn write(out: &mut impl Write, kind: Kind, bytes: &[u8]) -> Result<(), ConnectError> {
    // At once, because each write may become a packet of its own on a launcher's way.
    out.write_all(&[&head(kind, bytes.len())?, bytes, &[END]].concat())?;
    Ok(out.flush()?)
}

/// Writes a message.
///
/// # Errors
///
/// Fails if the message is too long or cannot be written.
pub fn write_message(out: &mut impl Write, message: &impl Serialize) -> Result<(), ConnectError> {
    let text = serde_json::to_vec(message).map_err(ConnectError::nonsense)?;
    write(out, Kind::Message, &text)
}

/// Reads a frame into `bytes`, replacing its content. Returns `None` if the input ends between two frames.
///
/// # Errors
///
/// Fails if the input cannot be read, ends within a frame or is not a valid frame.
pub fn read(input: &mut impl Read, bytes: &mut Vec<u8>) -> Result<Option<Kind>, ConnectError> {
    bytes.clear();
    let mut head = [0; HEAD];
    let mut have = 0;
    while have < HEAD {
        match input.read(&mut head[have..]) {
            Ok(0) if have == 0 => return Ok(None),
            Ok(0) => return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into()),
            Ok(count) => have += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    let [kind, length @ ..] = head;
    let kind = Kind::of(kind).ok_or_else(|| ConnectError::nonsense(head.escape_ascii()))?;
    let length = u64::from(u32::from_le_bytes(length));
    if length > LONGEST {
        return Err(ConnectError::TooLong {
            bytes: length,
            limit: LONGEST,
        });
    }
    // With its end.
    let came = input.take(length + 1).read_to_end(bytes)?;
    if came as u64 <= length {
        return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
    }
    match bytes.pop() {
        Some(END) => Ok(Some(kind)),
        _ => Err(ConnectError::nonsense(
            bytes[bytes.len().saturating_sub(HEAD)..].escape_ascii(),
        )),
    }
}

/// Decodes a message.
///
/// # Errors
///
/// Fails if the bytes are not a valid message.
pub fn message<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ConnectError> {
    serde_json::from_slice(bytes).map_err(ConnectError::nonsense)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let mut line = Vec::new();
        write(&mut line, Kind::Log, b"a line\n").unwrap();
        write(&mut line, Kind::Listing, b"").unwrap();
        write_message(&mut line, &"hello").unwrap();
        let mut input = &line[..];
        let mut bytes = Vec::new();
        assert_eq!(read(&mut input, &mut bytes).unwrap(), Some(Kind::Log));
        assert_eq!(bytes, b"a line\n");
        assert_eq!(read(&mut input, &mut bytes).unwrap(), Some(Kind::Listing));
        assert_eq!(read(&mut input, &mut bytes).unwrap(), Some(Kind::Message));
        assert_eq!(message::<String>(&bytes).unwrap(), "hello");
        assert_eq!(read(&mut input, &mut bytes).unwrap(), None);
    }

    #[test]
    fn a_launcher_that_passes_lines_on_passes_each_frame_on_at_once() {
        let mut line = Vec::new();
        write_message(&mut line, &"hello").unwrap();
        assert_eq!(line.last(), Some(&b'\n'));
    }

    #[test]
    fn a_piece_that_is_cut_short_or_too_long_is_refused() {
        let mut bytes = Vec::new();
        for line in [
            &b"l\x05\0\0"[..],
            b"l\x05\0\0\0abc",
            b"l\x03\0\0\0abc",
            b"l\x03\0\0\0abcd",
            b"l\xff\xff\xff\xff",
            b"GET / HTTP/1.1",
        ] {
            assert!(read(&mut &line[..], &mut bytes).is_err(), "{line:?}");
            assert!(bytes.capacity() < 100, "{line:?}");
        }
    }

    proptest! {
        #[test]
        fn no_bytes_panic_or_take_more_room_than_they_are(line in proptest::collection::vec(any::<u8>(), 0..200)) {
            let mut input = &line[..];
            let mut bytes = Vec::new();
            while let Ok(Some(_)) = read(&mut input, &mut bytes) {
                prop_assert!(bytes.len() <= line.len());
            }
            prop_assert!(bytes.capacity() <= 4096);
        }
    }
}
