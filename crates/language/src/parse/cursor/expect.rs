//! The tokens that a statement requires next, and the errors if others are there.

use super::{Cursor, Result, shown};
use crate::diagnostic::Diagnostic;
use crate::source::Position;
use crate::token::{Symbol, TokenKind};
use crate::tree::Name;

impl Cursor<'_> {
    /// Consumes a required symbol.
    ///
    /// # Errors
    ///
    /// Returns an error if another token is next; `place` describes the position in the message.
    pub fn expect(&mut self, symbol: Symbol, place: &str) -> Result<()> {
        if self.take(symbol) {
            return Ok(());
        }
        Err(self.expected(&format!("`{}` {place}", symbol.spelling())))
    }

    /// Consumes a required word.
    ///
    /// # Errors
    ///
    /// Returns an error if another token is next; `place` describes the position in the message.
    pub fn expect_word(&mut self, word: &str, place: &str) -> Result<()> {
        if self.take_word(word) {
            return Ok(());
        }
        Err(self.expected(&format!("{} {place}", word.to_ascii_uppercase())))
    }

    /// Consumes a required name; `what` is the expectation in the message, such as `a variable`.
    ///
    /// # Errors
    ///
    /// Returns an error if no name is next.
    pub fn expect_name(&mut self, what: &str) -> Result<Name> {
        match self.token(0) {
            Some(token) if self.is_name(0) => {
                self.next += 1;
                Ok(Name {
                    text: token.text.clone().into_owned(),
                    at: token.position,
                })
            }
            _ => Err(self.expected(what)),
        }
    }

    /// Consumes a quoted string, if one is next, and returns its bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if it is a hexadecimal string with invalid digits.
    pub fn take_text(&mut self) -> Result<Option<Vec<u8>>> {
        match self.token(0) {
            Some(token) if matches!(token.kind, TokenKind::Text | TokenKind::Hex) => {
                let Some(bytes) = token.bytes() else {
                    return Err(self.error(format!("{} is not pairs of hexadecimal digits", shown(token))));
                };
                self.next += 1;
                Ok(Some(bytes.into_owned()))
            }
            _ => Ok(None),
        }
    }

    /// Consumes a required quoted string.
    ///
    /// # Errors
    ///
    /// Returns an error if no string is next.
    pub fn expect_string(&mut self, what: &str) -> Result<String> {
        match self.take_text()? {
            Some(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
            None => Err(self.expected(&format!("{what} in quotes"))),
        }
    }

    /// Consumes a required unsigned integer.
    ///
    /// # Errors
    ///
    /// Returns an error if none is next.
    pub fn expect_count(&mut self, what: &str) -> Result<u64> {
        match self.take_count() {
            Some(count) => Ok(count),
            None => Err(self.expected(what)),
        }
    }

    /// Consumes an unsigned integer, if one is next. A dot may end it, as in a width.
    pub fn take_count(&mut self) -> Option<u64> {
        let token = self.token(0).filter(|token| token.kind == TokenKind::Number)?;
        let count = token.text.strip_suffix('.').unwrap_or(&token.text).parse().ok()?;
        self.next += 1;
        Some(count)
    }

    /// Requires the end of the statement.
    ///
    /// # Errors
    ///
    /// Returns an error if a token is left.
    pub fn expect_end(&self, after: &str) -> Result<()> {
        if self.at_end() {
            return Ok(());
        }
        Err(self.expected(&format!("`;` after {after}")))
    }

    /// Returns an error at the next token: what is expected there.
    pub fn expected(&self, what: &str) -> Diagnostic {
        let found = match self.token(0) {
            Some(token) => shown(token),
            None => "the end of the statement".to_owned(),
        };
        Diagnostic::unexpected(self.error_position(), what, &found)
    }

    /// Returns an error at the next token.
    pub fn error(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(self.error_position(), message)
    }

    /// Returns the position of an error at the next token.
    pub fn error_position(&self) -> Position {
        // At the end of the statement, its last word is the best position.
        let nearest = self.token(0).or(self.tokens.last());
        let mut at = self.position();
        at.inside = at.inside.or(nearest.and_then(|token| token.position.inside));
        at
    }
}
