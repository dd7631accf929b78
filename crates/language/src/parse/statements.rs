//! The source of the parser's statements.

use crate::diagnostic::Diagnostic;
use crate::error::Error;
use crate::reader::{Ending, Reader};
use crate::statement::Statement;
use crate::surroundings::Surroundings;
use crate::token::Token;
use crate::tree::Block;

/// The statements of a program, one at a time, after macro processing.
///
/// An error must not repeat forever: the call after it continues behind the error or returns the end.
pub trait Statements {
    /// Returns the next statement; `None` at the end of the text.
    fn next_statement(&mut self) -> Result<Option<Statement>, Diagnostic>;

    /// Returns the lines after a DATALINES statement, which was the last one taken: up to a line with a semicolon, or
    /// with `four` of them at its beginning.
    fn data_lines(&mut self, four: bool) -> Result<Vec<Vec<u8>>, Diagnostic>;

    /// Returns the text up to ENDRSUBMIT, which becomes the next statement, after an RSUBMIT statement, which was the
    /// last one taken.
    fn block(&mut self) -> Result<Block, Diagnostic>;

    /// Returns whether the next statement [ends the step](ends_step) before it, as far as its first word shows, without
    /// reading the rest. A source that cannot look ahead returns false: then the step ends when that statement has been
    /// read, and the macro variables in it have been resolved already.
    fn at_step(&mut self) -> bool {
        false
    }

    /// Receives the name of the step that is read from now on, which is `DATASTEP` or that of a procedure; `None` if
    /// what is read is in no step.
    fn enter_step(&mut self, _name: Option<&str>) {}
}

/// Returns whether a statement ends the step before it, by its first word: DATA, PROC or RSUBMIT.
pub fn ends_step(first: &Token) -> bool {
    ["data", "proc", "rsubmit", "endsas"]
        .iter()
        .any(|word| first.is_name(word))
}

/// The statements of a reader, whose events go to the session.
pub struct Program<'a> {
    reader: &'a mut Reader,
    surroundings: &'a mut dyn Surroundings,
    /// An error while looking ahead, which is returned as the next statement.
    failed: Option<Diagnostic>,
}

impl<'a> Program<'a> {
    /// Creates the statements of a reader.
    pub fn new(reader: &'a mut Reader, surroundings: &'a mut dyn Surroundings) -> Self {
        Self {
            reader,
            surroundings,
            failed: None,
        }
    }
}

impl Statements for Program<'_> {
    fn next_statement(&mut self) -> Result<Option<Statement>, Diagnostic> {
        match self.failed.take() {
            Some(diagnostic) => Err(diagnostic),
            None => self.reader.next_statement(self.surroundings).map_err(Into::into),
        }
    }

    fn data_lines(&mut self, four: bool) -> Result<Vec<Vec<u8>>, Diagnostic> {
        let ending = if four {
            Ending::FourSemicolons
        } else {
            Ending::Semicolon
        };
        let lines = self.reader.data_lines(ending, self.surroundings)?;
        Ok(lines.lines().map(|line| line.as_bytes().to_vec()).collect())
    }

    fn block(&mut self) -> Result<Block, Diagnostic> {
        self.reader.block(self.surroundings).map_err(Into::into)
    }

    fn at_step(&mut self) -> bool {
        match self.reader.first_token(self.surroundings) {
            Ok(token) => token.is_some_and(ends_step),
            Err(error) => {
                self.failed = Some(error.into());
                false
            }
        }
    }
}

impl From<Error> for Diagnostic {
    fn from(error: Error) -> Self {
        Self::error(error.position, error.problem.to_string())
    }
}
