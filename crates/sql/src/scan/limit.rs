//! Conditions of a query by which the rows of a data set can be looked up in an index.
//!
//! The planner moves the conditions of WHERE, ON and HAVING down to the data sets: past joins, but not to the side of
//! an outer join whose rows can lack a match, and into views and subqueries. What is made of them here may hold for
//! more rows than the condition does, because the plan still evaluates that, but never for fewer.

use datafusion::common::ScalarValue;
use datafusion::logical_expr::expr::InList;
use datafusion::logical_expr::{BinaryExpr, Expr, Operator};
use feedrate_dataset::Schema;
use feedrate_program::{Comparison, Load, Logic, Membership, Number, NumberSlot, Slot, Text, TextSlot};
use feedrate_rows::Restriction;
use feedrate_values::Kind;

use super::columns::SourceColumn;
use crate::function::row_condition;

/// A condition that holds for all rows of a data set that a plan needs.
#[derive(Clone, Debug)]
pub(super) struct Limit {
    condition: Number,
    loads: Vec<Load>,
}

impl Limit {
    /// Returns what a condition says of the columns of a data set; `None` if that is nothing that an index could find.
    pub(super) fn of(condition: &Expr, columns: &[SourceColumn], schema: &Schema) -> Option<Self> {
        let data_set = Columns { columns, schema };
        match row_condition(condition) {
            Some((condition, inputs)) => {
                let loads = inputs.filter_map(|(slot, value)| {
                    let Load { column, .. } = data_set.named(value)?;
                    Some(Load { column, slot })
                });
                Some(Self {
                    condition: condition.clone(),
                    loads: loads.collect(),
                })
            }
            None => Some(Self {
                condition: data_set.condition(condition)?,
                loads: columns.iter().filter_map(|own| data_set.load(own)).collect(),
            }),
        }
    }

    pub(super) fn restriction(&self) -> Restriction<'_> {
        Restriction {
            condition: &self.condition,
            loads: &self.loads,
        }
    }
}

/// The columns of a data set. In conditions each has a slot with its own number, which only stands for it.
#[derive(Clone, Copy)]
struct Columns<'t> {
    columns: &'t [SourceColumn],
    schema: &'t Schema,
}

/// A constant of a plan.
enum Constant<'e> {
    Number(f64),
    /// Without trailing blanks.
    Text(&'e [u8]),
}

impl Columns<'_> {
    /// Returns a condition of the DATA step that holds for each row for which that of the plan does.
    fn condition(self, condition: &Expr) -> Option<Number> {
        match condition {
            Expr::BinaryExpr(BinaryExpr { left, op, right }) => match op {
                Operator::And => match (self.condition(left), self.condition(right)) {
                    (Some(left), Some(right)) => Some(connected(Logic::And, left, right)),
                    (one, other) => one.or(other),
                },
                Operator::Or => {
                    let (left, right) = (self.condition(left)?, self.condition(right)?);
                    Some(connected(Logic::Or, left, right))
                }
                _ => {
                    let comparison = comparison(*op)?;
                    match self.named(left) {
                        Some(column) => compared(comparison, column, constant(right)?),
                        None => {
                            let column = self.named(right)?;
                            compared(turned(comparison), column, constant(left)?)
                        }
                    }
                }
            },
            Expr::InList(InList {
                expr,
                list,
                negated: false,
            }) => among(self.named(expr)?, list),
            _ => None,
        }
    }

    /// Returns the column that an expression consists of.
    fn named(self, expression: &Expr) -> Option<Load> {
        let Expr::Column(column) = expression else {
            return None;
        };
        let mut own = self.columns.iter();
        self.load(own.find(|own| own.id == column.name)?)
    }

    fn load(self, own: &SourceColumn) -> Option<Load> {
        let column = u32::try_from(own.column).ok()?;
        Some(Load {
            column,
            slot: match own.kind {
                Kind::Number => Slot::Number(NumberSlot(column)),
                Kind::Text => Slot::Text(TextSlot {
                    start: column,
                    length: self.schema.variables().get(own.column)?.length,
                }),
            },
        })
    }
}

fn connected(logic: Logic, left: Number, right: Number) -> Number {
    Number::Logic(logic, Box::new(left), Box::new(right))
}

/// Returns the condition that a column compares so with a constant.
fn compared(comparison: Comparison, column: Load, constant: Constant<'_>) -> Option<Number> {
    match (column.slot, constant) {
        (Slot::Number(slot), Constant::Number(number)) => Some(Number::Compare(
            comparison,
            Box::new(Number::Variable(slot)),
            Box::new(Number::Constant(number)),
        )),
        (Slot::Text(slot), Constant::Text(text)) => {
            let (comparison, text) = compared_text(comparison, text, slot.length as usize)?;
            Some(Number::CompareText {
                comparison,
                prefix: false,
                left: Box::new(Text::Variable(slot)),
                right: Box::new(Text::Constant(text)),
            })
        }
        _ => None,
    }
}

/// Returns the comparison of a character value of `length` bytes with a constant that holds whenever that of the plan
/// does. The plan compares values without their trailing blanks, so that bytes less than a blank are greater than
/// nothing, and the DATA step and the keys of indexes compare them with blanks.
fn compared_text(comparison: Comparison, text: &[u8], length: usize) -> Option<(Comparison, Vec<u8>)> {
    match comparison {
        Comparison::Equal => Some((comparison, text.to_vec())),
        Comparison::Less | Comparison::LessOrEqual => {
            let is_in_order = text.iter().all(|byte| *byte >= b' ');
            is_in_order.then(|| (comparison, text.to_vec()))
        }
        Comparison::Greater | Comparison::GreaterOrEqual => {
            let mut least = text.to_vec();
            least.resize(length.max(text.len()), 0);
            Some((Comparison::GreaterOrEqual, least))
        }
        Comparison::NotEqual => None,
    }
}

/// Returns the condition that a column is equal to a constant of a list.
fn among(column: Load, list: &[Expr]) -> Option<Number> {
    let constants = list.iter().map(constant);
    match column.slot {
        Slot::Number(slot) => {
            let members = constants.map(|member| match member? {
                Constant::Number(number) => Some(Membership::One(number)),
                Constant::Text(_) => None,
            });
            let value = Box::new(Number::Variable(slot));
            Some(Number::In(value, members.collect::<Option<_>>()?))
        }
        Slot::Text(slot) => {
            let members = constants.map(|member| match member? {
                Constant::Text(text) => Some(text.to_vec()),
                Constant::Number(_) => None,
            });
            Some(Number::InText {
                value: Box::new(Text::Variable(slot)),
                prefix: false,
                among: members.collect::<Option<_>>()?,
            })
        }
    }
}

fn constant(expression: &Expr) -> Option<Constant<'_>> {
    match expression {
        Expr::Literal(ScalarValue::Float64(Some(number)), _) => Some(Constant::Number(*number)),
        Expr::Literal(ScalarValue::BinaryView(Some(text)), _) => Some(Constant::Text(text)),
        _ => None,
    }
}

fn comparison(operator: Operator) -> Option<Comparison> {
    Some(match operator {
        Operator::Eq => Comparison::Equal,
        Operator::Lt => Comparison::Less,
        Operator::LtEq => Comparison::LessOrEqual,
        Operator::Gt => Comparison::Greater,
        Operator::GtEq => Comparison::GreaterOrEqual,
        _ => return None,
    })
}

/// Returns the comparison with its sides exchanged.
fn turned(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Less => Comparison::Greater,
        Comparison::LessOrEqual => Comparison::GreaterOrEqual,
        Comparison::Greater => Comparison::Less,
        Comparison::GreaterOrEqual => Comparison::LessOrEqual,
        same @ (Comparison::Equal | Comparison::NotEqual) => same,
    }
}

#[cfg(test)]
mod tests;
