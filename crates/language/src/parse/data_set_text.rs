//! Data sets that a text of the program names, with their options.

use super::cursor::{Cursor, Result};
use crate::diagnostic::Diagnostic;
use crate::source::Position;
use crate::token::{Characters, Lexer, Reading};
use crate::tree::DataSet;

/// The characters of a text within the program.
struct TextCharacters {
    text: Vec<char>,
    next: usize,
    at: Position,
}

impl Characters for TextCharacters {
    fn peek(&mut self, _: Reading) -> crate::error::Result<Option<char>> {
        Ok(self.text.get(self.next).copied())
    }

    fn take(&mut self) {
        self.next += 1;
    }

    fn place(&self) -> Position {
        self.at
    }
}

/// Parses a data set with its options that a text of the program names: `'work.a(keep=x)'`. The text stands at `at`.
///
/// # Errors
///
/// Returns an error if the text is not a data set with its options.
pub fn data_set_of_text(text: &str, at: Position, year_cutoff: i32) -> Result<DataSet> {
    let mut characters = TextCharacters {
        text: text.chars().collect(),
        next: 0,
        at,
    };
    let (mut lexer, mut tokens) = (Lexer::default(), Vec::new());
    loop {
        match lexer.next(&mut characters, false) {
            Ok(Some(token)) => tokens.push(token),
            Ok(None) => break,
            Err(error) => {
                return Err(Diagnostic::error(
                    at,
                    format!("the name of a data set is not closed: {error}"),
                ));
            }
        }
    }
    let mut cursor = Cursor::new(&tokens, at).with_year_cutoff(year_cutoff);
    let data_set = cursor.data_set()?;
    cursor.expect_end("a data set")?;
    Ok(data_set)
}
