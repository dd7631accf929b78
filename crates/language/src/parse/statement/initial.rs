//! Initial values of RETAIN and ARRAY: `0`, `'a'`, `3*0`, `(1 2 3)`, `(2*(0 1) 1:5)`.

use crate::parse::cursor::{Cursor, Result};
use crate::source::Position;
use crate::token::{Symbol, TokenKind};
use crate::tree::{Expression, ExpressionKind, InitialValue, StatementKind};

/// The most values of a range.
const MOST_VALUES: f64 = 32_767.0;

impl Cursor<'_> {
    pub(super) fn retain(&mut self) -> Result<StatementKind> {
        let mut groups = Vec::new();
        while !self.at_end() {
            let variables = self.variables("RETAIN")?;
            let values = if self.is(0, Symbol::LeftParen) {
                vec![InitialValue::Repeated(1, self.initial_list()?)]
            } else if self.at_constant() {
                vec![InitialValue::One(self.constant("an initial value")?)]
            } else {
                Vec::new()
            };
            groups.push((variables, values));
        }
        Ok(StatementKind::Retain(groups))
    }

    /// Parses initial values in parentheses.
    pub(super) fn initial_list(&mut self) -> Result<Vec<InitialValue>> {
        self.deeper(|cursor| {
            cursor.expect(Symbol::LeftParen, "before initial values")?;
            let mut values = Vec::new();
            loop {
                while cursor.take(Symbol::Comma) {}
                if cursor.take(Symbol::RightParen) {
                    return Ok(values);
                }
                cursor.initial_item(&mut values)?;
            }
        })
    }

    fn initial_item(&mut self, values: &mut Vec<InitialValue>) -> Result<()> {
        if self.is(0, Symbol::LeftParen) {
            values.push(InitialValue::Repeated(1, self.initial_list()?));
            return Ok(());
        }
        if self.is(1, Symbol::Star) {
            let times = self.expect_count("how many times the value stands, or `)`")?;
            self.skip(1);
            let repeated = if self.is(0, Symbol::LeftParen) {
                self.initial_list()?
            } else {
                vec![InitialValue::One(self.constant("the value that is repeated")?)]
            };
            values.push(InitialValue::Repeated(times, repeated));
            return Ok(());
        }
        let first = self.constant("an initial value or `)`")?;
        if !self.take(Symbol::Colon) {
            values.push(InitialValue::One(first));
            return Ok(());
        }
        let last = self.constant("the number that ends the range")?;
        values.extend(self.range_of_values(&first, &last)?);
        Ok(())
    }

    fn range_of_values(&mut self, first: &Expression, last: &Expression) -> Result<Vec<InitialValue>> {
        let (&ExpressionKind::Number(from), &ExpressionKind::Number(to)) = (&first.kind, &last.kind) else {
            return Err(self.error("a range of initial values has whole numbers on both sides of `:`"));
        };
        let whole = from.fract() == 0.0 && to.fract() == 0.0;
        if !whole || from > to || to - from >= MOST_VALUES {
            return Err(self
                .error(format!("the range `{from}:{to}` of initial values is not possible"))
                .with_hint("it goes up from one whole number to another, at most 32767 of them"));
        }
        self.spend((to - from) as u64)?;
        let value = |number: f64, at: Position| {
            InitialValue::One(Expression {
                kind: ExpressionKind::Number(number),
                at,
            })
        };
        Ok((0..=(to - from) as u32)
            .map(|step| value(from + f64::from(step), first.at))
            .collect())
    }

    /// Returns whether a constant is next, with or without a sign.
    fn at_constant(&self) -> bool {
        match self.kind(0) {
            Some(TokenKind::Symbol(symbol)) => {
                matches!(symbol, Symbol::Dot | Symbol::Minus | Symbol::Plus)
            }
            Some(TokenKind::Name | TokenKind::NameLiteral) | None => false,
            Some(_) => true,
        }
    }
}
