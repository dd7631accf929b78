//! Informats of character values.

use super::InvalidData;
use crate::binary::ebcdic;
use crate::case::Case;
use crate::period;
use crate::representation::{self, Representation};
use crate::value::trim;

/// A form of character value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextForm {
    /// `$w.`: without leading blanks; a single point is blank
    Plain,
    /// `$CHARw.`: every byte
    Whole,
    /// `$CHARZBw.`: blanks for bytes that are 0
    Zeros,
    /// `$UPCASEw.`: in upper case
    Capitals,
    /// `$QUOTEw.`: without quotation marks around it
    Quoted,
    /// `$REVERJw.`: from right to left
    Reversed,
    /// `$REVERSw.`: from right to left, and then without leading blanks
    ReversedLeft,
    /// `$HEXw.`: a byte of two hexadecimal digits
    Hexadecimal,
    /// `$OCTALw.`: a byte of three octal digits
    Octal,
    /// `$BINARYw.`: a byte of eight digits
    Binary,
    /// `$PHEXw.`: the hexadecimal digits of a packed decimal, without the half byte of its sign
    PackedHexadecimal,
    /// `$EBCDICw.`
    Ebcdic,
    /// `$UESCw.` and the like: from another representation
    Represented(Representation),
    /// `$UESCEw.` and the like: into another representation
    Converted(Representation),
    /// `$N8601Ew.d` and `$N8601Bw.d`: a duration, datetime or interval
    Period { is_extended: bool },
}

impl TextForm {
    /// Returns the form of an informat by its name in upper case without the dollar sign, and its default width; `None`
    /// for the length of the variable.
    pub(super) fn of_name(name: &str) -> Option<(Self, Option<u16>)> {
        Some(match name {
            "" | "F" => (Self::Plain, None),
            "CHAR" | "ASCII" => (Self::Whole, None),
            "CHARZB" => (Self::Zeros, None),
            "UPCASE" => (Self::Capitals, None),
            "QUOTE" => (Self::Quoted, None),
            "REVERJ" => (Self::Reversed, None),
            "REVERS" => (Self::ReversedLeft, None),
            "HEX" => (Self::Hexadecimal, Some(2)),
            "OCTAL" => (Self::Octal, Some(3)),
            "BINARY" => (Self::Binary, Some(8)),
            "PHEX" => (Self::PackedHexadecimal, Some(2)),
            "EBCDIC" => (Self::Ebcdic, None),
            _ => return None,
        })
    }

    /// Returns the form of an informat with widths of its own by its name in upper case without the dollar sign, and
    /// its default, least and greatest width.
    pub(super) fn of_representation(name: &str) -> Option<(Self, u16, u16, u16)> {
        match name {
            "N8601B" => return Some((Self::Period { is_extended: false }, 50, 1, 200)),
            "N8601E" => return Some((Self::Period { is_extended: true }, 50, 1, 200)),
            "UPARENP" => return Some((Self::Represented(representation::partial_parentheses()), 8, 1, 32_000)),
            _ => {}
        }
        let rule = representation::of_name(name)?;
        let form = match rule.is_reverse {
            true => Self::Converted(rule.form),
            false => Self::Represented(rule.form),
        };
        Some((form, rule.default, rule.least, rule.most))
    }

    /// Appends the character value of a field, without padding.
    pub(super) fn read(self, field: &[u8], out: &mut Vec<u8>) -> Result<(), InvalidData> {
        let start = out.len();
        match self {
            Self::Plain => out.extend_from_slice(plain(field)),
            Self::Whole => out.extend_from_slice(field),
            Self::Zeros => out.extend(field.iter().map(|&byte| if byte == 0 { b' ' } else { byte })),
            Self::Capitals => Case::Upper.write(field, out),
            Self::Quoted => unquote(field.trim_ascii(), out),
            Self::Reversed => out.extend(field.iter().rev()),
            Self::ReversedLeft => out.extend(field.iter().rev().skip_while(|&&byte| byte == b' ')),
            Self::Hexadecimal => read_digits(field.trim_ascii(), 2, 16, out)?,
            Self::Octal => read_digits(field.trim_ascii(), 3, 8, out)?,
            Self::Binary => read_digits(field.trim_ascii(), 8, 2, out)?,
            Self::PackedHexadecimal => {
                let halves = field.iter().flat_map(|byte| [byte >> 4, byte & 0xF]);
                out.extend(halves.map(|half| b"0123456789ABCDEF"[usize::from(half)]));
                out.truncate(out.len().saturating_sub(1).max(start));
            }
            Self::Represented(form) => form.decode(field, out).ok_or(InvalidData)?,
            Self::Converted(form) => form.encode(field, usize::MAX, out),
            Self::Period { is_extended } => match field.trim_ascii() {
                [] => {}
                field => period::read(field, is_extended, out).ok_or(InvalidData)?,
            },
            Self::Ebcdic => {
                out.extend_from_slice(field);
                ebcdic::decode(&mut out[start..]);
            }
        }
        Ok(())
    }
}

/// Returns the character value that `$w.` reads from a field: without leading blanks, and nothing for a single point.
pub(super) fn plain(field: &[u8]) -> &[u8] {
    let first = field.iter().position(|&byte| byte != b' ');
    let text = &field[first.unwrap_or(field.len())..];
    match trim(text) {
        b"." => &[],
        _ => text,
    }
}

/// Appends a text without the quotation marks around it; two of them in it are one.
fn unquote(text: &[u8], out: &mut Vec<u8>) {
    let (mark, inner) = match text {
        [first @ (b'"' | b'\''), inner @ .., last] if first == last => (*first, inner),
        _ => {
            out.extend_from_slice(text);
            return;
        }
    };
    let mut is_second = false;
    for &byte in inner {
        is_second = byte == mark && !is_second;
        if byte != mark || is_second {
            out.push(byte);
        }
    }
}

/// Appends a byte for `count` digits, the last of which may lack: zeros stand for them. Of more than one byte only
/// whole ones are read.
fn read_digits(text: &[u8], count: usize, base: u32, out: &mut Vec<u8>) -> Result<(), InvalidData> {
    let cut = match text.len() / count {
        0 => text,
        whole => &text[..whole * count],
    };
    for group in cut.chunks(count) {
        let digits = group.iter().copied().chain(std::iter::repeat(b'0')).take(count);
        let mut code = 0u32;
        for digit in digits {
            code = code * base + char::from(digit).to_digit(base).ok_or(InvalidData)?;
        }
        // Three octal digits have a bit more than a byte, which is ignored.
        out.push((code & 0xFF) as u8);
    }
    Ok(())
}
