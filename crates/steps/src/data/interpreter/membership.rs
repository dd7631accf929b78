//! IN and LIKE.

use feedrate_values::missing;
use feedrate_values::value::{compare_text, trim};

use crate::ir::Membership;

/// Whether a number is among those of a list.
pub(super) fn is_among(number: f64, among: &[Membership]) -> bool {
    among.iter().any(|member| match *member {
        Membership::One(one) => missing::compare(number, one).is_eq(),
        Membership::Range(from, to) => number.fract() == 0.0 && (from..=to).contains(&number),
    })
}

/// Whether a text is among those of a list, where trailing blanks do not count; with `prefix` the longer
/// of two is cut to the shorter.
pub(super) fn is_text_among(text: &[u8], prefix: bool, among: &[Vec<u8>]) -> bool {
    among.iter().any(|one| {
        if prefix {
            let common = text.len().min(one.len());
            text[..common] == one[..common]
        } else {
            compare_text(text, one).is_eq()
        }
    })
}

/// Whether a text is like a pattern, in which `%` stands for any bytes and `_` for one character.
///
/// Takes the shortest that each `%` can stand for, and goes back to the last `%` only, which is enough:
/// what an earlier one took need not be longer.
pub(super) fn is_like(text: &[u8], pattern: &[u8]) -> bool {
    let (text, pattern) = (trim(text), trim(pattern));
    let (mut at, mut next) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    while at < text.len() {
        match pattern.get(next) {
            Some(b'%') => {
                next += 1;
                retry = Some((at, next));
                continue;
            }
            Some(b'_') => {
                at = end_of_character(text, at);
                next += 1;
                continue;
            }
            Some(&byte) if byte == text[at] => {
                at += 1;
                next += 1;
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
    pattern[next..].iter().all(|&byte| byte == b'%')
}

/// Where the character that begins at `at` ends; a byte that begins none is one by itself.
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
        let among = [
            Membership::One(missing::MISSING),
            Membership::Range(2.0, 4.0),
        ];
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
                is_like(text.as_bytes(), pattern.as_bytes()),
                is,
                "{text} like {pattern}"
            );
        }
    }

    /// The same by trying everything.
    fn is_like_slowly(text: &[u8], pattern: &[u8]) -> bool {
        match pattern.split_first() {
            None => text.is_empty(),
            Some((b'%', rest)) => {
                (0..=text.len()).any(|taken| is_like_slowly(&text[taken..], rest))
            }
            Some((byte, rest)) => match text.split_first() {
                Some((first, others)) => {
                    (*byte == b'_' || byte == first) && is_like_slowly(others, rest)
                }
                None => false,
            },
        }
    }

    proptest! {
        #[test]
        fn it_finds_what_trying_everything_finds(text in "[ab]{0,8}", pattern in "[ab%_]{0,6}") {
            let (text, pattern) = (text.as_bytes(), pattern.as_bytes());
            prop_assert_eq!(is_like(text, pattern), is_like_slowly(text, pattern));
        }
    }
}
