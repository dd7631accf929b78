//! The errors for PROC SQL and its views in a build without PROC SQL.

use feedrate_dataset::DataSetName;
use feedrate_language::parse::sql;
use feedrate_language::tree;
use feedrate_language::{Diagnostic, Reader};

use super::StepRun;
use crate::session::Session;

impl Session<'_> {
    /// Logs the error that PROC SQL is not in this build.
    pub(super) fn sql(&mut self, procedure: &tree::Procedure, mut diagnostics: Vec<Diagnostic>, reader: &mut Reader) {
        let run = StepRun::sql_statement(self.log.site(procedure.at).line);
        diagnostics.extend(sql::head(procedure).err());
        diagnostics.extend(sql::statement(procedure).and_then(Result::err));
        self.log.diagnostics(&diagnostics, reader.sources());
        if !procedure.resumed {
            self.log.error(
                "PROC SQL is not in this build of feedrate, which was made without it to be built in a few minutes; \
                 `cargo build --release --features sql` makes one that has it.",
            );
        }
        self.execution.begin_checking(&mut self.log);
        self.plan_nothing(run.name(), run.line(), Some("PROC SQL is not planned"), &[]);
        self.end_step(&run, None);
    }

    /// Returns the error that views cannot be read.
    pub(super) fn show_sql_view(&mut self, view: &DataSetName, _: &mut Reader) -> Result<(), String> {
        Err(format!(
            "{view} is a view, and this build of feedrate has no PROC SQL to read it with"
        ))
    }
}
