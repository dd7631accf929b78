//! Informats of numbers.

use crate::binary::ebcdic;
use crate::missing::MISSING;
use crate::number::parse_scaled;

/// The longest number after other characters are removed.
const MOST_DIGITS: usize = 64;

/// A form of number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberForm {
    /// `w.d`, `BESTw.d` and `Ew.d`
    Standard,
    /// `COMMAw.d`, `DOLLARw.d` and, with the letter E for a sign, `EUROw.d`
    Grouped(Separators),
    /// `NLMNYw.d` and `NLMNYIw.d`: with the sign or the letters of the dollar
    Money,
    /// `YENw.d`: with the sign of the yen, or the backslash that has its code
    Yen,
    /// `NUMXw.d`: with a comma for the point
    Comma,
    /// `PERCENTw.d`
    Percent,
    /// `HEXw.`
    Hexadecimal,
    /// `BINARYw.d`
    Binary,
    /// `OCTALw.d`
    Octal,
    /// `TRAILSGNw.`: the sign follows the digits
    SignLast,
}

/// The characters within a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Separators {
    /// True if a comma stands before decimals and points between groups.
    pub(super) is_european: bool,
    /// True if the letter E is the sign of a currency.
    pub(super) has_euro: bool,
}

impl Separators {
    /// Those of `COMMAw.d`.
    pub(super) const ENGLISH: Self = Self {
        is_european: false,
        has_euro: false,
    };
}

/// Reads the number of a trimmed field, which is not empty; `None` if it is not a number.
pub(super) fn read(form: NumberForm, text: &[u8], decimals: u16) -> Option<f64> {
    match form {
        NumberForm::Standard => parse_scaled(text, decimals),
        NumberForm::Grouped(separators) => grouped(text, separators, decimals),
        NumberForm::Yen => {
            let text = text.strip_prefix("¥".as_bytes()).unwrap_or(text);
            let without: Vec<u8> = text.iter().copied().filter(|byte| *byte != b'\\').collect();
            grouped(&without, Separators::ENGLISH, decimals)
        }
        NumberForm::Comma => parse_kept(
            text.iter().map(|&byte| Some(if byte == b',' { b'.' } else { byte })),
            decimals,
        ),
        NumberForm::Percent => {
            let number = grouped(text, Separators::ENGLISH, decimals)?;
            let is_percent = text.contains(&b'%');
            Some(if is_percent && !number.is_nan() {
                number / 100.0
            } else {
                number
            })
        }
        NumberForm::Hexadecimal => hexadecimal(text),
        NumberForm::Binary => Some(scaled(digits(text, 2)?, decimals)),
        NumberForm::Octal => Some(scaled(digits(text, 8)?, decimals)),
        NumberForm::SignLast => {
            let (number, is_negative) = match text {
                [number @ .., b'-'] => (number, true),
                [number @ .., b'+'] => (number, false),
                _ => (text, false),
            };
            let kept = number.iter().map(|&byte| (byte != b',').then_some(byte));
            parse_kept(kept, decimals).map(|number| if is_negative { -number } else { number })
        }
        NumberForm::Money => {
            let without: Vec<u8> = match text.windows(3).position(|part| part == b"USD") {
                Some(at) => [&text[..at], &text[at + 3..]].concat(),
                None => text.to_vec(),
            };
            grouped(&without, Separators::ENGLISH, decimals)
        }
    }
}

/// Reads a field of `BZw.d`: blanks that follow a character are zeros, and a single point is 0.
pub(super) fn read_blanks_as_zeros(field: &[u8], width: usize, decimals: u16) -> Option<f64> {
    let first = field.iter().position(|byte| *byte != b' ');
    let Some(first) = first else {
        return Some(0.0);
    };
    let mut kept: Vec<u8> = field[first..].to_vec();
    kept.resize(width.saturating_sub(first).max(kept.len()), b' ');
    if kept.trim_ascii() == b"." {
        return Some(0.0);
    }
    let is_negative = kept[0] == b'-';
    let digits = match is_negative {
        true => kept[1..].trim_ascii_start(),
        false => &kept,
    };
    let zeros: Vec<u8> = digits
        .iter()
        .map(|byte| if *byte == b' ' { b'0' } else { *byte })
        .collect();
    let number = parse_scaled(&zeros, decimals)?;
    Some(if is_negative { -number } else { number })
}

/// Reads a field of `S370FFw.d`.
pub(super) fn read_ebcdic(field: &[u8], decimals: u16) -> Option<f64> {
    let mut text = field.to_vec();
    ebcdic::decode(&mut text);
    match text.trim_ascii() {
        [] | [b'.'] => Some(MISSING),
        number => parse_scaled(number, decimals),
    }
}

/// Reads `count` bits of bytes behind the first `skipped` ones.
pub(super) fn read_bits(field: &[u8], count: u16, skipped: u16) -> f64 {
    let bits = (skipped..skipped + count).map(|index| {
        let byte = field.get(usize::from(index / 8)).copied().unwrap_or(0);
        byte >> (7 - index % 8) & 1
    });
    bits.fold(0u64, |number, bit| number << 1 | u64::from(bit)) as f64
}

/// Reads an integer of digits in a base.
fn digits(text: &[u8], base: u32) -> Option<u64> {
    text.iter().try_fold(0u64, |number, byte| {
        let digit = char::from(*byte).to_digit(base)?;
        number.checked_mul(u64::from(base))?.checked_add(u64::from(digit))
    })
}

fn scaled(number: u64, decimals: u16) -> f64 {
    match decimals {
        0 => number as f64,
        _ => number as f64 / 10f64.powi(i32::from(decimals)),
    }
}

/// Ignores commas, blanks, dollar and percent signs, hyphens and closing parentheses. An opening parenthesis or a
/// hyphen before the first digit is a minus.
fn grouped(text: &[u8], separators: Separators, decimals: u16) -> Option<f64> {
    let mut last = None;
    let kept = text.iter().map(|&byte| {
        let byte = match byte {
            b'.' if separators.is_european => b',',
            b',' if separators.is_european => b'.',
            b'E' | b'e' if separators.has_euro => b'$',
            byte => byte,
        };
        let keep = match (byte, last) {
            (b',' | b' ' | b'$' | b'%' | b')', _) => None,
            (b'(' | b'-', None) => Some(b'-'),
            // The exponent may have a sign.
            (b'-', Some(before)) if !matches!(before, b'e' | b'E' | b'd' | b'D') => None,
            _ => Some(byte),
        };
        last = keep.or(last);
        keep
    });
    parse_kept(kept, decimals)
}

/// Parses the bytes that are kept of a field.
fn parse_kept(bytes: impl Iterator<Item = Option<u8>>, decimals: u16) -> Option<f64> {
    let mut kept = [0; MOST_DIGITS];
    let mut length = 0;
    for byte in bytes.flatten() {
        *kept.get_mut(length)? = byte;
        length += 1;
    }
    match &kept[..length] {
        [] => None,
        kept => parse_scaled(kept, decimals),
    }
}

/// Sixteen digits are the bits of a double, fewer are an integer.
fn hexadecimal(text: &[u8]) -> Option<f64> {
    if text.len() > 16 {
        return None;
    }
    let mut bits = 0u64;
    for byte in text {
        bits = bits << 4 | u64::from(char::from(*byte).to_digit(16)?);
    }
    if text.len() == 16 {
        let number = f64::from_bits(bits);
        return (!number.is_infinite()).then_some(number);
    }
    Some(bits as f64)
}
