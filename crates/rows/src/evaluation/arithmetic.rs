//! Arithmetic operators.

use feedrate_program::{Arithmetic, SiteId};
use feedrate_values::missing::MISSING;

use super::core::Core;
use feedrate_values::Severity;

impl Core<'_, '_> {
    /// Returns the result of an operation. A missing result is counted: without `_ERROR_` if an operand is missing, and
    /// with `_ERROR_` otherwise.
    #[inline]
    pub fn arithmetic(&mut self, operation: Arithmetic, left: f64, right: f64, site: SiteId) -> f64 {
        if left.is_nan() || right.is_nan() {
            self.problems.missing(site);
            return MISSING;
        }
        let result = match operation {
            Arithmetic::Add => left + right,
            Arithmetic::Subtract => left - right,
            Arithmetic::Multiply => left * right,
            Arithmetic::Divide => left / right,
            Arithmetic::Power => left.powf(right),
        };
        if result.is_finite() {
            result
        } else {
            self.without_result(operation, left, right, site)
        }
    }

    #[cold]
    fn without_result(&mut self, operation: Arithmetic, left: f64, right: f64, site: SiteId) -> f64 {
        self.problems.mathematical(site);
        match operation {
            Arithmetic::Divide if right == 0.0 => {
                self.log_problem(site, Severity::Note, "Division by zero detected");
            }
            // A negative power of zero is a division by zero; a power of a negative number may have no real value.
            Arithmetic::Power if left <= 0.0 => {
                self.log_problem(
                    site,
                    Severity::Note,
                    "Invalid argument(s) to the exponential operator \"**\"",
                );
            }
            _ => self.log_problem(
                site,
                Severity::Note,
                "A result too large for a number was set to missing",
            ),
        }
        MISSING
    }
}
