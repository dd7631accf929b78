//! Functions that select among arguments, or test whether they are missing.

use super::{ArgumentKind, Arguments, Context, Function, LENGTH, MOST_TEXT, number_at, text_at};
use crate::missing::{self, MISSING};
use crate::value::{Value, compare_text, trim};
use std::cmp::Ordering;

use ArgumentKind::{Any, Number, Text};

pub(super) const FUNCTIONS: &[Function] = &[
    Function::number("MISSING", Arguments::exactly(&[Any]), |_, x| {
        f64::from(u8::from(x.iter().any(Value::is_missing)))
    }),
    Function::number("CMISS", Arguments::at_least(1, &[Any]), |_, x| {
        x.iter().filter(|value| value.is_missing()).count() as f64
    }),
    Function::numbers("COALESCE", 1, usize::MAX, |_, x| {
        x.iter().copied().find(|value| !value.is_nan()).unwrap_or(MISSING)
    }),
    Function::text("COALESCEC", Arguments::at_least(1, &[Text]), LENGTH, |_, x, out| {
        let first = x.iter().position(|value| !value.is_missing());
        put(out, first.map_or(b"", |first| text_at(x, first)));
    }),
    Function::numbers("IFN", 3, 4, |_, x| match *x {
        [condition, _, _, missing] if condition.is_nan() => missing,
        [condition, yes, no, ..] => {
            if is_true(condition) {
                yes
            } else {
                no
            }
        }
        _ => MISSING,
    }),
    Function::text("IFC", Arguments::between(3, 4, &[Number, Text]), LENGTH, |_, x, out| {
        let condition = number_at(x, 0);
        let chosen = match x.len() {
            4 if condition.is_nan() => 3,
            _ if is_true(condition) => 1,
            _ => 2,
        };
        put(out, text_at(x, chosen));
    }),
    Function::numbers("CHOOSEN", 2, usize::MAX, |context, x| match x {
        [index, values @ ..] => match chosen(*index, values.len()) {
            Some(position) => values[position],
            None => context.invalid(0),
        },
        [] => MISSING,
    }),
    Function::text(
        "CHOOSEC",
        Arguments::at_least(2, &[Number, Text]),
        LENGTH,
        |context, x, out| match chosen(number_at(x, 0), x.len().saturating_sub(1)) {
            Some(position) => put(out, text_at(x, position + 1)),
            None => {
                context.invalid(0);
            }
        },
    ),
    Function::numbers("WHICHN", 2, usize::MAX, |_, x| match x {
        [wanted, ..] if wanted.is_nan() => MISSING,
        [wanted, values @ ..] => place(values, |value| missing::compare(*value, *wanted) == Ordering::Equal),
        [] => MISSING,
    }),
    Function::number("WHICHC", Arguments::at_least(2, &[Text]), which_text),
];

/// Returns whether a condition is true: neither zero nor missing.
fn is_true(condition: f64) -> bool {
    condition != 0.0 && !condition.is_nan()
}

fn put(out: &mut Vec<u8>, text: &[u8]) {
    out.extend_from_slice(&text[..text.len().min(MOST_TEXT)]);
}

/// Returns the position, from 0, of the one of `count` at an index: from 1 on, or from -1 backward.
fn chosen(index: f64, count: usize) -> Option<usize> {
    let most = count as f64;
    if (1.0..most + 1.0).contains(&index) {
        Some(index as usize - 1)
    } else if (-most..=-1.0).contains(&index) {
        Some(count - (-index) as usize)
    } else {
        None
    }
}

fn place<T>(values: &[T], matches: impl Fn(&T) -> bool) -> f64 {
    values
        .iter()
        .position(matches)
        .map_or(0.0, |position| (position + 1) as f64)
}

fn which_text(_: &mut Context<'_>, arguments: &[Value<'_>]) -> f64 {
    let wanted = trim(text_at(arguments, 0));
    let Some((_, values)) = arguments.split_first() else {
        return MISSING;
    };
    if wanted.is_empty() {
        return MISSING;
    }
    place(values, |value| match value {
        Value::Text(text) => compare_text(text, wanted) == Ordering::Equal,
        Value::Number(_) => false,
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{call, call_text, invalid, number};
    use crate::missing::{self, MISSING};
    use crate::value::Value;

    #[test]
    fn conditions() {
        assert_eq!(number("IFN", &[1.0, 10.0, 20.0]), 10.0);
        assert_eq!(number("IFN", &[0.0, 10.0, 20.0, 30.0]), 20.0);
        assert_eq!(number("IFN", &[MISSING, 10.0, 20.0]), 20.0);
        assert_eq!(number("IFN", &[MISSING, 10.0, 20.0, 30.0]), 30.0);
        let pick = |condition| {
            let text = |text: &'static str| Value::Text(text.as_bytes());
            call_text(
                "IFC",
                &[Value::Number(condition), text("yes"), text("no"), text("who knows")],
            )
        };
        assert_eq!((pick(2.0).as_str(), pick(0.0).as_str()), ("yes", "no"));
        assert_eq!(pick(MISSING), "who knows");
    }

    #[test]
    fn first_present_and_counts() {
        let special = missing::special(b'A').unwrap();
        assert_eq!(number("COALESCE", &[MISSING, special, 3.0, 4.0]), 3.0);
        assert!(number("COALESCE", &[special]).is_nan());
        assert_eq!(call_text("COALESCEC", &[Value::Text(b"  "), Value::Text(b"b")]), "b");
        let mixed = [Value::Text(b" "), Value::Number(special), Value::Number(0.0)];
        assert_eq!(call("CMISS", &mixed), Some(2.0));
        assert_eq!(call("MISSING", &mixed[..1]), Some(1.0));
        assert_eq!(call("MISSING", &mixed[2..]), Some(0.0));
    }

    #[test]
    fn choices_by_index() {
        assert_eq!(number("CHOOSEN", &[2.0, 10.0, 20.0, 30.0]), 20.0);
        assert_eq!(number("CHOOSEN", &[-1.0, 10.0, 20.0, 30.0]), 30.0);
        assert_eq!(number("CHOOSEN", &[3.9, 10.0, 20.0, 30.0]), 30.0);
        for index in [0.0, 4.0, -4.0, MISSING, 0.5, f64::MAX] {
            assert!(invalid("CHOOSEN", &[index, 10.0, 20.0, 30.0]), "{index}");
        }
        assert_eq!(number("WHICHN", &[4.0, 3.0, 4.0, 4.0]), 2.0);
        assert_eq!(number("WHICHN", &[5.0, 3.0]), 0.0);
        let text = |text: &'static str| Value::Text(text.as_bytes());
        assert_eq!(call("WHICHC", &[text("b  "), text("a"), text("b")]), Some(2.0));
    }
}
