//! `%sysfunc`: calls a function of the DATA step, with arguments that are text without quotes.

use feedrate_values::Value;
use feedrate_values::format::Formats;
use feedrate_values::function::{
    Answer, ArgumentKind, Arguments, Context, FixedClock, Function, ResultKind, Streams, find,
};
use feedrate_values::missing::MISSING;
use feedrate_values::severity::without_number;
use feedrate_values::spec::{NotASpec, Spec};

use crate::error::{Callee, Problem, Result};
use crate::macros::input::{Literals, MacroProcessor};
use crate::macros::name::leading_name;
use crate::macros::{Name, Scope, evaluate, mask, nest};

/// The result of a function.
enum Outcome {
    Number(f64),
    Text(Vec<u8>),
}

impl Outcome {
    fn value(&self) -> Value<'_> {
        match self {
            Self::Number(number) => Value::Number(*number),
            Self::Text(text) => Value::Text(text),
        }
    }
}

impl MacroProcessor<'_> {
    /// `%sysfunc`: evaluates a call, and applies the format after it if there is one.
    pub(super) fn sysfunc(&mut self, text: &str) -> Result<String> {
        let text = nest::trim(text);
        let name = leading_name(text).to_ascii_uppercase();
        let refuse = || Problem::Malformed {
            statement: "%SYSFUNC".to_owned(),
            form: "%sysfunc(function(arguments), format)",
        };
        let inner = text[name.len()..].trim_start().strip_prefix('(');
        let inner = inner.filter(|_| !name.is_empty()).ok_or_else(|| self.error(refuse()))?;
        let end = nest::group_end(inner, false).ok_or_else(|| self.error(refuse()))?;
        let after = nest::trim(&inner[end + 1..]);
        let format = match after.strip_prefix(',') {
            Some(format) => Some(super::plain(format)).filter(|format| !format.is_empty()),
            None if after.is_empty() => None,
            None => return Err(self.error(refuse())),
        };
        let arguments: Vec<String> = match nest::trim(&inner[..end]) {
            "" => Vec::new(),
            list => nest::split_arguments(list).into_iter().map(super::plain).collect(),
        };
        let outcome = self.data_step_function(&name, &arguments)?;
        let text = match (format, &outcome) {
            (Some(format), outcome) => self.formatted(&name, outcome.value(), &format)?,
            (None, Outcome::Number(number)) => evaluate::write_float(*number),
            (None, Outcome::Text(text)) => String::from_utf8_lossy(text).into_owned(),
        };
        Ok(mask::clean(text.trim_end_matches(' ')).into_owned())
    }

    fn data_step_function(&mut self, name: &str, arguments: &[String]) -> Result<Outcome> {
        let Some(function) = find(name) else {
            return Err(self.error(Problem::NoFunction(name.to_owned())));
        };
        self.check_count(function.name, function.arguments, arguments.len())?;
        if name == "RESOLVE" {
            let text = self.expand_text(&arguments[0], Literals::Kept)?;
            return Ok(Outcome::Text(mask::unmask(&text).into_owned().into_bytes()));
        }
        if name == "DOSUBL" {
            let text = self.expand_text(&arguments[0], Literals::Kept)?;
            let state = self.input.take_macros();
            let (state, runs) = self.surroundings.submit(&mask::unmask(&text), state);
            self.input.give_macros(state);
            return Ok(Outcome::Number(if runs { 0.0 } else { 1.0 }));
        }
        if function.asks_session() {
            return self.ask(function, arguments);
        }
        let mut values = Vec::with_capacity(arguments.len());
        for (position, text) in arguments.iter().enumerate() {
            values.push(self.argument(function, position, text)?);
        }

        let clock = FixedClock(self.surroundings.datetime());
        let streams = std::mem::replace(&mut self.input.streams, Streams::new());
        let formats = self.surroundings.formats().unwrap_or_else(|| Formats::of_language());
        let mut context = Context::new(&clock, &mut self.input.symbols, formats);
        context.streams = streams;
        context.informats.year_cutoff = self.input.dates.year_cutoff.into();
        context.informats.date_order = self.input.dates.date_order;
        let mut out = Vec::new();
        let number = function.call(&mut context, &values, &mut out);
        let problem = context.take_problem();
        self.input.streams = context.streams;
        if problem.is_some() {
            self.warn_of_argument(name);
        }
        Ok(match number {
            Some(number) => Outcome::Number(number),
            None => Outcome::Text(out),
        })
    }

    /// Asks the session. The argument that a function changes is the name of a macro variable.
    fn ask(&mut self, function: &'static Function, arguments: &[String]) -> Result<Outcome> {
        let mut given = arguments.to_vec();
        let changed = match function
            .changes
            .and_then(|position| Some((position, arguments.get(position)?)))
        {
            Some((position, spelled)) => {
                let name = Name::new(spelled).ok_or_else(|| {
                    let name = spelled.chars().take(40).collect();
                    let what = "macro variable";
                    self.error(Problem::BadName { name, what })
                })?;
                given[position] = self.input.symbols.get(name).unwrap_or_default().into_owned();
                Some(name)
            }
            None => None,
        };
        let mut values = Vec::with_capacity(given.len());
        for (position, text) in given.iter().enumerate() {
            values.push(self.argument(function, position, text)?);
        }
        let number = match self.surroundings.answer(function.name, &values) {
            Answer::Text(text) => return Ok(Outcome::Text(text)),
            Answer::Number(number) => number,
            Answer::Changed(number, value) => {
                if let Some(name) = changed {
                    let value = String::from_utf8_lossy(value.trim_ascii_end());
                    let place = self.input.place();
                    self.set(name, mask::clean(&value).into_owned(), Scope::Nearest, place)?;
                }
                number
            }
            Answer::Fetched(number, values) => {
                self.set_linked(values)?;
                number
            }
            Answer::Invalid(_) => {
                self.warn_of_argument(function.name);
                match function.result {
                    ResultKind::Number => MISSING,
                    ResultKind::Text(_) => return Ok(Outcome::Text(Vec::new())),
                }
            }
        };
        Ok(Outcome::Number(number))
    }

    fn warn_of_argument(&mut self, name: &str) {
        self.warn(&format!(
            "An argument to the function {name} referenced by the %SYSFUNC or %QSYSFUNC macro function is out of \
             range.\nThe result is missing."
        ));
    }

    pub(super) fn check_count(&self, name: &str, arguments: Arguments, given: usize) -> Result<()> {
        let called = Callee::Function(name.to_owned());
        if given < arguments.least {
            let least = arguments.least;
            return Err(self.error(Problem::TooFewArguments { called, least, given }));
        }
        if given > arguments.most {
            let most = arguments.most;
            return Err(self.error(Problem::TooManyArguments { called, most, given }));
        }
        Ok(())
    }

    fn argument<'t>(&self, function: &Function, position: usize, text: &'t str) -> Result<Value<'t>> {
        let as_text = Value::Text(text.as_bytes());
        Ok(match function.arguments.kind(position) {
            ArgumentKind::Text => as_text,
            // A character function takes arguments of any kind as they are spelled.
            ArgumentKind::Any if function.result != ResultKind::Number => as_text,
            ArgumentKind::Any => evaluate::read_float(text).map_or(as_text, Value::Number),
            ArgumentKind::Number => Value::Number(self.number_argument(function.name, position, text)?),
        })
    }

    /// Evaluates a numeric argument, which may be an expression; an empty one is the missing value.
    fn number_argument(&self, name: &str, position: usize, text: &str) -> Result<f64> {
        if text.is_empty() {
            return Ok(MISSING);
        }
        if let Some(number) = evaluate::read_float(text) {
            return Ok(number);
        }
        evaluate::float(text, self.in_delimiter()).map_err(|problem| {
            let which = ["first", "second", "third", "fourth"].get(position).copied();
            let reason = match problem {
                Problem::BadExpression { what, .. } => format!("is not a number: {what}"),
                _ => "is not a number".to_owned(),
            };
            self.error(Problem::BadArgument {
                name: name.to_owned(),
                which: which.unwrap_or("last"),
                given: text.to_owned(),
                reason,
            })
        })
    }

    /// Formats a value.
    fn formatted(&self, name: &str, value: Value<'_>, spelled: &str) -> Result<String> {
        let length = match value {
            Value::Text(text) => text.len().max(1),
            Value::Number(_) => 8,
        };
        let resolve = |formats: &Formats| {
            let spec: Spec = spelled.parse().map_err(|error: NotASpec| error.to_string())?;
            formats
                .resolve(&spec, value.kind(), length)
                .map_err(|error| error.to_string())
        };
        let formats = self.surroundings.formats().unwrap_or_else(|| Formats::of_language());
        let format = resolve(formats).map_err(|reason| {
            let (name, given) = (name.to_owned(), spelled.to_owned());
            // The number of an error stands at its beginning, or not at all.
            let reason = format!("cannot be used: {}", without_number(&reason));
            self.error(Problem::BadArgument {
                name,
                which: "format",
                given,
                reason,
            })
        })?;
        Ok(String::from_utf8_lossy(&format.text(value)).into_owned())
    }
}
