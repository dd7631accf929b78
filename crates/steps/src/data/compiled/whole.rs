//! Whole numbers that are known to lie in a range, so that an index needs no check.

use cranelift_codegen::ir::{InstBuilder, Value, types};

use super::step::StepGenerator;
use crate::ir::{Argument, Arithmetic, Clause, Number};

/// No number that is counted is further from zero, so that sums of a few are exact as numbers, too.
const MOST: i64 = 1 << 40;

/// A whole number between two others, both included.
#[derive(Clone, Copy)]
pub(super) struct Whole {
    pub(super) value: Value,
    pub(super) least: i64,
    pub(super) greatest: i64,
}

/// A clause of a loop whose values are whole numbers that the program tells.
pub(super) struct Count {
    pub(super) from: i64,
    pub(super) by: i64,
    pub(super) to: i64,
}

impl Count {
    pub(super) fn of(clause: &Clause) -> Option<Self> {
        let known = |number: &Number| match number {
            Number::Constant(number) => constant(*number),
            _ => None,
        };
        let Argument::Number(from) = &clause.from else {
            return None;
        };
        let by = match &clause.by {
            Some(by) => known(by)?,
            None => 1,
        };
        let count = Self {
            from: known(from)?,
            by,
            to: known(clause.to.as_ref()?)?,
        };
        (count.by != 0).then_some(count)
    }

    /// The index as the body of the loop finds it.
    pub(super) fn index(&self, value: Value) -> Whole {
        Whole {
            value,
            least: self.from.min(self.to),
            greatest: self.from.max(self.to),
        }
    }
}

impl StepGenerator<'_, '_> {
    /// An expression as a whole number; `None` where it is not known to be one.
    pub(super) fn whole(&mut self, expression: &Number) -> Option<Whole> {
        match expression {
            Number::Constant(number) => {
                let number = constant(*number)?;
                Some(Whole {
                    value: self.constant(types::I64, number),
                    least: number,
                    greatest: number,
                })
            }
            Number::Variable(slot) => self.held(*slot)?.whole,
            Number::Arithmetic(operation, left, right, _) => {
                let (left, right) = (self.whole(left)?, self.whole(right)?);
                let ends = match operation {
                    Arithmetic::Add => [left.least + right.least, left.greatest + right.greatest],
                    Arithmetic::Subtract => {
                        [left.least - right.greatest, left.greatest - right.least]
                    }
                    _ => return None,
                };
                if ends.iter().any(|end| end.abs() > MOST) {
                    return None;
                }
                let value = match operation {
                    Arithmetic::Add => self.builder.ins().iadd(left.value, right.value),
                    _ => self.builder.ins().isub(left.value, right.value),
                };
                Some(Whole {
                    value,
                    least: ends[0],
                    greatest: ends[1],
                })
            }
            _ => None,
        }
    }
}

/// A number as a whole one, unless it has a fraction, is too great, or is a zero with a sign, which a
/// whole number would lose.
fn constant(number: f64) -> Option<i64> {
    let whole = number as i64;
    let is_same = (whole as f64).to_bits() == number.to_bits();
    (is_same && whole.unsigned_abs() <= MOST.unsigned_abs()).then_some(whole)
}
