//! Regular expressions of Perl: `PRXMATCH`, `PRXCHANGE` and their relatives.
//!
//! A pattern is compiled once in a step, at its first use, and has an identifier from 1 on. Matches do not allocate,
//! except those of patterns that look around or back.

mod engine;
mod pattern;
pub(super) mod patterns;
mod refusal;
mod replacement;
mod routines;
mod translate;

use super::{ArgumentKind, Arguments, Context, Function, LENGTH, MOST_TEXT, number_at, text_at};
use crate::missing::MISSING;
use crate::value::Value;

use ArgumentKind::{Any, Number, Text};

use refusal::refuse;

pub(super) use routines::{ROUTINES, takes_value};

pub(super) const FUNCTIONS: &[Function] = &[
    Function::number("PRXPARSE", Arguments::exactly(&[Text]), |context, x| {
        let Context { patterns, .. } = context;
        match patterns.parse(text_at(x, 0)) {
            Some(id) => id as f64,
            None => {
                refuse(context, "PRXPARSE", x.first());
                MISSING
            }
        }
    }),
    Function::number("PRXMATCH", Arguments::exactly(&[Any, Text]), |context, x| {
        let Some(pattern) = context.patterns.given(x.first()) else {
            refuse(context, "PRXMATCH", x.first());
            return MISSING;
        };
        match pattern.find(text_at(x, 1), 0) {
            true => pattern.spans.of(0).map_or(0.0, |span| (span.start + 1) as f64),
            false => 0.0,
        }
    }),
    Function::text("PRXCHANGE", Arguments::exactly(&[Any, Number, Text]), LENGTH, change),
    Function::text("PRXPOSN", Arguments::exactly(&[Number, Number, Text]), LENGTH, group),
    Function::number("PRXPAREN", Arguments::exactly(&[Number]), |context, x| {
        match context.patterns.of_id(number_at(x, 0)) {
            Some(pattern) => pattern.spans.last() as f64,
            None => context.invalid(0),
        }
    }),
];

/// Returns how many matches a number of times stands for: -1 is all of them. `None` for other negative numbers.
fn times_of(number: f64) -> Option<usize> {
    match number {
        _ if number == -1.0 => Some(usize::MAX),
        // Casts saturate.
        _ if number >= 0.0 => Some(number as usize),
        _ => None,
    }
}

/// `PRXCHANGE(pattern, times, source)`.
fn change(context: &mut Context<'_>, arguments: &[Value<'_>], out: &mut Vec<u8>) {
    let problem = match (
        context.patterns.given(arguments.first()),
        times_of(number_at(arguments, 1)),
    ) {
        (Some(pattern), Some(times)) if pattern.replaces() => {
            pattern.replace(text_at(arguments, 2), times, out);
            out.truncate(MOST_TEXT);
            return;
        }
        (Some(pattern), None) if pattern.replaces() => 1,
        (None, _) => return refuse(context, "PRXCHANGE", arguments.first()),
        _ => 0,
    };
    context.invalid(problem);
}

/// `PRXPOSN(pattern, group, source)`: the text of a group of the last match.
fn group(context: &mut Context<'_>, arguments: &[Value<'_>], out: &mut Vec<u8>) {
    let Some(pattern) = context.patterns.of_id(number_at(arguments, 0)) else {
        context.invalid(0);
        return;
    };
    let number = number_at(arguments, 1);
    if !(0.0..=pattern.groups() as f64).contains(&number) {
        context.invalid(1);
        return;
    }
    let span = pattern.spans.of(number as usize);
    // The source may be another one than that of the match.
    out.extend_from_slice(span.and_then(|span| text_at(arguments, 2).get(span)).unwrap_or(b""));
}

#[cfg(test)]
mod tests {
    use super::super::testing::NOW;
    use super::super::{NoSymbols, RoutineArgument, find, find_routine};
    use super::*;
    use crate::format::Formats;

    fn text(text: &str) -> Value<'_> {
        Value::Text(text.as_bytes())
    }

    #[test]
    fn matches_and_groups() {
        let mut symbols = NoSymbols;
        let mut context = Context::new(&NOW, &mut symbols, Formats::of_language());
        let mut call = |name: &str, arguments: &[Value<'_>]| {
            let mut out = Vec::new();
            let number = find(name).unwrap().call(&mut context, arguments, &mut out);
            (
                number,
                String::from_utf8(out).unwrap(),
                context.take_problem().is_some(),
            )
        };
        let id = Value::Number(call("PRXPARSE", &[text("/(\\d\\d):(\\d\\d)(am|pm)/")]).0.unwrap());
        assert_eq!(call("PRXMATCH", &[id, text("at 09:56am ")]).0, Some(4.0));
        for (group, want) in [(0.0, "09:56am"), (1.0, "09"), (3.0, "am")] {
            let (_, got, _) = call("PRXPOSN", &[id, Value::Number(group), text("at 09:56am ")]);
            assert_eq!(got, want);
        }
        assert!(call("PRXPOSN", &[id, Value::Number(4.0), text("")]).2);
        assert_eq!(call("PRXPAREN", &[id]).0, Some(3.0));
        assert_eq!(call("PRXMATCH", &[id, text("none")]).0, Some(0.0));
        assert_eq!(call("PRXPAREN", &[id]).0, Some(0.0));
        assert_eq!(call("PRXMATCH", &[text("/WORLD/i"), text("Hello world!")]).0, Some(7.0));
        let twice = [text("s/a/o/"), Value::Number(2.0), text("banana")];
        assert_eq!(call("PRXCHANGE", &twice).1, "bonona");
        let without_replacement = [text("/a/"), Value::Number(-1.0), text("banana")];
        assert!(call("PRXCHANGE", &without_replacement).2);
        assert!(call("PRXPARSE", &[text("/a(/")]).2);
        assert!(call("PRXMATCH", &[Value::Number(99.0), text("a")]).2);
        assert!(call("PRXMATCH", &[Value::Number(MISSING), text("a")]).2);
    }

    #[test]
    fn routines() {
        let mut symbols = NoSymbols;
        let mut context = Context::new(&NOW, &mut symbols, Formats::of_language());
        let id = find("PRXPARSE")
            .unwrap()
            .call(&mut context, &[text("/[crb]at/")], &mut Vec::new());
        let id = Value::Number(id.unwrap());
        let source = text("the bat, cat and rat");
        let (mut start, mut position, mut length) = (1.0, 0.0, 0.0);
        let mut found = Vec::new();
        for _ in 0..4 {
            let mut places = [
                RoutineArgument::Constant(id),
                RoutineArgument::Number(&mut start),
                RoutineArgument::Constant(Value::Number(-1.0)),
                RoutineArgument::Constant(source),
                RoutineArgument::Number(&mut position),
                RoutineArgument::Number(&mut length),
            ];
            (find_routine("PRXNEXT").unwrap().body)(&mut context, &mut places);
            found.push((position, length));
        }
        assert_eq!(found, [(5.0, 3.0), (10.0, 3.0), (18.0, 3.0), (0.0, 0.0)]);
        let id = find("PRXPARSE")
            .unwrap()
            .call(&mut context, &[text("s/cat/dog/")], &mut Vec::new());
        let (mut new, mut result, mut truncated, mut count) = (*b"          ", 0.0, 0.0, 0.0);
        let mut places = [
            RoutineArgument::Constant(Value::Number(id.unwrap())),
            RoutineArgument::Constant(Value::Number(-1.0)),
            RoutineArgument::Constant(text("cats, cats!")),
            RoutineArgument::Text(&mut new),
            RoutineArgument::Number(&mut result),
            RoutineArgument::Number(&mut truncated),
            RoutineArgument::Number(&mut count),
        ];
        (find_routine("PRXCHANGE").unwrap().body)(&mut context, &mut places);
        assert_eq!((&new, result, truncated, count), (b"dogs, dogs", 10.0, 1.0, 2.0));
    }
}
