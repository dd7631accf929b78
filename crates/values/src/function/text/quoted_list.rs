//! `CATQ`: values between delimiters, quoted where they contain one.

use super::super::{ArgumentKind, Arguments, Context, Function, LENGTH, conversion, text_at};
use super::quotes::{is_name, put_quoted};
use super::{has, put, trim_start};
use crate::value::{Value, trim};

use ArgumentKind::{Any, Text};

pub(in crate::function) const FUNCTIONS: &[Function] = &[Function::text(
    "CATQ",
    Arguments::at_least(1, &[Text, Any]),
    LENGTH,
    join,
)];

/// The modifiers of `CATQ`.
struct Modifiers<'a> {
    letters: &'a [u8],
    delimiter: &'a [u8],
}

impl<'a> Modifiers<'a> {
    /// Parses modifiers: `C` makes a comma the delimiter, `H` a tab, and `D` says that the second argument is it.
    /// Returns `None` for unknown ones.
    fn new(letters: &'a [u8], second: &'a [u8]) -> Option<Self> {
        let known = letters
            .iter()
            .all(|letter| b" 12abcdhmnqstxABCDHMNQSTX".contains(letter));
        let delimiter: &[u8] = if has(letters, b'D') {
            second
        } else if has(letters, b'C') {
            b","
        } else if has(letters, b'H') {
            b"\t"
        } else {
            b" "
        };
        known.then_some(Self { letters, delimiter })
    }

    fn has(&self, letter: u8) -> bool {
        has(self.letters, letter)
    }

    /// Returns a value without the blanks that `S` and `T` remove.
    fn trimmed<'b>(&self, text: &'b [u8]) -> &'b [u8] {
        match (self.has(b'S'), self.has(b'T')) {
            (true, _) => trim_start(trim(text)),
            (false, true) => trim(text),
            (false, false) => text,
        }
    }

    /// Returns the quote of a value: with `1` and `2` that one, else the one that it does not contain.
    fn mark(&self, text: &[u8]) -> u8 {
        match (self.has(b'1'), self.has(b'2')) {
            (true, _) => b'\'',
            (false, true) => b'"',
            (false, false) if text.contains(&b'"') => b'\'',
            (false, false) => b'"',
        }
    }
}

/// `CATQ(modifiers, delimiter, values…)`.
fn join(context: &mut Context<'_>, arguments: &[Value<'_>], out: &mut Vec<u8>) {
    let Some(modifiers) = Modifiers::new(text_at(arguments, 0), text_at(arguments, 1)) else {
        context.invalid(0);
        return;
    };
    let first = 1 + usize::from(modifiers.has(b'D'));
    let mut number = Vec::new();
    let mut is_first = true;
    for value in arguments.iter().skip(first) {
        let (text, is_text) = match value {
            Value::Text(text) => (modifiers.trimmed(text), true),
            Value::Number(value) => {
                number.clear();
                conversion::write_short(*value, context.formats, &mut number);
                (number.as_slice(), false)
            }
        };
        // Blank values count only with M.
        if trim(text).is_empty() && !modifiers.has(b'M') {
            continue;
        }
        if !is_first {
            put(out, modifiers.delimiter);
        }
        is_first = false;
        put_item(&modifiers, text, is_text, out);
    }
}

/// Appends a value, quoted where it contains the delimiter and where the modifiers say so: `A` always, `B` for blanks
/// around it, `Q` also if it has quotes; `N` and `X` write literals of names and of bytes that do not print.
fn put_item(modifiers: &Modifiers<'_>, text: &[u8], is_text: bool, out: &mut Vec<u8>) {
    let delimiter = modifiers.delimiter;
    let has_delimiter = !delimiter.is_empty() && text.windows(delimiter.len()).any(|part| part == delimiter);
    let has_quotes = text.iter().any(|byte| matches!(byte, b'"' | b'\''));
    let has_blanks = text.first() == Some(&b' ') || text.last() == Some(&b' ');
    let prints = text.iter().all(|byte| (b' '..=b'~').contains(byte));
    if modifiers.has(b'X') && is_text && !prints {
        let hexadecimal: String = text.iter().map(|byte| format!("{byte:02X}")).collect();
        put_quoted(hexadecimal.as_bytes(), modifiers.mark(b""), out);
        put(out, b"x");
    } else if modifiers.has(b'N') && is_text && !is_name(text) {
        put_quoted(text, modifiers.mark(text), out);
        put(out, b"n");
    } else if modifiers.has(b'A')
        || has_delimiter
        || (modifiers.has(b'Q') && has_quotes)
        || (modifiers.has(b'B') && has_blanks)
    {
        put_quoted(text, modifiers.mark(text), out);
    } else {
        put(out, text);
    }
}
