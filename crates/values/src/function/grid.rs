//! The functions of SAS Grid.

use std::str;

use super::{ArgumentKind, Arguments, Context, Function, LENGTH, ONE_TEXT, text_at};
use crate::missing::MISSING;
use crate::value::{Value, trim};

pub(super) const FUNCTIONS: &[Function] = &[
    Function::number(
        "GRDSVC_ENABLE",
        Arguments::at_least(1, &[ArgumentKind::Text]),
        |context, arguments| number(context, "GRDSVC_ENABLE", arguments),
    ),
    Function::text("GRDSVC_GETADDR", ONE_TEXT, LENGTH, |context, arguments, out| {
        out.extend(answer(context, "GRDSVC_GETADDR", arguments).into_bytes());
    }),
    Function::number("GRDSVC_GETINFO", ONE_TEXT, |context, arguments| {
        number(context, "GRDSVC_GETINFO", arguments)
    }),
    Function::text("GRDSVC_GETNAME", ONE_TEXT, LENGTH, |context, arguments, out| {
        out.extend(answer(context, "GRDSVC_GETNAME", arguments).into_bytes());
    }),
    Function::number(
        "GRDSVC_NNODES",
        Arguments::at_least(0, &[ArgumentKind::Text]),
        |context, arguments| number(context, "GRDSVC_NNODES", arguments),
    ),
];

fn number(context: &mut Context<'_>, function: &str, arguments: &[Value<'_>]) -> f64 {
    answer(context, function, arguments).parse().unwrap_or(MISSING)
}

/// Returns the answer; an argument that is no text counts as an empty one.
fn answer(context: &mut Context<'_>, function: &str, arguments: &[Value<'_>]) -> String {
    let Some(grid) = context.grid else {
        context.invalid(0);
        return String::new();
    };
    let texts: Vec<&str> = (0..arguments.len())
        .map(|position| str::from_utf8(trim(text_at(arguments, position))).unwrap_or_default())
        .collect();
    grid.call(function, &texts)
}

#[cfg(test)]
mod tests {
    use super::super::{FixedClock, GridLookup, NoSymbols, find};
    use super::*;
    use crate::format::Formats;

    struct Echo;

    impl GridLookup for Echo {
        fn call(&self, function: &str, arguments: &[&str]) -> String {
            match function {
                "GRDSVC_NNODES" => arguments.len().to_string(),
                _ => format!("{function}({})", arguments.join(",")),
            }
        }
    }

    #[test]
    fn arguments_go_to_the_session_and_its_answer_comes_back() {
        let (clock, mut symbols) = (FixedClock(0.0), NoSymbols);
        let mut context = Context::new(&clock, &mut symbols, Formats::of_language());
        let mut out = Vec::new();
        let mut call = |context: &mut Context<'_>, name: &str, arguments: &[Value<'_>]| {
            out.clear();
            let number = find(name).unwrap().call(context, arguments, &mut out);
            (number, String::from_utf8(out.clone()).unwrap())
        };
        let name = [Value::Text(b"t1  ")];
        // Without sessions there is nobody to ask.
        let (number, _) = call(&mut context, "grdsvc_nnodes", &[]);
        assert!(number.unwrap().is_nan() && context.take_problem().is_some());
        context.grid = Some(&Echo);
        assert_eq!(call(&mut context, "grdsvc_nnodes", &[]).0, Some(0.0));
        let (_, text) = call(&mut context, "grdsvc_getname", &name);
        assert_eq!(text, "GRDSVC_GETNAME(t1)");
    }
}
