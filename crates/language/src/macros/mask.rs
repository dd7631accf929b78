//! Masked characters: characters that stand for themselves and do nothing.
//!
//! The quoting functions make them: in `%str(a;b)` the semicolon ends no statement. A masked character
//! is kept as one of the last private characters of Unicode, 256 of them for the first 256 characters,
//! so that a masked text is a text like any other. Nothing from outside holds them: [`clean`] sees to
//! that.

use std::borrow::Cow;

const FIRST: u32 = 0x10_FF00;

/// The masked form of a character; characters that mean nothing to the language stay as they are.
pub fn masked(c: char) -> char {
    match c {
        '\0'..='\u{FF}' => char::from_u32(FIRST + c as u32).unwrap_or(c),
        _ => c,
    }
}

/// The character that a masked one stands for; others stay as they are.
pub fn plain(c: char) -> char {
    match (c as u32).checked_sub(FIRST) {
        Some(code @ 0..=0xFF) => char::from_u32(code).unwrap_or(c),
        _ => c,
    }
}

/// Whether a character is masked.
pub fn is_masked(c: char) -> bool {
    c as u32 >= FIRST
}

/// A text with nothing masked.
pub fn unmask(text: &str) -> Cow<'_, str> {
    if text.contains(is_masked) {
        Cow::Owned(text.chars().map(plain).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// A text with everything masked.
pub fn mask(text: &str) -> String {
    text.chars().map(masked).collect()
}

/// A text with everything masked but `&` and `%`, so that references and calls in it still work.
pub fn mask_except_triggers(text: &str) -> String {
    text.chars()
        .map(|c| if matches!(c, '&' | '%') { c } else { masked(c) })
        .collect()
}

/// A text from outside, with a replacement character for what would seem masked.
pub fn clean(text: &str) -> Cow<'_, str> {
    if text.contains(is_masked) {
        Cow::Owned(text.replace(is_masked, "\u{FFFD}"))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masking_is_undone() {
        let text = "a; b & %c '¬' é 漢";
        let hidden = mask(text);
        assert!(!hidden.contains([';', '&', '%', '\'', ' ', 'a', '¬']));
        assert_eq!(unmask(&hidden), text);
        assert_eq!(unmask(&mask_except_triggers(text)), text);
        assert_eq!(
            clean(&hidden).matches('\u{FFFD}').count(),
            text.chars().count() - 1
        );
    }

    #[test]
    fn ordinary_text_is_not_copied() {
        assert!(matches!(unmask("abc"), Cow::Borrowed(_)));
        assert!(matches!(clean("abc"), Cow::Borrowed(_)));
    }
}
