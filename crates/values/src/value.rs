//! A value of either kind.
//!
//! Text has no end of its own: it is as long as its variable, padded with blanks, so two texts are
//! equal when they differ only in trailing blanks.

use std::cmp::Ordering;

/// What a variable or an expression holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Numbers, missing ones included.
    Number,
    /// Text: bytes of a fixed length, padded with blanks.
    Text,
}

impl Kind {
    /// What a listing calls it: `Num` or `Char`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Number => "Num",
            Self::Text => "Char",
        }
    }
}

/// A value that lies elsewhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    /// A number or a missing value.
    Number(f64),
    /// Text, with its trailing blanks or without them.
    Text(&'a [u8]),
}

impl Value<'_> {
    /// Which kind it is.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Number(_) => Kind::Number,
            Self::Text(_) => Kind::Text,
        }
    }

    /// Whether it is missing: a missing number, or text of nothing but blanks.
    pub fn is_missing(&self) -> bool {
        match self {
            Self::Number(number) => number.is_nan(),
            // Where a text begins tells it mostly, and does so faster than where its blanks begin.
            Self::Text(text) => text.iter().all(|&byte| byte == b' '),
        }
    }
}

/// Text without its trailing blanks.
pub fn trim(text: &[u8]) -> &[u8] {
    let end = text
        .iter()
        .rposition(|&byte| byte != b' ')
        .map_or(0, |last| last + 1);
    &text[..end]
}

/// The order of two texts, the shorter one padded with blanks. Bytes compare by their number.
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
