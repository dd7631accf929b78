//! Numeric expressions.

use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use feedrate_program::{Argument, Arithmetic, Number, SiteId};
use feedrate_values::function::{Body, Function};

use super::call::Call;
use super::generator::{Generator, Subject};
use super::plain;

impl<S: Subject> Generator<'_, S> {
    /// Generates code for a number.
    pub fn number(&mut self, expression: &Number) -> Value {
        match expression {
            Number::Constant(number) => self.float(*number),
            Number::Variable(slot) => S::number(self, *slot),
            Number::Element { array, index, site } => match S::element(self, *array, index, *site) {
                Some(address) => self.load(types::F64, address, 0),
                None => S::interpreted(self, expression),
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
            Number::Least(left, right) => self.extreme(FloatCC::LessThanOrEqual, plain::LEAST, left, right),
            Number::Greatest(left, right) => self.extreme(FloatCC::GreaterThanOrEqual, plain::GREATEST, left, right),
            Number::Call {
                function,
                arguments,
                site,
            } => self.function(expression, function, arguments, *site),
            Number::Lag { queue, value } => {
                let number = self.number(value);
                S::lag(self, *queue, number)
            }
            Number::Dif { queue, value, site } => {
                let number = self.number(value);
                let before = S::lag(self, *queue, number);
                self.arithmetic(Arithmetic::Subtract, number, before, *site)
            }
            Number::Not(_)
            | Number::Compare(..)
            | Number::CompareText { .. }
            | Number::Logic(..)
            | Number::In(..)
            | Number::InText { .. }
            | Number::Like { .. } => match self.comparison(expression) {
                Some(holds) => {
                    let (one, zero) = (self.float(1.0), self.float(0.0));
                    self.builder.ins().select(holds, one, zero)
                }
                None => S::interpreted(self, expression),
            },
            Number::FromText(..) | Number::Input { .. } | Number::Object(_) => S::interpreted(self, expression),
        }
    }

    /// A finite result needs no check: a missing operand makes the result a NaN.
    fn arithmetic(&mut self, operation: Arithmetic, left: Value, right: Value, site: SiteId) -> Value {
        let (number, result) = match operation {
            Arithmetic::Add => (0, self.builder.ins().fadd(left, right)),
            Arithmetic::Subtract => (1, self.builder.ins().fsub(left, right)),
            Arithmetic::Multiply => (2, self.builder.ins().fmul(left, right)),
            Arithmetic::Divide => (3, self.builder.ins().fdiv(left, right)),
            Arithmetic::Power => return S::arithmetic(self, 4, [left, right], site),
        };
        let is_finite = self.is_finite(result);
        self.unless(is_finite, result, |this| {
            S::arithmetic(this, number, [left, right], site)
        })
    }

    /// Returns whether a number is neither infinite nor missing: only then it minus itself is zero.
    pub fn is_finite(&mut self, number: Value) -> Value {
        let zero = self.builder.ins().fsub(number, number);
        self.builder.ins().fcmp(FloatCC::Ordered, zero, zero)
    }

    /// Returns `result`, unless a number is missing, which is counted.
    pub fn unless_missing(&mut self, number: Value, result: Value, site: SiteId) -> Value {
        let is_number = self.builder.ins().fcmp(FloatCC::Ordered, number, number);
        self.unless(is_number, result, |this| S::on_missing(this, site))
    }

    /// Returns the lesser or the greater of two numbers, by the machine's instruction if neither is missing.
    fn extreme(&mut self, left_if: FloatCC, to: Call, left: &Number, right: &Number) -> Value {
        let (left, right) = (self.number(left), self.number(right));
        let is_left = self.builder.ins().fcmp(left_if, left, right);
        let result = self.builder.ins().select(is_left, left, right);
        let are_numbers = self.builder.ins().fcmp(FloatCC::Ordered, left, right);
        self.unless(are_numbers, result, |this| this.call_for(to, &[left, right]))
    }

    /// Calls a function of numbers directly.
    fn function(
        &mut self,
        expression: &Number,
        function: &'static Function,
        arguments: &[Argument],
        site: SiteId,
    ) -> Value {
        let are_numbers = arguments.iter().all(|argument| matches!(argument, Argument::Number(_)));
        match function.body {
            Body::Unary(_) if are_numbers && arguments.len() == 1 => {
                let argument = self.argument(&arguments[0]);
                self.unary(function, argument, site)
            }
            Body::Numbers(_) if are_numbers => {
                let arguments: Vec<_> = arguments.iter().map(|argument| self.argument(argument)).collect();
                self.numbers(function, &arguments, site)
            }
            _ => S::interpreted(self, expression),
        }
    }

    /// Returns the value of a numeric argument.
    pub fn argument(&mut self, argument: &Argument) -> Value {
        match argument {
            Argument::Number(number) => self.number(number),
            Argument::Text(_) => self.missing(),
        }
    }
}
