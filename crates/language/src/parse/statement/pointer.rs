//! Pointer controls of INPUT and PUT: `@n`, `+n`, `/`, `#n`, and `@` and `@@` at the end.

use crate::parse::cursor::{Cursor, Result};
use crate::token::{Symbol, TokenKind};
use crate::tree::{Expression, ExpressionKind, InputPart, PutPart};

/// A move of the pointer.
pub(super) enum Move {
    /// `@n`
    At(Expression),
    /// `+n`
    Plus(Expression),
    /// `/`
    Slash,
    /// `#n`
    Line(Expression),
    /// `@` at the end
    Hold,
    /// `@@` at the end
    HoldAcross,
}

/// Makes a move an item of INPUT or PUT.
macro_rules! item_of_move {
    ($($item:ident),*) => {
        $(impl From<Move> for $item {
            fn from(to: Move) -> Self {
                match to {
                    Move::At(place) => Self::At(place),
                    Move::Plus(count) => Self::Plus(count),
                    Move::Slash => Self::Slash,
                    Move::Line(number) => Self::Line(number),
                    Move::Hold => Self::Hold,
                    Move::HoldAcross => Self::HoldAcross,
                }
            }
        })*
    };
}

item_of_move!(InputPart, PutPart);

impl Cursor<'_> {
    /// Parses a move of the pointer, if one is next. `of` is INPUT or PUT.
    pub(super) fn pointer(&mut self, of: &str) -> Result<Option<Move>> {
        if self.take(Symbol::Slash) {
            return Ok(Some(Move::Slash));
        }
        if self.take(Symbol::Plus) {
            return Ok(Some(Move::Plus(self.place("`+`")?)));
        }
        if self.take(Symbol::Hash) {
            return Ok(Some(Move::Line(self.place("`#`")?)));
        }
        if !self.take(Symbol::At) {
            return Ok(None);
        }
        if self.at_end() {
            return Ok(Some(Move::Hold));
        }
        if self.take(Symbol::At) {
            self.expect_end(&format!("`@@` in {of}"))?;
            return Ok(Some(Move::HoldAcross));
        }
        if of == "INPUT" && matches!(self.kind(0), Some(TokenKind::Text | TokenKind::Hex)) {
            let at = self.position();
            let text = self.take_text()?.unwrap_or_default();
            return Ok(Some(Move::At(Expression {
                kind: ExpressionKind::Text(text),
                at,
            })));
        }
        Ok(Some(Move::At(self.place("`@`")?)))
    }

    /// Parses the argument of a move: a number, a variable, or an expression in parentheses.
    fn place(&mut self, after: &str) -> Result<Expression> {
        let at = self.position();
        match self.kind(0) {
            Some(TokenKind::Number) => self.constant("a number"),
            Some(TokenKind::Name | TokenKind::NameLiteral) => {
                let name = self.expect_name("a variable")?;
                Ok(Expression {
                    kind: ExpressionKind::Name(name.text),
                    at,
                })
            }
            Some(TokenKind::Symbol(Symbol::LeftParen)) => {
                self.skip(1);
                let place = self.expression()?;
                self.expect(Symbol::RightParen, &format!("after the expression of {after}"))?;
                Ok(place)
            }
            _ => Err(self.expected(&format!(
                "a number, a variable or an expression in parentheses after {after}"
            ))),
        }
    }

    /// Parses the columns `1-8 .2`, if they are next: the first, the last, and the decimals.
    pub(super) fn columns(&mut self) -> Result<Option<(u32, u32, Option<u16>)>> {
        // `put x 3*'-'` repeats a string.
        if self.is(1, Symbol::Star) {
            return Ok(None);
        }
        let Some(from) = self.take_column()? else {
            return Ok(None);
        };
        let to = if self.take(Symbol::Minus) {
            match self.take_column()? {
                Some(to) => to,
                None => return Err(self.expected("the last column after `-`")),
            }
        } else {
            from
        };
        if from == 0 || to < from {
            return Err(self
                .error(format!("{from}-{to} are no columns"))
                .with_hint("columns count from 1, the first before the last"));
        }
        let decimals = self
            .token(0)
            .filter(|token| token.kind == TokenKind::Number)
            .and_then(|token| token.text.strip_prefix('.'))
            .and_then(|digits| digits.parse().ok());
        self.skip(usize::from(decimals.is_some()));
        Ok(Some((from, to, decimals)))
    }

    fn take_column(&mut self) -> Result<Option<u32>> {
        let Some(token) = self.token(0).filter(|token| token.kind == TokenKind::Number) else {
            return Ok(None);
        };
        match token.text.parse() {
            Ok(column) => {
                self.skip(1);
                Ok(Some(column))
            }
            Err(_) => Err(self.expected("a column, which is a whole number")),
        }
    }
}
