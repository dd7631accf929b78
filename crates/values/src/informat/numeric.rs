//! Informats of numbers.

use crate::number::parse_scaled;

/// The longest number after other characters are removed.
const MOST_DIGITS: usize = 64;

/// A form of number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberForm {
    /// `w.d`, `BESTw.d` and `Ew.d`
    Standard,
    /// `COMMAw.d` and `DOLLARw.d`
    Grouped,
    /// `PERCENTw.d`
    Percent,
    /// `HEXw.`
    Hexadecimal,
}

/// Reads the number of a trimmed field, which is not empty; `None` if it is not a number.
pub(super) fn read(form: NumberForm, text: &[u8], decimals: u16) -> Option<f64> {
    match form {
        NumberForm::Standard => parse_scaled(text, decimals),
        NumberForm::Grouped => grouped(text, decimals),
        NumberForm::Percent => {
            let number = grouped(text, decimals)?;
            let is_percent = text.contains(&b'%');
            Some(if is_percent && !number.is_nan() {
                number / 100.0
            } else {
                number
            })
        }
        NumberForm::Hexadecimal => hexadecimal(text),
    }
}

/// Ignores commas, blanks, dollar and percent signs, hyphens and closing parentheses. An opening parenthesis or a
/// hyphen before the first digit is a minus.
fn grouped(text: &[u8], decimals: u16) -> Option<f64> {
    let mut kept = [0; MOST_DIGITS];
    let mut length = 0;
    for &byte in text {
        let keep = match byte {
            b',' | b' ' | b'$' | b'%' | b')' => continue,
            b'(' | b'-' if length == 0 => b'-',
            // The exponent may have a sign.
            b'-' if !matches!(kept[length - 1], b'e' | b'E' | b'd' | b'D') => continue,
            _ => byte,
        };
        *kept.get_mut(length)? = keep;
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
