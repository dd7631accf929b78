//! The statements of PROC SQL: bound first, which finds all that is wrong with them, and carried out then.
//!
//! | room | what is in it |
//! |---|---|
//! | `select` | queries to the listing and into macro variables |
//! | `create` | new tables |
//! | `insert`, `update`, `delete`, `alter` | changes of tables that are there |
//! | `view` | views made |
//! | `drop`, `describe` | what else is done with whole tables and views |
//! | `target` | the data set that a statement changes |
//! | `reads` | what became of a plan |

mod alter;
mod create;
mod delete;
mod describe;
mod drop;
mod insert;
mod reads;
mod select;
mod target;
mod update;
mod view;

use std::sync::Arc;

use feedrate_dataset::DataSetName;
use feedrate_language::macros::Symbols;
use feedrate_language::tree::{SqlStatement, SqlStatementKind};
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::name::data_set_named;
use feedrate_lower::{Catalog, Options};
use feedrate_steps::data::{DataSetMade, Fault, Outcome};
use feedrate_steps::environment::{Environment, Severity};
use feedrate_steps::ir::Write;
use feedrate_values::format::Formats;
use feedrate_values::function::FixedClock;

use crate::bind::{Binder, Limits, Relation};
use crate::options::SqlOptions;
use crate::output;
use crate::run::Planned;
use crate::shared::Shared;

/// A statement that was bound.
pub struct Bound {
    /// Absent where nothing is to be done any more.
    action: Option<Box<dyn Action>>,
}

/// What a statement is to do, now that it is known to be right.
trait Action {
    /// The data sets that it makes.
    fn makes(&self) -> &[Write] {
        &[]
    }

    /// The data sets that it makes, replaces or changes, which no other process is to change meanwhile.
    fn changes(&self) -> Vec<&DataSetName> {
        self.makes().iter().map(|write| &write.data_set).collect()
    }

    /// Does it. What goes wrong on the way is told.
    fn run(&self, sql: &SqlOptions, environment: &mut Environment<'_>) -> Done;
}

/// What became of a statement.
#[derive(Debug, Default)]
pub struct Done {
    /// What it read and made, and how it ended.
    pub outcome: Outcome,
    /// How many rows it was about, for the macro variable SQLOBS.
    pub rows: u64,
}

impl Done {
    /// That so many rows of a data set were changed.
    fn changed(made: Option<DataSetMade>, rows: u64) -> Self {
        let outcome = Outcome {
            made: made.into_iter().collect(),
            made_is_told: true,
            ..Outcome::default()
        };
        Self { outcome, rows }
    }

    /// That it could not be done, which is told.
    fn failed(fault: Box<Fault>, environment: &mut Environment<'_>) -> Self {
        Self {
            outcome: output::never_began(fault, environment),
            rows: 0,
        }
    }
}

/// What binding needs of the session.
pub struct Setting<'b> {
    /// What is known of data sets and formats.
    pub catalog: &'b mut dyn Catalog,
    /// The system options that steps heed.
    pub options: &'b Options,
    /// The catalogue of formats.
    pub formats: &'b Formats,
    /// The macro variables.
    pub symbols: &'b Symbols,
    /// The time, which is the same for all of a statement, in seconds since 1960.
    pub now: f64,
}

/// Binds a statement. All that is to be said of it comes with it.
pub fn bind(
    statement: &SqlStatement,
    sql: &mut SqlOptions,
    setting: Setting<'_>,
) -> (Option<Bound>, Vec<Diagnostic>) {
    let limits = Limits {
        inobs: sql.inobs,
        feedback: sql.feedback,
        remerge: sql.remerge,
        ..Limits::default()
    };
    bind_by(setting, limits, |binder| binder.statement(statement, sql))
}

/// Binds that what a view shows becomes a data set. Messages stand `at` a place.
pub fn bind_view(
    view: &DataSetName,
    data_set: &DataSetName,
    at: Position,
    setting: Setting<'_>,
) -> (Option<Bound>, Vec<Diagnostic>) {
    let named = |name| data_set_named(name, at);
    bind_by(setting, Limits::default(), |binder| {
        let create = binder.bind_stand_in(&named(data_set), &named(view), at)?;
        Ok(Some(Box::new(create)))
    })
}

fn bind_by(
    setting: Setting<'_>,
    limits: Limits,
    bind: impl FnOnce(&mut Binder<'_>) -> Result<Option<Box<dyn Action>>, Diagnostic>,
) -> (Option<Bound>, Vec<Diagnostic>) {
    let shared = Shared::new(
        setting.formats.clone(),
        FixedClock(setting.now),
        setting.options.errors,
    );
    let mut binder = Binder::new(
        setting.catalog,
        setting.options,
        Arc::new(shared),
        setting.symbols,
        limits,
    );
    let action = bind(&mut binder);
    let mut said = std::mem::take(&mut binder.said);
    match action {
        Ok(action) => (Some(Bound { action }), said),
        Err(error) => {
            said.push(error);
            (None, said)
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
                self.said
                    .push(Diagnostic::note(at, "PROC SQL statement has valid syntax."));
                return Ok(None);
            }
            SqlStatementKind::CreateAs { table, query } => {
                Box::new(self.bind_create_as(table, query, at)?)
            }
            SqlStatementKind::Create { table, columns } => {
                Box::new(self.bind_create(table, columns, at)?)
            }
            SqlStatementKind::CreateLike { table, like } => {
                Box::new(self.bind_create_like(table, like, at)?)
            }
            SqlStatementKind::CreateView {
                view,
                columns,
                query,
                text,
            } => Box::new(self.bind_create_view(view, columns, query, text)?),
            SqlStatementKind::Insert {
                table,
                columns,
                rows,
            } => Box::new(self.bind_insert(table, columns, rows)?),
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
            SqlStatementKind::Alter { table, actions } => {
                Box::new(self.bind_alter(table, actions)?)
            }
            SqlStatementKind::DropTables(names) => Box::new(self.bind_drop_tables(names)?),
            SqlStatementKind::DropViews(names) => Box::new(self.bind_drop_views(names)?),
            SqlStatementKind::DescribeTables(names) => Box::new(self.bind_describe(names)?),
            SqlStatementKind::DescribeViews(names) => Box::new(self.bind_describe_views(names)?),
            SqlStatementKind::Reset(options) => {
                sql.heed(options)?;
                return Ok(None);
            }
        };
        Ok(Some(action))
    }

    /// A plan with what it reads.
    fn planned(&mut self, relation: &Relation) -> Box<Planned> {
        Box::new(Planned {
            plan: relation.plan.clone(),
            unordered: relation.unordered.clone(),
            sources: std::mem::take(&mut self.sources),
            shared: Arc::clone(&self.shared),
            in_order: self.in_order,
        })
    }
}

impl Bound {
    /// What it would make, so that what follows can be checked although it is not carried out.
    pub fn makes(&self) -> &[Write] {
        self.action.as_ref().map_or(&[], |action| action.makes())
    }

    /// The data sets that it makes, replaces or changes, which no other process is to change meanwhile.
    pub fn changes(&self) -> Vec<&DataSetName> {
        self.action
            .as_ref()
            .map_or_else(Vec::new, |action| action.changes())
    }

    /// Carries it out; `None` where there was nothing to be done.
    pub fn run(&self, sql: &SqlOptions, environment: &mut Environment<'_>) -> Option<Done> {
        let action = self.action.as_ref()?;
        if !sql.exec {
            let text = "Statement not executed due to NOEXEC option.";
            environment.log.message(Severity::Note, text);
            return None;
        }
        Some(match environment.libraries.claim(action.changes()) {
            Ok(_) => action.run(sql, environment),
            Err(error) => Done::failed(error.into(), environment),
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
