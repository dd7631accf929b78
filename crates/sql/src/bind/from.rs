//! FROM: data sets and subqueries.

use std::sync::Arc;

use datafusion::common::Column;
use datafusion::datasource::provider_as_source;
use datafusion::logical_expr::{Expr, LogicalPlan, LogicalPlanBuilder, TableSource as LogicalSource};
use feedrate_language::tree::{DataSet, FromItem, Name};
use feedrate_language::{Diagnostic, Position};
use feedrate_program::{Slot, Source, Vector};

use super::relation::{Attributes, Relation};
use super::scope::{Scope, ScopeColumn, ScopeTable};
use super::{Binder, OuterScopes, Purpose, Result, refused};
use crate::scan::{Provider, SourceColumn, TableSource};

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
        let named = relation.columns.into_iter().enumerate().map(|(index, own)| {
            let name = columns.get(index).map_or(&own.name, |name| &name.text);
            ScopeColumn::new(name, own.id, own.attributes)
        });
        let table = ScopeTable {
            name: alias.map(|alias| alias.text.clone()),
            whole_name: None,
            columns: named.collect(),
            row_id: None,
            order: relation.order,
            is_joined: relation.is_joined,
        };
        Ok(Self::of_table(relation.plan, table))
    }

    /// Creates the rows of one table.
    pub(super) fn of_table(plan: LogicalPlan, table: ScopeTable) -> Self {
        let scope = Scope { tables: vec![table] };
        Self { plan, scope }
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
            FromItem::Join(join) => {
                let left = self.source(&join.left, outer)?;
                let right = self.source(&join.right, outer)?;
                self.join(join, left, right, outer)
            }
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
        self.keep(lowered.diagnostics)?;
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
        let (columns, taken) = self.columns_of(&step.vector, source);
        let row_id = self.id();
        let source = TableSource::new(step, taken, row_id.clone(), Arc::clone(&self.shared));
        let source = Arc::new(source);
        self.sources.push(Arc::clone(&source));
        let provider = provider_as_source(Arc::new(Provider::new(source)));
        let all = columns.iter().map(|own| own.id.clone()).chain([row_id.clone()]);
        let plan = self.scanned(provider, all.collect()).map_err(refused(at))?;
        let table = ScopeTable {
            name: Some(alias.map_or(member, |alias| alias.text.clone())),
            whole_name: alias.is_none().then_some(whole_name),
            columns,
            order: vec![(row_id.clone(), false)],
            row_id: Some(row_id),
            is_joined: false,
        };
        Ok(From::of_table(plan, table))
    }

    /// Returns the columns of a data set, as expressions name them and as the plan reads them.
    fn columns_of(&mut self, vector: &Vector, source: &Source) -> (Vec<ScopeColumn>, Vec<SourceColumn>) {
        let (mut columns, mut taken) = (Vec::new(), Vec::new());
        for variable in vector.variables.iter().filter(|variable| !variable.automatic) {
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
            columns.push(ScopeColumn::new(&variable.name, id, attributes));
        }
        (columns, taken)
    }

    /// Returns the plan that reads the columns of these names. They are unique, so their table need not be named.
    pub(super) fn scanned(
        &mut self,
        source: Arc<dyn LogicalSource>,
        columns: Vec<String>,
    ) -> datafusion::common::Result<LogicalPlan> {
        let name = self.id();
        let named = |id: String| Expr::Column(Column::new(Some(name.as_str()), &id)).alias(id);
        LogicalPlanBuilder::scan(name.as_str(), source, None)?
            .project(columns.into_iter().map(named))?
            .build()
    }
}
