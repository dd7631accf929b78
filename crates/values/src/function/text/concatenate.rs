//! Concatenation of character values and numbers, which are trimmed.

use super::super::{ArgumentKind, Arguments, Context, Function, TextLength, conversion, text_at};
use super::{put, trim_start};
use crate::value::{Value, trim};

use ArgumentKind::{Any, Text};

const LENGTH: TextLength = TextLength::Fixed(200);

pub(in crate::function) const FUNCTIONS: &[Function] = &[
    Function::text(
        "CAT",
        Arguments::at_least(1, &[Any]),
        LENGTH,
        |_, x, out| {
            for value in x {
                append(*value, |text| text, out);
            }
        },
    ),
    Function::text(
        "CATT",
        Arguments::at_least(1, &[Any]),
        LENGTH,
        |_, x, out| {
            for value in x {
                append(*value, trim, out);
            }
        },
    ),
    Function::text(
        "CATS",
        Arguments::at_least(1, &[Any]),
        LENGTH,
        |_, x, out| {
            for value in x {
                append_stripped(*value, b"", out);
            }
        },
    ),
    Function::text("CATX", Arguments::at_least(2, &[Text, Any]), LENGTH, joined),
];

fn joined(_: &mut Context<'_>, arguments: &[Value<'_>], out: &mut Vec<u8>) {
    let delimiter = text_at(arguments, 0);
    for value in &arguments[1..] {
        append_stripped(*value, delimiter, out);
    }
}

/// Appends a trimmed value, after a delimiter unless it is the first. A blank value appends nothing, not even a
/// delimiter.
pub(in crate::function) fn append_stripped(value: Value<'_>, delimiter: &[u8], out: &mut Vec<u8>) {
    if matches!(value, Value::Text(text) if trim(text).is_empty()) {
        return;
    }
    if !out.is_empty() {
        put(out, delimiter);
    }
    append(value, |text| trim_start(trim(text)), out);
}

fn append(value: Value<'_>, shape: fn(&[u8]) -> &[u8], out: &mut Vec<u8>) {
    match value {
        Value::Text(text) => put(out, shape(text)),
        Value::Number(number) => {
            conversion::write_short(number, out);
            out.truncate(super::MOST_TEXT);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::call_text;
    use crate::missing::MISSING;
    use crate::value::Value;

    #[test]
    fn joining() {
        let parts = [
            Value::Text(b" a  "),
            Value::Number(1.5),
            Value::Text(b"   "),
            Value::Text(b" b "),
        ];
        assert_eq!(call_text("CAT", &parts), " a  1.5    b ");
        assert_eq!(call_text("CATT", &parts), " a1.5 b");
        assert_eq!(call_text("CATS", &parts), "a1.5b");
        let mut delimited = vec![Value::Text(b", ")];
        delimited.extend(parts);
        assert_eq!(call_text("CATX", &delimited), "a, 1.5, b");
        assert_eq!(
            call_text(
                "CATX",
                &[Value::Text(b"-"), Value::Text(b" "), Value::Text(b"x")]
            ),
            "x"
        );
    }

    #[test]
    fn numbers_keep_their_digits() {
        assert_eq!(
            call_text("CATS", &[Value::Number(123_456_789_012_345.0)]),
            "123456789012345"
        );
        assert_eq!(
            call_text("CATS", &[Value::Number(MISSING), Value::Number(-0.5)]),
            ".-0.5"
        );
    }

    #[test]
    fn no_text_is_longer_than_the_longest() {
        let long = vec![b'x'; 20_000];
        assert_eq!(
            call_text("CATS", &[Value::Text(&long), Value::Text(&long)]).len(),
            32_767
        );
    }
}
