//! Summary functions.

use std::sync::Arc;

use datafusion::common::ScalarValue;
use datafusion::functions::expr_fn::{coalesce, nullif};
use datafusion::functions_aggregate::count::count_udaf;
use datafusion::functions_aggregate::median::median_udaf;
use datafusion::functions_aggregate::min_max::{max_udaf, min_udaf};
use datafusion::logical_expr::expr::AggregateFunction;
use datafusion::logical_expr::{AggregateUDF, Expr, lit, when};
use feedrate_language::tree::{CallArgument, Expression};
use feedrate_language::{Diagnostic, Position};
use feedrate_values::Kind;

use super::expression::{NamedItems, Place, is_missing};
use super::relation::column;
use super::{Binder, Result, refused};
use crate::aggregate::Statistic;
use crate::typed::{Typed, count_as_number, missing, number_literal, text_literal};

/// What the clause is called in which a summary function has its argument.
const SUMMED_UP: &str = "a summary function";

/// A summary function of a query.
#[derive(Clone, Debug)]
pub(super) struct Aggregate {
    /// What the plan calls its value.
    pub id: String,
    pub function: Arc<AggregateUDF>,
    pub distinct: bool,
    pub of: Expr,
}

impl Aggregate {
    /// As an expression of an aggregation.
    pub(super) fn call(&self) -> Expr {
        let arguments = vec![self.of.clone()];
        let function = Arc::clone(&self.function);
        let call =
            AggregateFunction::new_udf(function, arguments, self.distinct, None, Vec::new(), None);
        Expr::AggregateFunction(call)
    }
}

/// Whether a call is that of a summary function: one of these of one argument. Of several, it is a function of the
/// row.
pub(super) fn is_aggregate(name: &str, arguments: &[CallArgument]) -> bool {
    matches!(arguments, [CallArgument::One(_)])
        && (Statistic::named(name).is_some() || is_median(name))
}

/// What is known of values one by one does not tell their median, which has a function of its own.
fn is_median(name: &str) -> bool {
    name.eq_ignore_ascii_case("median")
}

impl Binder<'_> {
    /// A summary function; `None` for another call.
    pub(super) fn aggregate_call(
        &mut self,
        name: &str,
        arguments: &[CallArgument],
        at: Position,
        place: &mut Place<'_>,
    ) -> Result<Option<Typed>> {
        if let [CallArgument::One(of)] = arguments
            && is_median(name)
        {
            return self.median(false, of, at, place).map(Some);
        }
        let (Some(statistic), [CallArgument::One(of)]) = (Statistic::named(name), arguments) else {
            return Ok(None);
        };
        self.aggregate(statistic, name, false, of, at, place)
            .map(Some)
    }

    /// `count(distinct x)` and the like.
    pub(super) fn aggregate_of_distinct(
        &mut self,
        name: &str,
        of: &Expression,
        at: Position,
        place: &mut Place<'_>,
    ) -> Result<Typed> {
        match Statistic::named(name) {
            Some(statistic) => self.aggregate(statistic, name, true, of, at, place),
            None if is_median(name) => self.median(true, of, at, place),
            None => Err(Diagnostic::error(
                at,
                format!("{name} is no summary function, and takes no DISTINCT"),
            )),
        }
    }

    /// `count(*)`.
    pub(super) fn count_rows(&mut self, at: Position, place: &mut Place<'_>) -> Result<Typed> {
        let function = Statistic::N.function();
        let id = self.add_aggregate(function, "count", false, number_literal(1.0), at, place)?;
        Ok(Typed::Number(column(&id)))
    }

    fn aggregate(
        &mut self,
        statistic: Statistic,
        name: &str,
        distinct: bool,
        of: &Expression,
        at: Position,
        place: &mut Place<'_>,
    ) -> Result<Typed> {
        let value = self.summed_up(of, place)?;
        let (kind, length) = (value.kind(), value.length());
        if kind == Kind::Text && !statistic.takes_text() {
            return Err(of_numbers(name, at));
        }
        let of = value.into_value().map_err(refused(at))?;
        let blank = text_literal(b"");
        match (kind, statistic) {
            (Kind::Number, _) => {
                let id = self.add_aggregate(statistic.function(), name, distinct, of, at, place)?;
                Ok(Typed::Number(column(&id)))
            }
            (Kind::Text, Statistic::N) if distinct => {
                let of = nullif(of, blank);
                let id = self.add_aggregate(count_udaf(), name, true, of, at, place)?;
                Ok(Typed::Number(count_as_number(column(&id))))
            }
            (Kind::Text, Statistic::N | Statistic::Nmiss) => {
                let there =
                    when(of.eq(blank), missing(Kind::Number)).otherwise(number_literal(1.0));
                let there = there.map_err(refused(at))?;
                let id =
                    self.add_aggregate(statistic.function(), name, distinct, there, at, place)?;
                Ok(Typed::Number(column(&id)))
            }
            (Kind::Text, _) => {
                let function = match statistic {
                    Statistic::Min => min_udaf(),
                    _ => max_udaf(),
                };
                let id = self.add_aggregate(
                    function,
                    name,
                    false,
                    nullif(of, blank.clone()),
                    at,
                    place,
                )?;
                Ok(Typed::Text(coalesce(vec![column(&id), blank]), length))
            }
        }
    }

    /// The middle value, or between two the middle of these.
    fn median(
        &mut self,
        distinct: bool,
        of: &Expression,
        at: Position,
        place: &mut Place<'_>,
    ) -> Result<Typed> {
        let value = self.summed_up(of, place)?;
        if value.kind() == Kind::Text {
            return Err(of_numbers("median", at));
        }
        // The planner's own passes NULL over.
        let is_missing = is_missing(value.clone());
        let value = value.into_value().map_err(refused(at))?;
        let there = when(is_missing, lit(ScalarValue::Float64(None))).otherwise(value);
        let there = there.map_err(refused(at))?;
        let id = self.add_aggregate(median_udaf(), "median", distinct, there, at, place)?;
        let value = coalesce(vec![column(&id), missing(Kind::Number)]);
        Ok(Typed::Number(value))
    }

    /// What a summary is of, in which there is none.
    fn summed_up(&mut self, of: &Expression, place: &Place<'_>) -> Result<Typed> {
        let mut rows = Place {
            scope: place.scope,
            outer: place.outer,
            items: place.items,
            named: NamedItems::None,
            aggregates: None,
            clause: SUMMED_UP,
        };
        self.expression(of, &mut rows)
    }

    /// What the plan calls the value of a summary function, which is computed once wherever it stands.
    fn add_aggregate(
        &mut self,
        function: Arc<AggregateUDF>,
        name: &str,
        distinct: bool,
        of: Expr,
        at: Position,
        place: &mut Place<'_>,
    ) -> Result<String> {
        let Some(aggregates) = place.aggregates.as_deref_mut() else {
            let name = name.to_ascii_uppercase();
            let text = format!(
                "Summary functions such as {name} cannot stand in {}.",
                place.clause
            );
            return Err(Diagnostic::error(at, text).with_hint(match place.clause {
                SUMMED_UP => "the query in FROM can summarize first",
                _ => "HAVING chooses among groups",
            }));
        };
        let same = aggregates.iter().find(|known| {
            known.function == function && known.distinct == distinct && known.of == of
        });
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
    Diagnostic::error(
        at,
        format!("The {name} summary function requires a numeric argument."),
    )
}
