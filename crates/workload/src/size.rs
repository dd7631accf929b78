//! Sizes with units: `64K`, `1m`, `2G`, `4096`.

use std::fmt;

/// The reason why a text is not a size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SizeError {
    /// It is empty.
    Empty,
    /// It does not begin with an integer.
    NotANumber(String),
    /// The text after the number is not a unit.
    UnknownUnit(String),
    /// It is 2^63 or more, beyond any file offset.
    TooLarge(String),
    /// It is zero, which is not allowed.
    Zero,
}

impl fmt::Display for SizeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(formatter, "a size is missing; write one such as 64K or 2G"),
            Self::NotANumber(text) => write!(
                formatter,
                "'{text}' is not a size; write a whole number with an optional unit, such as 64K or 2G"
            ),
            Self::UnknownUnit(unit) => write!(
                formatter,
                "'{unit}' is not a unit of size; use K, M, G or T (powers of 1,024)"
            ),
            Self::TooLarge(text) => write!(
                formatter,
                "'{text}' is larger than any file can be; the most is 8,388,607T"
            ),
            Self::Zero => write!(formatter, "a size of zero measures nothing; give at least 1"),
        }
    }
}

impl std::error::Error for SizeError {}

/// Parses a size: an integer of bytes, or of 2^10, 2^20, 2^30 or 2^40 bytes with a unit K, M, G or T, ignoring case,
/// optionally followed by `B` or `iB`.
///
/// # Errors
///
/// Returns a [`SizeError`] if it is not a size, or is too large for a file.
pub fn parse(text: &str) -> Result<u64, SizeError> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Err(SizeError::Empty);
    }
    let end = trimmed.find(|c: char| !c.is_ascii_digit()).unwrap_or(trimmed.len());
    let (digits, unit) = trimmed.split_at(end);
    if digits.is_empty() {
        return Err(SizeError::NotANumber(trimmed.to_owned()));
    }
    let shift = match unit.trim_start().to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        "t" | "tb" | "tib" => 40,
        _ => return Err(SizeError::UnknownUnit(unit.to_owned())),
    };
    digits
        .parse::<u64>()
        .ok()
        .and_then(|number| number.checked_mul(1 << shift))
        .filter(|&bytes| i64::try_from(bytes).is_ok())
        .ok_or_else(|| SizeError::TooLarge(trimmed.to_owned()))
}

/// Parses a size that must not be zero.
///
/// # Errors
///
/// Returns a [`SizeError`] as [`parse`] does, and for zero.
pub fn parse_positive(text: &str) -> Result<u64, SizeError> {
    match parse(text)? {
        0 => Err(SizeError::Zero),
        bytes => Ok(bytes),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn units_are_powers_of_two_in_either_case() {
        assert_eq!(parse("4096"), Ok(4096));
        assert_eq!(parse("8k"), Ok(8192));
        assert_eq!(parse(" 512K "), Ok(524_288));
        assert_eq!(parse("1M"), Ok(1 << 20));
        assert_eq!(parse("2GiB"), Ok(2 << 30));
        assert_eq!(parse("1t"), Ok(1 << 40));
    }

    #[test]
    fn nonsense_is_named() {
        assert_eq!(parse(""), Err(SizeError::Empty));
        assert_eq!(parse("-8k"), Err(SizeError::NotANumber("-8k".into())));
        assert_eq!(parse("8q"), Err(SizeError::UnknownUnit("q".into())));
        assert_eq!(parse("1.5M"), Err(SizeError::UnknownUnit(".5M".into())));
        assert!(matches!(parse("9999999T"), Err(SizeError::TooLarge(_))));
        assert!(matches!(parse("99999999999999999999"), Err(SizeError::TooLarge(_))));
        assert_eq!(parse_positive("0K"), Err(SizeError::Zero));
    }

    proptest! {
        #[test]
        fn no_text_panics(text in ".{0,30}") {
            let _ = parse(&text);
        }

        #[test]
        fn a_number_of_kibibytes_is_read_back(kib in 0u64..1 << 40) {
            prop_assert_eq!(parse(&format!("{kib}K")), Ok(kib * 1024));
        }
    }
}
