//! Values of either kind.
//!
//! A character value is padded with blanks to the length of its variable, so two character values are equal if they
//! differ only in trailing blanks.

use std::cmp::Ordering;

/// The kind of a variable or an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Numbers, including missing values.
    Number,
    /// Character values: bytes of a fixed length, padded with blanks.
    Text,
}

impl Kind {
    /// Returns its name in listings: `Num` or `Char`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Number => "Num",
            Self::Text => "Char",
        }
    }
}

/// A borrowed value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    /// A number or a missing value.
    Number(f64),
    /// A character value, with or without its trailing blanks.
    Text(&'a [u8]),
}

impl Value<'_> {
    /// Returns its kind.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Number(_) => Kind::Number,
            Self::Text(_) => Kind::Text,
        }
    }

    /// Returns whether it is missing: a missing number, or a blank character value.
    pub fn is_missing(&self) -> bool {
        match self {
            Self::Number(number) => number.is_nan(),
            // The first byte usually decides, and faster than searching from the end.
            Self::Text(text) => text.iter().all(|&byte| byte == b' '),
        }
    }
}

/// Returns a character value without its trailing blanks.
pub fn trim(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|&byte| byte != b' ').map_or(0, |last| last + 1);
    &text[..end]
}

/// Compares two character values, the shorter one padded with blanks, by the numbers of their bytes.
pub fn compare_text(a: &[u8], b: &[u8]) -> Ordering {
    let common = a.len().min(b.len());
    a[..common].cmp(&b[..common]).then_with(|| {
        let against_blanks = |rest: &[u8]| {
            rest.iter()
                .find(|&&byte| byte != b' ')
                .map_or(Ordering::Equal, |byte| byte.cmp(&b' '))
        };
        against_blanks(&a[common..]).then(against_blanks(&b[common..]).reverse())
    })
}

/// Returns where the character of UTF-8 begins that a cut behind so many bytes would split; `None` if it would split
/// none.
#[inline]
pub fn split_character(text: &[u8], length: usize) -> Option<usize> {
    match text.get(length) {
        Some(byte) if byte & 0xC0 == 0x80 => character_around(text, length),
        _ => None,
    }
}

/// Returns where the character begins that continues at `within`; `None` if these bytes are no UTF-8.
#[cold]
fn character_around(text: &[u8], within: usize) -> Option<usize> {
    let mut before = (within.saturating_sub(3)..within).rev();
    let start = before.find(|&at| text[at] & 0xC0 != 0x80)?;
    let length = match text[start] {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => return None,
    };
    let character = text.get(start..start + length)?;
    (start + length > within && std::str::from_utf8(character).is_ok()).then_some(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_a_cut_would_split() {
        let text = "aé€😀".as_bytes();
        let starts = (0..=text.len()).map(|length| split_character(text, length));
        let starts: Vec<_> = starts.map(|start| start.map_or(-1, |start| start as i32)).collect();
        assert_eq!(starts, [-1, -1, 1, -1, 3, 3, -1, 6, 6, 6, -1]);
        // Bytes that are no UTF-8 are cut anywhere.
        for bytes in [&b"\x80\x80\x80"[..], b"a\xE2\x82", b"\xC3\xA9\x80", b"\xFF\x80"] {
            assert_eq!(split_character(bytes, bytes.len() - 1), None, "{bytes:?}");
        }
    }

    #[test]
    fn trailing_blanks_do_not_count() {
        assert_eq!(compare_text(b"ab", b"ab   "), Ordering::Equal);
        assert_eq!(compare_text(b"ab", b"ab  c"), Ordering::Less);
        assert_eq!(compare_text(b"ab\t", b"ab"), Ordering::Less);
        assert_eq!(compare_text(b"", b""), Ordering::Equal);
        assert_eq!(compare_text(b"b", b"ab"), Ordering::Greater);
    }
}
