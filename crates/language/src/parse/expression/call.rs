//! Calls: functions, elements of arrays in parentheses, PUT and INPUT with their formats, OF lists.

use super::operator::Group;
use super::{Size, SizedExpression};
use crate::parse::cursor::{Cursor, Result};
use crate::token::{Symbol, TokenKind};
use crate::tree::{Alignment, CallArgument, ExpressionKind, Name};

impl Cursor<'_> {
    /// Parses a call of a name whose parenthesis was consumed.
    pub(super) fn call(&mut self, name: Name) -> Result<SizedExpression> {
        let is = |word: &str| name.text.eq_ignore_ascii_case(word);
        if is("put") || is("input") {
            return self.conversion(name);
        }
        let (arguments, size) = self.sized_arguments(&name.text)?;
        let kind = ExpressionKind::Call {
            name: name.text,
            arguments,
        };
        Ok(SizedExpression::new(kind, name.at, size))
    }

    /// Parses the arguments of a call up to and including the closing parenthesis; the opening one was consumed.
    ///
    /// # Errors
    ///
    /// Returns an error in an argument, or if a comma or the parenthesis is missing.
    pub fn arguments(&mut self, of: &str) -> Result<Vec<CallArgument>> {
        Ok(self.sized_arguments(of)?.0)
    }

    fn sized_arguments(&mut self, of: &str) -> Result<(Vec<CallArgument>, Size)> {
        let (mut arguments, mut size) = (Vec::new(), Size::LEAF);
        if self.take(Symbol::RightParen) {
            return Ok((arguments, size));
        }
        loop {
            let at = self.position();
            let is_after_comma = !arguments.is_empty();
            if self.is(0, Symbol::Comma) || is_after_comma && self.is(0, Symbol::RightParen) {
                arguments.push(CallArgument::Omitted(at));
            } else if self.is_word(0, "of") && self.is_name(1) {
                self.skip(1);
                arguments.push(CallArgument::Of(self.variables("OF")?, at));
            } else {
                let one = self.climb(Group::Or)?;
                size = size.over(one.size);
                arguments.push(CallArgument::One(one.expression));
            }
            if self.take(Symbol::RightParen) {
                return Ok((arguments, size));
            }
            if !self.take(Symbol::Comma) {
                return Err(self.expected(&format!("`,` or `)` after an argument of {of}")));
            }
        }
    }

    /// Parses `put(x, date9.)`, `put(x, 8. -l)` and `input(t, ?? 8.)`.
    fn conversion(&mut self, name: Name) -> Result<SizedExpression> {
        let is_input = name.text.eq_ignore_ascii_case("input");
        let value = self.climb(Group::Or)?;
        self.expect(Symbol::Comma, "and a format after the value")?;
        let mut question_marks = 0;
        while is_input && question_marks < 2 && self.take(Symbol::Question) {
            question_marks += 1;
        }
        let Some(spec) = self.take_spec()? else {
            return Err(self
                .expected(if is_input { "an informat" } else { "a format" })
                .with_hint(
                    "formats end with a dot, as in `date9.` or `8.2`; PUTN and INPUTN take theirs from a variable",
                ));
        };
        let aligned = if is_input { None } else { self.alignment()? };
        self.expect(Symbol::RightParen, "after the format")?;
        let size = Size::LEAF.over(value.size);
        let kind = ExpressionKind::Conversion {
            name: name.text.to_ascii_lowercase(),
            value: Box::new(value.expression),
            question_marks,
            spec,
        };
        let converted = SizedExpression::new(kind, name.at, size);
        // The alignment of a format is applied by these functions.
        let aligning = match aligned {
            None => return Ok(converted),
            Some(Alignment::Left) => "left",
            Some(Alignment::Right) => "right",
            Some(Alignment::Center) => "center",
        };
        let size = Size::LEAF.over(converted.size);
        let kind = ExpressionKind::Call {
            name: aligning.to_owned(),
            arguments: vec![CallArgument::One(converted.expression)],
        };
        Ok(SizedExpression::new(kind, name.at, size))
    }

    /// Parses `-l`, `-r` or `-c` after a format, if one is next.
    pub(in crate::parse) fn alignment(&mut self) -> Result<Option<Alignment>> {
        if !self.is(0, Symbol::Minus) {
            return Ok(None);
        }
        let letter = match self.token(1) {
            Some(token) if token.kind == TokenKind::Name => token.text.to_ascii_lowercase(),
            _ => String::new(),
        };
        let alignment = match letter.as_str() {
            "l" => Alignment::Left,
            "r" => Alignment::Right,
            "c" => Alignment::Center,
            _ => return Err(self.expected("one of `-L`, `-R` and `-C` after the format")),
        };
        self.skip(2);
        Ok(Some(alignment))
    }
}
