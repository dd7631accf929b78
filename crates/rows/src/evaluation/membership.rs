//! IN and LIKE.

use feedrate_program::Membership;
use feedrate_values::missing;
use feedrate_values::value::{compare_text, trim};

/// Returns whether a number is in a list.
pub fn is_among(number: f64, among: &[Membership]) -> bool {
    among.iter().any(|member| match *member {
        Membership::One(one) => missing::compare(number, one).is_eq(),
        Membership::Range(from, to) => number.fract() == 0.0 && (from..=to).contains(&number),
    })
}

/// Returns whether a character value is in a list. Trailing blanks are ignored; with `prefix` the longer of two values
/// is cut to the shorter.
pub fn is_text_among(text: &[u8], prefix: bool, among: &[Vec<u8>]) -> bool {
    among.iter().any(|one| {
        if prefix {
            let common = text.len().min(one.len());
            text[..common] == one[..common]
        } else {
            compare_text(text, one).is_eq()
        }
    })
}

/// An element of a pattern.
enum PatternPart {
    /// `%`: any bytes.
    Any,
    /// `_`: one character.
    One,
    /// This byte.
    Byte(u8),
}

/// Returns the element of a pattern that begins at `at`, and the position of the next one.
#[inline]
fn pattern_part(pattern: &[u8], at: usize, escape: Option<u8>) -> Option<(PatternPart, usize)> {
    let byte = *pattern.get(at)?;
    if Some(byte) == escape
        && let Some(&escaped) = pattern.get(at + 1)
    {
        return Some((PatternPart::Byte(escaped), at + 2));
    }
    let part = match byte {
        b'%' => PatternPart::Any,
        b'_' => PatternPart::One,
        byte => PatternPart::Byte(byte),
    };
    Some((part, at + 1))
}

/// Returns whether a character value matches a pattern, in which `%` matches any bytes, `_` one character, and the
/// character after `escape` itself.
///
/// Each `%` first matches as few bytes as possible. Backtracking to the last `%` suffices: an earlier one never needs
/// to match more.
pub fn is_like(text: &[u8], pattern: &[u8], escape: Option<u8>) -> bool {
    let (text, pattern) = (trim(text), trim(pattern));
    let (mut at, mut next) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    while at < text.len() {
        match pattern_part(pattern, next, escape) {
            Some((PatternPart::Any, after)) => {
                next = after;
                retry = Some((at, next));
                continue;
            }
            Some((PatternPart::One, after)) => {
                at = end_of_character(text, at);
                next = after;
                continue;
            }
            Some((PatternPart::Byte(byte), after)) if byte == text[at] => {
                at += 1;
                next = after;
                continue;
            }
            _ => {}
        }
        let Some((taken, after)) = retry else {
            return false;
        };
        at = taken + 1;
        next = after;
        retry = Some((at, next));
    }
    while let Some((PatternPart::Any, after)) = pattern_part(pattern, next, escape) {
        next = after;
    }
    next == pattern.len()
}

/// Returns the end of the character that begins at `at`; an invalid byte is a character by itself.
fn end_of_character(text: &[u8], at: usize) -> usize {
    let continues = |byte: &&u8| **byte & 0xC0 == 0x80;
    match text[at] {
        0xC0.. => at + 1 + text[at + 1..].iter().take(3).take_while(continues).count(),
        _ => at + 1,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lists_of_numbers_hold_values_and_whole_numbers_of_ranges() {
        let among = [Membership::One(missing::MISSING), Membership::Range(2.0, 4.0)];
        for (number, is) in [
            (2.0, true),
            (4.0, true),
            (3.5, false),
            (5.0, false),
            (missing::MISSING, true),
        ] {
            assert_eq!(is_among(number, &among), is, "{number}");
        }
        assert!(!is_among(missing::UNDERSCORE, &among));
    }

    #[test]
    fn texts_are_among_without_regard_to_trailing_blanks() {
        let among = [b"ab".to_vec(), b"c ".to_vec()];
        assert!(is_text_among(b"ab   ", false, &among));
        assert!(is_text_among(b"c", false, &among));
        assert!(!is_text_among(b"abc", false, &among));
        assert!(is_text_among(b"abc", true, &among));
        assert!(is_text_among(b"a", true, &among));
    }

    #[test]
    fn patterns_stand_for_what_they_say() {
        for (text, pattern, is) in [
            ("Smith", "S%", true),
            ("Smith   ", "S%h", true),
            ("Smith", "s%", false),
            ("Smith", "S_ith", true),
            ("Smith", "S_th", false),
            ("Müller", "M_ller", true),
            ("aXbXc", "%X%X%", true),
            ("aXbYc", "%X%X%", false),
            ("", "%", true),
            ("", "_", false),
            ("abab", "%ab", true),
        ] {
            assert_eq!(
                is_like(text.as_bytes(), pattern.as_bytes(), None),
                is,
                "{text} like {pattern}"
            );
        }
    }

    #[test]
    fn what_is_escaped_stands_for_itself() {
        for (text, pattern, is) in [
            ("5%", "5^%", true),
            ("5 %", "5^%", false),
            ("a_b", "%^_%", true),
            ("ab", "%^_%", false),
            ("x^y", "x^^y", true),
            ("x^", "x^", true),
            ("", "^%", false),
            ("a", "a^%", false),
        ] {
            let (text_bytes, pattern_bytes) = (text.as_bytes(), pattern.as_bytes());
            let found = is_like(text_bytes, pattern_bytes, Some(b'^'));
            assert_eq!(found, is, "{text} like {pattern}");
        }
        assert!(is_like(b"%", b"%%", Some(b'%')));
        assert!(!is_like(b"", b"%%", Some(b'%')));
    }

    /// The same by trying all possibilities.
    fn is_like_slowly(text: &[u8], pattern: &[u8], escape: Option<u8>) -> bool {
        match pattern {
            [] => text.is_empty(),
            [first, byte, rest @ ..] if Some(*first) == escape => {
                text.first() == Some(byte) && is_like_slowly(&text[1..], rest, escape)
            }
            [b'%', rest @ ..] => (0..=text.len()).any(|taken| is_like_slowly(&text[taken..], rest, escape)),
            [byte, rest @ ..] => match text.split_first() {
                Some((first, others)) => (*byte == b'_' || byte == first) && is_like_slowly(others, rest, escape),
                None => false,
            },
        }
    }

    proptest! {
        #[test]
        fn it_finds_what_trying_everything_finds(
            text in "[ab%]{0,8}",
            pattern in "[ab%_^]{0,6}",
            escape in proptest::option::of(Just(b'^')),
        ) {
            let (text, pattern) = (text.as_bytes(), pattern.as_bytes());
            let is = is_like_slowly(text, pattern, escape);
            prop_assert_eq!(is_like(text, pattern, escape), is);
        }
    }
}
