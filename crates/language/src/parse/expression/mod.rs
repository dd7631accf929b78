//! Expressions, by the precedence of the language.
//!
//! | group | operators | order |
//! |---|---|---|
//! | I | `**`, prefix `+` and `-`, NOT, `><` MIN, `<>` MAX | right to left |
//! | II | `*` `/` | left to right |
//! | III | `+` `-` | left to right |
//! | IV | `\|\|` | left to right |
//! | V | comparisons, IN; `a < b < c` means `a < b and b < c` | left to right |
//! | VI | `&` AND | left to right |
//! | VII | `\|` OR | left to right |
//!
//! So `-2**2` is -4, and `not a = b` is `(not a) = b`, as the language documents. In WHERE the word NOT
//! stands between V and VI, as in SQL; `<>` is not-equal; and BETWEEN, CONTAINS, LIKE and IS MISSING
//! join group V.

mod call;
mod literal;
mod membership;
mod object;
mod operand;
mod operator;
mod restriction;
mod sql;

use operator::{Group, Infix};

use super::cursor::{Cursor, Result};
use crate::source::Position;
use crate::token::Symbol;
use crate::tree::{Binary, Expression, ExpressionKind, Unary};

/// The greatest height of the tree of an expression, which a sum of that many terms has.
const MOST_HEIGHT: u32 = 1000;

/// The most nodes that chains of comparisons may copy. Nested chains would double them without limit.
const MOST_COPIED: u32 = 10_000;

/// The height of a tree, and its number of nodes.
#[derive(Clone, Copy)]
struct Size {
    height: u32,
    nodes: u32,
}

impl Size {
    /// The size of a node without parts.
    const LEAF: Self = Self { height: 1, nodes: 1 };

    /// The size of the node with one more part.
    fn over(self, part: Self) -> Self {
        Self {
            height: self.height.max(part.height + 1),
            nodes: self.nodes.saturating_add(part.nodes),
        }
    }
}

/// An expression and its size.
struct SizedExpression {
    expression: Expression,
    size: Size,
}

impl SizedExpression {
    fn new(kind: ExpressionKind, at: Position, size: Size) -> Self {
        Self {
            expression: Expression { kind, at },
            size,
        }
    }

    fn leaf(kind: ExpressionKind, at: Position) -> Self {
        Self::new(kind, at, Size::LEAF)
    }
}

impl Cursor<'_> {
    /// Parses an expression of a DATA step or a procedure.
    ///
    /// # Errors
    ///
    /// Returns an error if there is none, or if it is malformed or too large.
    pub fn expression(&mut self) -> Result<Expression> {
        Ok(self.climb(Group::Or)?.expression)
    }

    /// Parses an expression with the operators of WHERE.
    ///
    /// # Errors
    ///
    /// Returns an error if there is none, or if it is malformed or too large.
    pub fn where_expression(&mut self) -> Result<Expression> {
        let outside = std::mem::replace(&mut self.in_where, true);
        let result = self.climb(Group::Or);
        self.in_where = outside;
        Ok(result?.expression)
    }

    /// Parses operators that bind at least as tightly as a group, by precedence climbing.
    fn climb(&mut self, loosest: Group) -> Result<SizedExpression> {
        self.deeper(|cursor| cursor.climb_on(loosest))
    }

    fn climb_on(&mut self, loosest: Group) -> Result<SizedExpression> {
        let mut left = self.prefixed()?;
        // Set while the left side ends with a comparison that a further one extends.
        let mut chained: Option<Size> = None;
        while let Some((infix, length)) = self.infix() {
            if infix.group() < loosest {
                break;
            }
            let at = self.position();
            let truncates = self.in_sql && self.truncated().is_some();
            self.skip(length);
            left = match infix {
                Infix::Binary(operator) => {
                    let prefix = truncates || operator.is_comparison() && self.take(Symbol::Colon);
                    if self.in_sql
                        && operator.is_comparison()
                        && let Some(quantified) = self.quantified(&left, operator, at)?
                    {
                        left = quantified;
                        chained = None;
                        continue;
                    }
                    let right = self.climb(infix.group().of_right_side())?;
                    let size = right.size;
                    let is_comparison = operator.is_comparison();
                    let joined = match chained {
                        Some(middle) if is_comparison => self.chain(left, middle, operator, prefix, right, at)?,
                        _ => join(left, operator, prefix, right, at),
                    };
                    chained = is_comparison.then_some(size);
                    joined
                }
                restriction => {
                    chained = None;
                    self.restrict(left, restriction, at)?
                }
            };
            if left.size.height > MOST_HEIGHT {
                return Err(self
                    .error(format!(
                        "the expression has more than {MOST_HEIGHT} operations, one on the other"
                    ))
                    .with_hint("compute its parts into variables first"));
            }
        }
        Ok(left)
    }

    /// Parses prefix operators and their operand.
    fn prefixed(&mut self) -> Result<SizedExpression> {
        let at = self.position();
        let (operator, group) = if self.take(Symbol::Minus) {
            (Unary::Minus, Group::Power)
        } else if self.take(Symbol::Plus) {
            (Unary::Plus, Group::Power)
        } else if self.take(Symbol::Caret) || self.take_word("not") {
            let group = if self.in_where { Group::Not } else { Group::Power };
            (Unary::Not, group)
        } else {
            return self.operand();
        };
        let operand = self.climb(group)?;
        // The sign of a constant is part of it: `by -1`, `in (-1, 1)`.
        if let (Unary::Minus, ExpressionKind::Number(number)) = (operator, &operand.expression.kind)
            && !number.is_nan()
        {
            return Ok(SizedExpression::leaf(ExpressionKind::Number(-number), at));
        }
        let size = Size::LEAF.over(operand.size);
        let kind = ExpressionKind::Unary(operator, Box::new(operand.expression));
        Ok(SizedExpression::new(kind, at, size))
    }

    /// Extends a comparison on the left: `a < b ∘ c` is `a < b and b ∘ c`.
    fn chain(
        &mut self,
        left: SizedExpression,
        middle_size: Size,
        operator: Binary,
        prefix: bool,
        right: SizedExpression,
        at: Position,
    ) -> Result<SizedExpression> {
        self.copied = self.copied.saturating_add(middle_size.nodes);
        if self.copied > MOST_COPIED {
            return Err(self
                .error("comparisons of comparisons are nested too deeply")
                .with_hint("compute their parts into variables first"));
        }
        let middle = last_compared(&left.expression).clone();
        let middle = SizedExpression {
            expression: middle,
            size: middle_size,
        };
        Ok(join(
            left,
            Binary::And,
            false,
            join(middle, operator, prefix, right, at),
            at,
        ))
    }
}

/// Returns the right side of the last comparison of a chain.
fn last_compared(expression: &Expression) -> &Expression {
    match &expression.kind {
        ExpressionKind::Binary {
            operator: Binary::And,
            right,
            ..
        } => match &right.kind {
            ExpressionKind::Binary { right, .. } => right,
            _ => right,
        },
        ExpressionKind::Binary { right, .. } => right,
        _ => expression,
    }
}

fn join(
    left: SizedExpression,
    operator: Binary,
    prefix: bool,
    right: SizedExpression,
    at: Position,
) -> SizedExpression {
    let size = Size::LEAF.over(left.size).over(right.size);
    let kind = ExpressionKind::Binary {
        operator,
        prefix,
        left: Box::new(left.expression),
        right: Box::new(right.expression),
    };
    SizedExpression::new(kind, at, size)
}
