//! IN, and the operators that only WHERE has.

use super::operator::{Group, Infix};
use super::{Size, SizedExpression, join};
use crate::parse::cursor::{Cursor, Result};
use crate::source::Position;
use crate::token::Symbol;
use crate::tree::{Binary, CallArgument, Expression, ExpressionKind, Unary};

impl Cursor<'_> {
    /// Parses what follows an operator that is not between two plain operands. The operator was consumed.
    pub(super) fn restrict(&mut self, left: SizedExpression, infix: Infix, at: Position) -> Result<SizedExpression> {
        let size = Size::LEAF.over(left.size);
        let value = Box::new(left.expression);
        let (kind, size, negated) = match infix {
            Infix::In { negated } if self.in_sql && self.at_query(0) => (self.in_query(value)?, size, negated),
            Infix::In { negated } => {
                let prefix = self.take(Symbol::Colon);
                let among = self.in_list()?;
                let kind = ExpressionKind::In { value, prefix, among };
                (kind, size, negated)
            }
            Infix::Between { negated } => {
                let low = self.climb(Group::Concatenate)?;
                self.expect_word("and", "between the bounds of BETWEEN")?;
                let high = self.climb(Group::Concatenate)?;
                let size = size.over(low.size).over(high.size);
                let (low, high) = (Box::new(low.expression), Box::new(high.expression));
                (ExpressionKind::Between(value, low, high), size, negated)
            }
            Infix::Contains { negated } => {
                let part = self.climb(Group::Concatenate)?;
                let size = size.over(part.size);
                let kind = ExpressionKind::Contains(value, Box::new(part.expression));
                (kind, size, negated)
            }
            Infix::Like { negated } => {
                let (kind, size) = self.like(value, size)?;
                (kind, size, negated)
            }
            Infix::Is => {
                let negated = self.take_word("not");
                if !self.take_word("missing") && !self.take_word("null") {
                    return Err(self.expected("MISSING or NULL after IS"));
                }
                (ExpressionKind::IsMissing(value), size, negated)
            }
            Infix::SoundsLike => {
                let right = self.climb(Group::Concatenate)?;
                let kind = ExpressionKind::Binary {
                    operator: Binary::Equal,
                    prefix: false,
                    left: sound(*value),
                    right: sound(right.expression),
                };
                (kind, size.over(Size::LEAF.over(right.size)), false)
            }
            Infix::Binary(operator) => {
                let right = self.climb(infix.group().of_right_side())?;
                let left = SizedExpression {
                    expression: *value,
                    size: left.size,
                };
                return Ok(join(left, operator, false, right, at));
            }
        };
        if !negated {
            return Ok(SizedExpression::new(kind, at, size));
        }
        let positive = Box::new(Expression { kind, at });
        let kind = ExpressionKind::Unary(Unary::Not, positive);
        Ok(SizedExpression::new(kind, at, Size::LEAF.over(size)))
    }

    /// Parses the pattern of LIKE and its escape character, after the value and with the size of that.
    fn like(&mut self, value: Box<Expression>, size: Size) -> Result<(ExpressionKind, Size)> {
        let pattern = self.climb(Group::Concatenate)?;
        let mut size = size.over(pattern.size);
        let mut escape = None;
        if self.take_word("escape") {
            let character = self.climb(Group::Concatenate)?;
            size = size.over(character.size);
            escape = Some(Box::new(character.expression));
        }
        let pattern = Box::new(pattern.expression);
        Ok((ExpressionKind::Like { value, pattern, escape }, size))
    }
}

/// Returns the call of SOUNDEX.
fn sound(of: Expression) -> Box<Expression> {
    let (at, name) = (of.at, "soundex".to_owned());
    let arguments = vec![CallArgument::One(of)];
    let kind = ExpressionKind::Call { name, arguments };
    Box::new(Expression { kind, at })
}
