//! Where the parser takes statements from.

use crate::diagnostic::Diagnostic;
use crate::error::Error;
use crate::host::Host;
use crate::reader::{Ending, Reader};
use crate::statement::Statement;
use crate::token::Token;
use crate::tree::Block;

/// Statements of a program, one at a time, with everything that macros make of them done.
///
/// An error must not come back for ever: after it, the next call goes on behind it or is at the end.
pub trait Statements {
    /// The next statement; `None` at the end of the text.
    fn next_statement(&mut self) -> Result<Option<Statement>, Diagnostic>;

    /// The lines that follow a DATALINES statement, which was the last one taken: up to a line with a
    /// semicolon in it, or of `four` of them.
    fn data_lines(&mut self, four: bool) -> Result<Vec<Vec<u8>>, Diagnostic>;

    /// The text up to ENDRSUBMIT, which is the next statement then, after an RSUBMIT statement, which was
    /// the last one taken.
    fn block(&mut self) -> Result<Block, Diagnostic>;

    /// Whether the next statement [ends the step](ends_step) before it, as far as its first word tells without the
    /// rest of it being read. A source that cannot tell says no: then the step before it ends a moment
    /// later, when the macro variables of that statement stand for their values already.
    fn at_step(&mut self) -> bool {
        false
    }
}

/// Whether a statement ends the step before it, by its first word: DATA, PROC or RSUBMIT.
pub fn ends_step(first: &Token) -> bool {
    ["data", "proc", "rsubmit", "endsas"]
        .iter()
        .any(|word| first.is_name(word))
}

/// The statements that a reader gives, with the session that it tells of them.
pub struct Program<'a> {
    reader: &'a mut Reader,
    host: &'a mut dyn Host,
    /// What went wrong in a look ahead, which the next statement is.
    failed: Option<Diagnostic>,
}

impl<'a> Program<'a> {
    /// The statements of a reader.
    pub fn new(reader: &'a mut Reader, host: &'a mut dyn Host) -> Self {
        Self {
            reader,
            host,
            failed: None,
        }
    }
}

impl Statements for Program<'_> {
    fn next_statement(&mut self) -> Result<Option<Statement>, Diagnostic> {
        match self.failed.take() {
            Some(diagnostic) => Err(diagnostic),
            None => self.reader.next_statement(self.host).map_err(Into::into),
        }
    }

    fn data_lines(&mut self, four: bool) -> Result<Vec<Vec<u8>>, Diagnostic> {
        let ending = if four {
            Ending::FourSemicolons
        } else {
            Ending::Semicolon
        };
        let lines = self.reader.data_lines(ending, self.host)?;
        Ok(lines.lines().map(|line| line.as_bytes().to_vec()).collect())
    }

    fn block(&mut self) -> Result<Block, Diagnostic> {
        self.reader.block(self.host).map_err(Into::into)
    }

    fn at_step(&mut self) -> bool {
        match self.reader.first_token(self.host) {
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
