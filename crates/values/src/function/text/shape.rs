//! Substrings, lengths, blanks and case.

use super::super::{
    AS_GIVEN, ArgumentKind, Arguments, Context, Function, LENGTH, MOST_TEXT, ONE_TEXT, TextLength, conversion,
    number_at, number_or, text_at,
};
use super::{put, trim_start};
use crate::case::{self, Case};
use crate::value::{Value, trim};

use ArgumentKind::{Any, Number, Text};

pub(in crate::function) const FUNCTIONS: &[Function] = &[
    Function::text("SUBSTR", Arguments::between(2, 3, &[Text, Number]), AS_GIVEN, part),
    Function::text(
        "SUBSTRN",
        Arguments::between(2, 3, &[Any, Number]),
        TextLength::OfArgumentOrLongest(0),
        part_within,
    ),
    Function::text("TRIM", ONE_TEXT, AS_GIVEN, |_, x, out| {
        // The language has no empty value where a blank one is possible.
        match trim(text_at(x, 0)) {
            b"" => out.push(b' '),
            text => put(out, text),
        }
    }),
    Function::text("TRIMN", ONE_TEXT, AS_GIVEN, |_, x, out| put(out, trim(text_at(x, 0)))),
    Function::text("STRIP", ONE_TEXT, AS_GIVEN, |_, x, out| {
        put(out, trim_start(trim(text_at(x, 0))));
    }),
    Function::text("LEFT", ONE_TEXT, AS_GIVEN, |_, x, out| {
        put(out, trim_start(text_at(x, 0)));
        out.resize(text_at(x, 0).len().min(MOST_TEXT), b' ');
    }),
    Function::text("RIGHT", ONE_TEXT, AS_GIVEN, |_, x, out| {
        let text = trim(text_at(x, 0));
        out.resize((text_at(x, 0).len() - text.len()).min(MOST_TEXT), b' ');
        put(out, text);
    }),
    Function::text("REVERSE", ONE_TEXT, AS_GIVEN, |_, x, out| {
        out.extend(text_at(x, 0).iter().rev().take(MOST_TEXT));
    }),
    Function::text("REPEAT", Arguments::exactly(&[Text, Number]), LENGTH, repeat),
    Function::text("UPCASE", ONE_TEXT, AS_GIVEN, |_, x, out| {
        Case::Upper.write(text_at(x, 0), out);
        out.truncate(MOST_TEXT);
    }),
    Function::text("LOWCASE", ONE_TEXT, AS_GIVEN, |_, x, out| {
        Case::Lower.write(text_at(x, 0), out);
        out.truncate(MOST_TEXT);
    }),
    Function::text("PROPCASE", Arguments::between(1, 2, &[Text]), AS_GIVEN, |_, x, out| {
        let delimiters = if x.len() > 1 { text_at(x, 1) } else { b" /-(.\t" };
        case::write_words(text_at(x, 0), delimiters, out);
        out.truncate(MOST_TEXT);
    }),
    Function::number("LENGTH", ONE_TEXT, |_, x| trim(text_at(x, 0)).len().max(1) as f64),
    Function::number("LENGTHN", ONE_TEXT, |_, x| trim(text_at(x, 0)).len() as f64),
    Function::number("LENGTHM", ONE_TEXT, |_, x| text_at(x, 0).len() as f64),
    Function::number("LENGTHC", ONE_TEXT, |_, x| text_at(x, 0).len() as f64),
];

/// `SUBSTR`: the part must begin within the text; one that would end beyond it is truncated. Both are problems.
fn part(context: &mut Context<'_>, arguments: &[Value<'_>], out: &mut Vec<u8>) {
    let text = text_at(arguments, 0);
    let start = number_at(arguments, 1);
    if !(1.0..text.len() as f64 + 1.0).contains(&start) {
        context.invalid(1);
        return;
    }
    let rest = &text[start as usize - 1..];
    let length = number_or(arguments, 2, rest.len() as f64);
    if (1.0..rest.len() as f64 + 1.0).contains(&length) {
        put(out, &rest[..length as usize]);
    } else {
        context.invalid(2);
        put(out, rest);
    }
}

/// `SUBSTRN`: the portion of the part within the text, which may be empty. A number is the text of its shortest form.
fn part_within(context: &mut Context<'_>, arguments: &[Value<'_>], out: &mut Vec<u8>) {
    let Some(Value::Number(value)) = arguments.first() else {
        return put_part_within(text_at(arguments, 0), arguments, out);
    };
    let mut number = std::mem::take(&mut context.text);
    number.clear();
    conversion::write_short(*value, context.formats, &mut number);
    put_part_within(&number, arguments, out);
    number.clear();
    context.text = number;
}

fn put_part_within(text: &[u8], arguments: &[Value<'_>], out: &mut Vec<u8>) {
    let whole = text.len() as f64;
    let start = number_at(arguments, 1).round();
    let length = number_or(arguments, 2, f64::MAX).round();
    if start.is_nan() || length.is_nan() {
        return;
    }
    let from = (start - 1.0).clamp(0.0, whole);
    let to = (start - 1.0 + length).clamp(from, whole.max(from));
    put(out, &text[from as usize..to as usize]);
}

/// Repeats the text `n` more times.
fn repeat(context: &mut Context<'_>, arguments: &[Value<'_>], out: &mut Vec<u8>) {
    let (text, more) = (text_at(arguments, 0), number_at(arguments, 1));
    if more.is_nan() || more < 0.0 {
        context.invalid(1);
        return;
    }
    if text.is_empty() {
        return;
    }
    let times = (MOST_TEXT / text.len() + 1).min((more as usize).saturating_add(1));
    for _ in 0..times {
        put(out, text);
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{call_text, of_text, outcome, text};
    use crate::missing::MISSING;
    use crate::value::Value;

    fn part(name: &str, numbers: &[f64]) -> (String, bool) {
        let mut arguments = vec![Value::Text(b"abcde")];
        arguments.extend(numbers.iter().copied().map(Value::Number));
        let (_, out, problem) = outcome(name, &arguments);
        (String::from_utf8(out).unwrap(), problem.is_some())
    }

    #[test]
    fn parts() {
        for (numbers, want, is_problem) in [
            (&[2.0, 3.0][..], "bcd", false),
            (&[2.0], "bcde", false),
            (&[5.0, 1.0], "e", false),
            (&[4.0, 3.0], "de", true),
            (&[6.0], "", true),
            (&[0.0, 2.0], "", true),
            (&[2.0, 0.0], "bcde", true),
            (&[MISSING], "", true),
        ] {
            assert_eq!(part("SUBSTR", numbers), (want.to_owned(), is_problem), "{numbers:?}");
        }
        for (numbers, want) in [
            (&[2.0, 3.0][..], "bcd"),
            (&[-1.0, 4.0], "ab"),
            (&[4.0, 9.0], "de"),
            (&[9.0, 2.0], ""),
            (&[2.0, -5.0], ""),
            (&[MISSING, 2.0], ""),
            (&[f64::MIN, f64::MAX], ""),
        ] {
            assert_eq!(part("SUBSTRN", numbers), (want.to_owned(), false), "{numbers:?}");
        }
    }

    #[test]
    fn blanks() {
        assert_eq!(text("TRIM", &[" a "]), " a");
        assert_eq!(text("TRIM", &["  "]), " ");
        assert_eq!(text("TRIMN", &["  "]), "");
        assert_eq!(text("STRIP", &["  a b "]), "a b");
        assert_eq!(text("LEFT", &["  a "]), "a   ");
        assert_eq!(text("RIGHT", &[" a  "]), "   a");
        assert_eq!(text("REVERSE", &["ab "]), " ba");
    }

    #[test]
    fn lengths() {
        for (given, want) in [
            ("ab  ", (2.0, 2.0, 4.0)),
            ("  ", (1.0, 0.0, 2.0)),
            ("", (1.0, 0.0, 0.0)),
        ] {
            let got = (
                of_text("LENGTH", &[given]),
                of_text("LENGTHN", &[given]),
                of_text("LENGTHC", &[given]),
            );
            assert_eq!(got, want, "{given:?}");
        }
    }

    #[test]
    fn cases() {
        assert_eq!(text("UPCASE", &["aBc1é"]), "ABC1É");
        assert_eq!(text("LOWCASE", &["aBC"]), "abc");
        assert_eq!(text("PROPCASE", &["o'NEIL-smith (JR.)"]), "O'neil-Smith (Jr.)");
        assert_eq!(text("PROPCASE", &["a-b c'd", "'"]), "A-b c'D");
    }

    #[test]
    fn repetition_is_bounded() {
        let repeat = |n| call_text("REPEAT", &[Value::Text(b"ab"), Value::Number(n)]);
        assert_eq!(repeat(0.0), "ab");
        assert_eq!(repeat(2.0), "ababab");
        assert_eq!(repeat(1e300).len(), 32_767);
        assert_eq!(repeat(-1.0), "");
    }
}
