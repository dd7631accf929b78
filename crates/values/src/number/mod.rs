//! Numbers as text: parsing them, and their decimal digits.
//!
//! This is the parser of the standard informat `w.d`, and with it of every implicit conversion of character values to
//! numbers and every numeric constant of a program.

pub(crate) mod decimal;
pub(crate) mod digits;
pub(crate) mod fixed_point;

use crate::missing;

/// Powers of ten that are exact in a double.
const POWERS_OF_TEN: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];

/// Parses a number, ignoring blanks around it.
///
/// A number consists of a sign, digits, a decimal point and an exponent (`E` or `D`), each of them optional. Blanks and
/// a single point are the missing value, `.A` to `.Z` and `._` are special missing values. Returns `None` for anything
/// else, and for a number that is too large.
pub fn parse(text: &[u8]) -> Option<f64> {
    parse_scaled(text, 0)
}

/// Like [`parse`], and divides a number without a decimal point by ten to the power `decimals`.
pub fn parse_scaled(text: &[u8], decimals: u16) -> Option<f64> {
    let text = text.trim_ascii();
    if let Some(number) = plain_integer(text).filter(|_| decimals == 0) {
        return Some(number);
    }
    match text {
        [] | [b'.'] => return Some(missing::MISSING),
        [b'.', letter] if !letter.is_ascii_digit() => return missing::special(*letter),
        _ => {}
    }
    let literal = Literal::of(text)?;
    let shift = if literal.has_point { 0 } else { i64::from(decimals) };
    literal.value(shift)
}

/// Returns an integer of so few digits that it is exact, without a sign; `None` for other texts.
#[inline]
fn plain_integer(text: &[u8]) -> Option<f64> {
    let is_plain = (1..=15).contains(&text.len()) && text.iter().all(u8::is_ascii_digit);
    let digits = || text.iter().fold(0_u64, |sum, digit| sum * 10 + u64::from(digit - b'0'));
    is_plain.then(|| digits() as f64)
}

/// A number literal.
struct Literal<'a> {
    is_negative: bool,
    /// Digits with at most one point, without sign and exponent.
    body: &'a str,
    /// The first digits as an integer, ignoring the point; not valid if `is_cut`.
    digits: u64,
    /// True if there are more digits than fit.
    is_cut: bool,
    /// The digits after the point.
    behind_point: i64,
    has_point: bool,
    exponent: i64,
}

impl<'a> Literal<'a> {
    fn of(text: &'a [u8]) -> Option<Self> {
        let (is_negative, text) = split_sign(text);
        let end = text
            .iter()
            .position(|byte| !byte.is_ascii_digit() && *byte != b'.')
            .unwrap_or(text.len());
        let (body, exponent) = text.split_at(end);
        let mut literal = Self {
            is_negative,
            body: std::str::from_utf8(body).ok()?,
            digits: 0,
            is_cut: false,
            behind_point: 0,
            has_point: false,
            exponent: parse_exponent(exponent)?,
        };
        let mut has_digits = false;
        for &byte in body {
            if byte == b'.' {
                if literal.has_point {
                    return None;
                }
                literal.has_point = true;
                continue;
            }
            has_digits = true;
            literal.behind_point += i64::from(literal.has_point);
            let with = literal
                .digits
                .checked_mul(10)
                .and_then(|d| d.checked_add(u64::from(byte - b'0')));
            match with {
                Some(digits) => literal.digits = digits,
                None => literal.is_cut = true,
            }
        }
        has_digits.then_some(literal)
    }

    /// Returns its value divided by ten to the power `shift`.
    fn value(&self, shift: i64) -> Option<f64> {
        let exponent = self.exponent - self.behind_point - shift;
        let magnitude = match usize::try_from(exponent.unsigned_abs()) {
            // Both numbers are exact, so the one operation rounds correctly.
            Ok(power) if power < POWERS_OF_TEN.len() && self.digits < 1 << 53 && !self.is_cut => {
                let digits = self.digits as f64;
                if exponent < 0 {
                    digits / POWERS_OF_TEN[power]
                } else {
                    digits * POWERS_OF_TEN[power]
                }
            }
            _ if self.exponent == shift => self.body.parse().ok()?,
            _ => format!("{}e{}", self.body, self.exponent - shift).parse().ok()?,
        };
        magnitude
            .is_finite()
            .then_some(if self.is_negative { -magnitude } else { magnitude })
    }
}

/// Returns whether there is a minus, and what follows the sign.
fn split_sign(text: &[u8]) -> (bool, &[u8]) {
    match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    }
}

/// Parses an exponent with its letter, or nothing for 0. Large ones are clamped to where every number is 0 or too
/// large, unless it has hundreds of digits.
fn parse_exponent(text: &[u8]) -> Option<i64> {
    let text = match text {
        [] => return Some(0),
        [b'E' | b'e' | b'D' | b'd', rest @ ..] => rest,
        _ => return None,
    };
    let (is_negative, digits) = split_sign(text);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let size = digits
        .iter()
        .fold(0i64, |size, digit| (size * 10 + i64::from(digit - b'0')).min(99_999));
    Some(if is_negative { -size } else { size })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers() {
        for (text, value) in [
            ("12", 12.0),
            ("  -12.50  ", -12.5),
            ("+.5", 0.5),
            ("5.", 5.0),
            ("1.257E3", 1257.0),
            ("12d3", 12_000.0),
            ("1e-3", 0.001),
            (
                "123456789012345678901234567890",
                123_456_789_012_345_678_901_234_567_890.0,
            ),
            ("0.1", 0.1),
            ("1e-400", 0.0),
            ("00000000000000000000000000000012", 12.0),
        ] {
            assert_eq!(parse(text.as_bytes()), Some(value), "{text}");
        }
    }

    #[test]
    fn missing_values() {
        for (text, letter) in [
            ("", None),
            ("   ", None),
            (" . ", None),
            (".a", Some('A')),
            ("._", Some('_')),
        ] {
            assert_eq!(parse(text.as_bytes()).and_then(missing::letter), Some(letter), "{text}");
        }
    }

    #[test]
    fn what_is_no_number() {
        for text in [
            "1 2", "--1", "1.2.3", "e5", "1e", "1e+", "abc", "..", "-", "-.", "1,000", "1e400", ".é", "0x1",
        ] {
            assert_eq!(parse(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn implied_decimals() {
        assert_eq!(parse_scaled(b"1234", 2), Some(12.34));
        assert_eq!(parse_scaled(b"12.34", 2), Some(12.34));
        assert_eq!(parse_scaled(b"-5", 1), Some(-0.5));
        assert_eq!(
            parse_scaled(b"123456789012345678901", 21),
            Some(0.123_456_789_012_345_68)
        );
    }

    proptest! {
        #[test]
        fn as_the_standard_library_reads(
            number in proptest::num::f64::NORMAL | proptest::num::f64::ZERO | proptest::num::f64::SUBNORMAL,
        ) {
            prop_assert_eq!(parse(number.to_string().as_bytes()), Some(number));
            prop_assert_eq!(parse(format!("{number:e}").as_bytes()), Some(number));
        }

        #[test]
        fn no_bytes_do_harm(bytes in proptest::collection::vec(any::<u8>(), 0..40), decimals in 0u16..40) {
            if let Some(number) = parse_scaled(&bytes, decimals) {
                prop_assert!(!number.is_infinite());
            }
        }

        #[test]
        fn near_numbers_do_no_harm(text in "[-+.0-9eEdD ]{0,30}", decimals in 0u16..40) {
            if let Some(number) = parse_scaled(text.as_bytes(), decimals) {
                prop_assert!(!number.is_infinite());
            }
        }
    }
}
