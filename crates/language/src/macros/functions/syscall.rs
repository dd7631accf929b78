//! `%syscall`: calls a routine of the DATA step, whose arguments are macro variables without their ampersands.

use std::borrow::Cow;

use feedrate_values::Value;
use feedrate_values::format::Formats;
use feedrate_values::function::{
    Answer, ArgumentKind, Context, FixedClock, MOST_TEXT, Routine, RoutineArgument, Streams, find_routine,
};
use feedrate_values::missing::MISSING;

use crate::error::{Problem, Result};
use crate::macros::input::MacroProcessor;
use crate::macros::name::leading_name;
use crate::macros::{Name, Scope, evaluate, mask, nest};

/// The routine that links the variables of a data set to macro variables.
const SET: &str = "SET";

/// The value of a macro variable that is an argument.
enum CallValue {
    Number(Name, f64),
    Text(Name, Vec<u8>),
}

/// Calls the routine of a text such as `ranuni(seed, x)`.
pub(in crate::macros) fn call_routine(processor: &mut MacroProcessor<'_>, text: &str) -> Result<()> {
    let text = nest::trim(text);
    let name = leading_name(text).to_ascii_uppercase();
    let inner = text[name.len()..].trim_start().strip_prefix('(');
    let inner = inner.and_then(|inner| Some(&inner[..nest::group_end(inner, false)?]));
    let Some(inner) = inner.filter(|_| !name.is_empty()) else {
        let (statement, form) = ("%SYSCALL".to_owned(), "%syscall routine(variable, variable);");
        return Err(processor.error(Problem::Malformed { statement, form }));
    };
    let spelled: Vec<String> = match nest::trim(inner) {
        "" => Vec::new(),
        list => nest::split_arguments(list).into_iter().map(super::plain).collect(),
    };
    let Some(routine) = find_routine(&name) else {
        let what = format!("the routine {name} in %SYSCALL");
        let instead = "call it in a DATA step";
        return Err(processor.error(Problem::Unsupported { what, instead }));
    };
    processor.check_count(routine.name, routine.arguments, spelled.len())?;
    let mut given = Vec::with_capacity(spelled.len());
    for (position, variable) in spelled.iter().enumerate() {
        given.push(processor.routine_argument(routine, position, variable)?);
    }
    if routine.name == SET {
        return processor.link(&given);
    }
    processor.run_routine(routine, &mut given);
    processor.keep_changed(routine, given)
}

impl MacroProcessor<'_> {
    /// Returns the value of a variable as an argument. A routine that changes a text has the room of the longest one.
    fn routine_argument(&mut self, routine: &Routine, position: usize, variable: &str) -> Result<CallValue> {
        let name = Name::new(variable).ok_or_else(|| {
            let name = variable.chars().take(40).collect();
            let what = "macro variable";
            self.error(Problem::BadName { name, what })
        })?;
        let value = self.input.symbols.get(name).map(Cow::into_owned);
        let value = value.unwrap_or_else(|| {
            self.warn(&format!("Apparent symbolic reference {name} not resolved."));
            String::new()
        });
        let number = evaluate::read_float(nest::trim(&value));
        Ok(match (routine.arguments.kind(position), number) {
            (ArgumentKind::Number, number) => CallValue::Number(name, number.unwrap_or(MISSING)),
            (ArgumentKind::Any, Some(number)) => CallValue::Number(name, number),
            _ => {
                let mut text = value.into_bytes();
                if routine.changes.contains(&position) {
                    text.resize(MOST_TEXT, b' ');
                }
                CallValue::Text(name, text)
            }
        })
    }

    fn run_routine(&mut self, routine: &'static Routine, given: &mut [CallValue]) {
        let mut places: Vec<RoutineArgument<'_>> = given
            .iter_mut()
            .enumerate()
            .map(|(position, given)| match (routine.changes.contains(&position), given) {
                (true, CallValue::Number(_, number)) => RoutineArgument::Number(number),
                (true, CallValue::Text(_, text)) => RoutineArgument::Text(text),
                (false, CallValue::Number(_, number)) => RoutineArgument::Constant(Value::Number(*number)),
                (false, CallValue::Text(_, text)) => RoutineArgument::Constant(Value::Text(text)),
            })
            .collect();
        let clock = FixedClock(self.surroundings.datetime());
        let streams = std::mem::replace(&mut self.input.streams, Streams::new());
        let formats = self.surroundings.formats().unwrap_or_else(|| Formats::of_language());
        let mut context = Context::new(&clock, &mut self.input.symbols, formats);
        context.streams = streams;
        (routine.body)(&mut context, &mut places);
        let problem = context.take_problem();
        self.input.streams = context.streams;
        if problem.is_some() {
            self.warn(&format!(
                "An argument of the routine {} in %SYSCALL is invalid.",
                routine.name
            ));
        }
    }

    /// Links the variables of a data set that OPEN has opened to macro variables of their names.
    fn link(&mut self, given: &[CallValue]) -> Result<()> {
        let values: Vec<Value<'_>> = given
            .iter()
            .map(|given| match given {
                CallValue::Number(_, number) => Value::Number(*number),
                CallValue::Text(_, text) => Value::Text(text),
            })
            .collect();
        if matches!(self.surroundings.answer(SET, &values), Answer::Invalid(_)) {
            self.warn("The argument of the routine SET in %SYSCALL is not the number of an open data set.");
        }
        Ok(())
    }

    /// Sets the macro variables that are linked to variables of a data set.
    pub(super) fn set_linked(&mut self, values: Vec<(String, String)>) -> Result<()> {
        let place = self.input.place();
        for (name, value) in values {
            if let Some(name) = Name::new(&name) {
                self.set(name, mask::clean(&value).into_owned(), Scope::Nearest, place)?;
            }
        }
        Ok(())
    }

    /// Sets the variables that the routine changes.
    fn keep_changed(&mut self, routine: &Routine, given: Vec<CallValue>) -> Result<()> {
        let place = self.input.place();
        for (position, given) in given.into_iter().enumerate() {
            if !routine.changes.contains(&position) {
                continue;
            }
            let (name, value) = match given {
                CallValue::Number(name, number) => (name, evaluate::write_float(number)),
                CallValue::Text(name, text) => (name, String::from_utf8_lossy(text.trim_ascii_end()).into_owned()),
            };
            self.set(name, mask::clean(&value).into_owned(), Scope::Nearest, place)?;
        }
        Ok(())
    }
}
