//! The statements of PROC SQL: each is bound, which finds its errors, and then executed.
//!
//! | module | contents |
//! |---|---|
//! | `action` | the action of a statement, and its outcome |
//! | `select` | queries into the listing and macro variables |
//! | `create` | new tables |
//! | `cluster_query` | new tables with the rows of a query that only a cluster executes |
//! | `insert`, `alter`, `change` | changes of existing tables |
//! | `view` | the creation of views |
//! | `index` | indexes of tables |
//! | `drop`, `describe` | other statements on whole tables and views |
//! | `target` | the data set that a statement changes |
//! | `reads` | the account of a plan |

mod action;
mod alter;
mod change;
mod cluster_query;
mod create;
mod describe;
mod drop;
mod index;
mod insert;
mod reads;
mod select;
mod target;
mod view;

use std::sync::Arc;

use feedrate_dataset::DataSetName;
use feedrate_language::macros::Symbols;
use feedrate_language::tree::{SqlStatement, SqlStatementKind};
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::name::data_set_named;
use feedrate_lower::{Catalog, Options};
use feedrate_program::Write;
use feedrate_rows::environment::{Environment, Severity};
use feedrate_values::format::Formats;
use feedrate_values::function::FixedClock;

use action::Action;
pub use action::StatementOutcome;
pub use cluster_query::{QueryTarget, bind_query};

use crate::bind::{Binder, Limits, Relation};
use crate::cluster::Cluster;
use crate::options::SqlOptions;
use crate::run::PlannedQuery;
use crate::shared::SharedState;
use crate::wire::informats_of;

/// A bound statement.
pub struct BoundStatement {
    /// `None` if there is nothing to execute.
    action: Option<Box<dyn Action>>,
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

/// Returns the state that the parts of a statement share.
fn shared(setting: &Setting<'_>) -> SharedState {
    let clock = FixedClock(setting.now);
    let mut shared = SharedState::new(setting.formats.clone(), clock, setting.options.errors);
    shared.informats = informats_of(setting.catalog);
    shared.format_errors = setting.options.format_errors;
    shared.cluster.clone_from(&setting.cluster);
    shared
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
