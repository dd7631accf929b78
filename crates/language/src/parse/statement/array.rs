//! ARRAY.

use crate::diagnostic::Diagnostic;
use crate::parse::cursor::{Cursor, Result};
use crate::token::Symbol;
use crate::tree::{ArrayDeclaration, ArraySize, Expression, ExpressionKind};

impl Cursor<'_> {
    pub(super) fn array(&mut self) -> Result<ArrayDeclaration> {
        let name = self.expect_name("the name of an array")?;
        let size = match self.take_bracket() {
            Some(closing) => {
                let size = match self.is_name(0) {
                    true => ArraySize::Implicit(Some(self.expect_name("the index of an array")?)),
                    false => self.array_size()?,
                };
                self.expect(closing, "after the dimensions of an array")?;
                size
            }
            None if self.at_end() => {
                return Err(self.expected("elements, or their number in brackets, after the name of an array"));
            }
            None => ArraySize::Implicit(None),
        };
        let text = self.take(Symbol::Dollar);
        let length = match self.take_count() {
            Some(length) => {
                Some(u32::try_from(length).map_err(|_| self.error("the length of the elements is too large"))?)
            }
            None => None,
        };
        let temporary = self.take_word("_temporary_");
        let elements = self.any_variables()?;
        if temporary && !elements.is_empty() {
            return Err(self.error("an array of _TEMPORARY_ elements names no variables"));
        }
        let initial = if self.is(0, Symbol::LeftParen) {
            self.initial_list()?
        } else {
            Vec::new()
        };
        Ok(ArrayDeclaration {
            name,
            size,
            text,
            length,
            temporary,
            elements,
            initial,
        })
    }

    fn array_size(&mut self) -> Result<ArraySize> {
        if self.take(Symbol::Star) {
            return Ok(ArraySize::Counted);
        }
        self.comma_list(Self::bounds).map(ArraySize::Bounds)
    }

    /// Parses the lower and the upper bound of a dimension.
    fn bounds(&mut self) -> Result<(i64, i64)> {
        let at = self.position();
        let first = self.bound()?;
        let (least, greatest) = if self.take(Symbol::Colon) {
            (first, self.bound()?)
        } else {
            (1, first)
        };
        if greatest < least {
            let message = format!("the dimension {least}:{greatest} of the array has no elements");
            return Err(Diagnostic::error(at, message));
        }
        Ok((least, greatest))
    }

    fn bound(&mut self) -> Result<i64> {
        /// Integers beyond this are not exact.
        const MOST: f64 = 9e15;
        let constant = self.constant("a whole number or `*` for the dimension of an array")?;
        match constant {
            Expression {
                kind: ExpressionKind::Number(number),
                ..
            } if number.fract() == 0.0 && number.abs() <= MOST => Ok(number as i64),
            other => Err(Diagnostic::error(other.at, "a dimension of an array is a whole number")),
        }
    }
}
