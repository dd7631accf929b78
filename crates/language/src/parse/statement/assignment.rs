//! Assignments and sum statements, and their targets.

use crate::parse::cursor::{Cursor, Result};
use crate::token::{Symbol, TokenKind};
use crate::tree::{StatementKind, Target};

/// Keywords after which a parenthesis belongs to the statement, so that `if (a) = 3 then` is not an assignment to an
/// element of an array `if`.
const BEFORE_PARENTHESES: &[&str] = &[
    "if",
    "when",
    "where",
    "select",
    "put",
    "input",
    "retain",
    "do",
    "otherwise",
    "else",
    "return",
];

/// Keywords after which a plus sign moves the pointer.
const BEFORE_PLUS: &[&str] = &["put", "input"];

impl Cursor<'_> {
    /// Returns whether the next name, in lower case, is the target of an assignment or a sum statement.
    pub(super) fn assigns(&self, word: &str) -> bool {
        match self.kind(1) {
            Some(TokenKind::Symbol(Symbol::Equal)) => true,
            Some(TokenKind::Symbol(Symbol::Plus)) => !BEFORE_PLUS.contains(&word),
            Some(TokenKind::Symbol(Symbol::LeftBrace | Symbol::LeftBracket)) => self.assigns_after_brackets(),
            Some(TokenKind::Symbol(Symbol::LeftParen)) => {
                !BEFORE_PARENTHESES.contains(&word) && self.assigns_after_brackets()
            }
            _ => false,
        }
    }

    fn assigns_after_brackets(&self) -> bool {
        self.after_partner(1)
            .is_some_and(|after| self.is(after, Symbol::Equal) || self.is(after, Symbol::Plus))
    }

    /// Parses an assignment or a sum statement.
    pub(super) fn assignment(&mut self) -> Result<StatementKind> {
        let target = self.target_of_assignment()?;
        if self.take(Symbol::Plus) {
            let addend = self.expression()?;
            self.expect_end("a sum statement")?;
            return Ok(StatementKind::Sum(target, addend));
        }
        self.expect(Symbol::Equal, "after what is assigned to")?;
        let value = self.expression()?;
        self.expect_end("an assignment")
            .map_err(|error| match self.is_name(0) {
                true => self
                    .error("388-185: Expecting an arithmetic operator.")
                    .with_hint("or `;` after the assignment"),
                false => error,
            })?;
        Ok(StatementKind::Assign(target, value))
    }

    fn target_of_assignment(&mut self) -> Result<Target> {
        if !(self.is_word(0, "substr") && self.is(1, Symbol::LeftParen)) {
            return self.target("a variable");
        }
        self.skip(2);
        let of = Box::new(self.target("a variable in SUBSTR")?);
        self.expect(Symbol::Comma, "and a position after the variable of SUBSTR")?;
        let from = self.expression()?;
        let length = if self.take(Symbol::Comma) {
            Some(self.expression()?)
        } else {
            None
        };
        self.expect(Symbol::RightParen, "after the arguments of SUBSTR")?;
        Ok(Target::Part { of, from, length })
    }

    /// Parses a variable, or an element of an array in any kind of brackets or parentheses.
    pub(super) fn target(&mut self, what: &str) -> Result<Target> {
        let name = self.expect_name(what)?;
        match self.kind(0) {
            Some(TokenKind::Symbol(Symbol::LeftBrace | Symbol::LeftBracket | Symbol::LeftParen)) => {
                let index = self.element_index()?;
                Ok(Target::Element { array: name, index })
            }
            _ => Ok(Target::Variable(name)),
        }
    }
}
