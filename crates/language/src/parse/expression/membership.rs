//! The list of IN: constants, integer ranges, or an array.

use crate::parse::cursor::{Cursor, Result};
use crate::token::Symbol;
use crate::tree::{Expression, ExpressionKind, InItem};

impl Cursor<'_> {
    /// Parses the list after IN and its colon: `(1, 2 3, 5:9, 'a')`, or the name of an array.
    pub(super) fn in_list(&mut self) -> Result<Vec<InItem>> {
        if self.is_name(0) {
            return Ok(vec![InItem::Array(self.expect_name("an array")?.text)]);
        }
        self.expect(Symbol::LeftParen, "after IN")?;
        let mut items = Vec::new();
        loop {
            while self.take(Symbol::Comma) {}
            if self.take(Symbol::RightParen) {
                break;
            }
            if self.at_end() {
                return Err(self.expected("`)` after the values of IN"));
            }
            items.push(self.in_item()?);
        }
        if items.is_empty() {
            return Err(self.error("there is no value in the list of IN"));
        }
        Ok(items)
    }

    fn in_item(&mut self) -> Result<InItem> {
        let first = self.constant("a constant in the list of IN")?;
        if !self.is(0, Symbol::Colon) {
            return Ok(InItem::One(first));
        }
        let Some(from) = whole(&first) else {
            return Err(self.error("a range in the list of IN has whole numbers on both sides of `:`"));
        };
        self.skip(1);
        let last = self.constant("the number that ends the range")?;
        match whole(&last) {
            Some(to) => Ok(InItem::Range(from, to)),
            None => Err(self.error("a range in the list of IN has whole numbers on both sides of `:`")),
        }
    }
}

fn whole(constant: &Expression) -> Option<f64> {
    match constant.kind {
        ExpressionKind::Number(number) if number.fract() == 0.0 => Some(number),
        _ => None,
    }
}
