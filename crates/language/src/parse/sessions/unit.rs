//! Statements about other sessions as units of a program, and RSUBMIT with its block.

use crate::diagnostic::Diagnostic;
use crate::parse::statements::Statements;
use crate::parse::{ParsedUnit, Parser};
use crate::statement::Statement;
use crate::tree::{Global, SessionStatement, Submit, Unit};

impl Parser {
    /// Parses a statement about other sessions other than RSUBMIT.
    pub(in crate::parse) fn session_statement(&self, statement: &Statement, word: &str) -> ParsedUnit {
        let mut diagnostics = Vec::new();
        let outcome = self.cursor(statement).session_statement(word, &mut diagnostics);
        let unit = match outcome {
            Ok(statement) => Global::Session(Box::new(statement)),
            Err(diagnostic) => {
                diagnostics.push(diagnostic);
                Global::Unknown(statement.position())
            }
        };
        ParsedUnit {
            unit: Unit::Global(unit),
            diagnostics,
        }
    }

    /// Parses RSUBMIT up to and including ENDRSUBMIT. The block is consumed even if the statement has an error, because
    /// it is not for this session.
    pub(in crate::parse) fn submit(&self, statement: &Statement, source: &mut impl Statements) -> ParsedUnit {
        let mut diagnostics = Vec::new();
        let outcome = self.cursor(statement).submit(&mut diagnostics);
        let block = source.block().map_err(|diagnostic| Diagnostic {
            position: statement.position(),
            ..diagnostic
        });
        let ended = match &block {
            Ok(_) => self.end_of_block(source),
            Err(_) => Ok(()),
        };
        let submit = match (outcome, block, ended) {
            (Ok((session, options)), Ok(block), Ok(())) => {
                Global::Session(Box::new(SessionStatement::Submit(Submit {
                    session,
                    options,
                    block,
                    at: statement.position(),
                })))
            }
            (outcome, block, ended) => {
                diagnostics.extend([outcome.err(), block.err(), ended.err()].into_iter().flatten());
                Global::Unknown(statement.position())
            }
        };
        ParsedUnit {
            unit: Unit::Global(submit),
            diagnostics,
        }
    }

    /// Parses ENDRSUBMIT, which is the next statement.
    fn end_of_block(&self, source: &mut impl Statements) -> Result<(), Diagnostic> {
        let Some(statement) = source.next_statement()? else {
            return Ok(());
        };
        let mut cursor = self.cursor(&statement);
        cursor.skip(1);
        cursor.expect_end("ENDRSUBMIT")
    }
}
