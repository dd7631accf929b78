//! `PUTN`, `PUTC`, `INPUTN` and `INPUTC`, whose format or informat is given at run time.

use super::last_used::{LastUsed, known};
use super::{ArgumentKind, Arguments, Context, Function, LENGTH, MOST_TEXT, text_at};
use crate::format::Formats;
use crate::informat::{Informat, InformatSettings};
use crate::missing::MISSING;
use crate::value::{Kind, Value};

use ArgumentKind::{Number, Text};

pub(super) const FUNCTIONS: &[Function] = &[
    Function::text("PUTN", Arguments::between(2, 4, &[Number, Text, Number]), LENGTH, write),
    Function::text("PUTC", Arguments::between(2, 3, &[Text, Text, Number]), LENGTH, write),
    Function::number("INPUTN", Arguments::between(2, 4, &[Text, Text, Number]), read_number),
    Function::text(
        "INPUTC",
        Arguments::between(2, 3, &[Text, Text, Number]),
        LENGTH,
        read_text,
    ),
];

/// `PUTN` and `PUTC`.
fn write(context: &mut Context<'_>, arguments: &[Value<'_>], out: &mut Vec<u8>) {
    let Some(value) = arguments.first() else {
        return;
    };
    let formats = context.formats;
    let format = known(
        &mut context.last_used.format,
        arguments,
        value.kind(),
        |spec, length| formats.resolve(spec, value.kind(), length).ok(),
    );
    match format {
        Some(format) => {
            format.write(*value, out);
            out.truncate(MOST_TEXT);
        }
        None => {
            context.invalid(1);
        }
    }
}

fn informat<'a>(
    last: &'a mut LastUsed,
    formats: &Formats,
    settings: InformatSettings,
    arguments: &[Value<'_>],
    kind: Kind,
) -> Option<&'a Informat> {
    known(&mut last.informat, arguments, kind, |spec, length| {
        formats.informat(spec, kind, length.max(1), settings).ok()
    })
}

/// Returns the part of the text that the informat reads.
fn field<'a>(informat: &Informat, arguments: &[Value<'a>]) -> &'a [u8] {
    let text = text_at(arguments, 0);
    let width = if informat.has_own_width() {
        informat.width()
    } else {
        text.len()
    };
    &text[..text.len().min(width)]
}

/// `INPUTN`.
fn read_number(context: &mut Context<'_>, arguments: &[Value<'_>]) -> f64 {
    let settings = context.informats;
    let Some(informat) = informat(
        &mut context.last_used,
        context.formats,
        settings,
        arguments,
        Kind::Number,
    ) else {
        return context.invalid(1);
    };
    match informat.read_number(field(informat, arguments)) {
        Ok(number) => number,
        Err(_) => {
            context.invalid(0);
            MISSING
        }
    }
}

/// `INPUTC`.
fn read_text(context: &mut Context<'_>, arguments: &[Value<'_>], out: &mut Vec<u8>) {
    let settings = context.informats;
    let Some(informat) = informat(&mut context.last_used, context.formats, settings, arguments, Kind::Text) else {
        context.invalid(1);
        return;
    };
    if informat.read_text(field(informat, arguments), out).is_err() {
        context.invalid(0);
    }
    out.truncate(MOST_TEXT);
}

#[cfg(test)]
mod tests {
    use super::super::testing::{call, call_text, outcome};
    use crate::value::Value;

    fn text(text: &str) -> Value<'_> {
        Value::Text(text.as_bytes())
    }

    #[test]
    fn writing_by_name() {
        let date = Value::Number(23_450.0);
        assert_eq!(call_text("PUTN", &[date, text("date9.")]), "15MAR2024");
        assert_eq!(call_text("PUTN", &[date, text("date"), Value::Number(7.0)]), "15MAR24");
        assert_eq!(
            call_text("PUTN", &[Value::Number(1234.5), text("comma10.2")]),
            "  1,234.50"
        );
        assert_eq!(call_text("PUTC", &[text("abc"), text("$upcase5.")]), "ABC  ");
        assert!(outcome("PUTN", &[date, text("nonesuch9.")]).2.is_some());
        assert!(
            outcome("PUTN", &[date, text("date9."), Value::Number(-1.0)])
                .2
                .is_some()
        );
    }

    #[test]
    fn reading_by_name() {
        assert_eq!(call("INPUTN", &[text("15MAR2024"), text("date9.")]), Some(23_450.0));
        assert_eq!(call("INPUTN", &[text("1,234"), text("comma.")]), Some(1234.0));
        assert_eq!(call("INPUTN", &[text("123456"), text("3.")]), Some(123.0));
        assert_eq!(call_text("INPUTC", &[text("abc"), text("$upcase2.")]), "AB");
        assert!(outcome("INPUTN", &[text("x"), text("8.")]).2.is_some());
    }
}
