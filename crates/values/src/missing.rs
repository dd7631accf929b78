//! Missing numeric values.
//!
//! There are 28: `.`, `._` and `.A` to `.Z`. In memory and in data sets each is a NaN with its sign set, which its
//! third byte distinguishes. In the order of the language `._ < . < .A < … < .Z < ` every number, which is the order of
//! the bit patterns under [`f64::total_cmp`].

use std::cmp::Ordering;

/// The ordinary missing value, `.`.
pub const MISSING: f64 = from_tag(0xFE);

/// The missing value `._`, the least of all.
pub const UNDERSCORE: f64 = from_tag(0xFF);

/// Stands for a missing figure in the text of a result until that is listed: a noncharacter of Unicode, which no text
/// of a user has. Listings show the character of the option `MISSING=` in its place.
pub const PLACEHOLDER: &str = "\u{FDD0}";

/// Returns whether a number is any of the missing values.
pub fn is_missing(number: f64) -> bool {
    number.is_nan()
}

/// Returns the special missing value of a letter, ignoring case, or of an underscore.
pub const fn special(letter: u8) -> Option<f64> {
    match letter {
        b'_' => Some(UNDERSCORE),
        b'A'..=b'Z' | b'a'..=b'z' => Some(from_tag(0xFD - (letter.to_ascii_uppercase() - b'A'))),
        _ => None,
    }
}

/// Returns what follows the dot of a missing value: an upper case letter, an underscore, or nothing for `.` and for any
/// NaN with another pattern. `None` for a number.
pub fn letter(number: f64) -> Option<Option<char>> {
    if !number.is_nan() {
        return None;
    }
    Some(match (number.to_bits() >> 40) as u8 {
        0xFF => Some('_'),
        tag @ 0xE4..=0xFD => Some((b'A' + (0xFD - tag)) as char),
        _ => None,
    })
}

/// Compares in the order of the language: missing values, then numbers; the two zeros are equal.
pub fn compare(a: f64, b: f64) -> Ordering {
    (a + 0.0).total_cmp(&(b + 0.0))
}

/// Returns the result of an operation, with any NaN replaced by `.`.
pub fn of_operation(result: f64) -> f64 {
    if result.is_finite() { result } else { MISSING }
}

const fn from_tag(tag: u8) -> f64 {
    f64::from_bits(0xFFFF_0000_0000_0000 | (tag as u64) << 40)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_patterns_are_those_of_data_sets() {
        assert_eq!(MISSING.to_bits() >> 40, 0xFF_FFFE);
        assert_eq!(UNDERSCORE.to_bits() >> 40, 0xFF_FFFF);
        assert_eq!(special(b'a').map(|value| value.to_bits() >> 40), Some(0xFF_FFFD));
        assert_eq!(special(b'Z').map(|value| value.to_bits() >> 40), Some(0xFF_FFE4));
        assert_eq!(special(b'1'), None);
    }

    #[test]
    fn missing_values_come_before_numbers() {
        let mut order = vec![UNDERSCORE, MISSING];
        order.extend((b'A'..=b'Z').filter_map(special));
        order.extend([-1e308, -1.0, 0.0, 1e-300, 7.0]);
        for pair in order.windows(2) {
            assert_eq!(compare(pair[0], pair[1]), Ordering::Less, "{pair:?}");
        }
        assert_eq!(compare(-0.0, 0.0), Ordering::Equal);
        assert_eq!(compare(MISSING, MISSING), Ordering::Equal);
    }

    #[test]
    fn letters_come_back() {
        assert_eq!(letter(1.0), None);
        assert_eq!(letter(MISSING), Some(None));
        assert_eq!(letter(f64::NAN), Some(None));
        for byte in (b'A'..=b'Z').chain([b'_']) {
            assert_eq!(special(byte).and_then(letter), Some(Some(byte as char)));
        }
    }
}
