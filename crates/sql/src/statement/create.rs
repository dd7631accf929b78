//! CREATE TABLE: from a query, from column definitions, and like another table.

use feedrate_dataset::RequestedSettings;
use feedrate_language::tree::{ColumnDefinition, DataSet, FromItem, Query, QueryBody, Select, SelectItem};
use feedrate_language::{Diagnostic, Position};
use feedrate_program::Write;
use feedrate_rows::environment::{Environment, Severity};

use super::action::{Action, StatementOutcome};
use super::reads::finish;
use super::select::tell_cut_short;
use super::target::attributes;
use crate::bind::{Binder, OutputColumn};
use crate::options::SqlOptions;
use crate::output::{self, NewTable};
use crate::run::PlannedQuery;

/// A table to be created.
pub(super) struct Create {
    /// The source of its rows; `None` for a table without rows.
    planned: Option<Box<PlannedQuery>>,
    columns: Vec<OutputColumn>,
    table: NewTable,
    /// True if the log has a note that it was made.
    is_logged: bool,
}

impl Binder<'_> {
    pub(super) fn bind_create_as(
        &mut self,
        table: &DataSet,
        query: &Query,
        at: Position,
    ) -> Result<Create, Diagnostic> {
        let relation = self.bind(query)?;
        let planned = self.planned(&relation);
        self.new_table(table, relation.columns, Some(planned), at)
    }

    pub(super) fn bind_create(
        &mut self,
        table: &DataSet,
        definitions: &[ColumnDefinition],
        at: Position,
    ) -> Result<Create, Diagnostic> {
        let mut columns: Vec<OutputColumn> = Vec::with_capacity(definitions.len());
        for definition in definitions {
            let name = &definition.name;
            if columns.iter().any(|own| own.name.eq_ignore_ascii_case(&name.text)) {
                let text = format!("the column {} is defined twice", name.text);
                return Err(Diagnostic::error(name.at, text));
            }
            let attributes = attributes(definition, None)?;
            columns.push(OutputColumn::new(&name.text, String::new(), attributes, name.at));
        }
        self.new_table(table, columns, None, at)
    }

    pub(super) fn bind_create_like(
        &mut self,
        table: &DataSet,
        like: &DataSet,
        at: Position,
    ) -> Result<Create, Diagnostic> {
        // It has the columns of a query that selects all of them.
        let relation = self.bind(&all_of(like, at))?;
        self.new_table(table, relation.columns, None, at)
    }

    /// Binds a table with the rows of a view, which stands in for the view and is not mentioned in the log.
    pub(super) fn bind_stand_in(
        &mut self,
        table: &DataSet,
        view: &DataSet,
        at: Position,
    ) -> Result<Create, Diagnostic> {
        self.bind_unlogged(table, &all_of(view, at), at)
    }

    /// Binds a new table of which the log does not tell.
    pub(super) fn bind_unlogged(&mut self, table: &DataSet, query: &Query, at: Position) -> Result<Create, Diagnostic> {
        let create = self.bind_create_as(table, query, at)?;
        Ok(Create {
            is_logged: false,
            ..create
        })
    }

    fn new_table(
        &mut self,
        table: &DataSet,
        columns: Vec<OutputColumn>,
        planned: Option<Box<PlannedQuery>>,
        at: Position,
    ) -> Result<Create, Diagnostic> {
        let (table, diagnostics) = NewTable::new(table, &columns, self.catalog, self.options, at)?;
        self.diagnostics.extend(diagnostics);
        Ok(Create {
            planned,
            columns,
            table,
            is_logged: true,
        })
    }
}

/// Returns a query of all columns of a table.
fn all_of(table: &DataSet, at: Position) -> Query {
    let from = FromItem::Table {
        data_set: table.clone(),
        alias: None,
    };
    let select = Select {
        distinct: false,
        items: vec![SelectItem::All(table.member.at)],
        into: Vec::new(),
        from: vec![from],
        condition: None,
        group: Vec::new(),
        having: None,
        at,
    };
    Query {
        body: QueryBody::Select(Box::new(select)),
        order: Vec::new(),
        at,
    }
}

impl Create {
    /// Returns it with these settings of I/O and this label of its table.
    pub(super) fn with_attributes(mut self, settings: RequestedSettings, label: String) -> Self {
        self.table.set_attributes(settings, label);
        self
    }
}

impl Action for Create {
    fn makes(&self) -> &[Write] {
        &self.table.step().writes
    }

    fn run(&self, sql: &SqlOptions, environment: &mut Environment<'_>) -> StatementOutcome {
        let most = sql.outobs.unwrap_or(u64::MAX);
        let mut outcome = match &self.planned {
            Some(planned) => {
                let (mut outcome, count) = output::write(&self.table, &self.columns, planned, most, environment);
                tell_cut_short(count, sql, environment);
                finish(planned, &mut outcome, sql, environment);
                outcome
            }
            None => output::write_nothing(&self.table, environment),
        };
        let planned = self.planned.as_ref();
        let not_on_cluster = planned.and_then(|planned| planned.shared.not_on_cluster());
        let mut rows = 0;
        if !outcome.is_failed() {
            outcome.made_is_logged = true;
            for made in outcome.made.iter().filter(|_| self.is_logged) {
                rows += made.observations;
                let notes = made.compression_disabled().into_iter();
                for text in notes.chain(made.compression()) {
                    environment.log.message(Severity::Note, &text);
                }
                let text = format!(
                    "Table {} created, with {} rows and {} columns.",
                    made.name, made.observations, made.variables
                );
                environment.log.message(Severity::Note, &text);
            }
        }
        StatementOutcome {
            outcome,
            rows,
            not_on_cluster,
        }
    }
}
