//! One statement as its tokens.

use crate::source::Position;
use crate::token::Token;

/// The tokens before a semicolon. A semicolon alone is a statement without tokens.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The tokens, without the semicolon.
    pub tokens: Vec<Token>,
    /// The position of the semicolon.
    pub end: Position,
}

impl Statement {
    /// Returns the position of the first token.
    pub fn position(&self) -> Position {
        self.tokens.first().map_or(self.end, |token| token.position)
    }
}
