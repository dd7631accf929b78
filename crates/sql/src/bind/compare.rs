//! Comparisons, by the order of the language: missing values are the least, and equal themselves, which the bits of
//! numbers give by themselves.

use datafusion::logical_expr::{Expr, lit};
use feedrate_program::tree::{Binary, Expression, ExpressionKind, InItem};
use feedrate_program::{Diagnostic, Position};
use feedrate_values::Kind;

use super::expression::Place;
use super::{Binder, Result, refused};
use crate::typed::Typed;

impl Binder<'_> {
    /// A comparison of two expressions of one kind.
    pub(super) fn comparison(
        &mut self,
        operator: Binary,
        left: &Expression,
        right: &Expression,
        at: Position,
        place: &mut Place<'_>,
    ) -> Result<Expr> {
        let left = self.expression(left, place)?;
        let right = self.expression(right, place)?;
        self.compared(operator, left, right, at)
    }

    /// A comparison of two values of one kind.
    pub(super) fn compared(
        &mut self,
        operator: Binary,
        left: Typed,
        right: Typed,
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

    /// `x in (1, 2)`.
    pub(super) fn membership(
        &mut self,
        value: &Expression,
        among: &[InItem],
        whole: &Expression,
        place: &mut Place<'_>,
    ) -> Result<Typed> {
        let constants: Option<Vec<Typed>> = among
            .iter()
            .map(|item| match item {
                InItem::One(Expression {
                    kind: ExpressionKind::Number(number),
                    ..
                }) => Some(Typed::number(*number)),
                InItem::One(Expression {
                    kind: ExpressionKind::Text(text),
                    ..
                }) => Some(Typed::text(text)),
                _ => None,
            })
            .collect();
        let Some(constants) = constants else {
            return self.detached(whole, true, place);
        };
        let value = self.expression(value, place)?;
        let kind = value.kind();
        if constants.iter().any(|constant| constant.kind() != kind) {
            return Err(different_kinds(Binary::Equal, whole.at));
        }
        if constants.is_empty() {
            return Ok(Typed::Truth(lit(false)));
        }
        let value = value.into_value().map_err(refused(whole.at))?;
        let list = constants
            .into_iter()
            .map(Typed::into_value)
            .collect::<datafusion::common::Result<Vec<_>>>()
            .map_err(refused(whole.at))?;
        Ok(Typed::Truth(value.in_list(list, false)))
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

/// The kind that values have in common, and their greatest length; `None` where there are both kinds.
pub(super) fn common<'t>(mut values: impl Iterator<Item = &'t Typed>) -> Option<(Kind, u32)> {
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
