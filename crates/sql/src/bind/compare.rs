//! Comparisons in the order of the language: missing values are less than all numbers and equal to themselves, which
//! the bits of numbers already imply.

use std::cmp::Ordering;

use datafusion::logical_expr::{Expr, lit};
use feedrate_language::tree::{Binary, Expression, ExpressionKind, InItem, Unary};
use feedrate_language::{Diagnostic, Position};
use feedrate_values::Kind;
use feedrate_values::missing::compare;
use feedrate_values::value::compare_text;

use super::context::ExpressionContext;
use super::{Binder, Result, refused};
use crate::function::PlanFunction;
use crate::typed::TypedExpr;

impl Binder<'_> {
    /// Binds a comparison of two expressions of the same kind.
    pub(super) fn comparison(
        &mut self,
        operator: Binary,
        left: &Expression,
        right: &Expression,
        at: Position,
        context: &mut ExpressionContext<'_>,
    ) -> Result<Expr> {
        let left = self.expression(left, context)?;
        let right = self.expression(right, context)?;
        self.compared(operator, left, right, at)
    }

    /// Compares two values of the same kind.
    pub(super) fn compared(
        &mut self,
        operator: Binary,
        left: TypedExpr,
        right: TypedExpr,
        at: Position,
    ) -> Result<Expr> {
        if left.kind() != right.kind() {
            return Err(different_kinds(operator, at));
        }
        let left = left.into_value().map_err(refused(at))?;
        let right = right.into_value().map_err(refused(at))?;
        Ok(match operator {
            Binary::Equal => left.eq(right),
            Binary::NotEqual => left.not_eq(right),
            Binary::Less => left.lt(right),
            Binary::LessOrEqual => left.lt_eq(right),
            Binary::Greater => left.gt(right),
            Binary::GreaterOrEqual => left.gt_eq(right),
            _ => return Err(Diagnostic::error(at, "this is no comparison")),
        })
    }

    /// Binds `x between 1 and 3`, and `x between 3 and 1`, which is the same range.
    pub(super) fn between(
        &mut self,
        value: &Expression,
        one: &Expression,
        other: &Expression,
        at: Position,
        context: &mut ExpressionContext<'_>,
    ) -> Result<Expr> {
        let value = self.expression(value, context)?;
        let (low, high) = (self.expression(one, context)?, self.expression(other, context)?);
        let (low, high) = match (constant(one), constant(other)) {
            (Some(one), Some(other)) if one.cmp(&other).is_gt() => (high, low),
            (Some(_), Some(_)) => (low, high),
            _ => {
                // Which bound is the lower one is known only for each row.
                let mut within = |low: &TypedExpr, high: &TypedExpr| -> Result<Expr> {
                    let low = self.compared(Binary::GreaterOrEqual, value.clone(), low.clone(), at)?;
                    let high = self.compared(Binary::LessOrEqual, value.clone(), high.clone(), at)?;
                    Ok(low.and(high))
                };
                let there = within(&low, &high)?;
                return Ok(there.or(within(&high, &low)?));
            }
        };
        let low = self.compared(Binary::GreaterOrEqual, value.clone(), low, at)?;
        let high = self.compared(Binary::LessOrEqual, value, high, at)?;
        Ok(low.and(high))
    }

    /// Binds `x like y` with a pattern that is not constant.
    pub(super) fn like(
        &mut self,
        value: &Expression,
        pattern: &Expression,
        escape: Option<&Expression>,
        context: &mut ExpressionContext<'_>,
    ) -> Result<TypedExpr> {
        let mut text = |of: &Expression| match self.expression(of, context)? {
            TypedExpr::Text(text, _) => Ok(text),
            _ => Err(Diagnostic::error(of.at, "LIKE is of texts, and this is a number")),
        };
        let (value, pattern) = (text(value)?, text(pattern)?);
        let escape = match escape.map(|escape| (&escape.kind, escape.at)) {
            None => None,
            Some((ExpressionKind::Text(text), _)) if text.len() == 1 && text.is_ascii() => Some(text[0]),
            Some((_, at)) => {
                let text = "ESCAPE takes one ASCII character in quotes";
                return Err(Diagnostic::error(at, text));
            }
        };
        Ok(TypedExpr::Truth(PlanFunction::Like(escape).call([value, pattern])))
    }

    /// Binds `x in (1, 2)`.
    pub(super) fn membership(
        &mut self,
        value: &Expression,
        among: &[InItem],
        whole: &Expression,
        context: &mut ExpressionContext<'_>,
    ) -> Result<TypedExpr> {
        let constants: Option<Vec<TypedExpr>> = among
            .iter()
            .map(|item| match item {
                InItem::One(Expression {
                    kind: ExpressionKind::Number(number),
                    ..
                }) => Some(TypedExpr::number(*number)),
                InItem::One(Expression {
                    kind: ExpressionKind::Text(text),
                    ..
                }) => Some(TypedExpr::text(text)),
                _ => None,
            })
            .collect();
        let Some(constants) = constants else {
            return self.detached(whole, true, context);
        };
        let value = self.expression(value, context)?;
        let kind = value.kind();
        if constants.iter().any(|constant| constant.kind() != kind) {
            return Err(different_kinds(Binary::Equal, whole.at));
        }
        if constants.is_empty() {
            return Ok(TypedExpr::Truth(lit(false)));
        }
        let value = value.into_value().map_err(refused(whole.at))?;
        let list = constants
            .into_iter()
            .map(TypedExpr::into_value)
            .collect::<datafusion::common::Result<Vec<_>>>()
            .map_err(refused(whole.at))?;
        Ok(TypedExpr::Truth(value.in_list(list, false)))
    }
}

/// A constant, in the order of the language.
enum Constant<'e> {
    Number(f64),
    Text(&'e [u8]),
}

impl Constant<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Number(own), Self::Number(other)) => compare(*own, *other),
            (Self::Text(own), Self::Text(other)) => compare_text(own, other),
            // The error is reported when they are compared with the value.
            _ => Ordering::Equal,
        }
    }
}

/// Returns the constant that an expression consists of.
fn constant(expression: &Expression) -> Option<Constant<'_>> {
    match &expression.kind {
        ExpressionKind::Number(number) => Some(Constant::Number(*number)),
        ExpressionKind::Text(text) => Some(Constant::Text(text)),
        ExpressionKind::Unary(Unary::Minus, operand) => match constant(operand)? {
            Constant::Number(number) if !number.is_nan() => Some(Constant::Number(-number)),
            _ => None,
        },
        _ => None,
    }
}

fn different_kinds(operator: Binary, at: Position) -> Diagnostic {
    let name = match operator {
        Binary::Equal => "equals (=)",
        Binary::NotEqual => "not equals (^=)",
        Binary::Less => "less than (<)",
        Binary::LessOrEqual => "less than or equal (<=)",
        Binary::Greater => "greater than (>)",
        Binary::GreaterOrEqual => "greater than or equal (>=)",
        _ => "an operator",
    };
    Diagnostic::error(
        at,
        format!("Expression using {name} has components that are of different data types."),
    )
    .with_hint("PUT makes a text of a number, and INPUT a number of a text")
}

/// Returns the common kind of values and their greatest length, or `None` if both kinds occur.
pub(super) fn common<'t>(mut values: impl Iterator<Item = &'t TypedExpr>) -> Option<(Kind, u32)> {
    let first = values.next()?;
    let mut length = first.length();
    for value in values {
        if value.kind() != first.kind() {
            return None;
        }
        length = length.max(value.length());
    }
    Some((first.kind(), length))
}
