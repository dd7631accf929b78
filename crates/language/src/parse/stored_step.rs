//! The text of a stored DATA step, which is parsed again when the step is to run.

use super::parser::Parser;
use super::statements::{Program, Statements};
use crate::diagnostic::Diagnostic;
use crate::reader::Reader;
use crate::source::Position;
use crate::statement::Statement;
use crate::surroundings::QuietSurroundings;
use crate::tree::{Block, DataStep, Extent, Unit};

/// The statements of a stored step, all of which are at the place that names it.
struct StoredText<'a> {
    program: Program<'a>,
    at: Position,
}

impl Statements for StoredText<'_> {
    fn next_statement(&mut self) -> Result<Option<Statement>, Diagnostic> {
        let mut statement = self.program.next_statement()?;
        if let Some(statement) = &mut statement {
            statement.end = self.at;
            for token in &mut statement.tokens {
                token.position = self.at;
            }
        }
        Ok(statement)
    }

    fn data_lines(&mut self, four: bool) -> Result<Vec<Vec<u8>>, Diagnostic> {
        self.program.data_lines(four)
    }

    fn block(&mut self) -> Result<Block, Diagnostic> {
        self.program.block()
    }
}

/// Returns whether the text of a view is that of a DATA step, and not a statement of PROC SQL.
pub fn is_stored_step(text: &str) -> bool {
    let word = text.split(|letter: char| !letter.is_ascii_alphabetic()).next();
    word.is_some_and(|word| word.eq_ignore_ascii_case("data"))
}

/// Parses the text of a stored DATA step. Every position in it is `at`, where the program names the step.
///
/// # Errors
///
/// Returns the first error in the text.
pub fn stored_step(text: &str, at: Position) -> Result<DataStep, Diagnostic> {
    let wrong = |why: String| Diagnostic::error(at, format!("the text of the stored step is wrong: {why}"));
    let mut reader = Reader::new("stored step", text).map_err(|error| wrong(error.to_string()))?;
    let mut quiet = QuietSurroundings;
    let mut source = StoredText {
        program: Program::new(&mut reader, &mut quiet),
        at,
    };
    let parsed = Parser::new(|_| Extent::Run).next_unit(&mut source);
    let parsed = parsed.ok_or_else(|| wrong("it is empty".into()))?;
    if let Some(error) = parsed.diagnostics.into_iter().find(Diagnostic::is_error) {
        return Err(wrong(error.message));
    }
    match parsed.unit {
        Unit::Data(step) => Ok(step),
        _ => Err(wrong("it is no DATA step".into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<DataStep, Diagnostic> {
        let at = Reader::new("test", "").expect("a reader").position();
        stored_step(text, at)
    }

    #[test]
    fn a_text_is_a_step_again() {
        let text = "data v / view=v;\nset a;\nx = '&b';\nrun;\n";
        assert!(is_stored_step(text) && !is_stored_step("create view data as select 1"));
        let step = parsed(text).expect("a step");
        let stored = step.stored.expect("what is stored");
        assert_eq!(stored.text, "data v / view=v;\nset a;\nx = '&b';\n");
        assert_eq!(step.body.len(), 2);
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "proc print;",
            "data v / view=v; x = ; run;",
            "data v / view=v; x = 'y",
        ] {
            assert!(parsed(text).is_err(), "{text}");
        }
    }
}
