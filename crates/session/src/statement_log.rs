//! The log for a statement outside steps.

use feedrate_language::{Diagnostic, Position, Sources};

use crate::execution::Execution;
use crate::log::Log;

/// The log, the texts of the program, and the execution state that an error of the statement changes.
pub(crate) struct StatementLog<'s, 'a> {
    pub(crate) log: &'s mut Log<'a>,
    pub(crate) execution: &'s mut Execution,
    pub(crate) sources: &'s Sources,
}

impl StatementLog<'_, '_> {
    pub(crate) fn note(&mut self, text: &str) {
        self.log.note(text);
    }

    /// Logs lines as they are.
    pub(crate) fn lines(&mut self, lines: &[String]) {
        lines.iter().for_each(|line| self.log.plain(line.as_bytes()));
    }

    pub(crate) fn warning(&mut self, text: &str) {
        self.log.warning(text);
    }

    pub(crate) fn diagnostics(&mut self, diagnostics: &[Diagnostic]) {
        self.log.diagnostics(diagnostics, self.sources);
    }

    /// Logs why the statement cannot be executed. The steps after it are only checked.
    pub(crate) fn refuse(&mut self, error: Diagnostic) {
        self.diagnostics(&[error]);
        self.execution.begin_checking(self.log);
    }

    /// Logs the error of the statement, if there is one.
    pub(crate) fn refuse_error(&mut self, outcome: Result<(), Diagnostic>) {
        if let Err(error) = outcome {
            self.refuse(error);
        }
    }
}

/// Returns the diagnostic of an error at a position.
pub(crate) fn refusal(at: Position, error: impl ToString) -> Diagnostic {
    Diagnostic::error(at, error.to_string())
}
