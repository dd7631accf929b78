//! The functions of plans that need no more than their own definition, as they travel.

use std::sync::Arc;

use datafusion::logical_expr::{Expr, ScalarUDF};
use serde::{Deserialize, Serialize};

use super::arithmetic::Arithmetic;
use super::compact::Compact;
use super::holds::Holds;
use super::like::Like;
use super::opaque::Opaque;
use super::scalar_subquery::ScalarSubquery;
use super::{Operation, arithmetic, compact, holds, like, nullable, only, opaque};
use crate::typed::number_literal;

/// A function with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum WireFunction {
    /// Arithmetic of two numbers.
    Arithmetic(Operation),
    /// The truth of a number.
    Holds,
    /// LIKE with its escape character.
    Like(Option<u8>),
    /// The value of a scalar subquery.
    Only,
    /// The identity that the planner does not see through, and whether its result is declared nullable.
    Opaque(bool),
    /// The identity whose result has no other values in memory.
    Compact,
}

impl WireFunction {
    /// Returns the form of a function; `None` if it is none of these.
    pub(crate) fn of(function: &ScalarUDF) -> Option<Self> {
        let inner = function.inner();
        if let Some(own) = inner.downcast_ref::<Arithmetic>() {
            return Some(Self::Arithmetic(own.operation));
        }
        if let Some(own) = inner.downcast_ref::<Like>() {
            return Some(Self::Like(own.escape));
        }
        if let Some(own) = inner.downcast_ref::<Opaque>() {
            return Some(Self::Opaque(own.is_nullable));
        }
        if inner.is::<Holds>() {
            return Some(Self::Holds);
        }
        if inner.is::<ScalarSubquery>() {
            return Some(Self::Only);
        }
        inner.is::<Compact>().then_some(Self::Compact)
    }

    /// Returns the function.
    pub(crate) fn function(self) -> Arc<ScalarUDF> {
        // Calls are how the functions are made; their arguments are left.
        let argument = || number_literal(0.0);
        let call = match self {
            Self::Arithmetic(operation) => arithmetic(operation, argument(), argument()),
            Self::Holds => holds(argument()),
            Self::Like(escape) => like(argument(), argument(), escape),
            Self::Only => only(argument(), argument()),
            Self::Opaque(false) => opaque(argument()),
            Self::Opaque(true) => nullable(argument()),
            Self::Compact => return compact(),
        };
        match call {
            Expr::ScalarFunction(call) => call.func,
            _ => unreachable!("each of these is a call of its function"),
        }
    }
}
