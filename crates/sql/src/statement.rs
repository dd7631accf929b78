//! The statements of PROC SQL: bound first, which finds all that is wrong with them, and carried out then.

use std::sync::Arc;

use feedrate_dataset::FileAccount;
use feedrate_program::lower::{Catalog, Options};
use feedrate_program::tree::{Into, Query, QueryBody, SqlStatement, SqlStatementKind};
use feedrate_program::{Diagnostic, Position};
use feedrate_steps::data::{DataSetRead, Outcome};
use feedrate_steps::environment::{Environment, Severity};
use feedrate_values::format::{Format, Formats};
use feedrate_values::function::FixedClock;

use crate::bind::{Binder, OutputColumn};
use crate::options::SqlOptions;
use crate::output::{self, Listed, NewTable};
use crate::run::Planned;
use crate::shared::Shared;

/// A statement that was bound.
pub struct Bound {
    what: What,
}

enum What {
    /// Nothing to be done any more.
    Nothing,
    /// A query to the listing or into macro variables.
    Select {
        planned: Box<Planned>,
        columns: Vec<OutputColumn>,
        formats: Vec<Format>,
        into: Vec<Into>,
    },
    /// `create table … as`.
    Create {
        planned: Box<Planned>,
        columns: Vec<OutputColumn>,
        table: NewTable,
    },
}

/// What binding needs of the session.
pub struct Setting<'b> {
    /// What is known of data sets and formats.
    pub catalog: &'b mut dyn Catalog,
    /// System options that change how data sets are read.
    pub options: &'b Options,
    /// The catalogue of formats.
    pub formats: &'b Formats,
    /// The time, which is the same for all of a statement, in seconds since 1960.
    pub now: f64,
    /// For how many rows with data errors all details are told.
    pub errors: u32,
}

/// Binds a statement. All that is to be said of it comes with it.
pub fn bind(
    statement: &SqlStatement,
    sql: &mut SqlOptions,
    setting: Setting<'_>,
) -> (Option<Bound>, Vec<Diagnostic>) {
    let shared = Shared::new(
        setting.formats.clone(),
        FixedClock(setting.now),
        setting.errors,
    );
    let mut binder = Binder::new(setting.catalog, setting.options, Arc::new(shared));
    let what = binder.statement(statement, sql);
    let mut said = std::mem::take(&mut binder.said);
    match what {
        Ok(what) => (Some(Bound { what }), said),
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
    ) -> Result<What, Diagnostic> {
        let at = statement.at;
        match &statement.kind {
            SqlStatementKind::Select(query) => {
                let (planned, columns) = self.planned(query)?;
                let formats = output::formats(&columns, self.catalog, at)?;
                let into = into(query);
                Ok(What::Select {
                    planned,
                    columns,
                    formats,
                    into,
                })
            }
            SqlStatementKind::Validate(query) => {
                self.planned(query)?;
                self.said
                    .push(Diagnostic::note(at, "PROC SQL statement has valid syntax."));
                Ok(What::Nothing)
            }
            SqlStatementKind::CreateAs { table, query } => {
                let (planned, columns) = self.planned(query)?;
                let (table, said) = NewTable::new(table, &columns, self.catalog, self.options, at)?;
                self.said.extend(said);
                Ok(What::Create {
                    planned,
                    columns,
                    table,
                })
            }
            SqlStatementKind::Reset(options) => {
                sql.heed(options)?;
                Ok(What::Nothing)
            }
            other => Err(unsupported(other, at)),
        }
    }

    fn planned(&mut self, query: &Query) -> Result<(Box<Planned>, Vec<OutputColumn>), Diagnostic> {
        let relation = self.bind(query)?;
        let planned = Planned {
            plan: relation.plan,
            sources: std::mem::take(&mut self.sources),
            shared: Arc::clone(&self.shared),
            in_order: self.in_order,
        };
        Ok((Box::new(planned), relation.columns))
    }
}

/// The macro variables of the query's first SELECT.
fn into(query: &Query) -> Vec<Into> {
    let mut body = &query.body;
    loop {
        match body {
            QueryBody::Select(select) => return select.into.clone(),
            QueryBody::Combined { left, .. } => body = left,
        }
    }
}

fn unsupported(kind: &SqlStatementKind, at: Position) -> Diagnostic {
    let name = match kind {
        SqlStatementKind::Create { .. } | SqlStatementKind::CreateLike { .. } => {
            "CREATE TABLE without AS"
        }
        SqlStatementKind::CreateView { .. } => "CREATE VIEW",
        SqlStatementKind::Insert { .. } => "INSERT",
        SqlStatementKind::Update { .. } => "UPDATE",
        SqlStatementKind::Delete { .. } => "DELETE",
        SqlStatementKind::Alter { .. } => "ALTER TABLE",
        SqlStatementKind::DropTables(_) => "DROP TABLE",
        SqlStatementKind::DropViews(_) => "DROP VIEW",
        SqlStatementKind::DescribeTables(_) => "DESCRIBE TABLE",
        SqlStatementKind::DescribeViews(_) => "DESCRIBE VIEW",
        _ => "this statement",
    };
    Diagnostic::error(at, format!("{name} is not supported yet"))
}

impl Bound {
    /// What it would make, so that what follows can be checked although it is not carried out.
    pub fn makes(&self) -> &[feedrate_steps::ir::Write] {
        match &self.what {
            What::Create { table, .. } => &table.step().writes,
            _ => &[],
        }
    }

    /// Carries it out.
    pub fn run(&self, sql: &SqlOptions, environment: &mut Environment<'_>) -> Outcome {
        let most = sql.outobs.unwrap_or(u64::MAX);
        if !sql.exec {
            environment.log.message(
                Severity::Note,
                "Statement not executed due to NOEXEC option.",
            );
            return Outcome::default();
        }
        match &self.what {
            What::Nothing => Outcome::default(),
            What::Select {
                planned,
                columns,
                formats,
                into,
            } => {
                let (mut outcome, count) = if !into.is_empty() {
                    output::fill(into, columns, formats, planned, most, environment)
                } else if sql.print {
                    let listed = Listed {
                        columns,
                        formats,
                        numbers: sql.number,
                        most,
                    };
                    output::list(&listed, planned, environment)
                } else {
                    (Outcome::default(), 0)
                };
                if count == 0 && !outcome.is_failed() && (sql.print || !into.is_empty()) {
                    environment
                        .log
                        .message(Severity::Note, "No rows were selected.");
                }
                finish(planned, &mut outcome, count, environment);
                outcome
            }
            What::Create {
                planned,
                columns,
                table,
            } => {
                let mut outcome = output::write(table, columns, planned, most, environment);
                let count = outcome.made.first().map_or(0, |made| made.observations);
                finish(planned, &mut outcome, count, environment);
                outcome
            }
        }
    }
}

/// Tells what rows met, what was read, and how many rows there were.
fn finish(planned: &Planned, outcome: &mut Outcome, count: u64, environment: &mut Environment<'_>) {
    let problems = planned.shared.take_problems();
    for line in problems.said {
        environment.log.line(line.as_bytes());
    }
    outcome.conversions += problems.conversions;
    for source in &planned.sources {
        let Some(table) = source.table() else {
            continue;
        };
        let reads = source.take_reads();
        let mut read = DataSetRead {
            name: table.location().name().clone(),
            observations: reads.iter().map(|read| read.rows).sum(),
            condition: None,
            is_condition_compiled: reads.iter().any(|read| read.is_condition_compiled),
            cut: reads.iter().map(|read| read.cut).sum(),
            account: None,
        };
        if let Some(filter) = source
            .step()
            .reads
            .first()
            .and_then(|read| read.sources.first()?.filter.as_ref())
        {
            read.condition = Some(filter.text.clone());
        }
        read.account = FileAccount::of_threads(reads.into_iter().map(|part| part.account));
        outcome.read.push(read);
    }
    let code = if outcome.is_failed() { "8" } else { "0" };
    for (name, value) in [("SQLOBS", count.to_string()), ("SQLRC", code.to_owned())] {
        let scope = feedrate_values::function::SymbolScope::Global;
        environment
            .symbols
            .set(name.as_bytes(), value.as_bytes(), scope);
    }
}
