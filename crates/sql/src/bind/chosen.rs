//! Data set options of views and dictionary tables.

use datafusion::arrow::datatypes::DataType;
use datafusion::common::tree_node::TreeNode;
use datafusion::logical_expr::{BinaryExpr, Expr, ExprSchemable, LogicalPlan, LogicalPlanBuilder, Operator};
use feedrate_language::tree::{DataSet, DataSetOption, Name, OptionValue};

use super::context::ExpressionContext;
use super::from::From;
use super::select::filtered;
use super::{Binder, Result, refused};

impl Binder<'_> {
    /// Binds a data set with WHERE= that is read on a cluster, where the plan evaluates the condition. Returns `None`
    /// if reading it evaluates the condition: if FIRSTOBS= or OBS= count the rows that satisfy it, if it names
    /// variables that are not kept, or if it asks which of two character values is less: WHERE takes the shorter one to
    /// go on with blanks, and PROC SQL does not.
    pub(super) fn filtered_on_cluster(&mut self, data_set: &DataSet, alias: Option<&Name>) -> Result<Option<From>> {
        let is_condition = |option: &DataSetOption| matches!(option.value, OptionValue::Condition(_));
        let counts = ["OBS", "FIRSTOBS"];
        let options = &data_set.options;
        let library = data_set.library.as_ref().map(|library| library.text.to_uppercase());
        let is_on_cluster = library.is_some_and(|library| self.catalog.is_on_cluster(&library));
        if !is_on_cluster
            || !options.iter().any(is_condition)
            || options.iter().any(|option| counts.contains(&option.name.as_str()))
            || self.limits.inobs.is_some()
            || self.options.last_observation.is_some()
            || self.options.first_observation > 1
        {
            return Ok(None);
        }
        let (conditions, others) = options.iter().cloned().partition(is_condition);
        let conditions: Vec<DataSetOption> = conditions;
        let bare = DataSet {
            options: others,
            ..data_set.clone()
        };
        let (sources, diagnostics) = (self.sources.len(), self.diagnostics.len());
        let mut from = self.table(&bare, alias)?;
        for option in &conditions {
            let OptionValue::Condition(condition) = &option.value else {
                continue;
            };
            let mut context = ExpressionContext::of_rows(&from.scope, &[], "WHERE=");
            let holds = self.condition(condition, &mut context).ok();
            let holds = holds.filter(|holds| !orders_text(holds, &from.plan));
            let Some(holds) = holds else {
                self.sources.truncate(sources);
                self.diagnostics.truncate(diagnostics);
                return Ok(None);
            };
            let refused = refused(data_set.member.at);
            from.plan = filtered(from.plan, holds).map_err(refused)?;
        }
        Ok(Some(from))
    }

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
        let names: Vec<_> = names.map(|own| (own.name.as_str(), own.attributes.kind)).collect();
        let (chosen, diagnostics) = feedrate_lower::chosen(&names, options, self.catalog, self.options);
        self.keep(diagnostics)?;
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
                .and_then(|plan| plan.limit(in_places(skipped), fetch.map(in_places))?.build());
            from.plan = limited.map_err(&refused)?;
        }
        Ok(from)
    }
}

/// Returns whether a condition on rows of a plan compares character values by their order. What cannot be told counts
/// as such.
fn orders_text(holds: &Expr, plan: &LogicalPlan) -> bool {
    let is_such = |part: &Expr| {
        let Expr::BinaryExpr(BinaryExpr { left, op, .. }) = part else {
            return Ok(false);
        };
        use Operator::{Gt, GtEq, Lt, LtEq};
        let orders = matches!(op, Lt | LtEq | Gt | GtEq);
        Ok(orders && left.get_type(plan.schema())? != DataType::Float64)
    };
    holds.exists(is_such).unwrap_or(true)
}
