//! The definition of a call routine, and its arguments.

use std::ops::Range;

use super::{Arguments, Context};
use crate::missing::MISSING;
use crate::value::Value;

/// All positions.
pub(super) const EVERY: Range<usize> = 0..usize::MAX;

/// A call routine.
#[derive(Debug)]
pub struct Routine {
    /// The name in upper case.
    pub name: &'static str,
    /// The number and kinds of its arguments.
    pub arguments: Arguments,
    /// The positions, from 0, of the arguments that it changes, which must be variables but for those that
    /// [`needs_variable`](Self::needs_variable) excepts.
    pub changes: Range<usize>,
    /// Its implementation.
    pub body: fn(&mut Context<'_>, &mut [RoutineArgument<'_>]),
}

/// An argument of a routine.
#[derive(Debug)]
pub enum RoutineArgument<'a> {
    /// A numeric variable.
    Number(&'a mut f64),
    /// A character variable, at its full length.
    Text(&'a mut [u8]),
    /// A value that is not a variable.
    Constant(Value<'a>),
}

impl RoutineArgument<'_> {
    /// Returns the value of the argument.
    pub fn value(&self) -> Value<'_> {
        match self {
            Self::Number(number) => Value::Number(**number),
            Self::Text(text) => Value::Text(text),
            Self::Constant(value) => *value,
        }
    }

    pub(super) fn number(&self) -> f64 {
        match self.value() {
            Value::Number(number) => number,
            Value::Text(_) => MISSING,
        }
    }

    pub(super) fn text(&self) -> &[u8] {
        match self {
            Self::Text(text) => text,
            Self::Constant(Value::Text(text)) => text,
            _ => b"",
        }
    }

    pub(super) fn set_number(&mut self, value: f64) {
        if let Self::Number(number) = self {
            **number = value;
        }
    }
}
