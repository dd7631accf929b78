//! Quotes around texts.

use super::super::{AS_GIVEN, Arguments, Context, Function, LENGTH, MOST_TEXT, ONE_TEXT, text_at};
use super::put;
use crate::function::ArgumentKind::Text;
use crate::value::{Value, trim};

pub(in crate::function) const FUNCTIONS: &[Function] = &[
    Function::text("QUOTE", Arguments::between(1, 2, &[Text]), LENGTH, quote),
    Function::text("DEQUOTE", ONE_TEXT, AS_GIVEN, |_, x, out| unquote(text_at(x, 0), out)),
    Function::text("NLITERAL", ONE_TEXT, LENGTH, |context, x, out| {
        let name = trim(text_at(x, 0));
        if !is_name(name) {
            let count = |mark: u8| name.iter().filter(|byte| **byte == mark).count();
            let is_macro = name.contains(&b'&') || name.contains(&b'%');
            let mark = match is_macro || count(b'"') > count(b'\'') {
                true => b'\'',
                false => b'"',
            };
            put_quoted(name, mark, out);
            put(out, b"N");
        } else {
            put(out, name);
        }
        if out.len() > MOST_LITERAL {
            out.clear();
            context.invalid(0);
        }
    }),
];

/// The longest name literal that a name of 32 bytes gives, each of which may be doubled.
const MOST_LITERAL: usize = 67;

/// Quotes the text, with `"` unless a second argument gives the other kind; quotes within it are doubled.
fn quote(context: &mut Context<'_>, arguments: &[Value<'_>], out: &mut Vec<u8>) {
    let mark = match text_at(arguments, 1).first() {
        None | Some(b'"' | b' ') => b'"',
        Some(b'\'') => b'\'',
        Some(_) => {
            context.invalid(1);
            return;
        }
    };
    put_quoted(text_at(arguments, 0), mark, out);
}

/// Appends a text between quotes, with those within it doubled.
pub(super) fn put_quoted(text: &[u8], mark: u8, out: &mut Vec<u8>) {
    put(out, &[mark]);
    for &byte in text {
        if byte == mark {
            put(out, &[mark]);
        }
        put(out, &[byte]);
    }
    out.truncate(MOST_TEXT - 1);
    out.push(mark);
}

/// Appends the text within the quotes at its beginning, up to the closing quote; without quotes, the text as it is.
pub(super) fn unquote(text: &[u8], out: &mut Vec<u8>) {
    let Some((&mark @ (b'"' | b'\''), inner)) = text.split_first() else {
        put(out, text);
        return;
    };
    let mut bytes = inner.iter().peekable();
    while let Some(&byte) = bytes.next() {
        if byte == mark && bytes.next_if_eq(&&mark).is_none() {
            return;
        }
        out.push(byte);
    }
}

/// Returns whether a text is a name by the rules of `VALIDVARNAME=V7`, without quotes.
pub(super) fn is_name(text: &[u8]) -> bool {
    super::super::symbols::symbol_name(text).is_some_and(|name| name.len() == text.len())
}

/// Returns the text within a name literal such as `'a b'n`; `None` for other texts.
pub(super) fn name_in_literal(text: &[u8]) -> Option<&[u8]> {
    let (b'n' | b'N', quoted) = text.split_last()? else {
        return None;
    };
    let (&first @ (b'"' | b'\''), rest) = quoted.split_first()? else {
        return None;
    };
    let (&last, inner) = rest.split_last()?;
    (first == last).then_some(inner)
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::text;

    #[test]
    fn quotes() {
        assert_eq!(text("QUOTE", &["A\"B  "]), "\"A\"\"B  \"");
        assert_eq!(text("QUOTE", &["it's", "'"]), "'it''s'");
        assert_eq!(text("DEQUOTE", &["'it''s' x"]), "it's");
        assert_eq!(text("DEQUOTE", &["\"open"]), "open");
        assert_eq!(text("DEQUOTE", &["plain"]), "plain");
    }

    #[test]
    fn name_literals() {
        assert_eq!(text("NLITERAL", &["plain_1 "]), "plain_1");
        assert_eq!(text("NLITERAL", &["a b"]), "\"a b\"N");
        assert_eq!(text("NLITERAL", &["a&b"]), "'a&b'N");
    }
}
