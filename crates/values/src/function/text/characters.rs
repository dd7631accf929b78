//! Functions of single characters.

use super::super::{AS_GIVEN, ArgumentKind, Arguments, Context, Function, ONE_TEXT, TextLength, number_at, text_at};
use super::set::CharacterSet;
use super::{find_byte, has, position, put, search_from};
use crate::value::{Value, trim};

use ArgumentKind::{Any, Number, Text};

pub(in crate::function) const FUNCTIONS: &[Function] = &[
    Function::text("COMPRESS", Arguments::between(1, 3, &[Text]), AS_GIVEN, |_, x, out| {
        let set = match x.len() {
            3.. => CharacterSet::modified(text_at(x, 1), text_at(x, 2)),
            _ => match text_at(x, 1) {
                b"" => CharacterSet::of(b" "),
                list => CharacterSet::of(list),
            },
        };
        out.extend(text_at(x, 0).iter().filter(|&&byte| !set.contains(byte)));
    }),
    Function::text("COMPBL", ONE_TEXT, AS_GIVEN, |_, x, out| {
        let mut after_blank = false;
        out.extend(text_at(x, 0).iter().filter(|&&byte| {
            let repeated = after_blank && byte == b' ';
            after_blank = byte == b' ';
            !repeated
        }));
    }),
    Function::text("TRANSLATE", Arguments::at_least(3, &[Text]), AS_GIVEN, translate),
    Function::number("VERIFY", Arguments::at_least(2, &[Text]), |_, x| {
        let known = |byte: &u8| x[1..].iter().any(|list| contains(list, *byte));
        position(text_at(x, 0).iter().position(|byte| !known(byte)))
    }),
    Function::number("INDEXC", Arguments::at_least(2, &[Text]), |_, x| {
        let wanted = |byte: &u8| x[1..].iter().any(|list| contains(list, *byte));
        position(text_at(x, 0).iter().position(wanted))
    }),
    Function::number(
        "FINDC",
        Arguments::between(2, 4, &[Text, Text, Any]).omitting_from(1),
        find_character,
    ),
    Function::number(
        "COUNTC",
        Arguments::between(2, 3, &[Text]).omitting_from(1),
        count_characters,
    ),
    Function::text(
        "BYTE",
        Arguments::exactly(&[Number]),
        TextLength::Fixed(1),
        |context, x, out| {
            let code = number_at(x, 0);
            if (0.0..256.0).contains(&code) {
                out.push(code as u8);
            } else {
                context.invalid(0);
            }
        },
    ),
    Function::number("RANK", ONE_TEXT, |_, x| {
        f64::from(text_at(x, 0).first().copied().unwrap_or(b' '))
    }),
    Function::text(
        "CHAR",
        Arguments::exactly(&[Text, Number]),
        TextLength::Fixed(1),
        |_, x, out| {
            // A position outside of the text contains a blank.
            let found = search_from(number_at(x, 1).max(0.0), text_at(x, 0).len());
            out.push(found.map_or(b' ', |(index, _)| text_at(x, 0)[index]));
        },
    ),
    Function::text("FIRST", ONE_TEXT, TextLength::Fixed(1), |_, x, out| {
        put(out, text_at(x, 0).first().map_or(b" ", std::slice::from_ref));
    }),
];

fn contains(list: &Value<'_>, byte: u8) -> bool {
    matches!(list, Value::Text(list) if list.contains(&byte))
}

/// Replaces characters of each second list by those at the same positions of the list before it, or by blanks where
/// that is shorter. The first list that contains a character applies.
fn translate(_: &mut Context<'_>, arguments: &[Value<'_>], out: &mut Vec<u8>) {
    let mut table: [u8; 256] = std::array::from_fn(|byte| byte as u8);
    // The last replacement counts of a character that is named more than once; none is a blank only where there is no
    // other (SAS-L 2002, Translate Function with Hex Characters).
    for pair in arguments[1..].chunks_exact(2) {
        let (to, from) = (text_at(pair, 0), text_at(pair, 1));
        for &byte in from.iter().skip(to.len()) {
            table[usize::from(byte)] = b' ';
        }
        for (&byte, &replacement) in from.iter().zip(to) {
            table[usize::from(byte)] = replacement;
        }
    }
    out.extend(text_at(arguments, 0).iter().map(|&byte| table[usize::from(byte)]));
}

/// `COUNTC(text, list, modifiers)`
fn count_characters(_: &mut Context<'_>, arguments: &[Value<'_>]) -> f64 {
    let modifiers = text_at(arguments, 2);
    let set = CharacterSet::modified(text_at(arguments, 1), modifiers);
    let text = text_at(arguments, 0);
    let text = if has(modifiers, b'T') { trim(text) } else { text };
    text.iter().filter(|&&byte| set.contains(byte)).count() as f64
}

/// `FINDC(text, list, modifiers, start)`, the last two in either order.
fn find_character(_: &mut Context<'_>, arguments: &[Value<'_>]) -> f64 {
    let (modifiers, start) = modifiers_and_start(arguments);
    let set = CharacterSet::modified(text_at(arguments, 1), modifiers);
    let text = text_at(arguments, 0);
    let text = if has(modifiers, b'T') { trim(text) } else { text };
    let start = start.unwrap_or(if has(modifiers, b'B') {
        -(text.len() as f64)
    } else {
        1.0
    });
    find_byte(text, start, |byte| set.contains(*byte))
}

/// Returns the modifiers and the start, which are the third and fourth arguments in either order.
pub(super) fn modifiers_and_start<'a>(arguments: &[Value<'a>]) -> (&'a [u8], Option<f64>) {
    let (mut modifiers, mut start) = (&b""[..], None);
    for argument in arguments.iter().skip(2) {
        match *argument {
            Value::Text(text) => modifiers = text,
            Value::Number(number) => start = Some(number),
        }
    }
    (modifiers, start)
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{call, call_text, of_text, text};
    use crate::value::Value;

    #[test]
    fn compressing() {
        for (arguments, want) in [
            (&["a b  c "][..], "abc"),
            (&["AB-CD-12", "-"], "ABCD12"),
            (&["AB-CD-12", "", "d"], "AB-CD-"),
            (&["AB-CD-12", "", "kd"], "12"),
            (&["AB-CD-12", "b", "i"], "A-CD-12"),
            (&["a1 b2", " ", "ka"], "a b"),
            (&["a b", ""], "ab"),
        ] {
            assert_eq!(text("COMPRESS", arguments), want, "{arguments:?}");
        }
        assert_eq!(text("COMPBL", &["a   b c  "]), "a b c ");
    }

    #[test]
    fn translating() {
        assert_eq!(text("TRANSLATE", &["XYZW", "AB", "VW"]), "XYZB");
        assert_eq!(text("TRANSLATE", &["banana", "o", "an"]), "bo o o");
        assert_eq!(text("TRANSLATE", &["abc", "x", "a", "y", "b"]), "xyc");
        assert_eq!(text("TRANSLATE", &["abc", "xz", "aa", "y", "b"]), "zyc");
    }

    #[test]
    fn searching() {
        assert_eq!(of_text("VERIFY", &["ABDE", "ABC"]), 3.0);
        assert_eq!(of_text("VERIFY", &["ABC", "AB", "C"]), 0.0);
        assert_eq!(of_text("VERIFY", &["AB ", "ABC"]), 3.0);
        assert_eq!(of_text("INDEXC", &["ABC.DEP (X2=Y1)", "DEP", "()"]), 5.0);
        assert_eq!(of_text("FINDC", &["Hi, Ho!", "h", "i"]), 1.0);
        assert_eq!(of_text("FINDC", &["Hi, Ho!", "aeiou", "b"]), 6.0);
        assert_eq!(of_text("FINDC", &["abc", "abc", "v"]), 0.0);
        let from = |start| {
            let text = |text: &'static str| Value::Text(text.as_bytes());
            call("FINDC", &[text("a.b.c"), text("."), Value::Number(start)])
        };
        assert_eq!(from(3.0), Some(4.0));
        assert_eq!(from(-3.0), Some(2.0));
        assert_eq!(from(0.0), Some(0.0));
        assert_eq!(of_text("COUNTC", &["banana", "an"]), 5.0);
        assert_eq!(of_text("COUNTC", &["Banana  ", "a", "vt"]), 3.0);
    }

    #[test]
    fn single_characters() {
        assert_eq!(call_text("BYTE", &[Value::Number(65.0)]), "A");
        assert_eq!(of_text("RANK", &["A"]), 65.0);
        let character = |n| call_text("CHAR", &[Value::Text(b"abc"), Value::Number(n)]);
        assert_eq!(
            (
                character(2.0).as_str(),
                character(0.0).as_str(),
                character(4.0).as_str()
            ),
            ("b", " ", " ")
        );
        assert_eq!(text("FIRST", &["xyz"]), "x");
    }
}
