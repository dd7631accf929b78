//! One statement as its tokens.

use crate::source::Position;
use crate::token::Token;

/// What stands before a semicolon. A semicolon alone gives a statement without tokens.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The tokens, without the semicolon.
    pub tokens: Vec<Token>,
    /// Where the semicolon is.
    pub end: Position,
}

impl Statement {
    /// Where it begins.
    pub fn position(&self) -> Position {
        self.tokens.first().map_or(self.end, |token| token.position)
    }

    /// Whether it begins with a word, whatever the case of its letters.
    pub fn begins_with(&self, word: &str) -> bool {
        self.tokens.first().is_some_and(|token| token.is_name(word))
    }
}
