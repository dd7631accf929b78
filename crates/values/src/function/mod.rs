//! The functions and call routines of the language.
//!
//! A [`Function`] computes a value from values; a [`Routine`] (`call …`) changes variables. [`find`] and
//! [`find_routine`] look them up once, when a program is compiled; the bodies are plain functions that the interpreter
//! and compiled steps both call. No call allocates, except those about SAS Grid: character results go into a buffer of
//! the caller, and other state is in the [`Context`].
//!
//! Functions with a state of their own or about the program are not here: `LAG`, `DIF`, `PUT`, `INPUT`, `VNAME`,
//! `VLABEL`, `DIM`, `HBOUND`, `LBOUND`.
//!
//! Character values are bytes. Functions of case change the letters of all scripts where the bytes are UTF-8.

mod argument_values;
mod arguments;
mod arithmetic;
mod arrangements;
mod bessel;
mod bits;
mod by_format;
mod choice;
mod clock;
mod combinations;
mod context;
mod conversion;
mod date;
mod descriptive;
mod distribution;
mod existence;
mod finance;
mod geography;
mod identifier;
mod last_used;
mod message;
mod norms;
mod orders;
mod prx;
mod random;
mod rounding;
mod routine;
mod routine_kind;
mod session;
mod special;
mod symbols;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod text;

use std::sync::LazyLock;

pub use arguments::{ArgumentKind, Arguments, ResultKind, TextLength};
pub use clock::{Clock, FixedClock};
pub use context::{Answer, Context, ExistenceLookup, LogLine, NoSymbols, Problem, SessionLookup, SymbolScope, Symbols};
pub use random::Streams;
pub use routine::{find_routine, routines};
pub use routine_kind::{Routine, RoutineArgument};

use argument_values::{initial, number_at, number_or, text_at};
use arguments::{AS_GIVEN, LENGTH, ONE_TEXT};

use crate::missing::{self, MISSING};
use crate::value::Value;

/// The longest character result of a function, in bytes: the longest value of a variable.
pub const MOST_TEXT: usize = 32_767;

/// A function: its arguments, its result and its implementation.
#[derive(Debug)]
pub struct Function {
    /// The name in upper case.
    pub name: &'static str,
    /// The number and kinds of its arguments. The caller converts arguments of the other kind.
    pub arguments: Arguments,
    /// The kind of the result.
    pub result: ResultKind,
    /// The position, from 0, of the argument that it changes if that is a character variable.
    pub changes: Option<usize>,
    /// Its implementation.
    pub body: Body,
}

/// The implementation of a function.
#[derive(Clone, Copy, Debug)]
pub enum Body {
    /// Of one number. The result is missing if the number is, and a result that is not finite means that the argument
    /// is invalid; [`Function::call`] handles both, and so must other callers.
    Unary(fn(f64) -> f64),
    /// Of numbers, which may be missing.
    Numbers(fn(&mut Context<'_>, &[f64]) -> f64),
    /// Of arguments of any kind, with a numeric result.
    Number(fn(&mut Context<'_>, &[Value<'_>]) -> f64),
    /// Of arguments of any kind. The result is appended to the buffer, which the caller empties.
    Text(fn(&mut Context<'_>, &[Value<'_>], &mut Vec<u8>)),
}

impl Function {
    const fn unary(name: &'static str, body: fn(f64) -> f64) -> Self {
        Self {
            name,
            arguments: Arguments::exactly(&[ArgumentKind::Number]),
            result: ResultKind::Number,
            changes: None,
            body: Body::Unary(body),
        }
    }

    const fn numbers(name: &'static str, least: usize, most: usize, body: fn(&mut Context<'_>, &[f64]) -> f64) -> Self {
        Self {
            name,
            arguments: Arguments::between(least, most, &[ArgumentKind::Number]),
            result: ResultKind::Number,
            changes: None,
            body: Body::Numbers(body),
        }
    }

    const fn number(name: &'static str, arguments: Arguments, body: fn(&mut Context<'_>, &[Value<'_>]) -> f64) -> Self {
        Self {
            name,
            arguments,
            result: ResultKind::Number,
            changes: None,
            body: Body::Number(body),
        }
    }

    const fn text(
        name: &'static str,
        arguments: Arguments,
        length: TextLength,
        body: fn(&mut Context<'_>, &[Value<'_>], &mut Vec<u8>),
    ) -> Self {
        Self {
            name,
            arguments,
            result: ResultKind::Text(length),
            changes: None,
            body: Body::Text(body),
        }
    }

    /// The same function, which changes the argument at a position.
    const fn changing(self, position: usize) -> Self {
        Self {
            changes: Some(position),
            ..self
        }
    }

    /// Returns whether its result and its problems depend only on its arguments: it does not use the time, macro
    /// symbols, data sets, files, hosts or random numbers.
    pub fn depends_on_arguments_alone(&self) -> bool {
        let asking = [
            random::FUNCTIONS,
            existence::FUNCTIONS,
            session::FUNCTIONS,
            identifier::FUNCTIONS,
            prx::FUNCTIONS,
            symbols::FUNCTIONS,
        ];
        let mut asking = asking.into_iter().flatten().map(|function| function.name);
        !asking.any(|name| name == self.name)
            && !date::ASK_THE_CLOCK.contains(&self.name)
            && !text::distance::ASK_THE_COSTS.contains(&self.name)
    }

    /// Returns whether its result is blank rather than cut where it is longer than the variable that it is assigned to.
    pub fn must_fit(&self) -> bool {
        let joining = text::concatenate::FUNCTIONS.iter().chain(text::quoted_list::FUNCTIONS);
        joining.map(|function| function.name).any(|name| name == self.name)
    }

    /// Returns whether the session answers it, which runs the program.
    pub fn asks_session(&self) -> bool {
        let mut asking = session::FUNCTIONS.iter().chain(existence::FUNCTIONS);
        asking.any(|function| function.name == self.name)
    }

    /// Calls it: returns a number, or puts a character value into `out`, which is emptied first, and returns `None`. A
    /// character value in place of a number is missing.
    ///
    /// For callers that call once; hot paths match on the [`Body`].
    pub fn call(&self, context: &mut Context<'_>, arguments: &[Value<'_>], out: &mut Vec<u8>) -> Option<f64> {
        let number = |value: &Value<'_>| match value {
            Value::Number(number) => *number,
            Value::Text(_) => MISSING,
        };
        Some(match self.body {
            Body::Unary(body) => {
                let argument = arguments.first().map_or(MISSING, number);
                checked(context, argument, body(argument))
            }
            Body::Numbers(body) => {
                let numbers: Vec<f64> = arguments.iter().map(number).collect();
                body(context, &numbers)
            }
            Body::Number(body) => body(context, arguments),
            Body::Text(body) => {
                out.clear();
                body(context, arguments, out);
                return None;
            }
        })
    }
}

/// Checks the result of a [`Body::Unary`]: it is missing if the argument is, and a problem if it is not finite.
pub fn checked(context: &mut Context<'_>, argument: f64, result: f64) -> f64 {
    if result.is_finite() {
        result
    } else if missing::is_missing(argument) {
        MISSING
    } else {
        context.invalid(0)
    }
}

/// Returns all functions, sorted by name.
pub fn functions() -> impl Iterator<Item = &'static Function> {
    CATALOGUE.iter().copied()
}

/// Returns the function of a name, ignoring case.
pub fn find(name: &str) -> Option<&'static Function> {
    by_name(&CATALOGUE, name, |function| function.name)
}

static CATALOGUE: LazyLock<Vec<&'static Function>> = LazyLock::new(|| {
    let families: [&'static [Function]; 41] = [
        arithmetic::FUNCTIONS,
        bessel::FUNCTIONS,
        norms::FUNCTIONS,
        bits::FUNCTIONS,
        by_format::FUNCTIONS,
        choice::FUNCTIONS,
        date::FUNCTIONS,
        date::holiday::FUNCTIONS,
        date::intervals::FUNCTIONS,
        date::seasons::FUNCTIONS,
        descriptive::FUNCTIONS,
        distribution::FUNCTIONS,
        distribution::OLDER_FUNCTIONS,
        message::FUNCTIONS,
        prx::FUNCTIONS,
        random::FUNCTIONS,
        rounding::FUNCTIONS,
        existence::FUNCTIONS,
        session::FUNCTIONS,
        combinations::FUNCTIONS,
        finance::FUNCTIONS,
        geography::FUNCTIONS,
        identifier::FUNCTIONS,
        special::FUNCTIONS,
        symbols::FUNCTIONS,
        text::characters::FUNCTIONS,
        text::classes::FUNCTIONS,
        text::compare::FUNCTIONS,
        text::codes::FUNCTIONS,
        text::concatenate::FUNCTIONS,
        text::distance::FUNCTIONS,
        text::find_word::FUNCTIONS,
        text::hash::FUNCTIONS,
        text::multibyte::FUNCTIONS,
        text::names::FUNCTIONS,
        text::quoted_list::FUNCTIONS,
        text::quotes::FUNCTIONS,
        text::search::FUNCTIONS,
        text::shape::FUNCTIONS,
        text::sound::FUNCTIONS,
        text::words::FUNCTIONS,
    ];
    let mut all: Vec<_> = families.into_iter().chain(finance::FAMILIES).flatten().collect();
    all.sort_unstable_by_key(|function| function.name);
    all
});

/// Returns the entry of a catalogue sorted by upper case names, ignoring case.
fn by_name<T>(catalogue: &[&'static T], name: &str, key: fn(&T) -> &'static str) -> Option<&'static T> {
    let order = |entry: &&'static T| {
        key(entry)
            .bytes()
            .cmp(name.bytes().map(|byte| byte.to_ascii_uppercase()))
    };
    let found = catalogue.binary_search_by(order).ok()?;
    Some(catalogue[found])
}
