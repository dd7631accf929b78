//! Elementary functions: roots, powers, logarithms, trigonometric functions.

use super::{Context, Function};
use crate::missing::{self, MISSING};

pub(super) const FUNCTIONS: &[Function] = &[
    Function::unary("ABS", f64::abs),
    Function::unary("SIGN", sign),
    Function::unary("SQRT", f64::sqrt),
    Function::unary("EXP", f64::exp),
    Function::unary("LOG", f64::ln),
    Function::unary("LOG10", f64::log10),
    Function::unary("LOG2", f64::log2),
    Function::unary("LOG1PX", f64::ln_1p),
    Function::unary("SIN", f64::sin),
    Function::unary("COS", f64::cos),
    Function::unary("TAN", f64::tan),
    Function::unary("ARSIN", f64::asin),
    Function::unary("ARCOS", f64::acos),
    Function::unary("ATAN", f64::atan),
    Function::unary("LOGISTIC", |x| 1.0 / (1.0 + (-x).exp())),
    Function::unary("SEC", |x| x.cos().recip()),
    Function::unary("CSC", |x| x.sin().recip()),
    Function::unary("COT", |x| x.tan().recip()),
    Function::unary("SINH", f64::sinh),
    Function::unary("COSH", f64::cosh),
    Function::unary("TANH", f64::tanh),
    Function::unary("ARSINH", f64::asinh),
    Function::unary("ARCOSH", f64::acosh),
    Function::unary("ARTANH", f64::atanh),
    Function::numbers("ATAN2", 2, 2, angle),
    Function::numbers("EUCLID", 1, usize::MAX, |_, x| {
        super::descriptive::root_of_squares(x, |squares, _| squares)
    }),
    Function::numbers("DIVIDE", 2, 2, divide),
];

fn sign(x: f64) -> f64 {
    if x == 0.0 { 0.0 } else { x.signum() }
}

/// Returns the angle of the point (x, y) in radians; the origin has none.
fn angle(context: &mut Context<'_>, arguments: &[f64]) -> f64 {
    match *arguments {
        [y, x] if y.is_nan() || x.is_nan() => MISSING,
        [0.0, 0.0] => context.invalid(0),
        [y, x] => y.atan2(x),
        _ => MISSING,
    }
}

/// Divides without a note in the log. `.I` and `.M` are the infinities, as arguments and as results, and `._` is an
/// undetermined number: division by zero returns one of them. Other missing values make the result missing.
fn divide(_: &mut Context<'_>, arguments: &[f64]) -> f64 {
    let &[x, y] = arguments else { return MISSING };
    let (Some(x), Some(y)) = (extended(x), extended(y)) else {
        return MISSING;
    };
    // The sign of a zero divisor is ignored.
    let quotient = if y == 0.0 { x / 0.0 } else { x / y };
    let special = |letter| missing::special(letter).unwrap_or(MISSING);
    if quotient.is_nan() {
        special(b'_')
    } else if quotient.is_infinite() {
        special(if quotient > 0.0 { b'I' } else { b'M' })
    } else {
        quotient
    }
}

/// Returns the number, infinity or undetermined number (a NaN) that `DIVIDE` takes a value for; `None` for other
/// missing values.
fn extended(x: f64) -> Option<f64> {
    match missing::letter(x) {
        None => Some(x),
        Some(Some('I')) => Some(f64::INFINITY),
        Some(Some('M')) => Some(f64::NEG_INFINITY),
        Some(Some('_')) => Some(f64::NAN),
        Some(_) => None,
    }
}
