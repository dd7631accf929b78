//! Data set options of views and dictionary tables.

use datafusion::logical_expr::LogicalPlanBuilder;
use feedrate_language::Diagnostic;
use feedrate_language::tree::{DataSet, OptionValue};

use super::expression::ExpressionContext;
use super::from::From;
use super::select::filtered;
use super::{Binder, Result, refused};

impl Binder<'_> {
    /// Applies data set options to the rows of one table: KEEP=, DROP= and RENAME= to its columns, then WHERE=,
    /// FIRSTOBS= and OBS= to its rows.
    pub(super) fn chosen(&mut self, mut from: From, data_set: &DataSet) -> Result<From> {
        let options = &data_set.options;
        let refused = refused(data_set.member.at);
        let [table] = from.scope.tables.as_mut_slice() else {
            return Ok(from);
        };
        if options.is_empty() {
            return Ok(from);
        }
        let names = table.columns.iter();
        let names: Vec<_> = names
            .map(|own| (own.name.as_str(), own.attributes.kind))
            .collect();
        let (chosen, diagnostics) =
            feedrate_lower::chosen(&names, options, self.catalog, self.options);
        let (errors, others): (Vec<_>, Vec<_>) =
            diagnostics.into_iter().partition(Diagnostic::is_error);
        self.diagnostics.extend(others);
        if let Some(error) = errors.into_iter().next() {
            return Err(error);
        }
        let left = chosen.columns.iter().filter_map(|(index, name)| {
            let mut own = table.columns.get(*index)?.clone();
            own.name.clone_from(name);
            Some(own)
        });
        table.columns = left.collect();
        let order = table.order.clone();
        for option in options {
            if let OptionValue::Condition(condition) = &option.value {
                let mut context = ExpressionContext::of_rows(&from.scope, &[], "WHERE=");
                let holds = self.condition(condition, &mut context)?;
                from.plan = filtered(from.plan, holds).map_err(&refused)?;
            }
        }
        let skipped = chosen.first.max(1) - 1;
        if skipped > 0 || chosen.last.is_some() {
            let fetch = chosen.last.map(|last| last.saturating_sub(skipped));
            let in_places = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
            let limited = self
                .sorted(LogicalPlanBuilder::from(from.plan), &order)
                .and_then(|plan| {
                    plan.limit(in_places(skipped), fetch.map(in_places))?
                        .build()
                });
            from.plan = limited.map_err(&refused)?;
        }
        Ok(from)
    }
}
