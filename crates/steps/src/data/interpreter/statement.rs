//! Statements.

use crate::data::fault::{Fault, Faulted};
use crate::data::runtime::Runtime;
use crate::ir::Statement;

/// Where execution continues after a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// At the next statement.
    Next,
    /// Behind the innermost loop.
    Leave,
    /// At the next round of the innermost loop.
    Continue,
    /// At the next iteration.
    Iteration {
        /// Whether the implicit output comes first.
        outputs: bool,
    },
    /// Nowhere: the step ends.
    Stop,
}

impl<'s> Runtime<'s, '_> {
    /// Executes statements until one of them transfers control.
    ///
    /// # Errors
    ///
    /// Fails with the first statement that does.
    pub fn statements(&mut self, statements: &'s [Statement]) -> Faulted<Flow> {
        for statement in statements {
            let flow = self.statement(statement)?;
            self.core.update_error_flag();
            if flow != Flow::Next {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    /// Executes one statement.
    ///
    /// # Errors
    ///
    /// Fails if the step must end with an error.
    pub fn statement(&mut self, statement: &'s Statement) -> Faulted<Flow> {
        match statement {
            Statement::Assign(slot, value) => {
                let number = self.core.number(value)?;
                self.core.values.set_number(*slot, number);
            }
            Statement::AssignText(slot, value) => self.core.assign_text(*slot, value)?,
            Statement::AssignElement {
                array,
                index,
                value,
                site,
            } => {
                let slot = self.core.element(*array, index, *site)?;
                self.core.assign(slot, value)?;
            }
            Statement::AssignPart {
                target,
                from,
                length,
                value,
                site,
            } => {
                self.core
                    .assign_part(target, from, length.as_ref(), value, *site)?;
            }
            Statement::Sum(target, value) => self.core.add_to(target, value)?,
            Statement::If(condition, then, otherwise) => {
                let holds = self.core.condition(condition)?;
                self.core.update_error_flag();
                return self.statements(if holds { then } else { otherwise });
            }
            Statement::Keep(condition) => {
                if !self.core.condition(condition)? {
                    return Ok(Flow::Iteration { outputs: false });
                }
            }
            Statement::Loop {
                index,
                clauses,
                body,
            } => {
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
                if !self.read(*read)? {
                    return Ok(Flow::Stop);
                }
            }
            Statement::Output(writes) => self.output(writes)?,
            Statement::Change(change, site) => self.change(*change, *site)?,
            Statement::Delete => return Ok(Flow::Iteration { outputs: false }),
            Statement::Return => {
                return Ok(Flow::Iteration {
                    outputs: self.core.step.implicit_output,
                });
            }
            Statement::Stop => return Ok(Flow::Stop),
            Statement::Abort(site) => return Err(Box::new(Fault::Aborted(self.core.site(*site)))),
            Statement::Call {
                routine,
                arguments,
                site,
            } => {
                self.core.call_routine(routine, arguments, *site)?;
            }
            Statement::Input(statement) => {
                if !self.input(statement)? {
                    return Ok(Flow::Stop);
                }
            }
            Statement::Put(statement) => self.put(statement)?,
            Statement::NoneSelected(site) => {
                return Err(Box::new(Fault::NoneSelected(self.core.site(*site))));
            }
        }
        Ok(Flow::Next)
    }
}
