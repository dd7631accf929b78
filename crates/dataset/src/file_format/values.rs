//! Conversions of values between rows and files of other formats.

use crate::format::field::TextField;
use crate::schema::LONGEST_LABEL;

/// Returns a character value without trailing blanks.
#[inline]
pub fn without_blanks(text: &[u8]) -> &[u8] {
    let mut text = text;
    // Long values are mostly blank.
    while let Some((before, [b' ', b' ', b' ', b' ', b' ', b' ', b' ', b' '])) = text.split_last_chunk() {
        text = before;
    }
    while let Some((b' ', before)) = text.split_last() {
        text = before;
    }
    text
}

/// Sets a character value of a row without splitting a character. Returns whether it was cut.
pub fn set_text(field: TextField, row: &mut [u8], text: &[u8]) -> bool {
    let (fitted, is_cut) = fitted(text, field.length());
    field.set(row, fitted);
    is_cut
}

/// Returns what of a character value fits into so many bytes, without splitting a character, and whether more than
/// blanks was cut.
pub fn fitted(text: &[u8], length: usize) -> (&[u8], bool) {
    match text.get(length..) {
        None | Some([]) => (text, false),
        Some(rest) => (cut_at_character(text, length), !without_blanks(rest).is_empty()),
    }
}

/// Cuts a label to the maximum length.
pub fn label(text: String) -> String {
    if text.len() <= LONGEST_LABEL {
        return text;
    }
    let kept = cut_at_character(text.as_bytes(), LONGEST_LABEL);
    text[..kept.len()].to_owned()
}

/// Returns a note about special missing values, which other formats lack.
pub fn lost_letters(count: u64) -> Option<String> {
    (count > 0)
        .then(|| format!("{count} special missing values (._, .A to .Z) lost their letter: it has one kind of them"))
}

/// Returns the beginning of a UTF-8 string that has at most so many bytes and ends with a whole character.
fn cut_at_character(text: &[u8], most: usize) -> &[u8] {
    let mut end = most.min(text.len());
    // A continuation byte must not follow the cut.
    while end > 0 && text.get(end).is_some_and(|byte| byte & 0xC0 == 0x80) {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_before_a_character() {
        let field = TextField::new(0, 4);
        let mut row = *b"----";
        assert!(set_text(field, &mut row, "aböß".as_bytes()));
        assert_eq!(row, *"abö".as_bytes());
        assert!(set_text(field, &mut row, "abcß".as_bytes()));
        assert_eq!(&row, b"abc ");
        assert!(!set_text(field, &mut row, b"abcd   "));
        assert_eq!(&row, b"abcd");
        assert_eq!(label("ä".repeat(200)).len(), LONGEST_LABEL);
        assert_eq!(without_blanks(b" a  "), b" a");
        assert_eq!(without_blanks(b"   "), b"");
        for (letters, blanks) in [(0, 0), (0, 8), (0, 17), (1, 7), (9, 0), (9, 8), (12, 30)] {
            let text = format!(" {}{}", "x".repeat(letters), " ".repeat(blanks));
            let expected = text.trim_end_matches(' ');
            assert_eq!(without_blanks(text.as_bytes()), expected.as_bytes(), "{text:?}");
        }
    }
}
