//! FROM: data sets, subqueries and joins.

use std::sync::Arc;

use datafusion::common::{Column, JoinType};
use datafusion::datasource::provider_as_source;
use datafusion::functions::expr_fn::coalesce;
use datafusion::logical_expr::utils::split_conjunction;
use datafusion::logical_expr::{BinaryExpr, Expr, LogicalPlan, LogicalPlanBuilder, Operator, lit};
use feedrate_language::tree::{DataSet, FromItem, Join, JoinKind, Name};
use feedrate_language::{Diagnostic, Position};
use feedrate_program::Slot;

use super::expression::ExpressionContext;
use super::relation::{Attributes, Relation, column};
use super::scope::{Scope, ScopeColumn, ScopeTable};
use super::{Binder, OuterScopes, Purpose, Result, refused};
use crate::scan::{Provider, SourceColumn, TableSource};
use crate::typed::missing;

/// The rows of FROM, and the names of their columns.
pub(super) struct From {
    pub plan: LogicalPlan,
    pub scope: Scope,
}

impl From {
    /// Creates the rows of a query, whose columns may be renamed.
    pub(super) fn of_relation(
        relation: Relation,
        columns: &[Name],
        alias: Option<&Name>,
        at: Position,
    ) -> Result<Self> {
        if !columns.is_empty() && columns.len() != relation.columns.len() {
            return Err(Diagnostic::error(
                at,
                format!(
                    "{} names are given to the {} columns of the query",
                    columns.len(),
                    relation.columns.len()
                ),
            ));
        }
        let named = relation
            .columns
            .into_iter()
            .enumerate()
            .map(|(index, own)| ScopeColumn {
                name: match columns.get(index) {
                    Some(name) => name.text.clone(),
                    None => own.name,
                },
                id: own.id,
                attributes: own.attributes,
                is_hidden: false,
            });
        let table = ScopeTable {
            name: alias.map(|alias| alias.text.clone()),
            whole_name: None,
            columns: named.collect(),
            row_id: None,
            order: relation.order,
            is_joined: relation.is_joined,
        };
        Ok(Self {
            plan: relation.plan,
            scope: Scope { tables: vec![table] },
        })
    }
}

impl Binder<'_> {
    /// Binds FROM; one row without columns if the query has none.
    pub(super) fn from(&mut self, items: &[FromItem], at: Position, outer: &OuterScopes<'_>) -> Result<From> {
        let mut whole: Option<From> = None;
        for item in items {
            let next = self.source(item, outer)?;
            whole = Some(match whole {
                None => next,
                Some(before) => {
                    let plan = LogicalPlanBuilder::from(before.plan)
                        .cross_join(next.plan)
                        .and_then(LogicalPlanBuilder::build)
                        .map_err(refused(at))?;
                    let mut scope = before.scope;
                    scope.tables.extend(next.scope.tables);
                    From { plan, scope }
                }
            });
        }
        match whole {
            Some(whole) => Ok(whole),
            None => Ok(From {
                plan: LogicalPlanBuilder::empty(true).build().map_err(refused(at))?,
                scope: Scope::default(),
            }),
        }
    }

    fn source(&mut self, item: &FromItem, outer: &OuterScopes<'_>) -> Result<From> {
        match item {
            FromItem::Table { data_set, alias } => self.table(data_set, alias.as_ref()),
            FromItem::Query {
                query,
                alias,
                columns,
                at,
            } => {
                let relation = self.query(query, Purpose::Read, outer)?;
                From::of_relation(relation, columns, alias.as_ref(), *at)
            }
            FromItem::Join(join) => self.join(join, outer),
        }
    }

    /// Binds a data set, read as SET in a DATA step reads it.
    pub(super) fn table(&mut self, data_set: &DataSet, alias: Option<&Name>) -> Result<From> {
        if let Some(from) = self.dictionary(data_set, alias)? {
            return self.chosen(from, data_set);
        }
        if let Some(from) = self.view(data_set, alias)? {
            return self.chosen(from, data_set);
        }
        if let Some(from) = self.filtered_on_cluster(data_set, alias)? {
            return Ok(from);
        }
        let at = data_set.member.at;
        let lowered = feedrate_lower::input(data_set, &[], at, self.catalog, self.options);
        let (errors, others): (Vec<_>, Vec<_>) = lowered.diagnostics.into_iter().partition(Diagnostic::is_error);
        self.diagnostics.extend(others);
        if let Some(error) = errors.into_iter().next() {
            return Err(error);
        }
        let mut step = lowered.step;
        if !data_set.options.is_empty() {
            // WHERE= may read macro variables.
            self.shared.keep_symbols(self.symbols);
        }
        self.limit(&mut step);
        let source = step.reads.first().and_then(|read| read.sources.first());
        let Some(source) = source else {
            return Err(Diagnostic::error(at, "there is no such data set"));
        };
        let whole_name = source.data_set.to_string();
        let member = source.data_set.member().to_owned();
        let (mut columns, mut taken) = (Vec::new(), Vec::new());
        for variable in step.vector.variables.iter().filter(|variable| !variable.automatic) {
            let load = source.loads.iter().find(|load| load.slot == variable.slot);
            let Some(load) = load else {
                continue;
            };
            let id = self.id();
            let attributes = Attributes {
                kind: variable.slot.kind(),
                length: match variable.slot {
                    Slot::Number(_) => variable.stored_length,
                    Slot::Text(slot) => slot.length,
                },
                label: variable.label.clone(),
                format: variable.format.clone(),
                informat: variable.informat.clone(),
            };
            taken.push(SourceColumn {
                id: id.clone(),
                kind: attributes.kind,
                column: load.column as usize,
            });
            columns.push(ScopeColumn {
                name: variable.name.clone(),
                id,
                attributes,
                is_hidden: false,
            });
        }
        let row_id = self.id();
        let name = self.id();
        let source = TableSource::new(step, taken, row_id.clone(), Arc::clone(&self.shared));
        let source = Arc::new(source);
        self.sources.push(Arc::clone(&source));
        let provider = provider_as_source(Arc::new(Provider::new(source)));
        // Columns have unique names, so their table need not be named.
        let all = columns.iter().map(|own| own.id.clone()).chain([row_id.clone()]);
        let plan = LogicalPlanBuilder::scan(name.as_str(), provider, None)
            .and_then(|plan| {
                plan.project(
                    all.map(|id| Expr::Column(datafusion::common::Column::new(Some(name.as_str()), &id)).alias(id)),
                )
            })
            .and_then(LogicalPlanBuilder::build)
            .map_err(refused(at))?;
        let table = ScopeTable {
            name: Some(alias.map_or(member, |alias| alias.text.clone())),
            whole_name: alias.is_none().then_some(whole_name),
            columns,
            order: vec![(row_id.clone(), false)],
            row_id: Some(row_id),
            is_joined: false,
        };
        Ok(From {
            plan,
            scope: Scope { tables: vec![table] },
        })
    }

    fn join(&mut self, join: &Join, outer: &OuterScopes<'_>) -> Result<From> {
        let left = self.source(&join.left, outer)?;
        let right = self.source(&join.right, outer)?;
        let refused = refused(join.at);
        let left_tables = left.scope.tables.len();
        let mut scope = left.scope;
        scope.tables.extend(right.scope.tables);
        let condition = match (&join.on, join.natural) {
            (Some(on), _) => Some(self.condition(on, &mut ExpressionContext::of_rows(&scope, outer, "ON"))?),
            (None, true) => Some(natural(&scope, left_tables, join.at)?),
            (None, false) if join.kind == JoinKind::Union => Some(lit(false)),
            (None, false) => None,
        };
        let kind = match join.kind {
            JoinKind::Inner | JoinKind::Cross => JoinType::Inner,
            JoinKind::Left => JoinType::Left,
            JoinKind::Right => JoinType::Right,
            JoinKind::Full | JoinKind::Union => JoinType::Full,
        };
        let equal = match (&condition, kind) {
            (Some(condition), JoinType::Full) => equal_sides(condition, &left.plan, &right.plan),
            _ => Vec::new(),
        };
        let builder = LogicalPlanBuilder::from(left.plan);
        let joined = match condition {
            Some(condition) => builder.join_on(right.plan, kind, [condition]),
            None => builder.cross_join(right.plan),
        };
        let plan = joined.and_then(LogicalPlanBuilder::build).map_err(&refused)?;
        let lacking = |table: usize| match kind {
            JoinType::Left => table >= left_tables,
            JoinType::Right => table < left_tables,
            JoinType::Full => true,
            _ => false,
        };
        // In rows without a match the values are missing, not NULL.
        let mut columns = Vec::new();
        for (index, table) in scope.tables.iter_mut().enumerate() {
            for own in table.columns.iter_mut().filter(|_| lacking(index)) {
                let id = self.id();
                let value = coalesce(vec![column(&own.id), missing(own.attributes.kind)]);
                columns.push(value.alias(&id));
                own.id = id;
            }
            if !lacking(index) {
                columns.extend(table.columns.iter().map(|own| column(&own.id)));
            }
            // The row numbers are not output, so they can be NULL, and then come last.
            for (id, _) in &table.order {
                let value = column(id);
                if !columns.contains(&value) {
                    columns.push(value);
                }
            }
            table.row_id = None;
        }
        // Rows of a full join are in the order of the join keys.
        let mut keys = Vec::new();
        for (one, other) in equal {
            let id = self.id();
            columns.push(coalesce(vec![one, other]).alias(&id));
            keys.push((id, false));
        }
        if let Some(first) = scope.tables.first_mut() {
            first.order.splice(..0, keys);
        }
        if join.natural {
            self.unite(&mut scope, left_tables, kind, &mut columns);
        }
        let plan = LogicalPlanBuilder::from(plan)
            .project(columns)
            .and_then(LogicalPlanBuilder::build)
            .map_err(&refused)?;
        Ok(From { plan, scope })
    }

    /// Merges each pair of columns that a natural join compares into one: the left column, or for joins in which its
    /// row can lack a match, whichever is present.
    fn unite(&mut self, scope: &mut Scope, left_tables: usize, kind: JoinType, columns: &mut Vec<Expr>) {
        let (left, right) = scope.tables.split_at_mut(left_tables);
        for own in right.iter_mut().flat_map(|table| &mut table.columns) {
            let same = left
                .iter_mut()
                .flat_map(|table| &mut table.columns)
                .find(|other| !other.is_hidden && other.name.eq_ignore_ascii_case(&own.name));
            let Some(same) = same else {
                continue;
            };
            own.is_hidden = true;
            if !matches!(kind, JoinType::Right | JoinType::Full) {
                continue;
            }
            // Both columns are in the list already, under their names in the plan.
            let find = |id: &str| columns.iter().find(|value| named(value) == id).cloned();
            let (Some(mine), Some(other)) = (find(&own.id), find(&same.id)) else {
                continue;
            };
            let id = self.id();
            let is_missing = unaliased(&other).eq(missing(same.attributes.kind));
            let value = datafusion::logical_expr::when(is_missing, unaliased(&mine)).otherwise(unaliased(&other));
            if let Ok(value) = value {
                columns.push(value.alias(&id));
                same.id = id;
            }
        }
    }
}

/// Returns the two sides of each equation in a condition that compares the two plans.
fn equal_sides(condition: &Expr, left: &LogicalPlan, right: &LogicalPlan) -> Vec<(Expr, Expr)> {
    let is_of = |value: &Expr, plan: &LogicalPlan| {
        let columns = value.column_refs();
        let has = |column: &&Column| plan.schema().has_column(column);
        !columns.is_empty() && columns.iter().all(has)
    };
    let mut sides = Vec::new();
    for part in split_conjunction(condition) {
        if let Expr::BinaryExpr(BinaryExpr {
            left: one,
            op: Operator::Eq,
            right: other,
        }) = part
        {
            let is_equation = is_of(one, left) && is_of(other, right) || is_of(one, right) && is_of(other, left);
            if is_equation {
                sides.push(((**one).clone(), (**other).clone()));
            }
        }
    }
    sides
}

fn named(value: &Expr) -> &str {
    match value {
        Expr::Column(column) => &column.name,
        Expr::Alias(alias) => &alias.name,
        _ => "",
    }
}

fn unaliased(value: &Expr) -> Expr {
    value.clone().unalias()
}

/// Returns the condition that all columns with the same name are equal.
fn natural(scope: &Scope, left_tables: usize, at: Position) -> Result<Expr> {
    let (left, right) = scope.tables.split_at(left_tables);
    let left: Vec<_> = left.iter().flat_map(|table| &table.columns).collect();
    let mut condition: Option<Expr> = None;
    for own in right.iter().flat_map(|table| &table.columns) {
        let same = left
            .iter()
            .find(|other| !other.is_hidden && other.name.eq_ignore_ascii_case(&own.name));
        let Some(same) = same else {
            continue;
        };
        if same.attributes.kind != own.attributes.kind {
            return Err(Diagnostic::error(
                at,
                format!(
                    "a natural join is by {}, which is text on one side and a number on the other",
                    own.name
                ),
            ));
        }
        let equal = column(&same.id).eq(column(&own.id));
        condition = Some(match condition {
            None => equal,
            Some(before) => before.and(equal),
        });
    }
    Ok(condition.unwrap_or_else(|| lit(true)))
}
