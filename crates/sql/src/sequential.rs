//! Plans that are executed one after the other.

use datafusion::common::Result;
use datafusion::logical_expr::{LogicalPlan, LogicalPlanBuilder};

/// Returns the plans to execute one after the other if the query concatenates the rows of several ordered queries,
/// whose rows would mix if they were executed at once. Returns `None` if there is only one.
pub(crate) fn sequential_plans(plan: &LogicalPlan) -> Result<Option<Vec<LogicalPlan>>> {
    let within = |input: &LogicalPlan, around: &dyn Fn(LogicalPlanBuilder) -> BuilderResult| {
        let Some(parts) = sequential_plans(input)? else {
            return Ok(None);
        };
        let parts = parts
            .into_iter()
            .map(|part| around(LogicalPlanBuilder::from(part))?.build());
        parts.collect::<Result<_, _>>().map(Some)
    };
    match plan {
        LogicalPlan::Union(union) => {
            let mut parts = Vec::with_capacity(union.inputs.len());
            for input in &union.inputs {
                match sequential_plans(input)? {
                    Some(several) => parts.extend(several),
                    None => parts.push(LogicalPlan::clone(input)),
                }
            }
            Ok(Some(parts))
        }
        LogicalPlan::Projection(own) => within(&own.input, &|part| part.project(own.expr.iter().cloned())),
        LogicalPlan::Filter(own) => within(&own.input, &|part| part.filter(own.predicate.clone())),
        _ => Ok(None),
    }
}

type BuilderResult = Result<LogicalPlanBuilder>;
