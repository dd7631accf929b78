//! SELECT: a query into the listing and macro variables.

use feedrate_language::tree::{Into, IntoTargets, Query, QueryBody};
use feedrate_language::{Diagnostic, Position};
use feedrate_rows::environment::{Environment, Severity};
use feedrate_rows::{Outcome, StepResult};
use feedrate_values::format::Format;

use super::action::{Action, StatementOutcome};
use super::reads::finish;
use crate::bind::{Binder, OutputColumn};
use crate::options::SqlOptions;
use crate::output::{self, Count, Filler, Lister, Stream};
use crate::run::PlannedQuery;

/// A bound query.
pub(super) struct Select {
    planned: Box<PlannedQuery>,
    columns: Vec<OutputColumn>,
    formats: Vec<Format>,
    into: Vec<Into>,
}

impl Binder<'_> {
    pub(super) fn bind_select(&mut self, query: &Query, at: Position) -> Result<Select, Diagnostic> {
        let relation = self.bind(query)?;
        let formats = output::formats(&relation.columns, self.catalog, self.options, at)?;
        Ok(Select {
            planned: self.planned(&relation),
            columns: relation.columns,
            formats,
            into: into(query),
        })
    }
}

/// Returns the macro variables of the query's first SELECT.
fn into(query: &Query) -> Vec<Into> {
    let mut body = &query.body;
    loop {
        match body {
            QueryBody::Select(select) => return select.into.clone(),
            QueryBody::Combined { left, .. } => body = left,
        }
    }
}

impl Select {
    /// Assigns the rows to macro variables, and lists them unless NOPRINT is set.
    fn give(
        &self,
        sql: &SqlOptions,
        most: u64,
        environment: &mut Environment<'_>,
        outcome: &mut Outcome,
    ) -> StepResult<Count> {
        let mut rows = Stream::start(&self.planned, &self.columns, environment)?;
        let width = environment.options.line_size;
        let lister = || Lister::new(&self.columns, &self.formats, sql.number, width);
        let mut lister = sql.print.then(lister);
        let mut filler = Filler::new(&self.into, &self.columns, &self.formats, environment.formats);
        let mut count = Count::default();
        while rows.advance()? {
            if count.rows == most {
                count.has_more = true;
                break;
            }
            filler.take(count.rows, &rows, environment.symbols);
            count.rows += 1;
            if let Some(lister) = &mut lister {
                lister.take(count.rows, &rows, environment.listing);
            }
        }
        filler.finish(environment.symbols);
        if let Some(lister) = lister {
            outcome.is_format_narrow |= lister.finish(environment.listing);
        }
        Ok(count)
    }
}

impl Action for Select {
    fn run(&self, sql: &SqlOptions, environment: &mut Environment<'_>) -> StatementOutcome {
        let most = sql.outobs.unwrap_or(u64::MAX);
        if self.into.is_empty() && !sql.print {
            // SQLOBS is 1 then, although no rows were counted.
            return StatementOutcome {
                rows: 1,
                ..StatementOutcome::default()
            };
        }
        let mut outcome = Outcome::default();
        let given = self.give(sql, most, environment, &mut outcome);
        let count = given.unwrap_or_else(|fault| {
            outcome = output::never_began(fault, environment);
            Count::default()
        });
        if count.rows == 0 && !outcome.is_failed() {
            environment.log.message(Severity::Note, "No rows were selected.");
        }
        tell_cut_short(count, sql, environment);
        finish(&self.planned, &mut outcome, sql, environment);
        // With macro variables that take only the first row, SQLOBS counts that row.
        let takes_one = |into: &Into| matches!(into.places, IntoTargets::One(_)) && into.separator.is_none();
        let most = match !sql.print && !self.into.is_empty() && self.into.iter().all(takes_one) {
            true => 1,
            false => u64::MAX,
        };
        StatementOutcome {
            outcome,
            rows: count.rows.min(most),
            ..StatementOutcome::default()
        }
    }
}

/// Logs that OUTOBS= cut off rows.
pub(super) fn tell_cut_short(count: Count, sql: &SqlOptions, environment: &mut Environment<'_>) {
    if let Some(most) = sql.outobs.filter(|_| count.has_more) {
        let text = format!("Statement terminated early due to OUTOBS={most} option.");
        environment.log.message(Severity::Warning, &text);
    }
}
