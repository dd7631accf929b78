//! Formats and informats as written: `date9.`, `comma12.2`, `$20.`, `8.2`.

use feedrate_values::Spec;

use super::cursor::{Cursor, Result};
use crate::token::{Symbol, Token, TokenKind};

impl Cursor<'_> {
    /// Returns whether a format begins at the token `ahead` of the next.
    pub fn at_spec(&self, ahead: usize) -> bool {
        self.spec_length(ahead).is_some()
    }

    /// Parses a format or informat with its dot, if one is next.
    ///
    /// # Errors
    ///
    /// Returns an error if it is malformed.
    pub fn take_spec(&mut self) -> Result<Option<String>> {
        let Some(length) = self.spec_length(0) else {
            return Ok(None);
        };
        let text: String = (0..length)
            .filter_map(|ahead| self.token(ahead))
            .map(|token| &*token.text)
            .collect();
        if let Err(error) = text.parse::<Spec>() {
            return Err(self.error(error.to_string()));
        }
        self.skip(length);
        Ok(Some(text))
    }

    /// Parses a required format; `what` is the expectation in the message, such as `a format`.
    ///
    /// # Errors
    ///
    /// Returns an error if none is next.
    pub fn expect_spec(&mut self, what: &str) -> Result<String> {
        match self.take_spec()? {
            Some(spec) => Ok(spec),
            None => Err(self
                .expected(what)
                .with_hint("formats end with a dot, as in `date9.`, `8.2` or `$20.`")),
        }
    }

    /// Returns whether `first.x` or `last.x` begins at the token `ahead` of the next.
    pub(super) fn at_by_variable(&self, ahead: usize) -> bool {
        (self.is_word(ahead, "first") || self.is_word(ahead, "last"))
            && self.is(ahead + 1, Symbol::Dot)
            && self.touches(ahead + 1)
            && self.is_name(ahead + 2)
            && self.touches(ahead + 2)
    }

    /// Returns the number of tokens of the format that begins at the token `ahead` of the next. Its dot must be
    /// adjacent to what precedes it, which distinguishes `date9.` from a variable.
    fn spec_length(&self, ahead: usize) -> Option<usize> {
        let dollar = usize::from(self.is(ahead, Symbol::Dollar));
        let at = ahead + dollar;
        let after_dollar = dollar == 0 || self.touches(at);
        let token = self.token(at)?;
        match token.kind {
            // `8.2`, `8.`; after a dollar sign blanks may precede the width.
            TokenKind::Number => is_width_with_dot(&token.text).then_some(dollar + 1),
            TokenKind::Name if after_dollar && self.touches(at + 1) => {
                let ends = self.token(at + 1).is_some_and(is_dot_and_decimals);
                (ends && !self.at_by_variable(at)).then_some(dollar + 2)
            }
            TokenKind::Symbol(Symbol::Dot) if dollar == 1 && after_dollar => Some(2),
            _ => None,
        }
    }
}

/// `8.` or `8.2`, not `.2`, `8` or `8.2e1`.
fn is_width_with_dot(text: &str) -> bool {
    text.split_once('.')
        .is_some_and(|(width, decimals)| !width.is_empty() && is_digits(width) && is_digits(decimals))
}

/// `.` or `.2`.
fn is_dot_and_decimals(token: &Token) -> bool {
    match token.kind {
        TokenKind::Symbol(symbol) => symbol == Symbol::Dot,
        TokenKind::Number => token.text.strip_prefix('.').is_some_and(is_digits),
        _ => false,
    }
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}
