//! Conditions: what is used as true or false.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{BlockArg, InstBuilder, Value, types};

use super::calls::To;
use super::generator::Generator;
use crate::ir::{Comparison, Logic, Membership, Number, Text};

impl Generator<'_, '_> {
    /// Whether a condition holds: whether its number is neither zero nor missing.
    pub(super) fn condition(&mut self, expression: &Number) -> Value {
        if let Some(holds) = self.comparison(expression) {
            return holds;
        }
        let number = self.number(expression);
        let zero = self.float(0.0);
        self.builder
            .ins()
            .fcmp(FloatCC::OrderedNotEqual, number, zero)
    }

    /// The same of an expression that gives 1 or 0 by itself; `None` for others.
    pub(super) fn comparison(&mut self, expression: &Number) -> Option<Value> {
        Some(match expression {
            Number::Not(operand) => {
                let holds = self.condition(operand);
                self.is(holds, 0)
            }
            Number::Compare(comparison, left, right) => {
                let (left, right) = (self.number(left), self.number(right));
                self.compare(*comparison, left, right)
            }
            Number::CompareText {
                comparison,
                prefix,
                left,
                right,
            } => {
                let to = match prefix {
                    true => To::ComparePrefix,
                    false => To::CompareText,
                };
                let [left, right] = [simple(left)?, simple(right)?];
                let [left_bytes, left_length] = self.simple(left);
                let [right_bytes, right_length] = self.simple(right);
                let texts = [left_bytes, left_length, right_bytes, right_length];
                let order = self.call_for(to, &texts);
                self.builder.ins().icmp_imm(of_order(*comparison), order, 0)
            }
            Number::Logic(logic, left, right) => self.logic(*logic, left, right),
            Number::In(value, members) => self.among(value, members),
            _ => return None,
        })
    }

    /// Numbers that are not missing compare as the machine does.
    fn compare(&mut self, comparison: Comparison, left: Value, right: Value) -> Value {
        let (code, number) = match comparison {
            Comparison::Equal => (FloatCC::Equal, 0),
            Comparison::NotEqual => (FloatCC::OrderedNotEqual, 1),
            Comparison::Less => (FloatCC::LessThan, 2),
            Comparison::LessOrEqual => (FloatCC::LessThanOrEqual, 3),
            Comparison::Greater => (FloatCC::GreaterThan, 4),
            Comparison::GreaterOrEqual => (FloatCC::GreaterThanOrEqual, 5),
        };
        let holds = self.builder.ins().fcmp(code, left, right);
        let are_numbers = self.builder.ins().fcmp(FloatCC::Ordered, left, right);
        self.unless(are_numbers, holds, |this| {
            let comparison = this.constant(types::I32, number);
            let holds = this.call_for(To::Compare, &[comparison, left, right]);
            this.builder.ins().ireduce(types::I8, holds)
        })
    }

    /// The right side is evaluated only where the left one does not decide.
    fn logic(&mut self, logic: Logic, left: &Number, right: &Number) -> Value {
        let left = self.condition(left);
        let (rest, next) = (self.builder.create_block(), self.builder.create_block());
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
        let list = self.constant(types::I64, members.as_ptr().expose_provenance() as i64);
        let count = self.constant(types::I64, members.len() as i64);
        let holds = self.call_for(To::Among, &[number, list, count]);
        self.builder.ins().ireduce(types::I8, holds)
    }

    /// Where a simple text lies, and its length in bytes.
    fn simple(&mut self, text: Simple<'_>) -> [Value; 2] {
        let (address, length) = match text {
            Simple::Constant(bytes) => {
                let address = bytes.as_ptr().expose_provenance() as i64;
                (self.constant(types::I64, address), bytes.len())
            }
            Simple::Variable { start, length } => {
                let address = self.builder.ins().iadd_imm(self.text, i64::from(start));
                (address, length as usize)
            }
        };
        [address, self.constant(types::I64, length as i64)]
    }
}

/// A text that lies somewhere already.
enum Simple<'t> {
    Constant(&'t [u8]),
    Variable { start: u32, length: u32 },
}

fn simple(text: &Text) -> Option<Simple<'_>> {
    match text {
        Text::Constant(bytes) => Some(Simple::Constant(bytes)),
        Text::Variable(slot) => Some(Simple::Variable {
            start: slot.start,
            length: slot.length,
        }),
        _ => None,
    }
}

fn of_order(comparison: Comparison) -> IntCC {
    match comparison {
        Comparison::Equal => IntCC::Equal,
        Comparison::NotEqual => IntCC::NotEqual,
        Comparison::Less => IntCC::SignedLessThan,
        Comparison::LessOrEqual => IntCC::SignedLessThanOrEqual,
        Comparison::Greater => IntCC::SignedGreaterThan,
        Comparison::GreaterOrEqual => IntCC::SignedGreaterThanOrEqual,
    }
}
