//! Masked characters, which stand for themselves and have no meaning.
//!
//! The quoting functions produce them: in `%str(a;b)` the semicolon ends no statement. A masked character is
//! represented by one of the last 256 private-use characters of Unicode, which stand for the first 256 characters, so
//! that a masked text is an ordinary string. Texts from outside contain none of them, because [`clean`] replaces them.

use std::borrow::Cow;

const FIRST: u32 = 0x10_FF00;

/// Returns the masked form of a character; characters without meaning in the language stay as they are.
pub fn masked(c: char) -> char {
    match c {
        '\0'..='\u{FF}' => char::from_u32(FIRST + c as u32).unwrap_or(c),
        _ => c,
    }
}

/// Returns the character that a masked one stands for; others stay as they are.
pub fn plain(c: char) -> char {
    match (c as u32).checked_sub(FIRST) {
        Some(code @ 0..=0xFF) => char::from_u32(code).unwrap_or(c),
        _ => c,
    }
}

/// Returns whether a character is masked.
pub fn is_masked(c: char) -> bool {
    c as u32 >= FIRST
}

/// Returns a text without masking.
pub fn unmask(text: &str) -> Cow<'_, str> {
    if text.contains(is_masked) {
        Cow::Owned(text.chars().map(plain).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// Returns a text with everything masked.
pub fn mask(text: &str) -> String {
    text.chars().map(masked).collect()
}

/// Returns a text with everything masked except `&` and `%`, so that references and calls in it still work.
pub fn mask_except_triggers(text: &str) -> String {
    text.chars()
        .map(|c| if matches!(c, '&' | '%') { c } else { masked(c) })
        .collect()
}

/// Returns a text from outside, with a replacement character for each character that would seem masked.
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
        assert_eq!(clean(&hidden).matches('\u{FFFD}').count(), text.chars().count() - 1);
    }

    #[test]
    fn ordinary_text_is_not_copied() {
        assert!(matches!(unmask("abc"), Cow::Borrowed(_)));
        assert!(matches!(clean("abc"), Cow::Borrowed(_)));
    }
}
