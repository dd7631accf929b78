//! The names of macro variables and macros.

use std::fmt;

use super::mask;

/// The longest name.
const LONGEST: usize = 32;

/// A name in upper case: up to 32 letters, digits and underscores, not beginning with a digit.
///
/// It stores its letters inline, so that looking up a symbol allocates nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name {
    /// Upper case letters, then zeros: names are ordered as their letters are.
    bytes: [u8; LONGEST],
}

impl Name {
    /// Parses a name, ignoring case and masking.
    pub fn new(text: &str) -> Option<Self> {
        let mut bytes = [0; LONGEST];
        let mut length = 0;
        for c in text.chars().map(mask::plain) {
            if !is_name_character(c) || length == LONGEST {
                return None;
            }
            bytes[length] = (c as u8).to_ascii_uppercase();
            length += 1;
        }
        (length > 0 && !bytes[0].is_ascii_digit()).then_some(Self { bytes })
    }

    /// Parses a name, ignoring case.
    pub fn of_bytes(bytes: &[u8]) -> Option<Self> {
        Self::new(std::str::from_utf8(bytes).ok()?)
    }

    /// Returns the name in upper case.
    pub fn as_str(&self) -> &str {
        let length = self.bytes.iter().position(|&byte| byte == 0).unwrap_or(LONGEST);
        std::str::from_utf8(&self.bytes[..length]).unwrap_or_default()
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), formatter)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.as_str())
    }
}

/// Returns whether a name can begin with a character.
pub(crate) fn is_name_start(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}

/// Returns whether a name can contain a character.
pub(crate) fn is_name_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Returns the name at the beginning of a text; empty if there is none.
pub(crate) fn leading_name(text: &str) -> &str {
    if !text.starts_with(is_name_start) {
        return "";
    }
    let end = text.find(|c| !is_name_character(c)).unwrap_or(text.len());
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_capitals_of_32_letters_at_most() {
        assert_eq!(Name::new("abC_1").unwrap().as_str(), "ABC_1");
        assert_eq!(Name::new(&mask::mask("x")).unwrap().as_str(), "X");
        assert_eq!(Name::new(&"a".repeat(32)).unwrap().as_str(), "A".repeat(32));
        for text in ["", "1a", "a b", "a-", "é", &"a".repeat(33)] {
            assert_eq!(Name::new(text), None, "{text}");
        }
    }

    #[test]
    fn names_order_as_their_letters() {
        let name = |text| Name::new(text).unwrap();
        assert!(name("a") < name("ab"));
        assert!(name("ab") < name("b"));
    }

    #[test]
    fn the_name_at_the_beginning_of_a_text() {
        assert_eq!(leading_name("abc.d"), "abc");
        assert_eq!(leading_name("1abc"), "");
        assert_eq!(leading_name(""), "");
    }
}
