//! The interpretation of statements.

use feedrate_program::Statement;
use feedrate_rows::{Fault, Flow, StepResult};

use super::Execution;

impl<'s> Execution<'_, 's, '_> {
    /// Executes statements until one of them transfers control.
    ///
    /// # Errors
    ///
    /// Fails with the first statement that does.
    pub(crate) fn statements(&mut self, statements: &'s [Statement]) -> StepResult<Flow> {
        self.sequence(statements, None)
    }

    /// Executes one statement.
    ///
    /// # Errors
    ///
    /// Fails if the step must end with an error.
    pub(crate) fn statement(&mut self, statement: &'s Statement) -> StepResult<Flow> {
        match statement {
            Statement::Assign(slot, value) => {
                let number = self.rows.core.number(value)?;
                self.rows.core.values.set_number(*slot, number);
            }
            Statement::AssignText(slot, value) => self.rows.core.assign_text(*slot, value)?,
            Statement::AssignElement {
                array,
                index,
                value,
                site,
            } => {
                let slot = self.rows.core.element(*array, index, *site)?;
                self.rows.core.assign(slot, value)?;
            }
            Statement::AssignPart {
                target,
                from,
                length,
                value,
                site,
            } => {
                self.rows
                    .core
                    .assign_part(target, from, length.as_ref(), value, *site)?;
            }
            Statement::Sum(target, value) => self.rows.core.add_to(target, value)?,
            Statement::If(condition, then, otherwise) => {
                let holds = self.rows.core.condition(condition)?;
                self.rows.core.update_error_flag();
                return self.statements(if holds { then } else { otherwise });
            }
            Statement::Keep(condition) => {
                if !self.rows.core.condition(condition)? {
                    return Ok(Flow::Iteration { outputs: false });
                }
            }
            Statement::Loop { index, clauses, body } => {
                return self.counted_loop(index, clauses, body);
            }
            Statement::Repeat {
                while_true,
                until_true,
                body,
            } => {
                return self.repeat(while_true.as_ref(), until_true.as_ref(), body);
            }
            Statement::Leave => return Ok(Flow::Leave),
            Statement::Continue => return Ok(Flow::Continue),
            Statement::Read(read) => {
                if !self.rows.read(*read)? {
                    return Ok(Flow::Stop);
                }
            }
            Statement::Output(writes) => self.rows.output(writes)?,
            Statement::Change(change, site) => self.rows.change(*change, *site)?,
            Statement::Delete => return Ok(Flow::Iteration { outputs: false }),
            Statement::Jump(jump, site) => return self.jump(*jump, *site),
            Statement::Lines(action, external) => return self.lines_action(*action, *external),
            Statement::Return => return Ok(self.returned()),
            Statement::Stop => return Ok(Flow::Stop),
            Statement::Abort(abort, site) => {
                return Err(Box::new(Fault::Aborted(*abort, self.rows.core.site(*site))));
            }
            Statement::Call {
                routine,
                arguments,
                site,
            } => {
                self.rows.core.call_routine(routine, arguments, *site)?;
            }
            Statement::Input(statement) => {
                if !self.input(statement)? {
                    return Ok(self.at_end_of_lines(statement.external));
                }
            }
            Statement::Put(statement) => self.put(statement)?,
            Statement::NoneSelected(site) => {
                return Err(Box::new(Fault::NoneSelected(self.rows.core.site(*site))));
            }
        }
        Ok(Flow::Next)
    }
}
