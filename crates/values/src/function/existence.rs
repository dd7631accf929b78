//! Tests for the existence of data sets and files.

use std::str;

use super::{ArgumentKind, Arguments, Context, ExistenceLookup, Function, ONE_TEXT, text_at};
use crate::value::{Value, trim};

/// The default kind of member.
const DATA: &str = "DATA";

pub(super) const FUNCTIONS: &[Function] = &[
    Function::number(
        "EXIST",
        Arguments::between(1, 2, &[ArgumentKind::Text]),
        |context, arguments| {
            let kind = match text(arguments, 1) {
                None => return 0.0,
                Some("") => DATA,
                Some(kind) => kind,
            };
            answer(context, arguments, |existence, name| existence.has_member(name, kind))
        },
    ),
    Function::number("FILEEXIST", ONE_TEXT, |context, arguments| {
        answer(context, arguments, |existence, path| existence.has_file(path))
    }),
];

/// Returns a trimmed argument; `None` if it cannot be a name.
fn text<'a>(arguments: &[Value<'a>], position: usize) -> Option<&'a str> {
    let text = trim(text_at(arguments, position)).trim_ascii_start();
    str::from_utf8(text).ok()
}

fn answer(
    context: &mut Context<'_>,
    arguments: &[Value<'_>],
    ask: impl FnOnce(&dyn ExistenceLookup, &str) -> bool,
) -> f64 {
    let name = text(arguments, 0);
    match context.existence {
        Some(existence) => f64::from(u8::from(name.is_some_and(|name| ask(existence, name)))),
        None => context.invalid(0),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{FixedClock, NoSymbols, find};
    use super::*;
    use crate::format::Formats;

    struct OneMember;

    impl ExistenceLookup for OneMember {
        fn has_member(&self, name: &str, kind: &str) -> bool {
            (name, kind) == ("lib.x", "DATA")
        }

        fn has_file(&self, path: &str) -> bool {
            path == "/a b"
        }
    }

    fn call(name: &str, arguments: &[&'static str], existence: Option<&dyn ExistenceLookup>) -> Option<f64> {
        let (clock, mut symbols) = (FixedClock(0.0), NoSymbols);
        let mut context = Context::new(&clock, &mut symbols, Formats::of_language());
        context.existence = existence;
        let arguments: Vec<_> = arguments.iter().map(|text| Value::Text(text.as_bytes())).collect();
        let value = find(name)?.call(&mut context, &arguments, &mut Vec::new());
        value.filter(|_| context.take_problem().is_none())
    }

    #[test]
    fn functions_ask_what_is_there() {
        for (expected, arguments) in [
            (1.0, &["lib.x  "][..]),
            (1.0, &[" lib.x", "DATA"]),
            (1.0, &["lib.x", " "]),
            (0.0, &["lib.x", "VIEW"]),
            (0.0, &["lib.y"]),
        ] {
            assert_eq!(call("EXIST", arguments, Some(&OneMember)), Some(expected));
        }
        assert_eq!(call("FILEEXIST", &["/a b "], Some(&OneMember)), Some(1.0));
        assert_eq!(call("FILEEXIST", &["/a"], Some(&OneMember)), Some(0.0));
        assert_eq!(call("EXIST", &["lib.x"], None), None);
    }
}
