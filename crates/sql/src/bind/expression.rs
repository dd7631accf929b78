//! Expressions: DataFusion evaluates those that it can, and the DATA step's evaluator all others.

use datafusion::arrow::datatypes::{DataType, Field};
use datafusion::logical_expr::{Expr, lit, not};
use feedrate_language::tree::{Binary, Expression, ExpressionKind, Name, SqlExpression, Unary};
use feedrate_language::{Diagnostic, Position};
use feedrate_values::Kind;
use feedrate_values::missing;

use super::aggregates::Aggregate;
use super::case::of_coalesce;
use super::relation::column;
use super::scope::{Scope, ScopeColumn};
use super::{Binder, OuterScopes, Result};
use crate::function;
use crate::typed::{TypedExpr, number_literal, text_literal};

/// The clause of an expression, and the names that it can use.
pub(super) struct ExpressionContext<'s> {
    pub scope: &'s Scope,
    /// The scopes of the queries around this one, from the innermost outwards.
    pub outer: &'s OuterScopes<'s>,
    /// The items of SELECT by their names, for CALCULATED.
    pub items: &'s [Item],
    /// Which items can be used by their bare names too, if no column has that name.
    pub named: NamedItems,
    /// The summary functions so far; `None` where none are allowed.
    pub aggregates: Option<&'s mut Vec<Aggregate>>,
    /// The clause, as messages name it.
    pub clause: &'static str,
}

/// Which items of SELECT can be used by their bare names, without CALCULATED.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NamedItems {
    /// None.
    None,
    /// Items that are renamed columns.
    Renamed,
    /// All.
    All,
}

/// A named item of SELECT.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub name: String,
    pub value: TypedExpr,
}

impl<'s> ExpressionContext<'s> {
    /// The context of an expression that can use only columns.
    pub(super) fn of_rows(scope: &'s Scope, outer: &'s OuterScopes<'s>, clause: &'static str) -> Self {
        Self {
            scope,
            outer,
            items: &[],
            named: NamedItems::None,
            aggregates: None,
            clause,
        }
    }
}

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
                    return Ok(TypedExpr::Number(function::monotonic()));
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
                let negated = function::arithmetic(function::Operation::Subtract, number_literal(0.0), operand);
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
                Ok(TypedExpr::Truth(is_missing(value)))
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
            Binary::Add => function::Operation::Add,
            Binary::Subtract => function::Operation::Subtract,
            Binary::Multiply => function::Operation::Multiply,
            Binary::Divide => function::Operation::Divide,
            Binary::Power | Binary::Concatenate | Binary::Least | Binary::Greatest => {
                return self.detached(whole, false, context);
            }
        };
        let (left, right) = (self.number(left, context)?, self.number(right, context)?);
        Ok(TypedExpr::Number(function::arithmetic(operation, left, right)))
    }

    fn sql_expression(
        &mut self,
        sql: &SqlExpression,
        at: Position,
        context: &mut ExpressionContext<'_>,
    ) -> Result<TypedExpr> {
        match sql {
            SqlExpression::Column { table, column } => self.qualified(table, column, context),
            SqlExpression::Calculated(name) => match find_item(context, &name.text) {
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
            return Ok(own(found));
        }
        match (context.named, find_item(context, name)) {
            (NamedItems::All, Some(value)) => return Ok(value),
            (NamedItems::Renamed, Some(value)) if value.is_column() => return Ok(value),
            _ => {}
        }
        for scope in context.outer {
            if let Some(found) = scope.find(None, name, at)? {
                return Ok(outer(found));
            }
        }
        if name.eq_ignore_ascii_case("null") {
            return Ok(TypedExpr::number(missing::MISSING));
        }
        Err(self.unknown(name, at, context.scope))
    }

    /// Resolves `a.x`.
    fn qualified(&mut self, table: &Name, name: &Name, context: &ExpressionContext<'_>) -> Result<TypedExpr> {
        let mut is_known = false;
        for (depth, scope) in std::iter::once(&context.scope).chain(context.outer).enumerate() {
            is_known |= scope.table(&table.text).is_some();
            if let Some(found) = scope.find(Some(&table.text), &name.text, name.at)? {
                return Ok(if depth == 0 { own(found) } else { outer(found) });
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

    fn unknown(&self, name: &str, at: Position, scope: &Scope) -> Diagnostic {
        let error = Diagnostic::error(
            at,
            format!("The following columns were not found in the contributing tables: {name}."),
        );
        match scope.did_you_mean(name) {
            Some(hint) => error.with_hint(hint),
            None => error,
        }
    }
}

fn own(found: &ScopeColumn) -> TypedExpr {
    TypedExpr::column(column(&found.id), found.attributes.kind, found.attributes.length)
}

/// A column of an outer query.
fn outer(found: &ScopeColumn) -> TypedExpr {
    TypedExpr::column(outer_value(found), found.attributes.kind, found.attributes.length)
}

/// The same as an outer reference in a plan.
pub(super) fn outer_value(found: &ScopeColumn) -> Expr {
    let of_kind = match found.attributes.kind {
        Kind::Number => DataType::Float64,
        Kind::Text => DataType::BinaryView,
    };
    let field = Field::new(&found.id, of_kind, false).into();
    let named = datafusion::common::Column::new_unqualified(&found.id);
    Expr::OuterReferenceColumn(field, named)
}

pub(super) fn find_item(context: &ExpressionContext<'_>, name: &str) -> Option<TypedExpr> {
    let found = context.items.iter().find(|item| item.name.eq_ignore_ascii_case(name))?;
    Some(found.value.clone())
}

/// Returns whether a value is missing: a number not greater than `.Z`, or a blank character value.
pub(super) fn is_missing(value: TypedExpr) -> Expr {
    match value {
        TypedExpr::Number(number) => {
            let greatest = missing::special(b'Z').unwrap_or(missing::MISSING);
            number.lt_eq(number_literal(greatest))
        }
        TypedExpr::Text(text, _) => text.eq(text_literal(b"")),
        TypedExpr::Truth(_) => lit(false),
    }
}
