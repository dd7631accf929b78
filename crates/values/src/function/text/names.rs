//! `NVALID`, and parts of texts by position that are padded.

use super::super::{ArgumentKind, Arguments, Context, Function, LENGTH, MOST_TEXT, number_at, number_or, text_at};
use super::put;
use super::quotes::{is_name, name_in_literal};
use crate::value::{Value, trim};

use ArgumentKind::{Number, Text};

pub(in crate::function) const FUNCTIONS: &[Function] = &[
    Function::number("NVALID", Arguments::between(1, 2, &[Text]), is_valid),
    Function::text("SUBPAD", Arguments::between(2, 3, &[Text, Number]), LENGTH, padded_part),
];

/// The longest name of a variable.
const MOST_NAME: usize = 32;

/// `NVALID(text, rules)`: 1 if the text is the name of a variable by `V7`, `ANY` or `NLITERAL`, else 0.
fn is_valid(context: &mut Context<'_>, arguments: &[Value<'_>]) -> f64 {
    let text = trim(text_at(arguments, 0));
    let rules = trim(text_at(arguments, 1)).trim_ascii_start().to_ascii_uppercase();
    let is_valid = match rules.as_slice() {
        b"" | b"V7" => is_name(text),
        b"ANY" => (1..=MOST_NAME).contains(&text.len()),
        b"NLITERAL" => {
            is_name(text) || name_in_literal(text).is_some_and(|name| (1..=MOST_NAME).contains(&trim(name).len()))
        }
        _ => return context.invalid(1),
    };
    f64::from(u8::from(is_valid))
}

/// `SUBPAD(text, start, length)`: a part, filled with blanks to its length.
fn padded_part(context: &mut Context<'_>, arguments: &[Value<'_>], out: &mut Vec<u8>) {
    let text = text_at(arguments, 0);
    let start = number_at(arguments, 1);
    if start.is_nan() || start < 1.0 {
        context.invalid(1);
        return;
    }
    // Casts saturate.
    let rest = text.get(start as usize - 1..).unwrap_or(b"");
    let length = number_or(arguments, 2, rest.len() as f64);
    if length.is_nan() || length < 0.0 {
        context.invalid(2);
        return;
    }
    let length = (length as usize).min(MOST_TEXT);
    put(out, &rest[..rest.len().min(length)]);
    out.resize(length, b' ');
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{call_text, of_text};
    use crate::value::Value;

    #[test]
    fn names() {
        for (arguments, want) in [
            (&["abc_1 "][..], 1.0),
            (&["1abc"], 0.0),
            (&["a b", "any"], 1.0),
            (&["'a b'n", "nliteral"], 1.0),
            (&["a b", "nliteral"], 0.0),
            (&["", "v7"], 0.0),
        ] {
            assert_eq!(of_text("NVALID", arguments), want, "{arguments:?}");
        }
    }

    #[test]
    fn padding() {
        let part = |start, length| {
            call_text(
                "SUBPAD",
                &[Value::Text(b"abc"), Value::Number(start), Value::Number(length)],
            )
        };
        assert_eq!(part(2.0, 4.0), "bc  ");
        assert_eq!(part(9.0, 2.0), "  ");
        assert_eq!(part(1.0, 0.0), "");
    }
}
