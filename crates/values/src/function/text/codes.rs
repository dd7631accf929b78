//! Encodings of characters: for HTML, for URLs, and the collating sequence.

use super::super::{ArgumentKind, Arguments, Context, Function, LENGTH, ONE_TEXT, number_at, number_or, text_at};
use super::put;
use crate::value::Value;

use ArgumentKind::{Number, Text};

pub(in crate::function) const FUNCTIONS: &[Function] = &[
    Function::text("HTMLENCODE", Arguments::between(1, 2, &[Text]), LENGTH, encode_html),
    Function::text("HTMLDECODE", ONE_TEXT, LENGTH, |_, x, out| {
        decode_html(text_at(x, 0), out)
    }),
    Function::text("URLENCODE", ONE_TEXT, LENGTH, |_, x, out| {
        for &byte in text_at(x, 0) {
            if byte.is_ascii_alphanumeric() || b"$-_@.!*(),~".contains(&byte) {
                put(out, &[byte]);
            } else {
                put(out, format!("%{byte:02X}").as_bytes());
            }
        }
    }),
    Function::text("URLDECODE", ONE_TEXT, LENGTH, |_, x, out| {
        decode_url(text_at(x, 0), out)
    }),
    Function::text(
        "COLLATE",
        Arguments::between(1, 3, &[Number]).omitting_from(1),
        LENGTH,
        collate,
    ),
];

/// The characters that `HTMLENCODE` encodes, their names and their entities. The first three are encoded without
/// options.
const ENTITIES: [(u8, &str, &str); 5] = [
    (b'&', "AMP", "&amp;"),
    (b'<', "LT", "&lt;"),
    (b'>', "GT", "&gt;"),
    (b'\'', "APOS", "&apos;"),
    (b'"', "QUOT", "&quot;"),
];

/// `HTMLENCODE(text, options)`: the options name the characters, `7BIT` all that are not in ASCII.
fn encode_html(context: &mut Context<'_>, arguments: &[Value<'_>], out: &mut Vec<u8>) {
    let options = text_at(arguments, 1).to_ascii_uppercase();
    let mut names: Vec<&[u8]> = options
        .split(|byte| *byte == b' ')
        .filter(|name| !name.is_empty())
        .collect();
    if names.is_empty() {
        names = vec![b"AMP", b"LT", b"GT"];
    }
    let is_known = |name: &&[u8]| *name == b"7BIT" || ENTITIES.iter().any(|entity| entity.1.as_bytes() == *name);
    if !names.iter().all(is_known) {
        context.invalid(1);
        return;
    }
    let all_ascii = names.contains(&&b"7BIT"[..]);
    for &byte in text_at(arguments, 0) {
        let entity = ENTITIES
            .iter()
            .find(|entity| entity.0 == byte && names.contains(&entity.1.as_bytes()));
        match entity {
            Some((_, _, entity)) => put(out, entity.as_bytes()),
            None if all_ascii && byte > 127 => put(out, format!("&#x{byte:02X};").as_bytes()),
            None => put(out, &[byte]),
        }
    }
}

/// Replaces entities by their characters; those that are not known stay.
fn decode_html(mut text: &[u8], out: &mut Vec<u8>) {
    while let Some((&byte, rest)) = text.split_first() {
        text = rest;
        let entity = match byte {
            b'&' => rest
                .iter()
                .take(12)
                .position(|byte| *byte == b';')
                .map(|end| &rest[..end]),
            _ => None,
        };
        match entity.and_then(|entity| Some((entity, character_of(entity)?))) {
            Some((entity, character)) => {
                text = &rest[entity.len() + 1..];
                put(out, character.encode_utf8(&mut [0; 4]).as_bytes());
            }
            None => put(out, &[byte]),
        }
    }
}

fn character_of(entity: &[u8]) -> Option<char> {
    let entity = std::str::from_utf8(entity).ok()?;
    if let Some(code) = entity.strip_prefix('#') {
        let code = match code.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16),
            None => code.parse(),
        };
        return char::from_u32(code.ok()?);
    }
    let named = [
        ("amp", '&'),
        ("lt", '<'),
        ("gt", '>'),
        ("apos", '\''),
        ("quot", '"'),
        ("nbsp", '\u{a0}'),
    ];
    let mut named = named.into_iter();
    named.find(|(name, _)| *name == entity).map(|(_, character)| character)
}

/// Replaces `%41` by the byte of that code, and a plus by a blank.
fn decode_url(mut text: &[u8], out: &mut Vec<u8>) {
    while let Some((&byte, rest)) = text.split_first() {
        text = rest;
        let digits = rest.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let code = digits
            .filter(|_| byte == b'%')
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match code {
            Some(code) => {
                text = &rest[2..];
                put(out, &[code]);
            }
            None if byte == b'+' => put(out, b" "),
            None => put(out, &[byte]),
        }
    }
}

/// `COLLATE(first, last)` or `COLLATE(first, , length)`: the characters of ASCII from one on.
fn collate(context: &mut Context<'_>, arguments: &[Value<'_>], out: &mut Vec<u8>) {
    let first = number_at(arguments, 0);
    if !(0.0..256.0).contains(&first) {
        context.invalid(0);
        return;
    }
    let (last, length) = (number_or(arguments, 1, f64::NAN), number_or(arguments, 2, f64::NAN));
    let last = match (last.is_nan(), length.is_nan()) {
        (false, _) => last,
        (true, false) => first.trunc() + length - 1.0,
        (true, true) => 255.0,
    };
    if last >= first.trunc() {
        out.extend(first as u8..=last.min(255.0) as u8);
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{call_text, text};
    use crate::value::{Value, trim};

    #[test]
    fn codes() {
        assert_eq!(text("HTMLENCODE", &["a<b> & 'c'"]), "a&lt;b&gt; &amp; 'c'");
        assert_eq!(text("HTMLENCODE", &["'<", "apos"]), "&apos;<");
        assert_eq!(text("HTMLENCODE", &["<", "none"]), "");
        assert_eq!(text("HTMLDECODE", &["&lt;&#65;&#x42;&none;&"]), "<AB&none;&");
        assert_eq!(text("URLENCODE", &["a b/c?"]), "a%20b%2Fc%3F");
        assert_eq!(text("URLDECODE", &["a+b%2Fc%zz"]), "a b/c%zz");
        let collate = |numbers: &[f64]| {
            let numbers: Vec<_> = numbers.iter().copied().map(Value::Number).collect();
            call_text("COLLATE", &numbers)
        };
        assert_eq!(collate(&[48.0, 57.0]), "0123456789");
        assert_eq!(collate(&[48.0, f64::NAN, 3.0]), "012");
        assert_eq!(trim(collate(&[65.0, 64.0]).as_bytes()), b"");
    }
}
