//! The statements of a step and its files of lines. The DATA step executes them; this is how the rows reach them.

use feedrate_program::{DataStep, LabelId, Statement};

use super::Runtime;
use crate::evaluation::core::Core;
use crate::fault::StepResult;
use crate::machine_code::NotCompiled;
use crate::outcome::executor::Executor;
use crate::outcome::{FileMade, FileRead, StepEnd};

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
        /// Set if the implicit output comes first.
        outputs: bool,
    },
    /// Behind a label.
    Goto(LabelId),
    /// Behind the LINK that led here.
    Linked,
    /// Nowhere: the step ends.
    Stop,
}

/// The statements of a step, with its files of lines; without more methods, it has no such files. While one of the
/// methods with a runtime runs, that runtime has [no statements](NoStatements) of its own.
pub trait Statements<'s> {
    /// Opens the files of lines that are read, after all data sets that are read.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be opened.
    fn open_sources(&mut self, _: &mut Core<'s, '_>) -> StepResult<()> {
        Ok(())
    }

    /// Opens the files of lines that are written, after all data sets were created.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be opened.
    fn open_targets(&mut self, _: &mut Core<'s, '_>) -> StepResult<()> {
        Ok(())
    }

    /// Returns the notes that introduce the files.
    fn introductions(&self) -> Vec<String> {
        Vec::new()
    }

    /// Runs iterations until the step ends.
    fn run(&mut self, runtime: &mut Runtime<'s, '_>) -> (Executor, StepResult<StepEnd>);

    /// Executes statements until one of them transfers control.
    ///
    /// # Errors
    ///
    /// Fails with the first statement that does.
    fn execute(&mut self, statements: &'s [Statement], runtime: &mut Runtime<'s, '_>) -> StepResult<Flow>;

    /// Ends the lines of an iteration.
    ///
    /// # Errors
    ///
    /// Fails if a line cannot be written.
    fn end_iteration(&mut self, _: &mut Runtime<'s, '_>) -> StepResult<()> {
        Ok(())
    }

    /// Logs the lines of an observation with errors; the first of the step below a ruler that numbers their columns.
    fn log_lines(&mut self, _: &mut Core<'s, '_>) {}

    /// Writes the pending lines at the end of the step.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be written.
    fn finish(&mut self, _: &mut Runtime<'s, '_>) -> StepResult<()> {
        Ok(())
    }

    /// Returns the lines that were written for the procedure since the last call.
    fn take_lines(&mut self) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// Returns the facts about the files that were read.
    fn files_read(&self) -> Vec<FileRead> {
        Vec::new()
    }

    /// Returns the facts about the files that were written.
    fn files_made(&self) -> Vec<FileMade> {
        Vec::new()
    }
}

/// The constructor of the statements of a step.
pub type StatementsOf = for<'s> fn(&'s DataStep) -> Box<dyn Statements<'s> + 's>;

/// The statements of a step that only reads and makes data sets: no statement but SET and MERGE is executed.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoStatements;

impl NoStatements {
    /// Returns them for any step.
    pub fn of<'s>(_: &'s DataStep) -> Box<dyn Statements<'s> + 's> {
        Box::new(Self)
    }
}

impl<'s> Statements<'s> for NoStatements {
    fn run(&mut self, runtime: &mut Runtime<'s, '_>) -> (Executor, StepResult<StepEnd>) {
        let executor = Executor::Interpreter(NotCompiled::NotWanted);
        (executor, runtime.interpret(self))
    }

    fn execute(&mut self, statements: &'s [Statement], runtime: &mut Runtime<'s, '_>) -> StepResult<Flow> {
        for statement in statements {
            if let Statement::Read(read) = statement
                && !runtime.read(*read)?
            {
                return Ok(Flow::Stop);
            }
        }
        Ok(Flow::Next)
    }
}
