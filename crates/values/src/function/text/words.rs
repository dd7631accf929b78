//! The words of a text: `SCAN` and `COUNTW`.
//!
//! A word ends at a delimiter or at the end of the text. Empty words do not count unless the modifier `M` is given.

use std::ops::Range;

use super::super::{AS_GIVEN, ArgumentKind, Arguments, Function, number_at, text_at};
use super::put;
use super::quotes::unquote;
use super::set::CharacterSet;
use crate::value::trim;

use ArgumentKind::{Number, Text};

pub(in crate::function) const FUNCTIONS: &[Function] = &[
    Function::text(
        "SCAN",
        Arguments::between(2, 4, &[Text, Number, Text]),
        AS_GIVEN,
        |_, x, out| {
            let text = text_at(x, 0);
            let optional = |position| (x.len() > position).then(|| text_at(x, position));
            let delimiters = Delimiters::new(optional(2), optional(3));
            if let Some(word) = delimiters.word(text, number_at(x, 1)) {
                match delimiters.quotes && delimiters.strip {
                    true => unquote(&text[word], out),
                    false => put(out, &text[word]),
                }
            }
        },
    ),
    Function::number("COUNTW", Arguments::between(1, 3, &[Text]), |_, x| {
        let optional = |position| (x.len() > position).then(|| text_at(x, position));
        Delimiters::new(optional(1), optional(2)).words(text_at(x, 0)).count() as f64
    }),
];

/// The default delimiters, in ASCII.
const USUAL: &[u8] = b" !$%&()*+,-./;<^|";

/// The delimiters of words, and the treatment of empty words and quotes.
pub(in crate::function) struct Delimiters {
    pub(super) set: CharacterSet,
    empty_words: bool,
    pub(super) backward: bool,
    pub(super) quotes: bool,
    strip: bool,
    pub(super) trim: bool,
}

impl Delimiters {
    /// Creates delimiters from a list and modifiers. Without modifiers, an absent or empty list stands for the default
    /// delimiters; with modifiers an empty list is empty.
    pub(in crate::function) fn new(list: Option<&[u8]>, modifiers: Option<&[u8]>) -> Self {
        let list = match (list, modifiers) {
            (None | Some(b""), None) => USUAL,
            (list, _) => list.unwrap_or(b""),
        };
        let modifiers = modifiers.unwrap_or(b"");
        let has = |modifier: u8| modifiers.iter().any(|byte| byte.eq_ignore_ascii_case(&modifier));
        Self {
            set: CharacterSet::modified(list, modifiers),
            empty_words: has(b'M'),
            backward: has(b'B'),
            quotes: has(b'Q'),
            strip: has(b'R'),
            trim: has(b'T'),
        }
    }

    /// Returns a word by its number, counted from 1, or backward from -1.
    pub(in crate::function) fn word(&self, text: &[u8], number: f64) -> Option<Range<usize>> {
        let backward = number < 0.0 || self.backward;
        let number = number.abs();
        if number.is_nan() || number < 1.0 {
            return None;
        }
        // Casts saturate.
        let skip = number as usize - 1;
        let word = if backward {
            let from_end = self.words(text).count().checked_sub(skip.checked_add(1)?)?;
            self.words(text).nth(from_end)?
        } else {
            self.words(text).nth(skip)?
        };
        if !self.strip {
            return Some(word);
        }
        let stripped = trim(&text[word.clone()]);
        let blanks = stripped.iter().take_while(|&&byte| byte == b' ').count();
        Some(word.start + blanks..word.start + stripped.len())
    }

    /// Returns the words in order.
    pub(super) fn words<'a>(&'a self, text: &'a [u8]) -> impl Iterator<Item = Range<usize>> {
        let text = if self.trim { trim(text) } else { text };
        let mut next = Some(0);
        std::iter::from_fn(move || {
            loop {
                let start = next?;
                let end = self.end_of_word(text, start);
                next = (end < text.len()).then_some(end + 1);
                if end > start || self.empty_words {
                    return Some(start..end);
                }
            }
        })
    }

    /// Returns the end of the word that begins at `start`. With the modifier `Q`, delimiters within quotes are part of
    /// the word.
    fn end_of_word(&self, text: &[u8], start: usize) -> usize {
        let mut open = None;
        for (index, &byte) in text.iter().enumerate().skip(start) {
            if self.quotes && matches!(byte, b'"' | b'\'') {
                open = match open {
                    None => Some(byte),
                    Some(mark) if mark == byte => None,
                    Some(mark) => Some(mark),
                };
            } else if open.is_none() && self.set.contains(byte) {
                return index;
            }
        }
        text.len()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{call_text, of_text};
    use crate::missing::MISSING;
    use crate::value::Value;

    fn scan(text: &str, number: f64, more: &[&str]) -> String {
        let mut arguments = vec![Value::Text(text.as_bytes()), Value::Number(number)];
        arguments.extend(more.iter().map(|text| Value::Text(text.as_bytes())));
        call_text("SCAN", &arguments)
    }

    #[test]
    fn words_by_number() {
        for (text, number, more, want) in [
            ("ABC.DEF(X=Y)", 3.0, &[][..], "X=Y"),
            ("one two  three ", 3.0, &[], "three"),
            ("one two  three ", -1.0, &[], "three"),
            ("one two  three ", -3.0, &[], "one"),
            ("one two", 3.0, &[], ""),
            ("one two", -3.0, &[], ""),
            ("one two", 0.0, &[], ""),
            ("one two", MISSING, &[], ""),
            ("one two", f64::MIN, &[], ""),
            ("a,,c", 2.0, &[","], "c"),
            ("a,,c", 2.0, &[",", "m"], ""),
            ("a,,c", 3.0, &[",", "m"], "c"),
            ("a1b22c", 3.0, &["", "d"], "c"),
            ("a1b22c", 2.0, &["", "kd"], "22"),
            ("x,'a,b',c", 2.0, &[",", "q"], "'a,b'"),
            (" a , b ", 2.0, &[",", "r"], "b"),
            ("x, 'a,b' ,c", 2.0, &[",", "qr"], "a,b"),
            ("a b c", 1.0, &[" ", "b"], "c"),
            ("/usr/lib/x.sas", -1.0, &["/"], "x.sas"),
        ] {
            assert_eq!(scan(text, number, more), want, "{text} {number} {more:?}");
        }
    }

    #[test]
    fn counts() {
        for (arguments, want) in [
            (&["one two  three "][..], 3.0),
            (&["  "], 0.0),
            (&[""], 0.0),
            (&["a,,c", ","], 2.0),
            (&["a,,c", ",", "m"], 3.0),
            (&["", ",", "m"], 1.0),
            (&["x,'a,b',c", ",", "q"], 3.0),
        ] {
            assert_eq!(of_text("COUNTW", arguments), want, "{arguments:?}");
        }
    }
}
