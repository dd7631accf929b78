//! The functions and call routines of the language.
//!
//! A [`Function`] gives a value for values; a [`Routine`] (`call …`) changes the variables it is given.
//! [`find`] and [`find_routine`] look them up once, when a program is compiled; the bodies are plain
//! functions that the interpreter and compiled steps call alike. No call allocates: text goes into a
//! buffer that the caller keeps, and what else a function needs lies in the [`Context`].
//!
//! Not here are functions that have a state of their own or ask about the program: `LAG`, `DIF`, `PUT`,
//! `INPUT`, `VNAME`, `VLABEL`, `DIM`, `HBOUND`, `LBOUND`.
//!
//! Text is bytes, and letters are those of ASCII: `UPCASE('é')` is `é`.

mod arithmetic;
mod bits;
mod by_format;
mod choice;
mod context;
mod conversion;
mod date;
mod descriptive;
mod random;
mod rounding;
mod routine;
mod shelf;
mod special;
mod symbols;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod text;

use std::sync::LazyLock;

pub use context::{Clock, Context, FixedClock, NoSymbols, Problem, Shelf, SymbolScope, Symbols};
pub use random::Streams;
pub use routine::{Routine, RoutineArgument, find_routine, routines};

use crate::missing::{self, MISSING};
use crate::value::Value;

/// The longest text that a function makes, in bytes: the longest that a variable can hold.
pub const MOST_TEXT: usize = 32_767;

/// A function: what it takes, what it gives, and how it is computed.
#[derive(Debug)]
pub struct Function {
    /// The name in capitals.
    pub name: &'static str,
    /// How many arguments it takes and of which kinds. The caller converts arguments of the other kind.
    pub arguments: Arguments,
    /// The kind of the result.
    pub result: ResultKind,
    /// What computes it.
    pub body: Body,
}

/// What computes a function.
#[derive(Clone, Copy, Debug)]
pub enum Body {
    /// Of one number and nothing else. It is missing where the number is, and a result that is not
    /// finite means that the argument is invalid; [`Function::call`] sees to both, and so does whoever
    /// calls this directly.
    Unary(fn(f64) -> f64),
    /// Of numbers alone, with missing ones among them.
    Numbers(fn(&mut Context<'_>, &[f64]) -> f64),
    /// Of arguments of any kind, with a number for a result.
    Number(fn(&mut Context<'_>, &[Value<'_>]) -> f64),
    /// Of arguments of any kind. The result is appended to the buffer, which the caller empties.
    Text(fn(&mut Context<'_>, &[Value<'_>], &mut Vec<u8>)),
}

/// How many arguments there may be, and of which kinds.
#[derive(Clone, Copy, Debug)]
pub struct Arguments {
    /// The fewest.
    pub least: usize,
    /// The most; [`usize::MAX`] where there is no limit.
    pub most: usize,
    /// The kind at each position; the last one holds for all further positions.
    pub kinds: &'static [ArgumentKind],
}

/// What an argument must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentKind {
    /// A number.
    Number,
    /// Text.
    Text,
    /// Either.
    Any,
}

/// The kind of a function's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultKind {
    /// A number.
    Number,
    /// Text, and the length that a variable gets which has none and is assigned the result.
    Text(TextLength),
}

/// The length in bytes of a variable that is first named as the target of a function's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextLength {
    /// The same for all calls.
    Fixed(usize),
    /// That of the argument at this position, counted from 0.
    OfArgument(usize),
}

impl TextLength {
    /// The length, given those of the arguments; that of a number counts as `0`. At least 1.
    pub fn of(self, arguments: &[usize]) -> usize {
        match self {
            Self::Fixed(length) => length,
            Self::OfArgument(position) => arguments.get(position).copied().unwrap_or(0).max(1),
        }
    }
}

impl Arguments {
    /// Between `least` and `most` arguments, all of one kind or of the kinds given in order.
    const fn between(least: usize, most: usize, kinds: &'static [ArgumentKind]) -> Self {
        Self { least, most, kinds }
    }

    /// Exactly as many as there are kinds.
    const fn exactly(kinds: &'static [ArgumentKind]) -> Self {
        Self::between(kinds.len(), kinds.len(), kinds)
    }

    /// At least so many.
    const fn at_least(least: usize, kinds: &'static [ArgumentKind]) -> Self {
        Self::between(least, usize::MAX, kinds)
    }

    /// Whether a call with so many arguments is right.
    pub fn allow(&self, count: usize) -> bool {
        (self.least..=self.most).contains(&count)
    }

    /// What the argument at a position, counted from 0, must be.
    pub fn kind(&self, position: usize) -> ArgumentKind {
        let known = self.kinds.get(position).or(self.kinds.last());
        known.copied().unwrap_or(ArgumentKind::Any)
    }
}

impl Function {
    const fn unary(name: &'static str, body: fn(f64) -> f64) -> Self {
        Self {
            name,
            arguments: Arguments::exactly(&[ArgumentKind::Number]),
            result: ResultKind::Number,
            body: Body::Unary(body),
        }
    }

    const fn numbers(
        name: &'static str,
        least: usize,
        most: usize,
        body: fn(&mut Context<'_>, &[f64]) -> f64,
    ) -> Self {
        Self {
            name,
            arguments: Arguments::between(least, most, &[ArgumentKind::Number]),
            result: ResultKind::Number,
            body: Body::Numbers(body),
        }
    }

    const fn number(
        name: &'static str,
        arguments: Arguments,
        body: fn(&mut Context<'_>, &[Value<'_>]) -> f64,
    ) -> Self {
        Self {
            name,
            arguments,
            result: ResultKind::Number,
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
            body: Body::Text(body),
        }
    }

    /// Whether its result, and what it tells of a call, depend on its arguments alone: it asks neither for the
    /// time nor for macro symbols, data sets or files, and draws no random numbers.
    pub fn depends_on_arguments_alone(&self) -> bool {
        let asking = [random::FUNCTIONS, shelf::FUNCTIONS, symbols::FUNCTIONS];
        let mut asking = asking.into_iter().flatten().map(|function| function.name);
        !asking.any(|name| name == self.name) && !date::ASK_THE_CLOCK.contains(&self.name)
    }

    /// Calls it: a number is returned, text is put into `out`, which is emptied first, and `None` is
    /// returned. Text in the place of a number counts as missing.
    ///
    /// For callers that call once; hot paths match on the [`Body`].
    pub fn call(
        &self,
        context: &mut Context<'_>,
        arguments: &[Value<'_>],
        out: &mut Vec<u8>,
    ) -> Option<f64> {
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

/// What a [`Body::Unary`] gave for an argument: missing where the argument is, and a problem where the
/// result is not finite.
pub fn checked(context: &mut Context<'_>, argument: f64, result: f64) -> f64 {
    if result.is_finite() {
        result
    } else if missing::is_missing(argument) {
        MISSING
    } else {
        context.invalid(0)
    }
}

/// All functions, in the order of their names.
pub fn functions() -> impl Iterator<Item = &'static Function> {
    CATALOGUE.iter().copied()
}

/// The function of a name, in any case.
pub fn find(name: &str) -> Option<&'static Function> {
    by_name(&CATALOGUE, name, |function| function.name)
}

static CATALOGUE: LazyLock<Vec<&'static Function>> = LazyLock::new(|| {
    let families: [&'static [Function]; 19] = [
        arithmetic::FUNCTIONS,
        bits::FUNCTIONS,
        by_format::FUNCTIONS,
        choice::FUNCTIONS,
        date::FUNCTIONS,
        date::intervals::FUNCTIONS,
        descriptive::FUNCTIONS,
        random::FUNCTIONS,
        rounding::FUNCTIONS,
        shelf::FUNCTIONS,
        special::FUNCTIONS,
        symbols::FUNCTIONS,
        text::characters::FUNCTIONS,
        text::classes::FUNCTIONS,
        text::concatenate::FUNCTIONS,
        text::search::FUNCTIONS,
        text::shape::FUNCTIONS,
        text::sound::FUNCTIONS,
        text::words::FUNCTIONS,
    ];
    let mut all: Vec<_> = families.into_iter().flatten().collect();
    all.sort_unstable_by_key(|function| function.name);
    all
});

/// The entry of a sorted catalogue whose name, in capitals, is `name` in any case.
fn by_name<T>(
    catalogue: &[&'static T],
    name: &str,
    key: fn(&T) -> &'static str,
) -> Option<&'static T> {
    let order = |entry: &&'static T| {
        key(entry)
            .bytes()
            .cmp(name.bytes().map(|byte| byte.to_ascii_uppercase()))
    };
    let found = catalogue.binary_search_by(order).ok()?;
    Some(catalogue[found])
}

/// The text at a position; none where there is no such argument or where it is a number.
fn text_at<'a>(arguments: &[Value<'a>], position: usize) -> &'a [u8] {
    match arguments.get(position) {
        Some(&Value::Text(text)) => text,
        _ => b"",
    }
}

/// The number at a position; missing where there is no such argument or where it is text.
fn number_at(arguments: &[Value<'_>], position: usize) -> f64 {
    match arguments.get(position) {
        Some(&Value::Number(number)) => number,
        _ => MISSING,
    }
}
