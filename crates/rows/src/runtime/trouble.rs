//! Logs observations with errors.

use super::Runtime;
use super::statements::Statements;

impl<'s> Runtime<'s, '_> {
    /// Logs an observation with errors, unless `ERRORS=` was reached.
    pub(crate) fn log_observation(&mut self, statements: &mut (dyn Statements<'s> + 's)) {
        if !self.core.logs_details() {
            return;
        }
        self.core.count_logged();
        self.show_observation(statements);
    }

    /// Logs the lines of the observation, and all variables.
    fn show_observation(&mut self, statements: &mut (dyn Statements<'s> + 's)) {
        statements.log_lines(&mut self.core);
        let width = self.core.options.line_size as usize;
        for line in self.dump.lines(&self.core.values, width) {
            self.core.log.line(&line);
        }
    }

    /// Logs the observation in which the step failed.
    pub(crate) fn show_last_observation(&mut self) {
        self.with_statements(|statements, runtime| runtime.show_observation(statements));
    }
}
