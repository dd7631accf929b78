//! New rows for existing data sets: for UPDATE, DELETE, ALTER and INSERT with values.

use datafusion::common::JoinType;
use datafusion::logical_expr::{Expr, LogicalPlan, LogicalPlanBuilder, Union, lit, not, when};
use feedrate_language::tree::{Assignment, DataSet, Expression, ExpressionKind, Name};
use feedrate_language::{Diagnostic, Position};
use feedrate_values::Kind;

use super::context::ExpressionContext;
use super::from::From;
use super::order::sort_key;
use super::relation::{Attributes, OutputColumn, Relation, column};
use super::scope::{Scope, ScopeColumn};
use super::{Binder, Result, refused};
use crate::typed::{self, missing, number_literal};

/// Checks that a value of a kind can be assigned to a column.
pub(crate) fn assignable(value: Kind, name: &str, of: Kind, at: Position) -> Result<()> {
    let (is, hint) = match (value, of) {
        (Kind::Number, Kind::Text) => ("a number and the column text", "PUT makes text of a number"),
        (Kind::Text, Kind::Number) => ("text and the column a number", "INPUT makes a number of text"),
        _ => return Ok(()),
    };
    Err(Diagnostic::error(
        at,
        format!("The value for {name} and its column are of different data types: the value is {is}"),
    )
    .with_hint(hint))
}

impl Binder<'_> {
    /// Returns all rows of a table as UPDATE changes them, in their order. After the columns of the table there is one
    /// more, which is 1 for the rows that are changed.
    pub(crate) fn updated(
        &mut self,
        table: &DataSet,
        alias: Option<&Name>,
        set: &[Assignment],
        condition: Option<&Expression>,
    ) -> Result<Relation> {
        let at = table.member.at;
        let From { plan, scope } = self.whole_table(table, alias)?;
        let row_id = row_id(&scope, at)?;
        let flag = self.id();
        let (plan, mut has_query) = self.flagged(plan, &scope, &row_id, condition, &flag, at)?;
        let mut values: Vec<Option<Expr>> = vec![None; scope.all().count()];
        for assignment in set {
            let name = &assignment.column;
            let index = scope.all().position(|own| own.name.eq_ignore_ascii_case(&name.text));
            let index = index.ok_or_else(|| scope.unknown(&name.text, name.at))?;
            let own = scope.all().nth(index);
            let Some((own, value)) = own.zip(values.get_mut(index)) else {
                continue;
            };
            if value.is_some() {
                return Err(Diagnostic::error(name.at, format!("{} is set twice", name.text)));
            }
            let new = self.value_for(&own.name, own.attributes.kind, &assignment.value, &scope)?;
            has_query |= typed::has_query(&new);
            *value = Some(new);
        }
        let mut outputs = Vec::new();
        let mut columns = Vec::new();
        for (own, value) in scope.all().zip(values) {
            let value = match value {
                Some(value) => when(column(&flag), value)
                    .otherwise(column(&own.id))
                    .map_err(refused(at))?,
                None => column(&own.id),
            };
            columns.push(self.output(own, at));
            outputs.push(value.alias(&columns[columns.len() - 1].id));
        }
        let changed = self.id();
        let value = when(column(&flag), number_literal(1.0))
            .otherwise(number_literal(0.0))
            .map_err(refused(at))?;
        outputs.push(value.alias(&changed));
        columns.push(OutputColumn::new("", changed, Attributes::new(Kind::Number, 8), at));
        self.in_rows_order(plan, outputs, columns, &row_id, has_query, at)
    }

    /// Adds a column to the rows of a table that tells for which of them a condition holds. Returns whether that has a
    /// subquery.
    fn flagged(
        &mut self,
        plan: LogicalPlan,
        scope: &Scope,
        row_id: &str,
        condition: Option<&Expression>,
        flag: &str,
        at: Position,
    ) -> Result<(LogicalPlan, bool)> {
        let holds = match condition {
            Some(condition) => self.condition(condition, &mut ExpressionContext::of_rows(scope, &[], "WHERE"))?,
            None => lit(true),
        };
        let with = |more: Expr| {
            let own = scope.all().map(|own| column(&own.id));
            own.chain([column(row_id), more.alias(flag)])
        };
        let has_query = typed::has_query(&holds);
        let flagged = match has_query {
            // A subquery can only be in a filter, so the rows that pass it are joined to all rows.
            true => {
                let through = self.id();
                let chosen = LogicalPlanBuilder::from(plan.clone())
                    .filter(holds)
                    .and_then(|plan| plan.project([column(row_id).alias(&through)]))
                    .and_then(LogicalPlanBuilder::build)
                    .map_err(refused(at))?;
                let is_it = column(row_id).eq(column(&through));
                LogicalPlanBuilder::from(plan)
                    .join_on(chosen, JoinType::Left, [is_it])
                    .and_then(|plan| plan.project(with(column(&through).is_not_null())))
            }
            false => LogicalPlanBuilder::from(plan).project(with(holds)),
        };
        let flagged = flagged.and_then(LogicalPlanBuilder::build);
        Ok((flagged.map_err(refused(at))?, has_query))
    }

    /// Returns the rows of a table that DELETE keeps, in their order.
    pub(crate) fn kept(
        &mut self,
        table: &DataSet,
        alias: Option<&Name>,
        condition: Option<&Expression>,
    ) -> Result<Relation> {
        let at = table.member.at;
        let From { plan, scope } = self.whole_table(table, alias)?;
        let row_id = row_id(&scope, at)?;
        let stays = match condition {
            Some(condition) => not(self.condition(condition, &mut ExpressionContext::of_rows(&scope, &[], "WHERE"))?),
            None => lit(false),
        };
        let has_query = typed::has_query(&stays);
        let plan = LogicalPlanBuilder::from(plan)
            .filter(stays)
            .and_then(LogicalPlanBuilder::build)
            .map_err(refused(at))?;
        let columns: Vec<_> = scope.all().map(|own| self.output(own, at)).collect();
        let outputs = scope
            .all()
            .zip(&columns)
            .map(|(own, output)| column(&own.id).alias(&output.id))
            .collect();
        self.in_rows_order(plan, outputs, columns, &row_id, has_query, at)
    }

    /// Returns rows of expressions that read no table, in the order of the statement. Each has a value for each column,
    /// or `None` for a missing value.
    pub(crate) fn rows_of_values(
        &mut self,
        rows: &[(Vec<Option<&Expression>>, Position)],
        targets: &[(&str, Kind)],
        at: Position,
    ) -> Result<Relation> {
        let scope = Scope::default();
        let mut all: Vec<Vec<Expr>> = Vec::with_capacity(rows.len());
        let mut has_query = false;
        for (row, _) in rows {
            let mut values = Vec::with_capacity(targets.len());
            for (value, &(name, kind)) in row.iter().zip(targets) {
                values.push(match value {
                    Some(value) => self.value_for(name, kind, value, &scope)?,
                    None => missing(kind),
                });
            }
            has_query |= values.iter().any(typed::has_query);
            all.push(values);
        }
        let columns: Vec<OutputColumn> = targets
            .iter()
            .map(|&(name, kind)| OutputColumn::new(name, self.id(), Attributes::new(kind, 8), at))
            .collect();
        let plan = match has_query {
            true => self.united(all, &columns),
            false => LogicalPlanBuilder::values(all).and_then(|values| {
                let names: Vec<_> = values.schema().columns();
                let named = names.into_iter().zip(&columns);
                values
                    .project(named.map(|(name, own)| Expr::Column(name).alias(&own.id)))?
                    .build()
            }),
        };
        Ok(Relation::new(plan.map_err(refused(at))?, columns))
    }

    /// Unites rows that are a plan each, because they contain subqueries.
    fn united(&mut self, rows: Vec<Vec<Expr>>, columns: &[OutputColumn]) -> datafusion::common::Result<LogicalPlan> {
        let number = self.id();
        let mut inputs = Vec::with_capacity(rows.len());
        for (index, row) in rows.into_iter().enumerate() {
            let named = row.into_iter().zip(columns).map(|(value, own)| value.alias(&own.id));
            let numbered = named.chain([lit(index as u64).alias(&number)]);
            let row = LogicalPlanBuilder::empty(true).project(numbered)?.build()?;
            inputs.push(std::sync::Arc::new(row));
        }
        let union = LogicalPlan::Union(Union::try_new_with_loose_types(inputs)?);
        LogicalPlanBuilder::from(union)
            .sort([sort_key(column(&number), false)])?
            .project(columns.iter().map(|own| column(&own.id)))?
            .build()
    }

    /// Binds a table of which all rows are read, whatever OBS= is, because they will be rewritten.
    fn whole_table(&mut self, table: &DataSet, alias: Option<&Name>) -> Result<From> {
        let whole = std::mem::replace(&mut self.limits.whole, true);
        let from = self.table(table, alias);
        self.limits.whole = whole;
        from
    }

    /// Binds the new value of the column of a name and kind.
    fn value_for(&mut self, column: &str, kind: Kind, value: &Expression, scope: &Scope) -> Result<Expr> {
        // NULL is the missing value of either kind.
        if let ExpressionKind::Name(name) = &value.kind
            && name.eq_ignore_ascii_case("null")
            && scope.find(None, name, value.at)?.is_none()
        {
            return Ok(missing(kind));
        }
        let new = self.expression(value, &mut ExpressionContext::of_rows(scope, &[], "SET"))?;
        assignable(new.kind(), column, kind, value.at)?;
        new.into_value().map_err(refused(value.at))
    }

    fn output(&mut self, own: &ScopeColumn, at: Position) -> OutputColumn {
        OutputColumn::new(&own.name, self.id(), own.attributes.clone(), at)
    }

    /// Sorts rows into the order of the table if they were joined; otherwise a single thread keeps the order.
    fn in_rows_order(
        &mut self,
        plan: LogicalPlan,
        mut outputs: Vec<Expr>,
        columns: Vec<OutputColumn>,
        row_id: &str,
        is_joined: bool,
        at: Position,
    ) -> Result<Relation> {
        let builder = LogicalPlanBuilder::from(plan);
        let plan = match is_joined {
            false => {
                self.in_order = true;
                builder.project(outputs)
            }
            true => {
                let number = self.id();
                outputs.push(column(row_id).alias(&number));
                builder
                    .project(outputs)
                    .and_then(|plan| plan.sort([sort_key(column(&number), false)]))
                    .and_then(|plan| plan.project(columns.iter().map(|own| column(&own.id))))
            }
        };
        let plan = plan.and_then(LogicalPlanBuilder::build);
        Ok(Relation::new(plan.map_err(refused(at))?, columns))
    }
}

/// Returns the plan's name of the row number. Only tables that are read from a library have one.
fn row_id(scope: &Scope, at: Position) -> Result<String> {
    let table = scope.tables.first();
    let row_id = table.and_then(|table| table.row_id.clone());
    row_id.ok_or_else(|| {
        Diagnostic::error(at, "only a data set can be changed, and this is none")
            .with_hint("change the data set that it shows")
    })
}
