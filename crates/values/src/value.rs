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
    let end = text
        .iter()
        .rposition(|&byte| byte != b' ')
        .map_or(0, |last| last + 1);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trailing_blanks_do_not_count() {
        assert_eq!(compare_text(b"ab", b"ab   "), Ordering::Equal);
        assert_eq!(compare_text(b"ab", b"ab  c"), Ordering::Less);
        assert_eq!(compare_text(b"ab\t", b"ab"), Ordering::Less);
        assert_eq!(compare_text(b"", b""), Ordering::Equal);
        assert_eq!(compare_text(b"b", b"ab"), Ordering::Greater);
    }
}
