//! Sets of characters, given by lists and modifiers.

/// A set of bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::function) struct CharacterSet([u64; 4]);

impl CharacterSet {
    /// Creates the set of the bytes of a list.
    pub(in crate::function) fn of(list: &[u8]) -> Self {
        let mut set = Self::default();
        for &byte in list {
            set.insert(byte);
        }
        set
    }

    /// Creates the set of the bytes of a list, changed by modifiers: letters that add a class of characters, `I` for
    /// letters in both cases, `K` or `V` for the complement, `T` for a list without its trailing blanks. Other letters
    /// are ignored.
    pub(in crate::function) fn modified(list: &[u8], modifiers: &[u8]) -> Self {
        let has = |modifier: u8| modifiers.iter().any(|byte| byte.eq_ignore_ascii_case(&modifier));
        let mut set = Self::of(if has(b'T') { crate::value::trim(list) } else { list });
        for modifier in modifiers {
            if let Some(class) = class(*modifier) {
                (0..=127).filter(class).for_each(|byte| set.insert(byte));
            }
        }
        if has(b'I') {
            for byte in b'A'..=b'Z' {
                let small = byte.to_ascii_lowercase();
                if set.contains(byte) || set.contains(small) {
                    set.insert(byte);
                    set.insert(small);
                }
            }
        }
        if has(b'K') || has(b'V') {
            Self(set.0.map(|bits| !bits))
        } else {
            set
        }
    }

    /// Returns whether a byte is in the set.
    pub(in crate::function) fn contains(&self, byte: u8) -> bool {
        self.0[usize::from(byte >> 6)] >> (byte & 63) & 1 == 1
    }

    fn insert(&mut self, byte: u8) {
        self.0[usize::from(byte >> 6)] |= 1 << (byte & 63);
    }
}

/// Returns the class of a modifier.
fn class(modifier: u8) -> Option<fn(&u8) -> bool> {
    Some(match modifier.to_ascii_uppercase() {
        b'A' => |byte| byte.is_ascii_alphabetic(),
        b'C' => |byte| byte.is_ascii_control(),
        b'D' => |byte| byte.is_ascii_digit(),
        b'F' => |byte| *byte == b'_' || byte.is_ascii_alphabetic(),
        b'G' => |byte| byte.is_ascii_graphic(),
        b'H' => |byte| *byte == b'\t',
        b'L' => |byte| byte.is_ascii_lowercase(),
        b'N' => |byte| *byte == b'_' || byte.is_ascii_alphanumeric(),
        b'P' => |byte| byte.is_ascii_punctuation(),
        b'S' => |byte| is_space(*byte),
        b'U' => |byte| byte.is_ascii_uppercase(),
        b'W' => |byte| (b' '..=b'~').contains(byte),
        b'X' => |byte| byte.is_ascii_hexdigit(),
        _ => return None,
    })
}

/// Returns whether a byte is a blank, tab (horizontal or vertical), carriage return, line feed or form feed.
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_cases_and_complements() {
        let digits = CharacterSet::modified(b"", b"d");
        assert!((0..=255).all(|byte: u8| digits.contains(byte) == byte.is_ascii_digit()));
        let others = CharacterSet::modified(b"", b"kd");
        assert!((0..=255).all(|byte: u8| others.contains(byte) != byte.is_ascii_digit()));
        let folded = CharacterSet::modified(b"xY ", b"it");
        assert!(b"xXyY".iter().all(|&byte| folded.contains(byte)) && !folded.contains(b' '));
        assert!(CharacterSet::modified(b"\xff ", b"").contains(0xff));
    }
}
