//! PROC SQL: each of its statements is a step of its own.

use feedrate_program::parse::sql;
use feedrate_program::tree;
use feedrate_program::{Diagnostic, Reader};

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
        use feedrate_sql::{Setting, SqlOptions, bind};
        use feedrate_values::function::Clock;

        let began = Began::now();
        let title = Title::of_procedure("SQL", self.lines.site(procedure.at).line);
        if !procedure.resumed {
            self.sql_options = SqlOptions::default();
            let heeded = sql::head(procedure).and_then(|options| self.sql_options.heed(&options));
            diagnostics.extend(heeded.err());
        }
        let statement = match sql::statement(procedure) {
            Some(Ok(statement)) => Some(statement),
            Some(Err(error)) => {
                diagnostics.push(error);
                None
            }
            None => None,
        };
        self.begin_step(&title);
        let (mut sql_options, formats) = (self.sql_options, self.formats.clone());
        let (now, errors) = (self.clock.datetime(), self.options.of_steps().errors);
        let bound = statement
            .filter(|_| !diagnostics.iter().any(Diagnostic::is_error))
            .map(|statement| {
                self.lower(|catalog, options| {
                    let setting = Setting {
                        catalog,
                        options,
                        formats: &formats,
                        now,
                        errors,
                    };
                    bind(&statement, &mut sql_options, setting)
                })
            });
        self.sql_options = sql_options;
        let bound = bound.and_then(|(bound, said)| {
            diagnostics.extend(said);
            bound
        });
        self.tell(&diagnostics, reader.sources());
        if diagnostics.iter().any(Diagnostic::is_error) {
            self.log.message(
                Severity::Note,
                "This statement was not carried out because of errors.",
            );
            self.begin_checking();
            return self.end_step(&title, None, &began);
        }
        let Some(bound) = bound else {
            return self.end_step(&title, None, &began);
        };
        if self.checking {
            self.remember(bound.makes());
            return self.end_step(&title, None, &began);
        }
        let outcome =
            self.with_environment(reader, |environment| bound.run(&sql_options, environment));
        self.finish(&title, &outcome, &began, reader);
        if self.checking {
            self.remember(bound.makes());
        }
    }
}
