//! Expressions that give numbers.

use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::{InstBuilder, StackSlotData, StackSlotKind, Value, types};
use feedrate_values::function::{Body, Function};

use super::calls::To;
use super::generator::{Generator, OWN};
use crate::ir::{Argument, Arithmetic, Number, SiteId};

impl Generator<'_, '_> {
    /// The number that an expression gives.
    pub(super) fn number(&mut self, expression: &Number) -> Value {
        match expression {
            Number::Constant(number) => self.float(*number),
            Number::Variable(slot) => self.number_at(*slot),
            Number::Element { array, index, site } => match self.element(*array, index, *site) {
                Some(address) => self.builder.ins().load(types::F64, OWN, address, 0),
                None => self.interpreted(expression),
            },
            Number::Negate(operand, site) => {
                let number = self.number(operand);
                let negated = self.builder.ins().fneg(number);
                self.unless_missing(number, negated, *site)
            }
            Number::Arithmetic(operation, left, right, site) => {
                let (left, right) = (self.number(left), self.number(right));
                self.arithmetic(*operation, left, right, *site)
            }
            Number::Least(left, right) => {
                self.extreme(FloatCC::LessThanOrEqual, To::Least, left, right)
            }
            Number::Greatest(left, right) => {
                self.extreme(FloatCC::GreaterThanOrEqual, To::Greatest, left, right)
            }
            Number::Call {
                function,
                arguments,
                site,
            } => self.function(expression, function, arguments, *site),
            Number::Lag { queue, value } => {
                let number = self.number(value);
                self.lag(*queue, number)
            }
            Number::Dif { queue, value, site } => {
                let number = self.number(value);
                let before = self.lag(*queue, number);
                self.arithmetic(Arithmetic::Subtract, number, before, *site)
            }
            Number::Not(_)
            | Number::Compare(..)
            | Number::CompareText { .. }
            | Number::Logic(..)
            | Number::In(..) => match self.comparison(expression) {
                Some(holds) => {
                    let (one, zero) = (self.float(1.0), self.float(0.0));
                    self.builder.ins().select(holds, one, zero)
                }
                None => self.interpreted(expression),
            },
            Number::InText { .. }
            | Number::Like { .. }
            | Number::FromText(..)
            | Number::Input { .. } => self.interpreted(expression),
        }
    }

    /// What the interpreter says that an expression gives.
    pub(super) fn interpreted(&mut self, expression: &Number) -> Value {
        let part = self.part(expression);
        let number = self.call_for(To::Number, &[self.frame, part]);
        self.heed_fault();
        number
    }

    /// What is finite is right as it is: a missing operand makes the result a NaN.
    fn arithmetic(
        &mut self,
        operation: Arithmetic,
        left: Value,
        right: Value,
        site: SiteId,
    ) -> Value {
        let (number, result) = match operation {
            Arithmetic::Add => (0, self.builder.ins().fadd(left, right)),
            Arithmetic::Subtract => (1, self.builder.ins().fsub(left, right)),
            Arithmetic::Multiply => (2, self.builder.ins().fmul(left, right)),
            Arithmetic::Divide => (3, self.builder.ins().fdiv(left, right)),
            Arithmetic::Power => return self.without_result(4, left, right, site),
        };
        let is_finite = self.is_finite(result);
        self.unless(is_finite, result, |this| {
            this.without_result(number, left, right, site)
        })
    }

    /// Whether a number is neither infinite nor missing: only then it is zero less than itself.
    pub(super) fn is_finite(&mut self, number: Value) -> Value {
        let zero = self.builder.ins().fsub(number, number);
        self.builder.ins().fcmp(FloatCC::Ordered, zero, zero)
    }

    fn without_result(&mut self, operation: i64, left: Value, right: Value, site: SiteId) -> Value {
        let (operation, site) = (self.constant(types::I32, operation), self.site(site));
        self.call_for(To::Arithmetic, &[self.frame, operation, left, right, site])
    }

    /// `result`, unless a number is missing, which is counted.
    fn unless_missing(&mut self, number: Value, result: Value, site: SiteId) -> Value {
        let is_number = self.builder.ins().fcmp(FloatCC::Ordered, number, number);
        self.unless(is_number, result, |this| {
            let site = this.site(site);
            this.call_for(To::Missing, &[this.frame, site])
        })
    }

    /// The lesser or the greater of two, by the machine where neither is missing.
    fn extreme(&mut self, left_if: FloatCC, to: To, left: &Number, right: &Number) -> Value {
        let (left, right) = (self.number(left), self.number(right));
        let is_left = self.builder.ins().fcmp(left_if, left, right);
        let result = self.builder.ins().select(is_left, left, right);
        let are_numbers = self.builder.ins().fcmp(FloatCC::Ordered, left, right);
        self.unless(are_numbers, result, |this| {
            this.call_for(to, &[left, right])
        })
    }

    fn lag(&mut self, queue: u32, number: Value) -> Value {
        let queue = self.constant(types::I32, i64::from(queue));
        self.call_for(To::Lag, &[self.frame, queue, number])
    }

    /// A function of numbers is called directly.
    fn function(
        &mut self,
        expression: &Number,
        function: &'static Function,
        arguments: &[Argument],
        site: SiteId,
    ) -> Value {
        let are_numbers = arguments
            .iter()
            .all(|argument| matches!(argument, Argument::Number(_)));
        match function.body {
            Body::Unary(_) if are_numbers && arguments.len() == 1 => {
                let argument = self.argument(&arguments[0]);
                let (function, site) = (self.part(function), self.site(site));
                self.call_for(To::Unary, &[self.frame, function, argument, site])
            }
            Body::Numbers(_) if are_numbers => {
                let data = StackSlotData::new(
                    StackSlotKind::ExplicitSlot,
                    8 * u32::try_from(arguments.len().max(1)).unwrap_or(u32::MAX / 8),
                    3,
                );
                let room = self.builder.create_sized_stack_slot(data);
                for (position, argument) in (0_i32..).zip(arguments) {
                    let argument = self.argument(argument);
                    self.builder.ins().stack_store(argument, room, 8 * position);
                }
                let list = self.builder.ins().stack_addr(types::I64, room, 0);
                let count = self.constant(types::I64, arguments.len() as i64);
                let (function, site) = (self.part(function), self.site(site));
                self.call_for(To::Numbers, &[self.frame, function, list, count, site])
            }
            _ => self.interpreted(expression),
        }
    }

    fn argument(&mut self, argument: &Argument) -> Value {
        match argument {
            Argument::Number(number) => self.number(number),
            Argument::Text(_) => self.missing(),
        }
    }
}
