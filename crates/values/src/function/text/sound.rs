//! Phonetic functions of words.

use super::super::{Function, LENGTH, ONE_TEXT, text_at};
use super::put;

pub(in crate::function) const FUNCTIONS: &[Function] = &[Function::text("SOUNDEX", ONE_TEXT, LENGTH, |_, x, out| {
    soundex(text_at(x, 0), out)
})];

/// Returns the phonetic class of a letter; vowels and similar letters have none.
fn class(letter: u8) -> Option<u8> {
    Some(match letter.to_ascii_uppercase() {
        b'B' | b'F' | b'P' | b'V' => b'1',
        b'C' | b'G' | b'J' | b'K' | b'Q' | b'S' | b'X' | b'Z' => b'2',
        b'D' | b'T' => b'3',
        b'L' => b'4',
        b'M' | b'N' => b'5',
        b'R' => b'6',
        _ => return None,
    })
}

/// Appends the first letter and the classes of those after it, by R. C. Russell (US patent 1,261,167, 1918), at any
/// length. Of adjacent letters of one class only the first counts.
fn soundex(text: &[u8], out: &mut Vec<u8>) {
    let mut letters = text.iter().copied().filter(u8::is_ascii_alphabetic);
    let Some(first) = letters.next() else {
        return;
    };
    let mut code = vec![first.to_ascii_uppercase()];
    let mut before = class(first);
    for letter in letters {
        let own = class(letter);
        if own != before {
            code.extend(own);
        }
        before = own;
    }
    put(out, &code);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_sound_alike_have_one_code() {
        let code = |text: &str| {
            let mut out = Vec::new();
            soundex(text.as_bytes(), &mut out);
            String::from_utf8(out).unwrap()
        };
        for (text, expected) in [
            ("Paul", "P4"),
            ("amnesty", "A523"),
            ("Robert", "R163"),
            ("rupert  ", "R163"),
            ("Pfister", "P236"),
            ("O'Hara", "O6"),
            ("Johnson", "J525"),
            ("Jackson", "J25"),
            ("a", "A"),
            ("  ", ""),
            ("42", ""),
        ] {
            assert_eq!(code(text), expected, "{text}");
        }
    }
}
