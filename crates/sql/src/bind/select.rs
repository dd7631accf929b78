//! Queries: SELECT with its clauses.

use datafusion::common::tree_node::TreeNode;
use datafusion::logical_expr::utils::{conjunction, split_conjunction_owned};
use datafusion::logical_expr::{Expr, LogicalPlan, LogicalPlanBuilder};
use feedrate_language::tree::{
    Expression, ExpressionKind, Modifiers, OrderBy, OrderKey, Query, QueryBody, Select, SelectItem, SqlExpression,
};
use feedrate_language::{Diagnostic, Position};
use feedrate_values::{Kind, Spec};

use super::aggregates::{Aggregate, is_aggregate};
use super::expression::{ExpressionContext, Item, NamedItems, find_item};
use super::finish::Ties;
use super::order::column_at;
use super::relation::{Attributes, OutputColumn, Relation, column};
use super::scope::{Scope, ScopeColumn};
use super::{Binder, OuterScopes, Purpose, Result, refused};
use crate::function;
use crate::typed::TypedExpr;

/// A selected column and its value.
#[derive(Clone)]
pub(super) struct SelectedColumn {
    pub column: OutputColumn,
    pub value: TypedExpr,
}

/// The clauses of a SELECT, bound.
pub(super) struct BoundSelect {
    pub selected: Vec<SelectedColumn>,
    pub groups: Vec<Expr>,
    pub having: Option<Expr>,
    /// The keys of ORDER BY, and whether each is descending.
    pub keys: Vec<(Expr, bool)>,
    /// True if GROUP BY is used without summary functions, so that no note on it is needed.
    pub is_of_groups: bool,
    pub aggregates: Vec<Aggregate>,
}

/// Returns the column name if the expression is a bare name.
pub(super) fn name_of(expression: &Expression) -> Option<String> {
    match &expression.kind {
        ExpressionKind::Name(name) => Some(name.clone()),
        ExpressionKind::Sql(sql) => match &**sql {
            SqlExpression::Column { column, .. } | SqlExpression::Calculated(column) => Some(column.text.clone()),
            _ => None,
        },
        _ => None,
    }
}

impl Binder<'_> {
    /// Binds a query with its ORDER BY.
    pub(super) fn query(&mut self, query: &Query, purpose: Purpose, outer: &OuterScopes<'_>) -> Result<Relation> {
        match &query.body {
            QueryBody::Select(select) => self.select(select, &query.order, purpose, outer),
            combined if query.order.is_empty() => self.combined(combined, purpose, outer),
            combined => {
                let inner = match purpose {
                    Purpose::Given => Purpose::Read,
                    other => other,
                };
                let relation = self.combined(combined, inner, outer)?;
                self.ordered_by_columns(relation, &query.order, purpose)
            }
        }
    }

    /// Binds a SELECT. Its rows are in the order of ORDER BY, or without that in the order of its table or groups.
    pub(super) fn select(
        &mut self,
        select: &Select,
        order: &[OrderBy],
        purpose: Purpose,
        outer: &OuterScopes<'_>,
    ) -> Result<Relation> {
        let at = select.at;
        let refused = refused(at);
        let from = self.from(&select.from, at, outer)?;
        let (mut plan, scope) = (from.plan, from.scope);
        let (mut bound, condition) = self.clauses(select, order, &scope, outer)?;
        if let Some(condition) = condition {
            plan = filtered(plan, condition).map_err(&refused)?;
        }
        let own_order = scope.tables.iter().flat_map(|table| &table.order);
        let own_order = own_order.map(|(id, descending)| (column(id), *descending));
        let mut ties: Vec<_> = own_order.collect();
        let mut is_joined = scope.tables.len() > 1 || scope.tables.iter().any(|own| own.is_joined);
        is_joined &= order.is_empty() && bound.groups.is_empty() && !select.distinct;
        if is_joined && !self.limits.joined_in_order {
            ties.clear();
        }
        if !bound.aggregates.is_empty() {
            let grouped = self.grouped(plan, &mut bound, at)?;
            plan = grouped.plan;
            let groups = grouped.order.into_iter().map(|group| (group, false));
            ties = match grouped.is_remerged {
                true => groups.chain(ties).collect(),
                false => groups.collect(),
            };
            is_joined &= grouped.is_remerged;
        } else if !bound.groups.is_empty() {
            self.warning(
                at,
                "A GROUP BY clause has been transformed into an ORDER BY clause because neither the SELECT clause \
                 nor the optional HAVING clause of the associated table-expression referenced a summary function.",
            );
            if order.is_empty() {
                bound.is_of_groups = true;
                bound.keys = bound.groups.drain(..).map(|group| (group, false)).collect();
            }
        }
        if let Some(having) = bound.having.take() {
            plan = filtered(plan, having).map_err(&refused)?;
        }
        let ties = Ties { keys: ties, is_joined };
        self.finish(plan, bound, select.distinct, ties, purpose, at)
    }

    /// Binds SELECT, WHERE, GROUP BY, HAVING and ORDER BY; returns the condition of WHERE separately.
    fn clauses(
        &mut self,
        select: &Select,
        order: &[OrderBy],
        scope: &Scope,
        outer: &OuterScopes<'_>,
    ) -> Result<(BoundSelect, Option<Expr>)> {
        let mut aggregates = Vec::new();
        let (mut selected, mut items) = (Vec::new(), Vec::new());
        for item in &select.items {
            self.item(item, scope, outer, &mut selected, &mut items, &mut aggregates)?;
        }
        let before = aggregates.len();
        let mut of_rows = ExpressionContext {
            items: &items,
            named: NamedItems::Renamed,
            ..ExpressionContext::of_rows(scope, outer, "WHERE")
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
            let mut context = ExpressionContext {
                items: &items,
                named: NamedItems::All,
                ..ExpressionContext::of_rows(scope, outer, "GROUP BY")
            };
            let value = match group.kind {
                ExpressionKind::Number(number) if number >= 1.0 && number.fract() == 0.0 => {
                    let columns: Vec<_> = selected.iter().map(|one: &SelectedColumn| one.column.clone()).collect();
                    let found = column_at(&columns, number as u64, group.at)?;
                    let found = selected.iter().find(|one| one.column.id == found.id);
                    found.map_or_else(|| TypedExpr::number(number), |found| found.value.clone())
                }
                _ => self.expression(group, &mut context)?,
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
        let mut context = ExpressionContext {
            scope,
            outer,
            items: &items,
            named: NamedItems::All,
            aggregates: Some(&mut aggregates),
            clause: "HAVING",
        };
        let having = match &select.having {
            Some(having) => Some(self.condition(having, &mut context)?),
            None => None,
        };
        let mut keys = Vec::new();
        for OrderBy { key, descending, at } in order {
            let value = match key {
                OrderKey::Position(number) => {
                    let columns: Vec<_> = selected.iter().map(|one| one.column.clone()).collect();
                    let id = column_at(&columns, *number, *at)?.id.clone();
                    let found = selected.iter().find(|one| one.column.id == id);
                    found.map_or_else(|| TypedExpr::number(0.0), |found| found.value.clone())
                }
                // A bare name refers to a selected item before it refers to a column.
                OrderKey::Value(value) => match &value.kind {
                    ExpressionKind::Name(name) => {
                        match find_item(&context, name).or_else(|| only_selected(&selected, name)) {
                            Some(item) => item,
                            None => self.expression(value, &mut context)?,
                        }
                    }
                    _ => self.expression(value, &mut context)?,
                },
            };
            keys.push((value.into_value().map_err(refused(*at))?, *descending));
        }
        let bound = BoundSelect {
            selected,
            groups,
            having,
            keys,
            is_of_groups: false,
            aggregates,
        };
        Ok((bound, condition))
    }

    fn item(
        &mut self,
        item: &SelectItem,
        scope: &Scope,
        outer: &OuterScopes<'_>,
        selected: &mut Vec<SelectedColumn>,
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
                let mut context = ExpressionContext {
                    scope,
                    outer,
                    items: items.as_slice(),
                    named: NamedItems::None,
                    aggregates: Some(aggregates),
                    clause: "SELECT",
                };
                let bound = self.expression(value, &mut context)?;
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
                selected.push(SelectedColumn {
                    column: OutputColumn {
                        name,
                        id: self.id(),
                        attributes,
                        is_summary: is_summary(value),
                        at: value.at,
                    },
                    value: bound,
                });
            }
        }
        Ok(())
    }

    fn whole(&mut self, own: &ScopeColumn, at: Position) -> SelectedColumn {
        let value = TypedExpr::column(column(&own.id), own.attributes.kind, own.attributes.length);
        SelectedColumn {
            column: OutputColumn {
                name: own.name.clone(),
                id: self.id(),
                attributes: own.attributes.clone(),
                is_summary: false,
                at,
            },
            value,
        }
    }
}

/// Returns the rows for which a condition holds.
///
/// A conjunct that names no column must not be pushed below an aggregation without groups, as the planner would do:
/// such an aggregation also has a row for no rows.
pub(super) fn filtered(plan: LogicalPlan, condition: Expr) -> datafusion::common::Result<LogicalPlan> {
    let first = plan.schema().columns().into_iter().next();
    let parts = split_conjunction_owned(condition).into_iter().map(|part| {
        let has_query = part.exists(|part| Ok(matches!(part, Expr::ScalarSubquery(_))))?;
        Ok(match &first {
            Some(first) if has_query && part.column_refs().is_empty() => {
                function::opaque_beside(part, Expr::Column(first.clone()))
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

/// Returns the value of the only selected column of that name, such as those that `a.*` stands for.
fn only_selected(selected: &[SelectedColumn], name: &str) -> Option<TypedExpr> {
    let is_called = |one: &&SelectedColumn| one.column.name.eq_ignore_ascii_case(name);
    let mut found = selected.iter().filter(is_called);
    match (found.next(), found.next()) {
        (Some(one), None) => Some(one.value.clone()),
        _ => None,
    }
}

/// Returns whether an expression is only a summary function.
fn is_summary(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Call { name, arguments } => is_aggregate(name, arguments),
        ExpressionKind::Sql(sql) => matches!(**sql, SqlExpression::CountRows | SqlExpression::Distinct { .. }),
        _ => false,
    }
}

/// Returns whether an expression contains a summary.
fn names_any(expression: &Expr, aggregates: &[Aggregate]) -> bool {
    let columns = expression.column_refs();
    columns
        .iter()
        .any(|column| aggregates.iter().any(|aggregate| aggregate.id == column.name))
}

/// Returns the column if the expression is only a column.
fn plain<'s>(value: &TypedExpr, scope: &'s Scope) -> Option<&'s ScopeColumn> {
    let (TypedExpr::Number(Expr::Column(column)) | TypedExpr::Text(Expr::Column(column), _)) = value else {
        return None;
    };
    let mut columns = scope.tables.iter().flat_map(|table| &table.columns);
    columns.find(|own| own.id == column.name)
}

/// Applies LABEL=, FORMAT=, INFORMAT= and LENGTH= of a column.
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
