//! Conditions: expressions that are used as true or false.

use std::cmp::Ordering;

use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::{BlockArg, InstBuilder, Value, types};
use feedrate_program::{Comparison, Logic, Membership, Number};

use super::generator::{Generator, Subject};
use super::plain;

impl<S: Subject> Generator<'_, S> {
    /// Evaluates a condition: whether its number is neither zero nor missing.
    pub fn condition(&mut self, expression: &Number) -> Value {
        if let Some(holds) = self.comparison(expression) {
            return holds;
        }
        let number = self.number(expression);
        let zero = self.float(0.0);
        self.builder.ins().fcmp(FloatCC::OrderedNotEqual, number, zero)
    }

    /// Evaluates an expression that is itself a condition with the value 1 or 0; `None` for others.
    pub fn comparison(&mut self, expression: &Number) -> Option<Value> {
        Some(match expression {
            Number::Not(operand) => {
                let holds = self.condition(operand);
                self.is(holds, 0)
            }
            Number::Compare(comparison, left, right) => {
                let missing = [is_missing(left), is_missing(right)];
                let (left, right) = (self.number(left), self.number(right));
                match missing {
                    [false, true] => self.compare_with_missing(*comparison, left, right, false),
                    [true, false] => self.compare_with_missing(*comparison, left, right, true),
                    _ => self.compare(*comparison, left, right),
                }
            }
            Number::CompareText {
                comparison,
                prefix,
                left,
                right,
            } => self.compare_texts(*comparison, *prefix, left, right)?,
            Number::InText { value, prefix, among } => self.among_texts(expression, value, *prefix, among)?,
            Number::Like { value, .. } => self.of_text(plain::LIKE, value, expression)?,
            Number::Logic(logic, left, right) => self.logic(*logic, left, right),
            Number::In(value, members) => self.among(value, members),
            _ => return None,
        })
    }

    /// Compares numbers; those that are not missing by the machine's comparison.
    fn compare(&mut self, comparison: Comparison, left: Value, right: Value) -> Value {
        let code = match comparison {
            Comparison::Equal => FloatCC::Equal,
            Comparison::NotEqual => FloatCC::OrderedNotEqual,
            Comparison::Less => FloatCC::LessThan,
            Comparison::LessOrEqual => FloatCC::LessThanOrEqual,
            Comparison::Greater => FloatCC::GreaterThan,
            Comparison::GreaterOrEqual => FloatCC::GreaterThanOrEqual,
        };
        let holds = self.builder.ins().fcmp(code, left, right);
        let are_numbers = self.builder.ins().fcmp(FloatCC::Ordered, left, right);
        self.unless(are_numbers, holds, |this| this.order(comparison, left, right))
    }

    /// Compares numbers one of which is missing: any number is greater than a missing value.
    fn compare_with_missing(&mut self, comparison: Comparison, left: Value, right: Value, on_the_left: bool) -> Value {
        let (number, order) = match on_the_left {
            true => (right, Ordering::Less),
            false => (left, Ordering::Greater),
        };
        let holds = self.constant(types::I8, comparison.holds(order).into());
        let is_number = self.builder.ins().fcmp(FloatCC::Ordered, number, number);
        self.unless(is_number, holds, |this| this.order(comparison, left, right))
    }

    /// Compares numbers in the order that includes missing values.
    fn order(&mut self, comparison: Comparison, left: Value, right: Value) -> Value {
        let number = match comparison {
            Comparison::Equal => 0,
            Comparison::NotEqual => 1,
            Comparison::Less => 2,
            Comparison::LessOrEqual => 3,
            Comparison::Greater => 4,
            Comparison::GreaterOrEqual => 5,
        };
        let comparison = self.constant(types::I32, number);
        let holds = self.call_for(plain::COMPARE, &[comparison, left, right]);
        self.builder.ins().ireduce(types::I8, holds)
    }

    /// Evaluates the right side only if the left one does not decide.
    fn logic(&mut self, logic: Logic, left: &Number, right: &Number) -> Value {
        let left = self.condition(left);
        let [rest, next] = self.blocks();
        let result = self.builder.append_block_param(next, types::I8);
        let decided = [BlockArg::Value(left)];
        match logic {
            Logic::And => self.builder.ins().brif(left, rest, &[], next, &decided),
            Logic::Or => self.builder.ins().brif(left, next, &decided, rest, &[]),
        };
        self.begin(rest);
        let right = self.condition(right);
        self.builder.ins().jump(next, &[BlockArg::Value(right)]);
        self.begin(next);
        result
    }

    fn among(&mut self, value: &Number, members: &[Membership]) -> Value {
        let number = self.number(value);
        if members.len() <= MEMBERS_INLINE && members.iter().all(is_finite) {
            return self.among_few(number, members);
        }
        let list = self.constant(types::I64, members.as_ptr().expose_provenance() as i64);
        let count = self.constant(types::I64, members.len() as i64);
        let holds = self.call_for(plain::AMONG, &[number, list, count]);
        self.builder.ins().ireduce(types::I8, holds)
    }

    /// Returns whether a number is one of these, none of which is missing, so that the machine can compare them.
    fn among_few(&mut self, number: Value, members: &[Membership]) -> Value {
        let mut holds = self.constant(types::I8, 0);
        for member in members {
            let is_it = match *member {
                Membership::One(one) => {
                    let one = self.float(one);
                    self.builder.ins().fcmp(FloatCC::Equal, number, one)
                }
                Membership::Range(from, to) => {
                    let (from, to) = (self.float(from), self.float(to));
                    let ins = self.builder.ins();
                    let above = ins.fcmp(FloatCC::GreaterThanOrEqual, number, from);
                    let below = self.builder.ins().fcmp(FloatCC::LessThanOrEqual, number, to);
                    let within = self.builder.ins().band(above, below);
                    let whole = self.builder.ins().floor(number);
                    let is_whole = self.builder.ins().fcmp(FloatCC::Equal, number, whole);
                    self.builder.ins().band(within, is_whole)
                }
            };
            holds = self.builder.ins().bor(holds, is_it);
        }
        holds
    }
}

/// The maximum number of list entries that are compared inline; longer lists are searched by a call.
const MEMBERS_INLINE: usize = 8;

fn is_missing(number: &Number) -> bool {
    matches!(number, Number::Constant(number) if number.is_nan())
}

fn is_finite(member: &Membership) -> bool {
    match *member {
        Membership::One(one) => one.is_finite(),
        Membership::Range(from, to) => from.is_finite() && to.is_finite(),
    }
}
