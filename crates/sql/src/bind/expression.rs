//! Expressions: what DataFusion can do itself is told to it, and all else is left to who evaluates DATA steps.

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
use super::{Binder, Outer, Result};
use crate::function;
use crate::typed::{Typed, number_literal, text_literal};

/// Where an expression stands, and what it can name.
pub(super) struct Place<'s> {
    pub scope: &'s Scope,
    /// The scopes of the queries around this one, from the innermost outwards.
    pub outer: &'s Outer<'s>,
    /// The items of SELECT by their names, for CALCULATED.
    pub items: &'s [Item],
    /// Which items are meant by their bare names too, where no column is called so.
    pub named: NamedItems,
    /// The summary functions so far; none where there can be none.
    pub aggregates: Option<&'s mut Vec<Aggregate>>,
    /// What the clause is called in messages.
    pub clause: &'static str,
}

/// Which items of SELECT are meant by their names alone, without CALCULATED.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NamedItems {
    /// None.
    None,
    /// Those that are columns under another name.
    Renamed,
    /// All.
    All,
}

/// An item of SELECT that has a name.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub name: String,
    pub value: Typed,
}

impl<'s> Place<'s> {
    /// A place where there are columns and nothing else.
    pub(super) fn of_rows(scope: &'s Scope, outer: &'s Outer<'s>, clause: &'static str) -> Self {
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
    /// An expression of whichever kind it is.
    pub(super) fn expression(
        &mut self,
        expression: &Expression,
        place: &mut Place<'_>,
    ) -> Result<Typed> {
        let at = expression.at;
        match &expression.kind {
            ExpressionKind::Number(number) => Ok(Typed::number(*number)),
            ExpressionKind::Text(text) => Ok(Typed::text(text)),
            ExpressionKind::Name(name) => self.name(name, at, place),
            ExpressionKind::Sql(sql) => self.sql_expression(sql, at, place),
            ExpressionKind::Call { name, arguments } => {
                if let Some(value) = self.aggregate_call(name, arguments, at, place)? {
                    return Ok(value);
                }
                if name.eq_ignore_ascii_case("monotonic") && arguments.is_empty() {
                    self.in_order = true;
                    return Ok(Typed::Number(function::monotonic()));
                }
                match of_coalesce(name, arguments) {
                    Some(arguments) => self.coalesced(&arguments, at, place),
                    None => self.detached(expression, false, place),
                }
            }
            ExpressionKind::Unary(Unary::Not, operand) => {
                Ok(Typed::Truth(not(self.condition(operand, place)?)))
            }
            ExpressionKind::Unary(Unary::Plus, operand) => {
                self.number(operand, place).map(Typed::Number)
            }
            ExpressionKind::Unary(Unary::Minus, operand) => {
                let operand = self.number(operand, place)?;
                let negated = function::arithmetic(
                    function::Operation::Subtract,
                    number_literal(0.0),
                    operand,
                );
                Ok(Typed::Number(negated))
            }
            ExpressionKind::Binary {
                operator,
                prefix: false,
                left,
                right,
            } => self.binary(*operator, left, right, at, expression, place),
            ExpressionKind::In {
                value,
                prefix: false,
                among,
            } => self.membership(value, among, expression, place),
            ExpressionKind::Between(value, low, high) => {
                self.between(value, low, high, at, place).map(Typed::Truth)
            }
            ExpressionKind::IsMissing(value) => {
                let value = self.expression(value, place)?;
                Ok(Typed::Truth(is_missing(value)))
            }
            ExpressionKind::Like {
                value,
                pattern,
                escape,
            } if !matches!(pattern.kind, ExpressionKind::Text(_)) => {
                self.like(value, pattern, escape.as_deref(), place)
            }
            _ => self.detached(expression, false, place),
        }
    }

    /// An expression as something that holds or does not.
    pub(super) fn condition(
        &mut self,
        expression: &Expression,
        place: &mut Place<'_>,
    ) -> Result<Expr> {
        Ok(self.expression(expression, place)?.into_truth())
    }

    /// An expression that must be a number.
    pub(super) fn number(
        &mut self,
        expression: &Expression,
        place: &mut Place<'_>,
    ) -> Result<Expr> {
        let value = self.expression(expression, place)?;
        match value.kind() {
            Kind::Number => value.into_value().map_err(super::refused(expression.at)),
            Kind::Text => Err(Diagnostic::error(
                expression.at,
                "Expression using arithmetic requires numeric types.",
            )
            .with_hint("INPUT makes a number of a text")),
        }
    }

    fn binary(
        &mut self,
        operator: Binary,
        left: &Expression,
        right: &Expression,
        at: Position,
        whole: &Expression,
        place: &mut Place<'_>,
    ) -> Result<Typed> {
        let operation = match operator {
            Binary::And => {
                let (left, right) = (self.condition(left, place)?, self.condition(right, place)?);
                return Ok(Typed::Truth(left.and(right)));
            }
            Binary::Or => {
                let (left, right) = (self.condition(left, place)?, self.condition(right, place)?);
                return Ok(Typed::Truth(left.or(right)));
            }
            Binary::Equal
            | Binary::NotEqual
            | Binary::Less
            | Binary::LessOrEqual
            | Binary::Greater
            | Binary::GreaterOrEqual => {
                return self
                    .comparison(operator, left, right, at, place)
                    .map(Typed::Truth);
            }
            Binary::Add => function::Operation::Add,
            Binary::Subtract => function::Operation::Subtract,
            Binary::Multiply => function::Operation::Multiply,
            Binary::Divide => function::Operation::Divide,
            Binary::Greatest => {
                return self
                    .comparison(Binary::NotEqual, left, right, at, place)
                    .map(Typed::Truth);
            }
            Binary::Power | Binary::Concatenate | Binary::Least => {
                return self.detached(whole, false, place);
            }
        };
        let (left, right) = (self.number(left, place)?, self.number(right, place)?);
        Ok(Typed::Number(function::arithmetic(operation, left, right)))
    }

    fn sql_expression(
        &mut self,
        sql: &SqlExpression,
        at: Position,
        place: &mut Place<'_>,
    ) -> Result<Typed> {
        match sql {
            SqlExpression::Column { table, column } => self.qualified(table, column, place),
            SqlExpression::Calculated(name) => match find_item(place, &name.text) {
                Some(value) => Ok(value),
                None => Err(Diagnostic::error(
                    name.at,
                    format!("CALCULATED {} is not selected before it", name.text),
                )
                .with_hint("give the item a name with AS")),
            },
            SqlExpression::Case {
                of,
                branches,
                otherwise,
            } => self.case(of.as_deref(), branches, otherwise.as_deref(), at, place),
            SqlExpression::Value { query, text } => self.scalar_query(query, text, place),
            SqlExpression::Exists(query) => self.exists(query, place),
            SqlExpression::In { value, among } => self.in_query(value, among, at, place),
            SqlExpression::Quantified {
                value,
                operator,
                quantifier,
                among,
            } => self.quantified(value, *operator, *quantifier, among, at, place),
            SqlExpression::CountRows => self.count_rows(at, place),
            SqlExpression::Distinct { function, of } => {
                self.aggregate_of_distinct(function, of, at, place)
            }
        }
    }

    /// A bare name: a column of this query, an item, or a column of a query around it.
    fn name(&mut self, name: &str, at: Position, place: &Place<'_>) -> Result<Typed> {
        if let Some(found) = place.scope.find(None, name, at)? {
            return Ok(own(found));
        }
        match (place.named, find_item(place, name)) {
            (NamedItems::All, Some(value)) => return Ok(value),
            (NamedItems::Renamed, Some(value)) if value.is_column() => return Ok(value),
            _ => {}
        }
        for scope in place.outer {
            if let Some(found) = scope.find(None, name, at)? {
                return Ok(outer(found));
            }
        }
        if name.eq_ignore_ascii_case("null") {
            return Ok(Typed::number(missing::MISSING));
        }
        Err(self.unknown(name, at, place.scope))
    }

    /// `a.x`.
    fn qualified(&mut self, table: &Name, name: &Name, place: &Place<'_>) -> Result<Typed> {
        let mut is_known = false;
        for (depth, scope) in std::iter::once(&place.scope).chain(place.outer).enumerate() {
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
            false => Diagnostic::error(
                table.at,
                format!("there is no table {} in FROM", table.text),
            ),
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

fn own(found: &ScopeColumn) -> Typed {
    Typed::column(
        column(&found.id),
        found.attributes.kind,
        found.attributes.length,
    )
}

/// A column of a query around the one at hand.
fn outer(found: &ScopeColumn) -> Typed {
    Typed::column(
        outer_value(found),
        found.attributes.kind,
        found.attributes.length,
    )
}

/// The same as an expression of a plan.
pub(super) fn outer_value(found: &ScopeColumn) -> Expr {
    let of_kind = match found.attributes.kind {
        Kind::Number => DataType::Float64,
        Kind::Text => DataType::BinaryView,
    };
    let field = Field::new(&found.id, of_kind, false).into();
    let named = datafusion::common::Column::new_unqualified(&found.id);
    Expr::OuterReferenceColumn(field, named)
}

pub(super) fn find_item(place: &Place<'_>, name: &str) -> Option<Typed> {
    let found = place
        .items
        .iter()
        .find(|item| item.name.eq_ignore_ascii_case(name))?;
    Some(found.value.clone())
}

/// Whether a value is missing: a number not above `.Z`, a blank text.
pub(super) fn is_missing(value: Typed) -> Expr {
    match value {
        Typed::Number(number) => {
            let greatest = missing::special(b'Z').unwrap_or(missing::MISSING);
            number.lt_eq(number_literal(greatest))
        }
        Typed::Text(text, _) => text.eq(text_literal(b"")),
        Typed::Truth(_) => lit(false),
    }
}
