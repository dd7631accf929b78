//! The evaluation of operands and operators.

use std::cmp::Ordering;

use super::arithmetic::Arithmetic;
use super::tokens::{self, ExpressionToken, Operator};
use super::{Value, bad, not_a_number, shown};
use crate::error::Problem;

/// The deepest nesting of parentheses and prefix operators.
const DEEPEST: usize = 200;

/// Evaluates an expression. A single operand is returned as it is.
pub(super) fn expression<N: Arithmetic>(text: &str, in_delimiter: Option<char>) -> Result<Value<N>, Problem> {
    let tokens = tokens::tokens(text, in_delimiter.is_some());
    let mut parser = Parser {
        text,
        tokens: &tokens,
        at: 0,
        in_delimiter,
        depth: 0,
    };
    let value = parser.binary(1)?;
    match parser.tokens.get(parser.at) {
        None => Ok(value),
        Some(ExpressionToken::Close) => Err(bad("there is a `)` without its `(`", text)),
        Some(_) => Err(Problem::NoOperator(shown(text))),
    }
}

struct Parser<'a> {
    text: &'a str,
    tokens: &'a [ExpressionToken],
    at: usize,
    in_delimiter: Option<char>,
    depth: usize,
}

impl Parser<'_> {
    /// Evaluates operands and the operators between them whose precedence is at least `least`.
    fn binary<N: Arithmetic>(&mut self, least: u8) -> Result<Value<N>, Problem> {
        let mut left = self.unary()?;
        while let Some(&ExpressionToken::Operator(operator)) = self.tokens.get(self.at) {
            let level = operator.level();
            // `not` between two operands is not part of the language.
            if level < least || operator == Operator::Not {
                break;
            }
            self.at += 1;
            let right = self.binary(level + 1)?;
            left = Value::Number(self.apply(operator, &left, &right)?);
        }
        Ok(left)
    }

    /// Evaluates an operand with its prefix operators and its power.
    fn unary<N: Arithmetic>(&mut self) -> Result<Value<N>, Problem> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(bad("parentheses and signs are nested too deeply", self.text));
        }
        let value = match self.tokens.get(self.at) {
            Some(ExpressionToken::Operator(operator @ (Operator::Plus | Operator::Minus | Operator::Not))) => {
                self.at += 1;
                let operand = self.unary()?;
                let number: N = self.number(&operand)?;
                Value::Number(match operator {
                    Operator::Minus => number.negate().map_err(|what| self.wrong(what))?,
                    Operator::Not => N::from(!number.holds()),
                    _ => number,
                })
            }
            _ => {
                let base = self.primary()?;
                if self.tokens.get(self.at) == Some(&ExpressionToken::Operator(Operator::Power)) {
                    self.at += 1;
                    let power = self.unary()?;
                    Value::Number(self.apply(Operator::Power, &base, &power)?)
                } else {
                    base
                }
            }
        };
        self.depth -= 1;
        Ok(value)
    }

    /// Evaluates an operand. A missing one is an empty text, as in `%if &x = %then`.
    fn primary<N: Arithmetic>(&mut self) -> Result<Value<N>, Problem> {
        match self.tokens.get(self.at) {
            Some(ExpressionToken::Operand(text)) => {
                self.at += 1;
                Ok(Value::Text(text.clone()))
            }
            Some(ExpressionToken::Open) => {
                self.at += 1;
                let value = self.binary(1)?;
                if self.tokens.get(self.at) != Some(&ExpressionToken::Close) {
                    return Err(bad("a `)` is missing", self.text));
                }
                self.at += 1;
                Ok(value)
            }
            _ => Ok(Value::Text(String::new())),
        }
    }

    fn apply<N: Arithmetic>(&self, operator: Operator, left: &Value<N>, right: &Value<N>) -> Result<N, Problem> {
        let compare = || match (left.number(), right.number()) {
            (Some(left), Some(right)) => left.compare(right),
            _ => left.text().as_ref().cmp(right.text().as_ref()),
        };
        Ok(N::from(match operator {
            Operator::Less => compare() == Ordering::Less,
            Operator::LessEqual => compare() != Ordering::Greater,
            Operator::Equal => compare() == Ordering::Equal,
            Operator::NotEqual => compare() != Ordering::Equal,
            Operator::GreaterEqual => compare() != Ordering::Less,
            Operator::Greater => compare() == Ordering::Greater,
            Operator::In => self.is_among(left, right),
            Operator::And => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                left.holds() && right.holds()
            }
            Operator::Or => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                left.holds() || right.holds()
            }
            _ => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                return left.compute(operator, right).map_err(|what| self.wrong(what));
            }
        }))
    }

    fn is_among<N: Arithmetic>(&self, sought: &Value<N>, items: &Value<N>) -> bool {
        let items = items.text();
        let delimiter = self.in_delimiter.unwrap_or(' ');
        items
            .split(delimiter)
            .map(str::trim)
            .any(|item| match (sought.number(), N::read(item)) {
                (Some(sought), Some(item)) => sought.compare(item) == Ordering::Equal,
                _ => sought.text() == item && !item.is_empty(),
            })
    }

    fn number<N: Arithmetic>(&self, value: &Value<N>) -> Result<N, Problem> {
        value.number().ok_or_else(|| not_a_number(&value.text(), self.text))
    }

    fn wrong(&self, what: &str) -> Problem {
        bad(what, self.text)
    }
}
