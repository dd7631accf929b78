//! Integers with known bounds, so that an index needs no check.

use cranelift_codegen::ir::Value;
use cranelift_codegen::ir::condcodes::IntCC;
use feedrate_program::{Argument, Clause, Number};

/// The maximum magnitude of integers, so that sums of a few are exact as floating-point numbers, too.
pub(super) const MOST: i64 = 1 << 40;

/// An integer within inclusive bounds.
#[derive(Clone, Copy)]
pub(super) struct BoundedInteger {
    pub(super) value: Value,
    pub(super) least: i64,
    pub(super) greatest: i64,
}

/// A clause of a loop with constant whole numbers.
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

    /// Returns the comparison that holds between an index past the last one and that one.
    pub(super) fn is_past(&self) -> IntCC {
        match self.by > 0 {
            true => IntCC::SignedGreaterThan,
            false => IntCC::SignedLessThan,
        }
    }

    /// Returns the index within the body of the loop.
    pub(super) fn index(&self, value: Value) -> BoundedInteger {
        BoundedInteger {
            value,
            least: self.from.min(self.to),
            greatest: self.from.max(self.to),
        }
    }
}

/// Converts a number to an integer; `None` if it has a fraction, is too great, or is a negative zero, whose sign an
/// integer would lose.
pub(super) fn constant(number: f64) -> Option<i64> {
    let whole = number as i64;
    let is_same = (whole as f64).to_bits() == number.to_bits();
    (is_same && whole.unsigned_abs() <= MOST.unsigned_abs()).then_some(whole)
}
