//! Binary operators.

use feedrate_dataset::schema::LONGEST_TEXT;
use feedrate_language::Position;
use feedrate_language::tree::{Binary, Expression, ExpressionKind};
use feedrate_program::{Arithmetic, Comparison, Logic, Number, Text};

use super::super::lowering::StepLowering;
use super::TypedExpression;

/// The maximum number of operators in a row without parentheses. The executors recurse once for each.
const LONGEST_CHAIN: usize = 1000;

impl StepLowering<'_> {
    /// Lowers `a + b - c …`. Operators associate to the left, so the left operands are lowered in a loop, not
    /// recursively.
    pub(super) fn chain(&mut self, expression: &Expression) -> TypedExpression {
        let mut links = Vec::new();
        let mut first = expression;
        while let ExpressionKind::Binary {
            operator,
            prefix,
            left,
            right,
        } = &first.kind
        {
            links.push((*operator, *prefix, left.as_ref(), right.as_ref(), first.at));
            first = left;
        }
        if links.len() > LONGEST_CHAIN {
            self.error_with_hint(
                expression.at,
                format!("more than {LONGEST_CHAIN} operators follow each other"),
                "use IN for a list of values, or give the parts names",
            );
            return TypedExpression::nothing();
        }
        let mut value = match links.last() {
            Some((Binary::And | Binary::Or, _, left, ..)) => TypedExpression::Number(self.condition(left)),
            _ => self.expression(first),
        };
        while let Some((operator, prefix, left, right, at)) = links.pop() {
            let right_at = right.at;
            let queues = self.lags.len();
            let right = match operator {
                Binary::And | Binary::Or => TypedExpression::Number(self.condition(right)),
                _ => self.expression(right),
            };
            value = match operator {
                Binary::And | Binary::Or if self.lags.len() > queues => {
                    self.logic_of_both(operator == Binary::And, (value, left.at), (right, right_at))
                }
                _ => self.operation(operator, prefix, (value, left.at), (right, right_at), at),
            };
        }
        value
    }

    /// Lowers AND or OR whose right operand has a queue, as LAG has: both operands are evaluated, whatever the left one
    /// is, so that the queue takes the value of each evaluation (The SAS Dummy, Pitfalls of the LAG function, 2012).
    fn logic_of_both(
        &mut self,
        is_and: bool,
        (left, left_at): (TypedExpression, Position),
        (right, right_at): (TypedExpression, Position),
    ) -> TypedExpression {
        let [left, right] = [(left, left_at), (right, right_at)].map(|(operand, at)| {
            let operand = Box::new(self.number_from(operand, at));
            // Its truth, 0 or 1.
            Box::new(Number::Logic(Logic::And, operand, Box::new(Number::Constant(1.0))))
        });
        TypedExpression::Number(match is_and {
            true => Number::Least(left, right),
            false => Number::Greatest(left, right),
        })
    }

    fn operation(
        &mut self,
        operator: Binary,
        prefix: bool,
        (left, left_at): (TypedExpression, Position),
        (right, right_at): (TypedExpression, Position),
        at: Position,
    ) -> TypedExpression {
        if let Some(comparison) = Self::comparison(operator) {
            return self.compare(comparison, prefix, (left, left_at), (right, right_at), at);
        }
        if let Some(arithmetic) = arithmetic(operator) {
            let left = self.number_from(left, left_at);
            let right = self.number_from(right, right_at);
            let site = self.site(at);
            return TypedExpression::Number(Number::Arithmetic(arithmetic, Box::new(left), Box::new(right), site));
        }
        match operator {
            Binary::Concatenate => {
                let (left, left_length) = self.text_from(left, left_at);
                let (right, right_length) = self.text_from(right, right_at);
                let length = (left_length + right_length).min(LONGEST_TEXT);
                TypedExpression::Text(concatenate(left, right), length)
            }
            Binary::And | Binary::Or => {
                let logic = if operator == Binary::And { Logic::And } else { Logic::Or };
                let left = self.number_from(left, left_at);
                let right = self.number_from(right, right_at);
                TypedExpression::Number(Number::Logic(logic, Box::new(left), Box::new(right)))
            }
            _ => self.extreme(operator == Binary::Least, (left, left_at), (right, right_at)),
        }
    }

    /// Returns the comparison that an operator stands for.
    fn comparison(operator: Binary) -> Option<Comparison> {
        Some(match operator {
            Binary::Equal => Comparison::Equal,
            Binary::NotEqual => Comparison::NotEqual,
            Binary::Less => Comparison::Less,
            Binary::LessOrEqual => Comparison::LessOrEqual,
            Binary::Greater => Comparison::Greater,
            Binary::GreaterOrEqual => Comparison::GreaterOrEqual,
            _ => return None,
        })
    }

    /// Lowers a comparison. A character value is converted if the other operand is a number.
    pub(in super::super) fn compare(
        &mut self,
        comparison: Comparison,
        prefix: bool,
        (left, left_at): (TypedExpression, Position),
        (right, right_at): (TypedExpression, Position),
        at: Position,
    ) -> TypedExpression {
        TypedExpression::Number(match (left, right) {
            (TypedExpression::Text(left, _), TypedExpression::Text(right, _)) => Number::CompareText {
                comparison,
                prefix,
                left: Box::new(left),
                right: Box::new(right),
            },
            (left, right) => {
                if prefix {
                    self.error_of_kinds(
                        at,
                        "a comparison with a colon compares texts, and this is a number",
                        None,
                    );
                }
                let left = self.number_from(left, left_at);
                let right = self.number_from(right, right_at);
                Number::Compare(comparison, Box::new(left), Box::new(right))
            }
        })
    }

    fn extreme(
        &mut self,
        least: bool,
        (left, left_at): (TypedExpression, Position),
        (right, right_at): (TypedExpression, Position),
    ) -> TypedExpression {
        match (left, right) {
            (TypedExpression::Text(left, left_length), TypedExpression::Text(right, right_length)) => {
                let (left, right) = (Box::new(left), Box::new(right));
                let length = left_length.max(right_length);
                let text = if least {
                    Text::Least(left, right)
                } else {
                    Text::Greatest(left, right)
                };
                TypedExpression::Text(text, length)
            }
            (left, right) => {
                let left = Box::new(self.number_from(left, left_at));
                let right = Box::new(self.number_from(right, right_at));
                TypedExpression::Number(if least {
                    Number::Least(left, right)
                } else {
                    Number::Greatest(left, right)
                })
            }
        }
    }
}

fn arithmetic(operator: Binary) -> Option<Arithmetic> {
    Some(match operator {
        Binary::Add => Arithmetic::Add,
        Binary::Subtract => Arithmetic::Subtract,
        Binary::Multiply => Arithmetic::Multiply,
        Binary::Divide => Arithmetic::Divide,
        Binary::Power => Arithmetic::Power,
        _ => return None,
    })
}

/// Joins concatenations in a row into one with several parts.
fn concatenate(left: Text, right: Text) -> Text {
    match left {
        Text::Concatenate(mut parts) => {
            parts.push(right);
            Text::Concatenate(parts)
        }
        left => Text::Concatenate(vec![left, right]),
    }
}
