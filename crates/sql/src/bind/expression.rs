//! Expressions: DataFusion evaluates those that it can, and the DATA step's evaluator all others.

use datafusion::arrow::datatypes::Field;
use datafusion::logical_expr::{Expr, not};
use feedrate_language::tree::{Binary, Expression, ExpressionKind, Name, SqlExpression, Unary};
use feedrate_language::{Diagnostic, Position};
use feedrate_values::Kind;
use feedrate_values::missing::MISSING;

use super::case::of_coalesce;
use super::context::{ExpressionContext, NamedItems};
use super::scope::ScopeColumn;
use super::{Binder, Result};
use crate::function::{PlanFunction, monotonic};
use crate::typed::{TypedExpr, data_type, number_literal};

impl Binder<'_> {
    /// Binds an expression of any type.
    pub(super) fn expression(
        &mut self,
        expression: &Expression,
        context: &mut ExpressionContext<'_>,
    ) -> Result<TypedExpr> {
        let at = expression.at;
        match &expression.kind {
            ExpressionKind::Number(number) => Ok(TypedExpr::number(*number)),
            ExpressionKind::Text(text) => Ok(TypedExpr::text(text)),
            ExpressionKind::Name(name) => self.name(name, at, context),
            ExpressionKind::Sql(sql) => self.sql_expression(sql, at, context),
            ExpressionKind::Call { name, arguments } => {
                if let Some(value) = self.aggregate_call(name, arguments, at, context)? {
                    return Ok(value);
                }
                if name.eq_ignore_ascii_case("monotonic") && arguments.is_empty() {
                    self.in_order = true;
                    return Ok(TypedExpr::Number(monotonic()));
                }
                match of_coalesce(name, arguments) {
                    Some(arguments) => self.coalesced(&arguments, at, context),
                    None => self.detached(expression, false, context),
                }
            }
            ExpressionKind::Unary(Unary::Not, operand) => Ok(TypedExpr::Truth(not(self.condition(operand, context)?))),
            ExpressionKind::Unary(Unary::Plus, operand) => self.number(operand, context).map(TypedExpr::Number),
            ExpressionKind::Unary(Unary::Minus, operand) => {
                let operand = self.number(operand, context)?;
                let negated = PlanFunction::Subtract.call([number_literal(0.0), operand]);
                Ok(TypedExpr::Number(negated))
            }
            ExpressionKind::Binary {
                operator,
                prefix: false,
                left,
                right,
            } => self.binary(*operator, left, right, at, expression, context),
            ExpressionKind::In {
                value,
                prefix: false,
                among,
            } => self.membership(value, among, expression, context),
            ExpressionKind::Between(value, low, high) => {
                self.between(value, low, high, at, context).map(TypedExpr::Truth)
            }
            ExpressionKind::IsMissing(value) => {
                let value = self.expression(value, context)?;
                Ok(TypedExpr::Truth(value.is_missing()))
            }
            ExpressionKind::Like { value, pattern, escape } if !matches!(pattern.kind, ExpressionKind::Text(_)) => {
                self.like(value, pattern, escape.as_deref(), context)
            }
            _ => self.detached(expression, false, context),
        }
    }

    /// Binds an expression as a condition.
    pub(super) fn condition(&mut self, expression: &Expression, context: &mut ExpressionContext<'_>) -> Result<Expr> {
        Ok(self.expression(expression, context)?.into_truth())
    }

    /// Binds an expression that must be numeric.
    pub(super) fn number(&mut self, expression: &Expression, context: &mut ExpressionContext<'_>) -> Result<Expr> {
        let value = self.expression(expression, context)?;
        match value.kind() {
            Kind::Number => value.into_value().map_err(super::refused(expression.at)),
            Kind::Text => Err(
                Diagnostic::error(expression.at, "Expression using arithmetic requires numeric types.")
                    .with_hint("INPUT makes a number of a text"),
            ),
        }
    }

    fn binary(
        &mut self,
        operator: Binary,
        left: &Expression,
        right: &Expression,
        at: Position,
        whole: &Expression,
        context: &mut ExpressionContext<'_>,
    ) -> Result<TypedExpr> {
        let operation = match operator {
            Binary::And => {
                let (left, right) = (self.condition(left, context)?, self.condition(right, context)?);
                return Ok(TypedExpr::Truth(left.and(right)));
            }
            Binary::Or => {
                let (left, right) = (self.condition(left, context)?, self.condition(right, context)?);
                return Ok(TypedExpr::Truth(left.or(right)));
            }
            Binary::Equal
            | Binary::NotEqual
            | Binary::Less
            | Binary::LessOrEqual
            | Binary::Greater
            | Binary::GreaterOrEqual => {
                return self
                    .comparison(operator, left, right, at, context)
                    .map(TypedExpr::Truth);
            }
            Binary::Add => PlanFunction::Add,
            Binary::Subtract => PlanFunction::Subtract,
            Binary::Multiply => PlanFunction::Multiply,
            Binary::Divide => PlanFunction::Divide,
            Binary::Power | Binary::Concatenate | Binary::Least | Binary::Greatest => {
                return self.detached(whole, false, context);
            }
        };
        let (left, right) = (self.number(left, context)?, self.number(right, context)?);
        Ok(TypedExpr::Number(operation.call([left, right])))
    }

    fn sql_expression(
        &mut self,
        sql: &SqlExpression,
        at: Position,
        context: &mut ExpressionContext<'_>,
    ) -> Result<TypedExpr> {
        match sql {
            SqlExpression::Column { table, column } => self.qualified(table, column, context),
            SqlExpression::Calculated(name) => match context.item(&name.text) {
                Some(value) => Ok(value),
                None => Err(
                    Diagnostic::error(name.at, format!("CALCULATED {} is not selected before it", name.text))
                        .with_hint("give the item a name with AS"),
                ),
            },
            SqlExpression::Case {
                of,
                branches,
                otherwise,
            } => self.case(of.as_deref(), branches, otherwise.as_deref(), at, context),
            SqlExpression::Value { query, text } => self.scalar_query(query, text, context),
            SqlExpression::Exists(query) => self.exists(query, context),
            SqlExpression::In { value, among } => self.in_query(value, among, at, context),
            SqlExpression::Quantified {
                value,
                operator,
                quantifier,
                among,
            } => self.quantified(value, *operator, *quantifier, among, at, context),
            SqlExpression::CountRows => self.count_rows(at, context),
            SqlExpression::Distinct { function, of } => self.aggregate_of_distinct(function, of, at, context),
        }
    }

    /// Resolves a bare name: a column of this query, an item, or a column of an outer query.
    fn name(&mut self, name: &str, at: Position, context: &ExpressionContext<'_>) -> Result<TypedExpr> {
        if let Some(found) = context.scope.find(None, name, at)? {
            return Ok(found.value());
        }
        match (context.named, context.item(name)) {
            (NamedItems::All, Some(value)) => return Ok(value),
            (NamedItems::Renamed, Some(value)) if value.is_column() => return Ok(value),
            _ => {}
        }
        for scope in context.outer {
            if let Some(found) = scope.find(None, name, at)? {
                return Ok(found.value_of(outer_value(found)));
            }
        }
        if name.eq_ignore_ascii_case("null") {
            return Ok(TypedExpr::number(MISSING));
        }
        Err(context.scope.unknown(name, at))
    }

    /// Resolves `a.x`.
    fn qualified(&mut self, table: &Name, name: &Name, context: &ExpressionContext<'_>) -> Result<TypedExpr> {
        let mut is_known = false;
        for (depth, scope) in context.scopes().enumerate() {
            is_known |= scope.table(&table.text).is_some();
            if let Some(found) = scope.find(Some(&table.text), &name.text, name.at)? {
                return Ok(match depth {
                    0 => found.value(),
                    _ => found.value_of(outer_value(found)),
                });
            }
        }
        Err(match is_known {
            true => Diagnostic::error(
                name.at,
                format!(
                    "Column {} could not be found in the table/view identified with the correlation name {}.",
                    name.text,
                    table.text.to_ascii_uppercase()
                ),
            ),
            false => Diagnostic::error(table.at, format!("there is no table {} in FROM", table.text)),
        })
    }
}

/// Returns a column of an outer query as a reference in a plan.
pub(super) fn outer_value(found: &ScopeColumn) -> Expr {
    let field = Field::new(&found.id, data_type(found.attributes.kind), false).into();
    let named = datafusion::common::Column::new_unqualified(&found.id);
    Expr::OuterReferenceColumn(field, named)
}
