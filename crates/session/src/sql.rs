//! PROC SQL: each of its statements is a step of its own.

use feedrate_language::parse::sql;
use feedrate_language::tree;
use feedrate_language::{Diagnostic, Reader};

use crate::log::Severity;
use crate::session::Session;
use crate::step::{Began, Title};

#[cfg(not(feature = "sql"))]
impl Session<'_> {
    /// A build without SQL says so, and how to get it.
    pub(crate) fn sql(
        &mut self,
        procedure: &tree::Procedure,
        mut diagnostics: Vec<Diagnostic>,
        reader: &mut Reader,
    ) {
        let began = Began::now();
        let title = Title::of_procedure("SQL", self.lines.site(procedure.at).line);
        let is_told = procedure.resumed;
        diagnostics.extend(sql::head(procedure).err());
        diagnostics.extend(sql::statement(procedure).and_then(Result::err));
        self.tell(&diagnostics, reader.sources());
        if !is_told {
            self.log.message(
                Severity::Error,
                "PROC SQL is not in this build of feedrate, which was made without it to be built in a few minutes; \
                 `cargo build --release --features sql` makes one that has it.",
            );
        }
        self.begin_checking();
        self.end_step(&title, None, &began);
    }
}

#[cfg(feature = "sql")]
impl Session<'_> {
    /// Carries the next statement of PROC SQL out.
    pub(crate) fn sql(
        &mut self,
        procedure: &tree::Procedure,
        mut diagnostics: Vec<Diagnostic>,
        reader: &mut Reader,
    ) {
        use feedrate_sql::SqlOptions;

        let began = Began::now();
        let before = self.messages();
        let title = Title::of_procedure("SQL", self.lines.site(procedure.at).line);
        if !procedure.resumed {
            self.sql_options = SqlOptions::default();
            self.sql_exit_code = 0;
            let heeded = sql::head(procedure).and_then(|options| self.sql_options.heed(&options));
            diagnostics.extend(heeded.err());
        }
        self.begin_step(&title);
        let bound = self.bind_claimed(procedure, &mut diagnostics, reader);
        self.tell(&diagnostics, reader.sources());
        let mut rows = 0;
        if diagnostics.iter().any(Diagnostic::is_error) {
            self.log.message(
                Severity::Note,
                "This statement was not carried out because of errors.",
            );
            self.begin_checking();
            self.stop_sql();
            self.end_step(&title, None, &began);
        } else if let Some(bound) = bound {
            if self.checking {
                self.remember(bound.makes());
                self.end_step(&title, None, &began);
                return;
            }
            let options = self.sql_options;
            let mut done = None;
            let mut outcome = self.with_environment(reader, |environment| {
                let mut ran = bound.run(&options, environment);
                let outcome = ran.as_mut().map(|ran| std::mem::take(&mut ran.outcome));
                done = ran;
                outcome.unwrap_or_default()
            });
            rows = done.map_or(0, |done| done.rows);
            let failed = outcome.is_failed();
            self.finish(&title, &mut outcome, &began, reader);
            if self.checking {
                self.remember(bound.makes());
            }
            if failed {
                self.stop_sql();
            }
        } else {
            self.end_step(&title, None, &began);
        }
        self.set_sql_conditions(before, rows, reader.symbols_mut());
    }

    /// Binds the next statement, and claims what it changes. Where other processes had changed that before, it is bound
    /// anew over what is there now.
    fn bind_claimed(
        &mut self,
        procedure: &tree::Procedure,
        diagnostics: &mut Vec<Diagnostic>,
        reader: &Reader,
    ) -> Option<feedrate_sql::Bound> {
        let (before, said) = (self.sql_options, diagnostics.len());
        let bound = self.bind_sql(procedure, diagnostics, reader)?;
        let changes: Vec<_> = bound.changes().into_iter().cloned().collect();
        if self.checking || !before.exec || self.claim_current(&changes) {
            return Some(bound);
        }
        self.libraries.forget();
        self.sql_options = before;
        diagnostics.truncate(said);
        self.bind_sql(procedure, diagnostics, reader)
    }

    /// Binds the next statement, where nothing is wrong with it.
    fn bind_sql(
        &mut self,
        procedure: &tree::Procedure,
        diagnostics: &mut Vec<Diagnostic>,
        reader: &Reader,
    ) -> Option<feedrate_sql::Bound> {
        use feedrate_sql::{Setting, bind};
        use feedrate_values::function::Clock;

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
        let (mut sql_options, formats) = (self.sql_options, self.formats.clone());
        let now = self.clock.datetime();
        let (bound, said) = self.lower(|catalog, options| {
            let setting = Setting {
                catalog,
                options,
                formats: &formats,
                symbols: reader.symbols(),
                now,
            };
            bind(&statement, &mut sql_options, setting)
        });
        self.sql_options = sql_options;
        diagnostics.extend(said);
        bound
    }

    /// After an error the other statements of the procedure are only checked, unless NOERRORSTOP says otherwise.
    fn stop_sql(&mut self) {
        if !self.checking && self.sql_options.error_stop && self.sql_options.exec {
            self.sql_options.exec = false;
            self.log.message(
                Severity::Note,
                "PROC SQL set option NOEXEC and will continue to check the syntax of statements.",
            );
        }
    }
}
