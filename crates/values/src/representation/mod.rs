//! Texts in other representations: escapes of Unicode, its codes in bytes, and Base 64.
//!
//! A format turns texts into the representation, and the informat of the same name turns them back. Where a name ends
//! with `E` it is the other way round.

mod base64;
mod escape;
mod wide;

#[cfg(test)]
mod tests;

use crate::value::trim;
use escape::Escape;
use wide::Wide;

/// A representation of texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Representation {
    /// `$BASE64Xw.`
    Base64,
    Escape(Escape),
    Wide(Wide),
    /// `$UTF8Xw.`, in which texts are anyway.
    Utf8,
}

/// The definition of a format or informat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RepresentationRule {
    pub(crate) form: Representation,
    /// True if the format turns texts back, and the informat into the representation.
    pub(crate) is_reverse: bool,
    /// The default width.
    pub(crate) default: u16,
    /// The least width.
    pub(crate) least: u16,
    /// The greatest width.
    pub(crate) most: u16,
}

/// Returns the rule of a name in upper case without its `$`.
pub(crate) fn of_name(name: &str) -> Option<RepresentationRule> {
    use Representation as R;
    let rule = |form, default, least, most| RepresentationRule {
        form,
        is_reverse: false,
        default,
        least,
        most,
    };
    match name {
        "BASE64X" => return Some(rule(R::Base64, 1, 1, 32_767)),
        "UTF8X" => return Some(rule(R::Utf8, 8, 2, 32_767)),
        _ => {}
    }
    let (stem, is_reverse) = match name.strip_suffix('E') {
        Some(stem) => (stem, true),
        None => (name, false),
    };
    let found = match (stem, is_reverse) {
        ("UESC", _) => rule(R::Escape(Escape::Backslash), 8, 1, 32_000),
        ("UNCR", _) => rule(R::Escape(Escape::Reference), 8, 1, 32_000),
        // The examples of the documentation are narrower than its least width, which is 27.
        ("UPAREN", _) => rule(R::Escape(Escape::Parentheses), 8, 1, 32_000),
        (_, true) => rule(R::Wide(Wide::of_name(stem)?), 8, 1, 32_000),
        (_, false) => {
            let wide = Wide::of_name(stem)?;
            let bytes = wide.bytes();
            rule(R::Wide(wide), if bytes == 2 { 8 } else { 4 }, bytes, 32_767)
        }
    };
    Some(RepresentationRule { is_reverse, ..found })
}

/// Returns the informat `$UPARENPw.`, which leaves codes above 255 as they are.
pub(crate) fn partial_parentheses() -> Representation {
    Representation::Escape(Escape::PartialParentheses)
}

impl Representation {
    /// Appends a text in the representation, without what would make more than `most` bytes.
    pub(crate) fn encode(self, text: &[u8], most: usize, out: &mut Vec<u8>) {
        match self {
            Self::Base64 => base64::encode(text, most, out),
            Self::Escape(escape) => escape.encode(trim(text), most, out),
            Self::Wide(wide) => wide.encode(trim(text), most, out),
            Self::Utf8 => out.extend_from_slice(&text[..text.len().min(most)]),
        }
    }

    /// Appends the text that a field in the representation means; `None` if it means none.
    pub(crate) fn decode(self, field: &[u8], out: &mut Vec<u8>) -> Option<()> {
        match self {
            Self::Base64 => base64::decode(trim(field), out),
            Self::Escape(escape) => {
                escape.decode(trim(field), out);
                Some(())
            }
            Self::Wide(wide) => wide.decode(trim(field), out),
            Self::Utf8 => {
                out.extend_from_slice(field);
                Some(())
            }
        }
    }

    /// Appends what fills a field of `width` bytes behind an encoded text.
    pub(crate) fn fill(self, start: usize, width: usize, out: &mut Vec<u8>) {
        if let Self::Wide(wide) = self {
            while out.len() - start + usize::from(wide.bytes()) <= width {
                wide.push(' ', out);
            }
        }
        out.resize(start + width, b' ');
    }
}

/// Appends one character in UTF-8.
fn push_character(character: char, out: &mut Vec<u8>) {
    out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
}
