//! Characters as their codes in digits, in a text.

use super::push_character;

/// A notation of codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Escape {
    /// `\u5927` for what ASCII does not have; a further `u` protects texts that look so
    Backslash,
    /// `&#22823;` for what ASCII does not have
    Reference,
    /// `<u5927>` for every character
    Parentheses,
    /// The same, of which codes above 255 are not read
    PartialParentheses,
}

/// The digits of a code.
const DIGITS: usize = 4;

impl Escape {
    /// Appends a text in UTF-8, without what would make more than `most` bytes. Bytes that are no text stay.
    pub(super) fn encode(self, text: &[u8], most: usize, out: &mut Vec<u8>) {
        let start = out.len();
        for chunk in text.utf8_chunks() {
            for (at, character) in chunk.valid().char_indices() {
                let before = out.len();
                self.push(character, &chunk.valid().as_bytes()[at..], out);
                if out.len() - start > most {
                    out.truncate(before);
                    return;
                }
            }
            if out.len() - start + chunk.invalid().len() > most {
                return;
            }
            out.extend_from_slice(chunk.invalid());
        }
    }

    /// Appends a character, with which `rest` begins.
    fn push(self, character: char, rest: &[u8], out: &mut Vec<u8>) {
        match self {
            Self::Backslash if character.is_ascii() => {
                out.push(character as u8);
                if backslash(rest).is_some() {
                    out.push(b'u');
                }
            }
            Self::Reference if character.is_ascii() => out.push(character as u8),
            Self::Reference => out.extend_from_slice(format!("&#{};", u32::from(character)).as_bytes()),
            _ => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    let written = match self {
                        Self::Backslash => format!("\\u{unit:04X}"),
                        _ => format!("<u{unit:04X}>"),
                    };
                    out.extend_from_slice(written.as_bytes());
                }
            }
        }
    }

    /// Appends a text with the characters in place of their codes. What is no code stays.
    pub(super) fn decode(self, field: &[u8], out: &mut Vec<u8>) {
        let mut rest = field;
        while let [first, behind @ ..] = rest {
            match self.character(rest) {
                Some((character, length)) => {
                    push_character(character, out);
                    rest = &rest[length..];
                }
                None => {
                    out.push(*first);
                    // Of several letters, one protected the text.
                    let is_protected = self == Self::Backslash && matches!(backslash(rest), Some((2.., _)));
                    rest = &behind[usize::from(is_protected)..];
                }
            }
        }
    }

    /// Returns the character whose code a text begins with, and the length of its code.
    fn character(self, text: &[u8]) -> Option<(char, usize)> {
        if self == Self::Reference {
            let digits = text.strip_prefix(b"&#")?;
            let end = digits.iter().position(|byte| *byte == b';')?;
            let code = std::str::from_utf8(&digits[..end]).ok()?.parse().ok()?;
            return Some((char::from_u32(code)?, end + 3));
        }
        let (first, length) = self.unit(text)?;
        if !(0xD800..0xE000).contains(&first) {
            return Some((char::from_u32(first)?, length));
        }
        let (second, behind) = self.unit(&text[length..])?;
        let units = [u16::try_from(first).ok()?, u16::try_from(second).ok()?];
        let character = char::decode_utf16(units).next()?.ok()?;
        Some((character, length + behind))
    }

    /// Returns the code that a text begins with, and the length of its notation.
    fn unit(self, text: &[u8]) -> Option<(u32, usize)> {
        if self == Self::Backslash {
            let (letters, code) = backslash(text)?;
            return (letters == 1).then_some((code, 2 + DIGITS));
        }
        let digits = text.strip_prefix(b"<u")?;
        let code = code_of(digits)?;
        let is_kept = self == Self::PartialParentheses && code > 0xFF;
        (digits.get(DIGITS) == Some(&b'>') && !is_kept).then_some((code, 3 + DIGITS))
    }
}

/// Returns how many letters `u` stand between the backslash with which a text begins and a code, and the code.
fn backslash(text: &[u8]) -> Option<(usize, u32)> {
    let behind = text.strip_prefix(b"\\")?;
    let letters = behind.iter().take_while(|byte| **byte == b'u').count();
    let code = code_of(&behind[letters..])?;
    (letters > 0).then_some((letters, code))
}

/// Returns the code of the four hexadecimal digits with which a text begins.
fn code_of(text: &[u8]) -> Option<u32> {
    let digits = text.get(..DIGITS)?;
    digits
        .iter()
        .try_fold(0, |code, byte| Some(code * 16 + char::from(*byte).to_digit(16)?))
}
