//! The statements of PROC SQL: each is bound, which finds its errors, and then executed.
//!
//! | module | contents |
//! |---|---|
//! | `select` | queries into the listing and macro variables |
//! | `create` | new tables |
//! | `insert`, `update`, `delete`, `alter` | changes of existing tables |
//! | `view` | the creation of views |
//! | `index` | indexes of tables |
//! | `drop`, `describe` | other statements on whole tables and views |
//! | `target` | the data set that a statement changes |
//! | `reads` | the account of a plan |

mod alter;
mod create;
mod delete;
mod describe;
mod drop;
mod index;
mod insert;
mod reads;
mod select;
mod target;
mod update;
mod view;

use std::sync::Arc;

use feedrate_dataset::{DataSetName, RequestedSettings};
use feedrate_language::macros::Symbols;
use feedrate_language::parse::sql;
use feedrate_language::tree::{DataSet, FromItem, Query, QueryBody, SqlStatement, SqlStatementKind};
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::name::data_set_named;
use feedrate_lower::{Catalog, Options};
use feedrate_program::{Filter, Write};
use feedrate_rows::environment::{Environment, Severity};
use feedrate_rows::{DataSetMade, Fault, Outcome};
use feedrate_values::format::Formats;
use feedrate_values::function::FixedClock;

use crate::bind::{Binder, Limits, Relation};
use crate::cluster::Cluster;
use crate::options::SqlOptions;
use crate::output;
use crate::run::PlannedQuery;
use crate::shared::SharedState;
use crate::wire::informats_of;

/// A bound statement.
pub struct BoundStatement {
    /// `None` if there is nothing to execute.
    action: Option<Box<dyn Action>>,
}

/// The action of a statement without errors.
trait Action {
    /// Returns the data sets that it makes.
    fn makes(&self) -> &[Write] {
        &[]
    }

    /// Returns the data sets that it makes, replaces or changes, which no other process may change meanwhile.
    fn changes(&self) -> Vec<&DataSetName> {
        self.makes().iter().map(|write| &write.data_set).collect()
    }

    /// Executes the statement. Errors are logged.
    fn run(&self, sql: &SqlOptions, environment: &mut Environment<'_>) -> StatementOutcome;
}

/// The result of a statement.
#[derive(Debug, Default)]
pub struct StatementOutcome {
    /// The outcome of its run.
    pub outcome: Outcome,
    /// The value of the macro variable SQLOBS: the number of rows that it concerned.
    pub rows: u64,
    /// Why the query of [`bind_query`] was not executed, if no cluster can execute it.
    pub not_on_cluster: Option<String>,
}

/// A data set that gets the rows of a query.
pub struct QueryTarget<'t> {
    /// Its name.
    pub data_set: &'t DataSetName,
    /// The settings of its I/O.
    pub settings: RequestedSettings,
    /// Its label.
    pub label: String,
    /// The condition on the rows of the query's data set, which is in the text of the query as WHERE=.
    pub condition: Option<&'t Filter>,
}

impl StatementOutcome {
    /// The outcome of a change of `rows` rows of a data set.
    fn changed(made: Option<DataSetMade>, rows: u64) -> Self {
        let outcome = Outcome {
            made: made.into_iter().collect(),
            made_is_logged: true,
            ..Outcome::default()
        };
        Self {
            outcome,
            rows,
            not_on_cluster: None,
        }
    }

    /// Logs the fault, and returns the outcome of a statement that failed.
    fn failed(fault: Box<Fault>, environment: &mut Environment<'_>) -> Self {
        Self {
            outcome: output::never_began(fault, environment),
            ..Self::default()
        }
    }
}

/// The facts of the session that binding needs.
pub struct Setting<'b> {
    /// The data sets and formats.
    pub catalog: &'b mut dyn Catalog,
    /// The system options that affect steps.
    pub options: &'b Options,
    /// The catalogue of formats.
    pub formats: &'b Formats,
    /// The macro variables.
    pub symbols: &'b Symbols,
    /// The statement's time, in seconds since 1960.
    pub now: f64,
    /// The executor of plans on a cluster, if this build has one.
    pub cluster: Option<Arc<dyn Cluster>>,
}

/// Binds a statement. Returns it, if it has no error, and all its diagnostics.
pub fn bind(
    statement: &SqlStatement,
    sql: &mut SqlOptions,
    setting: Setting<'_>,
) -> (Option<BoundStatement>, Vec<Diagnostic>) {
    let limits = Limits {
        inobs: sql.inobs,
        feedback: sql.feedback,
        remerge: sql.remerge,
        ..Limits::default()
    };
    let shared = shared(&setting);
    bind_by(setting, shared, limits, |binder| binder.statement(statement, sql))
}

/// Binds the copy of a view's rows into a data set. Diagnostics are reported at the position `at`.
pub fn bind_view(
    view: &DataSetName,
    data_set: &DataSetName,
    at: Position,
    setting: Setting<'_>,
) -> (Option<BoundStatement>, Vec<Diagnostic>) {
    let named = |name| data_set_named(name, at);
    let shared = shared(&setting);
    bind_by(setting, shared, Limits::default(), |binder| {
        let create = binder.bind_stand_in(&named(data_set), &named(view), at)?;
        Ok(Some(Box::new(create)))
    })
}

/// Binds a query over a data set of a cluster, given as text, whose rows go into a data set. If it cannot be executed
/// on the cluster, it fails. There is none if its WHERE= reads as another condition than that of `target`. Diagnostics
/// are reported at the position `at`.
pub fn bind_query(
    query: &str,
    target: QueryTarget<'_>,
    at: Position,
    setting: Setting<'_>,
) -> (Option<BoundStatement>, Vec<Diagnostic>) {
    let shared = shared(&setting).only_on_cluster();
    bind_by(setting, shared, Limits::default(), |binder| {
        let statement = sql::view(&format!("create view work.q as {query}"), at)?;
        let SqlStatementKind::CreateView { query, .. } = statement.kind else {
            return Err(Diagnostic::error(at, "this is no query"));
        };
        if let Some(condition) = target.condition
            && !binder.has_condition(&query, condition, at)
        {
            return Err(Diagnostic::error(at, "WHERE= reads as another condition"));
        }
        let data_set = data_set_named(target.data_set, at);
        let create = binder.bind_unlogged(&data_set, &query, at)?;
        let create = create.with_attributes(target.settings, target.label);
        Ok(Some(Box::new(create)))
    })
}

/// Returns the state that the parts of a statement share.
fn shared(setting: &Setting<'_>) -> SharedState {
    SharedState::new(setting.formats.clone(), FixedClock(setting.now), setting.options.errors)
        .with_informats(informats_of(setting.catalog))
        .with_format_errors(setting.options.format_errors)
        .with_cluster(setting.cluster.clone())
}

/// Returns the first data set of FROM.
fn first_data_set(body: &QueryBody) -> Option<&DataSet> {
    match body {
        QueryBody::Select(select) => match select.from.first()? {
            FromItem::Table { data_set, .. } => Some(data_set),
            _ => None,
        },
        QueryBody::Combined { left, .. } => first_data_set(left),
    }
}

/// Returns what a condition computes, without where it was written.
fn meaning(condition: &Filter) -> String {
    let computed = format!("{:?} {:?}", condition.condition, condition.loads);
    let mut parts = computed.split("SiteId(");
    let mut meaning = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        meaning.push_str("SiteId");
        meaning.push_str(part.trim_start_matches(|digit: char| digit.is_ascii_digit()));
    }
    meaning
}

fn bind_by(
    setting: Setting<'_>,
    shared: SharedState,
    limits: Limits,
    bind: impl FnOnce(&mut Binder<'_>) -> Result<Option<Box<dyn Action>>, Diagnostic>,
) -> (Option<BoundStatement>, Vec<Diagnostic>) {
    let mut binder = Binder::new(
        setting.catalog,
        setting.options,
        Arc::new(shared),
        setting.symbols,
        limits,
    );
    let action = bind(&mut binder);
    let mut diagnostics = std::mem::take(&mut binder.diagnostics);
    match action {
        Ok(action) => (Some(BoundStatement { action }), diagnostics),
        Err(error) => {
            diagnostics.push(error);
            (None, diagnostics)
        }
    }
}

impl Binder<'_> {
    /// Returns whether WHERE= of the first data set of a query is this condition.
    fn has_condition(&mut self, query: &Query, condition: &Filter, at: Position) -> bool {
        let Some(data_set) = first_data_set(&query.body) else {
            return false;
        };
        let lowered = feedrate_lower::input(data_set, &[], at, self.catalog, self.options);
        let mut sources = lowered.step.reads.iter().flat_map(|read| &read.sources);
        let own = sources.find_map(|source| source.filter.as_ref());
        own.is_some_and(|own| meaning(own) == meaning(condition))
    }

    fn statement(
        &mut self,
        statement: &SqlStatement,
        sql: &mut SqlOptions,
    ) -> Result<Option<Box<dyn Action>>, Diagnostic> {
        let at = statement.at;
        let action: Box<dyn Action> = match &statement.kind {
            SqlStatementKind::Select(query) => Box::new(self.bind_select(query, at)?),
            SqlStatementKind::Validate(query) => {
                self.bind(query)?;
                self.diagnostics
                    .push(Diagnostic::note(at, "PROC SQL statement has valid syntax."));
                return Ok(None);
            }
            SqlStatementKind::CreateAs { table, query } => Box::new(self.bind_create_as(table, query, at)?),
            SqlStatementKind::Create { table, columns } => Box::new(self.bind_create(table, columns, at)?),
            SqlStatementKind::CreateLike { table, like } => Box::new(self.bind_create_like(table, like, at)?),
            SqlStatementKind::CreateView {
                view,
                columns,
                query,
                text,
            } => Box::new(self.bind_create_view(view, columns, query, text)?),
            SqlStatementKind::CreateIndex { index, table } => Box::new(self.bind_create_index(index, table)?),
            SqlStatementKind::DropIndexes { names, table } => Box::new(self.bind_drop_index(names, table)?),
            SqlStatementKind::Insert { table, columns, rows } => Box::new(self.bind_insert(table, columns, rows)?),
            SqlStatementKind::Update {
                table,
                alias,
                set,
                condition,
            } => Box::new(self.bind_update(table, alias.as_ref(), set, condition.as_ref())?),
            SqlStatementKind::Delete {
                table,
                alias,
                condition,
            } => Box::new(self.bind_delete(table, alias.as_ref(), condition.as_ref())?),
            SqlStatementKind::Alter { table, actions } => Box::new(self.bind_alter(table, actions)?),
            SqlStatementKind::DropTables(names) => Box::new(self.bind_drop_tables(names)?),
            SqlStatementKind::DropViews(names) => Box::new(self.bind_drop_views(names)?),
            SqlStatementKind::DescribeTables(names) => Box::new(self.bind_describe(names)?),
            SqlStatementKind::DescribeViews(names) => Box::new(self.bind_describe_views(names)?),
            SqlStatementKind::Reset(options) => {
                sql.apply(options)?;
                return Ok(None);
            }
        };
        Ok(Some(action))
    }

    /// Returns the plan of a relation and what it reads.
    fn planned(&mut self, relation: &Relation) -> Box<PlannedQuery> {
        Box::new(PlannedQuery {
            plan: relation.plan.clone(),
            unordered: relation.unordered.clone(),
            sources: std::mem::take(&mut self.sources),
            shared: Arc::clone(&self.shared),
            in_order: self.in_order,
        })
    }
}

impl BoundStatement {
    /// Returns what it would make, so that the following statements can be checked although it is not executed.
    pub fn makes(&self) -> &[Write] {
        self.action.as_ref().map_or(&[], |action| action.makes())
    }

    /// Returns the data sets that it makes, replaces or changes, which no other process may change meanwhile.
    pub fn changes(&self) -> Vec<&DataSetName> {
        self.action.as_ref().map_or_else(Vec::new, |action| action.changes())
    }

    /// Executes the statement; `None` if there was nothing to do.
    pub fn run(&self, sql: &SqlOptions, environment: &mut Environment<'_>) -> Option<StatementOutcome> {
        let action = self.action.as_ref()?;
        if !sql.exec {
            let text = "Statement not executed due to NOEXEC option.";
            environment.log.message(Severity::Note, text);
            return None;
        }
        Some(match environment.libraries.claim(action.changes()) {
            Ok(_) => action.run(sql, environment),
            Err(error) => StatementOutcome::failed(error.into(), environment),
        })
    }
}

/// `1 row was`, `3 rows were`, `No rows were`.
fn rows_were(count: u64) -> String {
    match count {
        0 => "No rows were".to_owned(),
        1 => "1 row was".to_owned(),
        several => format!("{several} rows were"),
    }
}
