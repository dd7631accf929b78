//! The rows and the files of lines that statements access.

use feedrate_program::{InputStatement, PutStatement};
use feedrate_rows::{Fault, Runtime, StepResult};
use feedrate_values::Severity;

use crate::lines::put::PutContext;
use crate::step_statements::StepStatements;

/// A step whose statements are being executed.
pub(crate) struct Execution<'r, 's, 'e> {
    pub(crate) rows: &'r mut Runtime<'s, 'e>,
    pub(crate) statements: &'r mut StepStatements<'s>,
}

impl<'s> Execution<'_, 's, '_> {
    /// Ends an iteration, after its output.
    ///
    /// # Errors
    ///
    /// Fails if a line of PUT cannot be written.
    pub(crate) fn end_iteration(&mut self) -> StepResult<()> {
        self.rows.end_iteration_of(self.statements)
    }

    /// Executes an INPUT statement. Returns `false` at the end of the lines.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or the statement fails.
    pub(super) fn input(&mut self, statement: &'s InputStatement) -> StepResult<bool> {
        self.rows.has_read = true;
        let core = &mut self.rows.core;
        let inputs = &mut self.statements.inputs;
        let Some(input) = inputs.get_mut(statement.external as usize).and_then(Option::as_mut) else {
            return Err(Box::new(Fault::WrongFile(core.site(statement.site))));
        };
        let goes_on = input.input(statement, core);
        let goes_on = goes_on.map_err(|fault| core.fault_at(statement.site, fault))?;
        if !goes_on && input.takes_loss() {
            core.log.message(Severity::Note, "LOST CARD.");
            core.values.set_number(core.step.error, 1.0);
        }
        Ok(goes_on)
    }

    /// Executes a PUT statement.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written or the statement fails.
    pub(super) fn put(&mut self, statement: &'s PutStatement) -> StepResult<()> {
        let Runtime {
            core, listing, dump, ..
        } = &mut *self.rows;
        let StepStatements { inputs, puts, .. } = &mut *self.statements;
        match puts.get_mut(statement.external as usize).and_then(Option::as_mut) {
            Some(put) => {
                let mut context = PutContext {
                    listing: &mut **listing,
                    dump,
                    inputs,
                };
                put.put(statement, core, &mut context)
            }
            None => Err(Box::new(Fault::WrongFile(core.site(statement.site)))),
        }
    }
}
