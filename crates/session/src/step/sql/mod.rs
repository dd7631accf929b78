//! PROC SQL: each of its statements is a step of its own.

mod view;

use std::sync::Arc;

use feedrate_language::parse::sql;
use feedrate_language::tree;
use feedrate_language::{Diagnostic, Reader};
use feedrate_sql::{BoundStatement, Cluster, Setting, bind};
use feedrate_values::function::Clock as _;

use super::{ERRORS, StepRun};
use crate::clock::LocalClock;
use crate::session::Session;
use crate::sql_invocation::SqlInvocation;

/// Returns what executes plans on a cluster, if this build can.
#[cfg(feature = "cluster")]
pub(super) fn cluster() -> Option<Arc<dyn Cluster>> {
    Some(Arc::new(feedrate_cluster::Client::default()))
}

/// Returns what executes plans on a cluster, which this build cannot.
#[cfg(not(feature = "cluster"))]
fn cluster() -> Option<Arc<dyn Cluster>> {
    None
}

impl Session<'_> {
    /// Executes the next statement of PROC SQL.
    pub(in crate::step) fn sql(
        &mut self,
        procedure: &tree::Procedure,
        mut diagnostics: Vec<Diagnostic>,
        reader: &mut Reader,
    ) {
        let mut run = StepRun::sql_statement(self.log.site(procedure.at).line);
        let before = self.log.counts();
        if !procedure.resumed {
            self.sql = SqlInvocation::default();
            let options = &mut self.sql.options;
            let applied = sql::head(procedure).and_then(|words| options.apply(&words));
            diagnostics.extend(applied.err());
        }
        self.begin_step(&run);
        let bound = self.bind_claimed(procedure, &mut diagnostics, reader);
        let diagnostics = self.report(diagnostics, reader);
        let mut rows = 0;
        if diagnostics.ends_step() {
            if let Some(name) = diagnostics.missed {
                let text = format!("This statement was not checked, because {name} was not made.");
                self.log.note(&text);
            } else {
                self.log.note("This statement was not carried out because of errors.");
            }
            self.execution.begin_checking(&mut self.log);
            if self.execution.is_checking() {
                let names = self.outputs_named_by(procedure);
                self.outputs.set_failed(names);
            }
            self.stop_sql();
            self.plan_nothing(run.name(), run.line(), Some(ERRORS), &[]);
            self.end_step(&run, None);
        } else if let Some(bound) = bound {
            if self.execution.is_checking() {
                self.outputs.predict(bound.makes());
                let why = "PROC SQL is not planned";
                self.plan_nothing(run.name(), run.line(), Some(why), bound.makes());
                self.end_step(&run, None);
                return;
            }
            let options = self.sql.options;
            let mut done = None;
            let outcome = self.with_environment(reader, |environment| {
                let mut ran = bound.run(&options, environment);
                let outcome = ran.as_mut().map(|ran| std::mem::take(&mut ran.outcome));
                done = ran;
                outcome.unwrap_or_default()
            });
            rows = done.map_or(0, |done| done.rows);
            let failed = outcome.is_failed();
            self.finish(&mut run, outcome, bound.makes(), reader);
            if failed {
                self.stop_sql();
            }
        } else {
            self.end_step(&run, None);
        }
        let messages = self.log.counts().since(before);
        self.sql.set_conditions(reader.symbols_mut(), messages, rows);
    }

    /// Binds the next statement, and claims the data sets that it changes. If other processes have changed them since,
    /// it is bound again.
    fn bind_claimed(
        &mut self,
        procedure: &tree::Procedure,
        diagnostics: &mut Vec<Diagnostic>,
        reader: &mut Reader,
    ) -> Option<BoundStatement> {
        let (before, others) = (self.sql.options, diagnostics.len());
        let bound = self.bind_over_views(procedure, diagnostics, reader)?;
        let changes: Vec<_> = bound.changes().into_iter().cloned().collect();
        if self.execution.is_checking() || !before.exec || self.claim_current(&changes) {
            return Some(bound);
        }
        self.libraries.forget();
        self.end_views();
        self.sql.options = before;
        diagnostics.truncate(others);
        self.bind_over_views(procedure, diagnostics, reader)
    }

    /// Binds the next statement. If it reads views that are DATA steps, they are executed first, and it is bound again
    /// over their rows.
    fn bind_over_views(
        &mut self,
        procedure: &tree::Procedure,
        diagnostics: &mut Vec<Diagnostic>,
        reader: &mut Reader,
    ) -> Option<BoundStatement> {
        let (before, others) = (self.sql.options, diagnostics.len());
        self.views.begin_step();
        loop {
            self.views.begin_lowering();
            let bound = self.bind_sql(procedure, diagnostics, reader);
            if !self.show_asked_for(reader) {
                return bound;
            }
            self.sql.options = before;
            diagnostics.truncate(others);
        }
    }

    /// Binds the next statement, if it has no errors.
    fn bind_sql(
        &mut self,
        procedure: &tree::Procedure,
        diagnostics: &mut Vec<Diagnostic>,
        reader: &Reader,
    ) -> Option<BoundStatement> {
        let statement = match sql::statement(procedure)? {
            Ok(statement) => statement,
            Err(error) => {
                diagnostics.push(error);
                return None;
            }
        };
        if diagnostics.iter().any(Diagnostic::is_error) {
            return None;
        }
        let mut sql_options = self.sql.options;
        let (bound, found) = self.bind_with(reader, |setting| bind(&statement, &mut sql_options, setting));
        self.sql.options = sql_options;
        diagnostics.extend(found);
        bound
    }

    /// Binds a statement or a query over the libraries of this session.
    pub(super) fn bind_with<T>(&mut self, reader: &Reader, bind: impl FnOnce(Setting<'_>) -> T) -> T {
        let formats = self.conversions.formats().clone();
        let now = LocalClock.datetime();
        self.lower(|catalog, options| {
            bind(Setting {
                catalog,
                options,
                formats: &formats,
                symbols: reader.symbols(),
                now,
                cluster: cluster(),
            })
        })
    }

    /// Makes the statements after one with an error only checked, and logs that.
    fn stop_sql(&mut self) {
        if !self.execution.is_checking() && self.sql.stop_on_error() {
            self.log
                .note("PROC SQL set option NOEXEC and will continue to check the syntax of statements.");
        }
    }
}
