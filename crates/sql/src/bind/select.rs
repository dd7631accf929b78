//! Queries: SELECT with its clauses.

use datafusion::common::tree_node::{Transformed, TreeNode, TreeNodeRecursion};
use datafusion::logical_expr::expr::WindowFunction;
use datafusion::logical_expr::utils::{conjunction, split_conjunction_owned};
use datafusion::logical_expr::{
    Expr, ExprFunctionExt, LogicalPlan, LogicalPlanBuilder, SortExpr, WindowFunctionDefinition,
};
use feedrate_program::tree::{
    Expression, ExpressionKind, Modifiers, OrderBy, OrderKey, Query, QueryBody, Select, SelectItem,
    SqlExpression,
};
use feedrate_program::{Diagnostic, Position};
use feedrate_values::{Kind, Spec};

use super::aggregates::Aggregate;
use super::expression::{Item, NamedItems, Place, find_item};
use super::order::{column_at, sort_key};
use super::relation::{Attributes, OutputColumn, Relation, column};
use super::scope::{Scope, ScopeColumn};
use super::{Binder, Outer, Result, refused};
use crate::function;
use crate::typed::Typed;

/// A column of SELECT with its value.
#[derive(Clone)]
struct Selected {
    column: OutputColumn,
    value: Typed,
}

/// The clauses of a SELECT, bound.
struct Bound {
    selected: Vec<Selected>,
    groups: Vec<Expr>,
    having: Option<Expr>,
    keys: Vec<(Expr, bool)>,
    aggregates: Vec<Aggregate>,
}

/// The name of an expression that is the bare name of a column.
pub(super) fn name_of(expression: &Expression) -> Option<String> {
    match &expression.kind {
        ExpressionKind::Name(name) => Some(name.clone()),
        ExpressionKind::Sql(sql) => match &**sql {
            SqlExpression::Column { column, .. } | SqlExpression::Calculated(column) => {
                Some(column.text.clone())
            }
            _ => None,
        },
        _ => None,
    }
}

impl Binder<'_> {
    /// A query with its order. That of a query within another has no effect, and is left out.
    pub(super) fn query(&mut self, query: &Query, outer: &Outer<'_>) -> Result<Relation> {
        let is_within = self.within > 0;
        let order: &[OrderBy] = if is_within { &[] } else { &query.order };
        self.within += 1;
        let relation = match &query.body {
            QueryBody::Select(select) => self.select(select, order, !is_within, outer),
            combined => self
                .combined(combined, outer)
                .and_then(|relation| match is_within {
                    true => Ok(relation),
                    false => self.ordered_by_columns(relation, order),
                }),
        };
        self.within -= 1;
        relation
    }

    /// A SELECT, in the order that is asked for; or `in_order` without that, in the order of its table or groups.
    pub(super) fn select(
        &mut self,
        select: &Select,
        order: &[OrderBy],
        in_order: bool,
        outer: &Outer<'_>,
    ) -> Result<Relation> {
        let at = select.at;
        let refused = refused(at);
        let from = self.from(&select.from, at, outer)?;
        let (mut plan, scope) = (from.plan, from.scope);
        let (mut bound, condition) = self.clauses(select, order, &scope, outer)?;
        if let Some(condition) = condition {
            plan = filtered(plan, condition).map_err(&refused)?;
        }
        let mut ties: Vec<Expr> = match scope.tables.as_slice() {
            [only] => only.row_id.as_deref().map(column).into_iter().collect(),
            several if !order.is_empty() => {
                let ids = several.iter().filter_map(|table| table.row_id.as_deref());
                ids.map(column).collect()
            }
            _ => Vec::new(),
        };
        if !bound.aggregates.is_empty() {
            let (grouped, groups) = self.grouped(plan, &mut bound, at)?;
            plan = grouped;
            if let Some(groups) = groups {
                ties = groups;
            }
        } else if !bound.groups.is_empty() {
            self.warning(
                at,
                "A GROUP BY clause has been transformed into an ORDER BY clause because neither the SELECT clause \
                 nor the optional HAVING clause of the associated table-expression referenced a summary function.",
            );
            if order.is_empty() {
                bound.keys = bound.groups.drain(..).map(|group| (group, false)).collect();
            }
        }
        if let Some(having) = bound.having.take() {
            plan = filtered(plan, having).map_err(&refused)?;
        }
        self.finish(plan, bound, select.distinct, ties, in_order, at)
    }

    /// SELECT, WHERE, GROUP BY, HAVING and ORDER BY, with WHERE apart.
    fn clauses(
        &mut self,
        select: &Select,
        order: &[OrderBy],
        scope: &Scope,
        outer: &Outer<'_>,
    ) -> Result<(Bound, Option<Expr>)> {
        let mut aggregates = Vec::new();
        let (mut selected, mut items) = (Vec::new(), Vec::new());
        for item in &select.items {
            self.item(
                item,
                scope,
                outer,
                &mut selected,
                &mut items,
                &mut aggregates,
            )?;
        }
        let before = aggregates.len();
        let mut of_rows = Place {
            items: &items,
            named: NamedItems::Renamed,
            ..Place::of_rows(scope, outer, "WHERE")
        };
        let condition = match &select.condition {
            Some(condition) => {
                let bound = self.condition(condition, &mut of_rows)?;
                if names_any(&bound, &aggregates[..before]) {
                    return Err(Diagnostic::error(
                        condition.at,
                        "Summary functions cannot stand in WHERE, and CALCULATED names one.",
                    )
                    .with_hint("HAVING chooses among groups"));
                }
                Some(bound)
            }
            None => None,
        };
        let mut groups = Vec::new();
        for group in &select.group {
            let mut place = Place {
                items: &items,
                named: NamedItems::All,
                ..Place::of_rows(scope, outer, "GROUP BY")
            };
            let value = match group.kind {
                ExpressionKind::Number(number) if number >= 1.0 && number.fract() == 0.0 => {
                    let columns: Vec<_> = selected
                        .iter()
                        .map(|one: &Selected| one.column.clone())
                        .collect();
                    let found = column_at(&columns, number as u64, group.at)?;
                    let found = selected.iter().find(|one| one.column.id == found.id);
                    found.map_or_else(|| Typed::number(number), |found| found.value.clone())
                }
                _ => self.expression(group, &mut place)?,
            };
            let value = value.into_value().map_err(refused(group.at))?;
            if names_any(&value, &aggregates) {
                return Err(Diagnostic::error(
                    group.at,
                    "Summary functions cannot stand in GROUP BY.",
                ));
            }
            groups.push(value);
        }
        let mut place = Place {
            scope,
            outer,
            items: &items,
            named: NamedItems::All,
            aggregates: Some(&mut aggregates),
            clause: "HAVING",
        };
        let having = match &select.having {
            Some(having) => Some(self.condition(having, &mut place)?),
            None => None,
        };
        let mut keys = Vec::new();
        for OrderBy {
            key,
            descending,
            at,
        } in order
        {
            let value = match key {
                OrderKey::Place(number) => {
                    let columns: Vec<_> = selected.iter().map(|one| one.column.clone()).collect();
                    let id = column_at(&columns, *number, *at)?.id.clone();
                    let found = selected.iter().find(|one| one.column.id == id);
                    found.map_or_else(|| Typed::number(0.0), |found| found.value.clone())
                }
                // A name alone is that of what is selected before it is that of a column.
                OrderKey::Value(value) => match &value.kind {
                    ExpressionKind::Name(name) => match find_item(&place, name) {
                        Some(item) => item,
                        None => self.expression(value, &mut place)?,
                    },
                    _ => self.expression(value, &mut place)?,
                },
            };
            keys.push((value.into_value().map_err(refused(*at))?, *descending));
        }
        let bound = Bound {
            selected,
            groups,
            having,
            keys,
            aggregates,
        };
        Ok((bound, condition))
    }

    fn item(
        &mut self,
        item: &SelectItem,
        scope: &Scope,
        outer: &Outer<'_>,
        selected: &mut Vec<Selected>,
        items: &mut Vec<Item>,
        aggregates: &mut Vec<Aggregate>,
    ) -> Result<()> {
        match item {
            SelectItem::All(at) => {
                if scope.tables.is_empty() {
                    return Err(Diagnostic::error(
                        *at,
                        "`*` stands for the columns of FROM, and there is none",
                    ));
                }
                if self.limits.feedback {
                    let names: Vec<String> = scope.all().map(|own| scope.shown(own)).collect();
                    let text = format!("* stands for {}", names.join(", "));
                    self.note(*at, &text);
                }
                for own in scope.all() {
                    selected.push(self.whole(own, *at));
                }
            }
            SelectItem::AllOf(table) => {
                let Some(found) = scope.table(&table.text) else {
                    return Err(Diagnostic::error(
                        table.at,
                        format!("there is no table {} in FROM", table.text),
                    ));
                };
                for own in &found.columns {
                    selected.push(self.whole(own, table.at));
                }
            }
            SelectItem::Value {
                value,
                alias,
                modifiers,
            } => {
                let mut place = Place {
                    scope,
                    outer,
                    items: items.as_slice(),
                    named: NamedItems::None,
                    aggregates: Some(aggregates),
                    clause: "SELECT",
                };
                let bound = self.expression(value, &mut place)?;
                let mut attributes = match plain(&bound, scope) {
                    Some(own) => own.attributes.clone(),
                    None => Attributes::of(&bound),
                };
                modify(&mut attributes, modifiers)?;
                let name = match alias {
                    Some(alias) => alias.text.clone(),
                    None => match plain(&bound, scope) {
                        Some(own) => own.name.clone(),
                        None => String::new(),
                    },
                };
                if !name.is_empty() {
                    items.push(Item {
                        name: name.clone(),
                        value: bound.clone(),
                    });
                }
                selected.push(Selected {
                    column: OutputColumn {
                        name,
                        id: self.id(),
                        attributes,
                        at: value.at,
                    },
                    value: bound,
                });
            }
        }
        Ok(())
    }

    fn whole(&mut self, own: &ScopeColumn, at: Position) -> Selected {
        let value = Typed::column(column(&own.id), own.attributes.kind, own.attributes.length);
        Selected {
            column: OutputColumn {
                name: own.name.clone(),
                id: self.id(),
                attributes: own.attributes.clone(),
                at,
            },
            value,
        }
    }

    /// The rows of groups, or each row with the summaries of its group where more than these is asked for. In the
    /// first case with the columns by which the groups are told apart.
    fn grouped(
        &mut self,
        plan: LogicalPlan,
        bound: &mut Bound,
        at: Position,
    ) -> Result<(LogicalPlan, Option<Vec<Expr>>)> {
        let refused = refused(at);
        let ids: Vec<String> = bound.groups.iter().map(|_| self.id()).collect();
        let by_group = |value: &Expr| -> Result<Expr> {
            let replaced = value.clone().transform_down(|part| {
                let group = bound.groups.iter().position(|group| *group == part);
                Ok(match group {
                    Some(group) => {
                        Transformed::new(column(&ids[group]), true, TreeNodeRecursion::Jump)
                    }
                    None => Transformed::no(part),
                })
            });
            Ok(replaced.map_err(&refused)?.data)
        };
        let known = |value: &Expr| {
            let columns = value.column_refs();
            columns.iter().all(|column| {
                ids.contains(&column.name)
                    || bound
                        .aggregates
                        .iter()
                        .any(|aggregate| aggregate.id == column.name)
            })
        };
        let mut selected = Vec::with_capacity(bound.selected.len());
        for one in &bound.selected {
            let value = one.value.clone().into_value().map_err(&refused)?;
            selected.push(by_group(&value)?);
        }
        let having = bound.having.as_ref().map(&by_group).transpose()?;
        let keys = bound
            .keys
            .iter()
            .map(|(key, descending)| Ok((by_group(key)?, *descending)))
            .collect::<Result<Vec<_>>>()?;
        let all = selected
            .iter()
            .chain(&having)
            .chain(keys.iter().map(|(key, _)| key));
        if !all.into_iter().all(known) {
            self.note(
                at,
                "The query requires remerging summary statistics back with the original data.",
            );
            return Ok((remerged(plan, bound).map_err(&refused)?, None));
        }
        let groups = bound
            .groups
            .iter()
            .zip(&ids)
            .map(|(group, id)| group.clone().alias(id));
        let aggregates = bound
            .aggregates
            .iter()
            .map(|aggregate| aggregate.call().alias(&aggregate.id));
        let plan = LogicalPlanBuilder::from(plan)
            .aggregate(groups, aggregates)
            .and_then(LogicalPlanBuilder::build)
            .map_err(&refused)?;
        for (one, value) in bound.selected.iter_mut().zip(selected) {
            one.value = Typed::column(value, one.value.kind(), one.value.length());
        }
        bound.having = having;
        bound.keys = keys;
        Ok((plan, Some(ids.iter().map(|id| column(id)).collect())))
    }

    /// The columns of SELECT, in their order.
    fn finish(
        &mut self,
        plan: LogicalPlan,
        bound: Bound,
        distinct: bool,
        ties: Vec<Expr>,
        in_order: bool,
        at: Position,
    ) -> Result<Relation> {
        let refused = refused(at);
        let mut values = Vec::with_capacity(bound.selected.len());
        for one in &bound.selected {
            values.push(one.value.clone().into_value().map_err(&refused)?);
        }
        let columns: Vec<OutputColumn> = bound.selected.into_iter().map(|one| one.column).collect();
        let outputs: Vec<Expr> = values
            .iter()
            .zip(&columns)
            .map(|(value, column)| value.clone().alias(&column.id))
            .collect();
        let own: Vec<Expr> = columns.iter().map(|own| column(&own.id)).collect();
        let builder = LogicalPlanBuilder::from(plan);
        let wants_order = in_order || !bound.keys.is_empty();
        let selected = |key: &Expr| values.iter().position(|value| value == key);
        if bound.keys.iter().any(|(key, _)| selected(key).is_none()) {
            let mut text = "The query as specified involves ordering by an item that doesn't appear in its SELECT \
                            clause."
                .to_owned();
            if distinct {
                text += " Since you are ordering the output of a SELECT DISTINCT it may appear that some duplicates \
                         have not been eliminated.";
            }
            self.note(at, &text);
        }
        let plan = if distinct {
            let mut keys: Vec<SortExpr> = Vec::new();
            let mut told_once = outputs;
            for (key, descending) in &bound.keys {
                let key = match selected(key) {
                    Some(found) => own[found].clone(),
                    // Rows that differ in it alone are told once each too.
                    None => {
                        let id = self.id();
                        told_once.push(key.clone().alias(&id));
                        column(&id)
                    }
                };
                keys.push(sort_key(key, *descending));
            }
            keys.extend(own.iter().map(|own| sort_key(own.clone(), false)));
            let has_more = told_once.len() > own.len();
            let once = builder
                .project(told_once)
                .and_then(LogicalPlanBuilder::distinct);
            let sorted = match wants_order {
                true => once.and_then(|plan| plan.sort(keys)),
                false => once,
            };
            match has_more {
                true => sorted.and_then(|plan| plan.project(own)),
                false => sorted,
            }
        } else if wants_order && (!bound.keys.is_empty() || !ties.is_empty()) {
            let mut keys = Vec::new();
            let mut extra = outputs;
            let wanted = bound
                .keys
                .into_iter()
                .chain(ties.into_iter().map(|tie| (tie, false)));
            if has_union(builder.plan()).map_err(&refused)? {
                let (more, by) = self.kept_apart(wanted.collect());
                extra.extend(more);
                keys = by;
            } else {
                for (key, descending) in wanted {
                    let id = self.id();
                    extra.push(key.alias(&id));
                    keys.push(sort_key(column(&id), descending));
                }
            }
            builder
                .project(extra)
                .and_then(|plan| plan.sort(keys))
                .and_then(|plan| plan.project(own))
        } else {
            builder.project(outputs)
        };
        Ok(Relation {
            plan: plan.and_then(LogicalPlanBuilder::build).map_err(&refused)?,
            columns,
        })
    }
}

/// The rows of which a condition holds.
///
/// A part of it that names no column is not taken below a summary of all rows, as the planner would do: that has a row
/// also of no rows.
fn filtered(plan: LogicalPlan, condition: Expr) -> datafusion::common::Result<LogicalPlan> {
    let first = plan.schema().columns().into_iter().next();
    let parts = split_conjunction_owned(condition).into_iter().map(|part| {
        let has_query = part.exists(|part| Ok(matches!(part, Expr::ScalarSubquery(_))))?;
        Ok(match &first {
            Some(first) if has_query && part.column_refs().is_empty() => {
                function::kept_beside(part, Expr::Column(first.clone()))
            }
            _ => part,
        })
    });
    let parts = parts.collect::<datafusion::common::Result<Vec<_>>>()?;
    let builder = LogicalPlanBuilder::from(plan);
    match conjunction(parts) {
        Some(condition) => builder.filter(condition)?.build(),
        None => builder.build(),
    }
}

fn has_union(plan: &LogicalPlan) -> datafusion::common::Result<bool> {
    plan.exists(|part| Ok(matches!(part, LogicalPlan::Union(_))))
}

/// Each row with the summaries of its group.
fn remerged(plan: LogicalPlan, bound: &Bound) -> datafusion::common::Result<LogicalPlan> {
    let mut windows = Vec::with_capacity(bound.aggregates.len());
    for aggregate in &bound.aggregates {
        let function = WindowFunctionDefinition::AggregateUDF(aggregate.function.clone());
        let call = Expr::from(WindowFunction::new(function, vec![aggregate.of.clone()]))
            .partition_by(bound.groups.clone());
        let call = match aggregate.distinct {
            true => call.distinct(),
            false => call,
        };
        windows.push(call.build()?.alias(&aggregate.id));
    }
    LogicalPlanBuilder::from(plan).window(windows)?.build()
}

/// Whether an expression names a summary.
fn names_any(expression: &Expr, aggregates: &[Aggregate]) -> bool {
    let columns = expression.column_refs();
    columns.iter().any(|column| {
        aggregates
            .iter()
            .any(|aggregate| aggregate.id == column.name)
    })
}

/// The column that an expression is and nothing more.
fn plain<'s>(value: &Typed, scope: &'s Scope) -> Option<&'s ScopeColumn> {
    let (Typed::Number(Expr::Column(column)) | Typed::Text(Expr::Column(column), _)) = value else {
        return None;
    };
    let mut columns = scope.tables.iter().flat_map(|table| &table.columns);
    columns.find(|own| own.id == column.name)
}

/// LABEL=, FORMAT=, INFORMAT= and LENGTH= of a column.
pub(crate) fn modify(attributes: &mut Attributes, modifiers: &Modifiers) -> Result<()> {
    if let Some(label) = &modifiers.label {
        attributes.label = String::from_utf8_lossy(label).into_owned();
    }
    if let Some((format, at)) = &modifiers.format {
        attributes.format = Some(spec(format, *at)?);
    }
    if let Some((informat, at)) = &modifiers.informat {
        attributes.informat = Some(spec(informat, *at)?);
    }
    if let Some((length, at)) = modifiers.length {
        let (least, most) = match attributes.kind {
            Kind::Number => (3, 8),
            Kind::Text => (1, u64::from(feedrate_dataset::schema::LONGEST_TEXT)),
        };
        if !(least..=most).contains(&length) {
            return Err(Diagnostic::error(
                at,
                format!("the length is to be from {least} to {most} bytes"),
            ));
        }
        attributes.length = length as u32;
    }
    Ok(())
}

fn spec(text: &str, at: Position) -> Result<Spec> {
    text.parse::<Spec>()
        .map_err(|error| Diagnostic::error(at, error.to_string()))
}
