//! Summary functions.

use std::sync::Arc;

use datafusion::common::ScalarValue;
use datafusion::functions::expr_fn::{coalesce, nullif};
use datafusion::functions_aggregate::count::count_udaf;
use datafusion::functions_aggregate::median::median_udaf;
use datafusion::functions_aggregate::min_max::{max_udaf, min_udaf};
use datafusion::logical_expr::{AggregateUDF, Expr, lit, when};
use feedrate_language::tree::{CallArgument, Expression};
use feedrate_language::{Diagnostic, Position};
use feedrate_values::Kind;

use super::bound_select::Aggregate;
use super::context::ExpressionContext;
use super::relation::column;
use super::{Binder, Result, refused};
use crate::aggregate::Statistic;
use crate::typed::{TypedExpr, count_as_number, missing, number_literal, text_literal};

/// The name in messages of the clause that the argument of a summary function is.
const SUMMED_UP: &str = "a summary function";

/// Returns whether a call is a summary function: one of their names with one argument. With several arguments it is a
/// function of the row.
pub(super) fn is_aggregate(name: &str, arguments: &[CallArgument]) -> bool {
    matches!(arguments, [CallArgument::One(_)]) && (Statistic::named(name).is_some() || is_median(name))
}

/// Returns whether it is MEDIAN, which needs all values and so has a function of its own.
fn is_median(name: &str) -> bool {
    name.eq_ignore_ascii_case("median")
}

impl Binder<'_> {
    /// Binds a summary function; `None` for another call.
    pub(super) fn aggregate_call(
        &mut self,
        name: &str,
        arguments: &[CallArgument],
        at: Position,
        context: &mut ExpressionContext<'_>,
    ) -> Result<Option<TypedExpr>> {
        if let [CallArgument::One(of)] = arguments
            && is_median(name)
        {
            return self.median(false, of, at, context).map(Some);
        }
        let (Some(statistic), [CallArgument::One(of)]) = (Statistic::named(name), arguments) else {
            return Ok(None);
        };
        self.aggregate(statistic, name, false, of, at, context).map(Some)
    }

    /// Binds `count(distinct x)` and similar calls.
    pub(super) fn aggregate_of_distinct(
        &mut self,
        name: &str,
        of: &Expression,
        at: Position,
        context: &mut ExpressionContext<'_>,
    ) -> Result<TypedExpr> {
        match Statistic::named(name) {
            Some(statistic) => self.aggregate(statistic, name, true, of, at, context),
            None if is_median(name) => self.median(true, of, at, context),
            None => Err(Diagnostic::error(
                at,
                format!("{name} is no summary function, and takes no DISTINCT"),
            )),
        }
    }

    /// Binds `count(*)`.
    pub(super) fn count_rows(&mut self, at: Position, context: &mut ExpressionContext<'_>) -> Result<TypedExpr> {
        let function = Statistic::N.function();
        let id = self.add_aggregate(function, "count", false, number_literal(1.0), at, context)?;
        Ok(TypedExpr::Number(column(&id)))
    }

    fn aggregate(
        &mut self,
        statistic: Statistic,
        name: &str,
        distinct: bool,
        of: &Expression,
        at: Position,
        context: &mut ExpressionContext<'_>,
    ) -> Result<TypedExpr> {
        let value = self.summed_up(of, context)?;
        let (kind, length) = (value.kind(), value.length());
        if kind == Kind::Text && !statistic.takes_text() {
            return Err(of_numbers(name, at));
        }
        let of = value.into_value().map_err(refused(at))?;
        let blank = text_literal(b"");
        match (kind, statistic) {
            (Kind::Number, _) => {
                let id = self.add_aggregate(statistic.function(), name, distinct, of, at, context)?;
                Ok(TypedExpr::Number(column(&id)))
            }
            (Kind::Text, Statistic::N) if distinct => {
                let of = nullif(of, blank);
                let id = self.add_aggregate(count_udaf(), name, true, of, at, context)?;
                Ok(TypedExpr::Number(count_as_number(column(&id))))
            }
            (Kind::Text, Statistic::N | Statistic::Nmiss) => {
                let there = when(of.eq(blank), missing(Kind::Number)).otherwise(number_literal(1.0));
                let there = there.map_err(refused(at))?;
                let id = self.add_aggregate(statistic.function(), name, distinct, there, at, context)?;
                Ok(TypedExpr::Number(column(&id)))
            }
            (Kind::Text, _) => {
                let function = match statistic {
                    Statistic::Min => min_udaf(),
                    _ => max_udaf(),
                };
                let id = self.add_aggregate(function, name, false, nullif(of, blank.clone()), at, context)?;
                Ok(TypedExpr::Text(coalesce(vec![column(&id), blank]), length))
            }
        }
    }

    /// Binds the median: the middle value, or the mean of the two middle values.
    fn median(
        &mut self,
        distinct: bool,
        of: &Expression,
        at: Position,
        context: &mut ExpressionContext<'_>,
    ) -> Result<TypedExpr> {
        let value = self.summed_up(of, context)?;
        if value.kind() == Kind::Text {
            return Err(of_numbers("median", at));
        }
        // The median function of DataFusion skips NULL.
        let is_missing = value.is_missing();
        let value = value.into_value().map_err(refused(at))?;
        let there = when(is_missing, lit(ScalarValue::Float64(None))).otherwise(value);
        let there = there.map_err(refused(at))?;
        let id = self.add_aggregate(median_udaf(), "median", distinct, there, at, context)?;
        let value = coalesce(vec![column(&id), missing(Kind::Number)]);
        Ok(TypedExpr::Number(value))
    }

    /// Binds the argument of a summary function, in which no other one is allowed.
    fn summed_up(&mut self, of: &Expression, context: &ExpressionContext<'_>) -> Result<TypedExpr> {
        let mut rows = ExpressionContext {
            items: context.items,
            ..ExpressionContext::of_rows(context.scope, context.outer, SUMMED_UP)
        };
        self.expression(of, &mut rows)
    }

    /// Returns the plan's name of a summary function's value, which is computed once for all its uses.
    fn add_aggregate(
        &mut self,
        function: Arc<AggregateUDF>,
        name: &str,
        distinct: bool,
        of: Expr,
        at: Position,
        context: &mut ExpressionContext<'_>,
    ) -> Result<String> {
        let Some(aggregates) = context.aggregates.as_deref_mut() else {
            let name = name.to_ascii_uppercase();
            let text = format!("Summary functions such as {name} cannot stand in {}.", context.clause);
            return Err(Diagnostic::error(at, text).with_hint(match context.clause {
                SUMMED_UP => "the query in FROM can summarize first",
                _ => "HAVING chooses among groups",
            }));
        };
        let same = aggregates
            .iter()
            .find(|known| known.function == function && known.distinct == distinct && known.of == of);
        if let Some(known) = same {
            return Ok(known.id.clone());
        }
        let id = self.id();
        aggregates.push(Aggregate {
            id: id.clone(),
            function,
            distinct,
            of,
        });
        Ok(id)
    }
}

fn of_numbers(name: &str, at: Position) -> Diagnostic {
    let name = name.to_ascii_uppercase();
    Diagnostic::error(at, format!("The {name} summary function requires a numeric argument."))
}
