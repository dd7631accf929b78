//! CASE and COALESCE.

use datafusion::logical_expr::{Case, Expr, not};
use feedrate_language::tree::{Binary, CallArgument, CaseBranch, Expression};
use feedrate_language::{Diagnostic, Position};

use super::compare::common;
use super::context::ExpressionContext;
use super::{Binder, Result, refused};
use crate::typed::{TypedExpr, missing};

/// Returns the arguments of COALESCE, which takes numbers or character values in PROC SQL; `None` for another function,
/// for no arguments and for variable lists.
pub(super) fn of_coalesce<'e>(name: &str, arguments: &'e [CallArgument]) -> Option<Vec<&'e Expression>> {
    if !name.eq_ignore_ascii_case("coalesce") && !name.eq_ignore_ascii_case("coalescec") {
        return None;
    }
    let arguments = arguments.iter().map(|argument| match argument {
        CallArgument::One(one) => Some(one),
        CallArgument::Of(..) | CallArgument::Omitted(_) => None,
    });
    let arguments: Option<Vec<_>> = arguments.collect();
    arguments.filter(|arguments| !arguments.is_empty())
}

impl Binder<'_> {
    /// Binds `case … end`: the value of the first branch whose condition holds, or of ELSE, or a missing value.
    pub(super) fn case(
        &mut self,
        of: Option<&Expression>,
        branches: &[CaseBranch],
        otherwise: Option<&Expression>,
        at: Position,
        context: &mut ExpressionContext<'_>,
    ) -> Result<TypedExpr> {
        let of = match of {
            Some(of) => Some(self.expression(of, context)?),
            None => None,
        };
        let (mut whens, mut values) = (Vec::new(), Vec::new());
        for CaseBranch { when, then } in branches {
            whens.push(match &of {
                None => self.condition(when, context)?,
                Some(of) => {
                    let when_value = self.expression(when, context)?;
                    self.compared(Binary::Equal, of.clone(), when_value, when.at)?
                }
            });
            values.push(self.expression(then, context)?);
        }
        if let Some(otherwise) = otherwise {
            values.push(self.expression(otherwise, context)?);
        }
        let Some((kind, length)) = common(values.iter()) else {
            return Err(Diagnostic::error(
                at,
                "Result of WHEN clause is not the same data type as the preceding results.",
            ));
        };
        let mut values = values
            .into_iter()
            .map(TypedExpr::into_value)
            .collect::<datafusion::common::Result<Vec<_>>>()
            .map_err(refused(at))?;
        let last = match otherwise {
            Some(_) => values.pop(),
            None => None,
        };
        let last = last.unwrap_or_else(|| missing(kind));
        let pairs = whens.into_iter().zip(values);
        let pairs = pairs.map(|(when, then)| (Box::new(when), Box::new(then)));
        let case = Expr::Case(Case::new(None, pairs.collect(), Some(Box::new(last))));
        Ok(TypedExpr::column(case, kind, length))
    }

    /// Binds `coalesce(x, y, …)`: the first value that is not missing, of numbers or of character values.
    pub(super) fn coalesced(
        &mut self,
        arguments: &[&Expression],
        at: Position,
        context: &mut ExpressionContext<'_>,
    ) -> Result<TypedExpr> {
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push(self.expression(argument, context)?);
        }
        let Some((kind, length)) = common(values.iter()) else {
            return Err(Diagnostic::error(
                at,
                "The COALESCE function requires its arguments to be of the same data type.",
            ));
        };
        let mut pairs = Vec::with_capacity(values.len());
        for value in values {
            let is_there = not(value.is_missing());
            let value = value.into_value().map_err(refused(at))?;
            pairs.push((Box::new(is_there), Box::new(value)));
        }
        let case = Case::new(None, pairs, Some(Box::new(missing(kind))));
        Ok(TypedExpr::column(Expr::Case(case), kind, length))
    }
}
