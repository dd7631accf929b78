//! Functions of numbers that are a few instructions. Arguments for which these do not give the result of the function
//! are passed on to it.

use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use feedrate_program::SiteId;
use feedrate_values::function::Function;

use super::generator::{Generator, Subject};

/// The bound of integers whose quotient, as an integer, times the divisor is exact.
const BOUND: f64 = (1_u64 << 52) as f64;

impl<S: Subject> Generator<'_, S> {
    /// Generates the call of a function of one number.
    pub fn unary(&mut self, function: &'static Function, argument: Value, site: SiteId) -> Value {
        let (is_plain, result) = match function.name {
            "ABS" => {
                let is_number = self.builder.ins().fcmp(FloatCC::Ordered, argument, argument);
                (is_number, self.builder.ins().fabs(argument))
            }
            "SQRT" => {
                let zero = self.float(0.0);
                let is_positive = self.builder.ins().fcmp(FloatCC::GreaterThan, argument, zero);
                (is_positive, self.builder.ins().sqrt(argument))
            }
            _ => return S::unary(self, function, argument, site),
        };
        self.unless(is_plain, result, |this| S::unary(this, function, argument, site))
    }

    /// Generates the call of a function of several numbers.
    pub fn numbers(&mut self, function: &'static Function, arguments: &[Value], site: SiteId) -> Value {
        match (function.name, arguments) {
            ("MOD", &[x, y]) => {
                let (are_whole, rest) = self.remainder(x, y);
                self.unless(are_whole, rest, |this| S::numbers(this, function, arguments, site))
            }
            _ => S::numbers(self, function, arguments, site),
        }
    }

    /// Returns whether two numbers are integers below the bound and the divisor is not zero; and the remainder, with
    /// the sign of the dividend, if they are.
    fn remainder(&mut self, x: Value, y: Value) -> (Value, Value) {
        let (zero, bound) = (self.float(0.0), self.float(BOUND));
        let [dividend, divisor] = [x, y].map(|number| self.builder.ins().fabs(number));
        let are_whole = [dividend, divisor].map(|number| {
            let whole = self.builder.ins().floor(number);
            let is_whole = self.builder.ins().fcmp(FloatCC::Equal, whole, number);
            let is_below = self.builder.ins().fcmp(FloatCC::LessThan, number, bound);
            self.builder.ins().band(is_whole, is_below)
        });
        let is_divisor = self.builder.ins().fcmp(FloatCC::GreaterThan, divisor, zero);
        let are_whole = self.builder.ins().band(are_whole[0], are_whole[1]);
        let are_whole = self.builder.ins().band(are_whole, is_divisor);
        let quotient = self.builder.ins().fdiv(dividend, divisor);
        let quotient = self.builder.ins().floor(quotient);
        let product = self.builder.ins().fmul(quotient, divisor);
        let rest = self.builder.ins().fsub(dividend, product);
        // The quotient may have been rounded up to an integer.
        let more = self.builder.ins().fadd(rest, divisor);
        let is_short = self.builder.ins().fcmp(FloatCC::LessThan, rest, zero);
        let rest = self.builder.ins().select(is_short, more, rest);
        let rest = self.builder.ins().fcopysign(rest, x);
        // A negative zero becomes zero.
        (are_whole, self.builder.ins().fadd(rest, zero))
    }
}
