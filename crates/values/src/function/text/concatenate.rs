//! Concatenation of character values and numbers, which are trimmed.

use super::super::{ArgumentKind, Arguments, Context, Function, LENGTH, conversion, text_at};
use super::{put, trim_start};
use crate::format::Formats;
use crate::value::{Value, trim};

use ArgumentKind::{Any, Text};

pub(in crate::function) const FUNCTIONS: &[Function] = &[
    Function::text("CAT", Arguments::at_least(1, &[Any]), LENGTH, |context, x, out| {
        for value in x {
            append(*value, |text| text, context.formats, out);
        }
    }),
    Function::text("CATT", Arguments::at_least(1, &[Any]), LENGTH, |context, x, out| {
        for value in x {
            append(*value, trim, context.formats, out);
        }
    }),
    Function::text("CATS", Arguments::at_least(1, &[Any]), LENGTH, |context, x, out| {
        for value in x {
            append_stripped(*value, b"", context.formats, out);
        }
    }),
    Function::text("CATX", Arguments::at_least(2, &[Text, Any]), LENGTH, joined),
];

fn joined(context: &mut Context<'_>, arguments: &[Value<'_>], out: &mut Vec<u8>) {
    let delimiter = text_at(arguments, 0);
    for value in &arguments[1..] {
        append_stripped(*value, delimiter, context.formats, out);
    }
}

/// Appends a trimmed value, after a delimiter unless it is the first. A blank value appends nothing, not even a
/// delimiter, and so does a missing number under `MISSING=' '`.
pub(in crate::function) fn append_stripped(value: Value<'_>, delimiter: &[u8], formats: &Formats, out: &mut Vec<u8>) {
    let start = out.len();
    if start > 0 {
        put(out, delimiter);
    }
    let before = out.len();
    append(value, |text| trim_start(trim(text)), formats, out);
    if out.len() == before {
        out.truncate(start);
    }
}

pub(in crate::function) fn append(value: Value<'_>, shape: fn(&[u8]) -> &[u8], formats: &Formats, out: &mut Vec<u8>) {
    match value {
        Value::Text(text) => put(out, shape(text)),
        Value::Number(number) => {
            let start = out.len();
            conversion::write_short(number, formats, out);
            let kept = shape(&out[start..]).len();
            out.truncate((start + kept).min(super::MOST_TEXT));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{call_text, call_text_with};
    use crate::format::Formats;
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
            call_text("CATX", &[Value::Text(b"-"), Value::Text(b" "), Value::Text(b"x")]),
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

    // MISSING= holds for the conversion of numbers: a program that sets it to a blank relies on CATX leaving them out.
    #[test]
    fn missing_numbers_are_the_character_of_the_option() {
        let parts = [
            Value::Text(b"-"),
            Value::Number(1.0),
            Value::Number(MISSING),
            Value::Text(b"x"),
        ];
        let shown = |name, parts, character| {
            let mut formats = Formats::new();
            formats.set_missing_character(character);
            call_text_with(name, parts, &formats)
        };
        assert_eq!(shown("CATX", &parts, b'#'), "1-#-x");
        assert_eq!(shown("CATX", &parts, b' '), "1-x");
        assert_eq!(shown("CATS", &parts, b' '), "-1x");
        assert_eq!(shown("CATT", &parts, b' '), "-1x");
        assert_eq!(shown("CAT", &parts, b' '), "-1x");
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
