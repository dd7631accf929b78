//! Operands: constants, variables, elements of arrays, calls, and expressions in parentheses.

use super::operator::Group;
use super::{Size, SizedExpression};
use crate::parse::cursor::{Cursor, Result};
use crate::source::Position;
use crate::token::{Symbol, TokenKind};
use crate::tree::{Expression, ExpressionKind, Name};

/// The operands that SAS names where one is missing.
const OPERANDS: &str = "a name, a quoted string, a numeric constant, a datetime constant, a missing value, INPUT, PUT";

impl Cursor<'_> {
    pub(super) fn operand(&mut self) -> Result<SizedExpression> {
        let at = self.position();
        if self.in_sql
            && let Some(operand) = self.sql_operand()?
        {
            return Ok(operand);
        }
        match self.kind(0) {
            Some(TokenKind::Name | TokenKind::NameLiteral) => self.named(),
            Some(TokenKind::Symbol(Symbol::LeftParen)) => {
                self.skip(1);
                let inner = self.climb(Group::Or)?;
                self.expect(Symbol::RightParen, "to close the parenthesis")?;
                Ok(inner)
            }
            Some(TokenKind::Symbol(symbol)) if symbol != Symbol::Dot => Err(self.expected(OPERANDS)),
            Some(_) => {
                let kind = self.literal()?;
                Ok(SizedExpression::leaf(kind, at))
            }
            None => Err(self.expected(OPERANDS)),
        }
    }

    /// Parses a constant with or without a sign, where nothing else is allowed; `what` is the expectation in the
    /// message.
    ///
    /// # Errors
    ///
    /// Returns an error if no constant is next.
    pub fn constant(&mut self, what: &str) -> Result<Expression> {
        let at = self.position();
        let negative = self.is(0, Symbol::Minus);
        if negative || self.is(0, Symbol::Plus) {
            self.skip(1);
        }
        let is_literal = match self.kind(0) {
            Some(TokenKind::Symbol(symbol)) => symbol == Symbol::Dot,
            Some(TokenKind::Name | TokenKind::NameLiteral) | None => false,
            Some(_) => true,
        };
        if !is_literal {
            return Err(self.expected(what));
        }
        let kind = match self.literal()? {
            ExpressionKind::Number(number) if negative && !number.is_nan() => ExpressionKind::Number(-number),
            ExpressionKind::Text(_) if negative => {
                return Err(self.error("a text has no sign"));
            }
            kind => kind,
        };
        Ok(Expression { kind, at })
    }

    /// Parses an operand that begins with a name.
    fn named(&mut self) -> Result<SizedExpression> {
        let is_word = self.kind(0) == Some(TokenKind::Name);
        let name = self.expect_name("a variable")?;
        if name.text.eq_ignore_ascii_case("_new_") && self.is_name(0) && !self.in_sql {
            return self.new_object(&name);
        }
        match self.kind(0) {
            Some(TokenKind::Symbol(Symbol::LeftParen)) => {
                self.skip(1);
                if self.in_sql
                    && let Some(call) = self.sql_call(&name)?
                {
                    return Ok(call);
                }
                self.call(name)
            }
            Some(TokenKind::Symbol(Symbol::LeftBrace | Symbol::LeftBracket)) => {
                let (index, size) = self.index()?;
                let kind = ExpressionKind::Element {
                    array: name.text,
                    index,
                };
                Ok(SizedExpression::new(kind, name.at, size))
            }
            Some(TokenKind::Symbol(Symbol::Dot)) if self.in_sql && self.is_name(1) => self.sql_column(name),
            Some(TokenKind::Symbol(Symbol::Dot)) if is_word && self.touches(0) && self.touches(1) => self.dotted(name),
            _ => Ok(variable(name.text, name.at)),
        }
    }

    /// Parses `first.x` and `last.x`, and members of objects.
    fn dotted(&mut self, name: Name) -> Result<SizedExpression> {
        if !self.is_name(1) {
            return Ok(variable(name.text, name.at));
        }
        let is_by = ["first", "last"]
            .iter()
            .any(|word| name.text.eq_ignore_ascii_case(word));
        if self.in_where && !is_by {
            return Err(self
                .error(format!(
                    "`{}.` before a name means nothing in a condition on a data set",
                    name.text
                ))
                .with_hint("call a method before, and name a variable with its result"));
        }
        if !is_by || self.is(2, Symbol::LeftParen) {
            return self.object_member(name);
        }
        self.skip(1);
        let of = self.expect_name("a BY variable")?;
        Ok(variable(format!("{}.{}", name.text, of.text), name.at))
    }

    /// Parses the index of an element, in brackets.
    fn index(&mut self) -> Result<(Vec<Expression>, Size)> {
        let Some(closing) = self.take_bracket() else {
            return Err(self.expected("the index of an element in brackets"));
        };
        let (mut index, mut size) = (Vec::new(), Size::LEAF);
        loop {
            let one = self.climb(Group::Or)?;
            size = size.over(one.size);
            index.push(one.expression);
            if !self.take(Symbol::Comma) {
                break;
            }
        }
        self.expect(closing, "after the index of an element")?;
        Ok((index, size))
    }

    /// Parses the index of an element that is assigned to, in any kind of brackets or parentheses.
    ///
    /// # Errors
    ///
    /// Returns an error in an index expression, or if the bracket is not closed.
    pub fn element_index(&mut self) -> Result<Vec<Expression>> {
        Ok(self.index()?.0)
    }
}

fn variable(name: String, at: Position) -> SizedExpression {
    SizedExpression::leaf(ExpressionKind::Name(name), at)
}
