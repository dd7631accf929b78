//! The header of a frame: its kind and its length.

/// The maximum length of a frame and of a tail, in bytes.
pub const LONGEST_FRAME: usize = 16 * 1024 * 1024;

/// Bytes of a header.
pub(crate) const HEAD: usize = 8;

/// The first bytes of a header, which detect a stream that is out of step.
const MARK: [u8; 3] = *b"fr\x01";

/// The kind of what follows a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A frame.
    Frame,
    /// The tail: no frame follows.
    Tail,
}

/// Encodes the header of a frame of `length` bytes. Returns `None` if that is too long.
pub(crate) fn head(kind: Kind, length: usize) -> Option<[u8; HEAD]> {
    let length = u32::try_from(length).ok().filter(|_| length <= LONGEST_FRAME)?;
    let [a, b, c] = MARK;
    let kind = match kind {
        Kind::Frame => 1,
        Kind::Tail => 2,
    };
    let [l0, l1, l2, l3] = length.to_le_bytes();
    Some([a, b, c, kind, l0, l1, l2, l3])
}

/// Decodes a header into the kind and the length of what follows. Returns `None` if it is invalid or the length too
/// great.
pub(crate) fn read_head(head: [u8; HEAD]) -> Option<(Kind, usize)> {
    let [a, b, c, kind, l0, l1, l2, l3] = head;
    let kind = match kind {
        1 => Kind::Frame,
        2 => Kind::Tail,
        _ => return None,
    };
    let length = usize::try_from(u32::from_le_bytes([l0, l1, l2, l3])).ok()?;
    ([a, b, c] == MARK && length <= LONGEST_FRAME).then_some((kind, length))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn heads_are_read_as_they_were_written(length in 0..=LONGEST_FRAME, tail: bool) {
            let kind = if tail { Kind::Tail } else { Kind::Frame };
            prop_assert_eq!(read_head(head(kind, length).unwrap()), Some((kind, length)));
        }

        #[test]
        fn no_head_announces_more_than_a_frame_may_hold(bytes: [u8; HEAD], marked: bool) {
            let mut bytes = bytes;
            if marked {
                bytes[..3].copy_from_slice(&MARK);
                bytes[3] = 1 + (bytes[3] & 1);
            }
            match read_head(bytes) {
                Some((_, length)) => prop_assert!(length <= LONGEST_FRAME),
                None => prop_assert!(
                    !marked || u32::from_le_bytes(bytes[4..].try_into().unwrap()) as usize > LONGEST_FRAME
                ),
            }
        }
    }

    #[test]
    fn a_frame_too_long_gets_no_head() {
        assert_eq!(head(Kind::Frame, LONGEST_FRAME + 1), None);
        assert_eq!(head(Kind::Tail, usize::MAX), None);
    }
}
