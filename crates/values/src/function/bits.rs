//! Operations on the bits of integers between 0 and 2³²-1.

use super::{Context, Function};
use crate::missing::MISSING;

pub(super) const FUNCTIONS: &[Function] = &[
    Function::numbers("BAND", 2, 2, |context, x| of_two(context, x, |a, b| a & b)),
    Function::numbers("BOR", 2, 2, |context, x| of_two(context, x, |a, b| a | b)),
    Function::numbers("BXOR", 2, 2, |context, x| of_two(context, x, |a, b| a ^ b)),
    Function::numbers("BNOT", 1, 1, |context, x| match x {
        [x] if x.is_nan() => MISSING,
        [x] => whole(*x).map_or_else(|| context.invalid(0), |x| f64::from(!x)),
        _ => MISSING,
    }),
    Function::numbers("BLSHIFT", 2, 2, |context, x| shift(context, x, |a, by| a << by)),
    Function::numbers("BRSHIFT", 2, 2, |context, x| shift(context, x, |a, by| a >> by)),
];

fn of_two(context: &mut Context<'_>, arguments: &[f64], operation: fn(u32, u32) -> u32) -> f64 {
    if arguments.iter().any(|x| x.is_nan()) {
        return MISSING;
    }
    let &[a, b] = arguments else { return MISSING };
    match (whole(a), whole(b)) {
        (Some(a), Some(b)) => f64::from(operation(a, b)),
        (None, _) => context.invalid(0),
        (_, None) => context.invalid(1),
    }
}

/// `operation` gets a shift below 32.
fn shift(context: &mut Context<'_>, arguments: &[f64], operation: fn(u32, u32) -> u32) -> f64 {
    match arguments {
        [_, by] if by.is_nan() => MISSING,
        [_, by] if !(0.0..32.0).contains(by) => context.invalid(1),
        _ => of_two(context, arguments, operation),
    }
}

fn whole(x: f64) -> Option<u32> {
    (x.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&x)).then_some(x as u32)
}
