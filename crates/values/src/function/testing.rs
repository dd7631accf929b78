//! Helpers for tests: calls by name in a context with a fixed time.

use std::collections::BTreeMap;

use super::{Context, FixedClock, Problem, RoutineArgument, SymbolScope, Symbols, find, find_routine};
use crate::format::Formats;
use crate::value::Value;

/// 15 March 2024, 13:45:30.25.
pub(super) const NOW: FixedClock = FixedClock(23_450.0 * 86_400.0 + 49_530.25);

/// Symbols in one table, by their names in upper case.
#[derive(Default)]
pub(super) struct Table(pub(super) BTreeMap<Vec<u8>, (Vec<u8>, Option<SymbolScope>)>);

impl Symbols for Table {
    fn get(&self, name: &[u8], out: &mut Vec<u8>) -> bool {
        let found = self.0.get(&name.to_ascii_uppercase());
        out.extend(found.into_iter().flat_map(|(value, _)| value));
        found.is_some()
    }

    fn set(&mut self, name: &[u8], value: &[u8], scope: SymbolScope) {
        self.0.insert(name.to_ascii_uppercase(), (value.to_vec(), Some(scope)));
    }

    fn is_global(&self, name: &[u8]) -> bool {
        self.0.contains_key(&name.to_ascii_uppercase())
    }

    fn is_local(&self, _: &[u8]) -> bool {
        false
    }
}

/// Returns the result of a function, a number or a character value, and the problem.
pub(super) fn outcome(name: &str, arguments: &[Value<'_>]) -> (Option<f64>, Vec<u8>, Option<Problem>) {
    outcome_with(name, arguments, Formats::of_language())
}

fn outcome_with(name: &str, arguments: &[Value<'_>], formats: &Formats) -> (Option<f64>, Vec<u8>, Option<Problem>) {
    let function = find(name).unwrap_or_else(|| panic!("there is no function {name}"));
    assert!(function.arguments.allow(arguments.len()), "{name}: number of arguments");
    let mut symbols = Table::default();
    symbols.0.insert(b"CITY".to_vec(), (b"Ulm ".to_vec(), None));
    symbols.0.insert(b"COUNT".to_vec(), (b" 12.5".to_vec(), None));
    let mut context = Context::new(&NOW, &mut symbols, formats);
    let mut out = b"left over".to_vec();
    let number = function.call(&mut context, arguments, &mut out);
    (number, out, context.take_problem())
}

/// Returns the numeric result of a function.
pub(super) fn call(name: &str, arguments: &[Value<'_>]) -> Option<f64> {
    outcome(name, arguments).0
}

/// Returns the numeric result of a function of numbers.
pub(super) fn number(name: &str, arguments: &[f64]) -> f64 {
    let values: Vec<_> = arguments.iter().copied().map(Value::Number).collect();
    call(name, &values).expect("the function gives a number")
}

/// Returns whether a function of numbers reports an invalid argument, with a missing result.
pub(super) fn invalid(name: &str, arguments: &[f64]) -> bool {
    let values: Vec<_> = arguments.iter().copied().map(Value::Number).collect();
    let (number, _, problem) = outcome(name, &values);
    assert!(
        problem.is_none() || number.is_none_or(f64::is_nan),
        "{name}: {number:?}"
    );
    problem.is_some()
}

/// Returns the character result of a function.
pub(super) fn call_text(name: &str, arguments: &[Value<'_>]) -> String {
    call_text_with(name, arguments, Formats::of_language())
}

/// Returns the character result of a function with these formats.
pub(super) fn call_text_with(name: &str, arguments: &[Value<'_>], formats: &Formats) -> String {
    let (number, out, _) = outcome_with(name, arguments, formats);
    assert_eq!(number, None, "{name} gives text");
    String::from_utf8_lossy(&out).into_owned()
}

/// Returns the character result of a function of character values.
pub(super) fn text(name: &str, arguments: &[&str]) -> String {
    let values: Vec<_> = arguments.iter().map(|text| Value::Text(text.as_bytes())).collect();
    call_text(name, &values)
}

/// Returns the numeric result of a function of character values.
pub(super) fn of_text(name: &str, arguments: &[&str]) -> f64 {
    let values: Vec<_> = arguments.iter().map(|text| Value::Text(text.as_bytes())).collect();
    call(name, &values).expect("the function gives a number")
}

/// Calls a routine, and returns the symbols that it set.
pub(super) fn run(name: &str, places: &mut [RoutineArgument<'_>]) -> (Table, Option<Problem>) {
    let routine = find_routine(name).unwrap_or_else(|| panic!("there is no routine {name}"));
    assert!(routine.arguments.allow(places.len()), "{name}: number of arguments");
    let mut symbols = Table::default();
    let problem = {
        let mut context = Context::new(&NOW, &mut symbols, Formats::of_language());
        (routine.body)(&mut context, places);
        context.take_problem()
    };
    (symbols, problem)
}
