//! Divisors, logarithms of counts, and the bytes of numbers.

use super::{Context, Function};
use crate::missing::MISSING;

pub(super) const FUNCTIONS: &[Function] = &[
    Function::numbers("GCD", 2, usize::MAX, |context, x| folded(context, x, divisor)),
    Function::numbers("LCM", 2, usize::MAX, |context, x| {
        folded(context, x, |a, b| {
            if a == 0.0 || b == 0.0 {
                0.0
            } else {
                a / divisor(a, b) * b
            }
        })
    }),
    Function::numbers("LFACT", 1, 1, |context, x| match *x {
        [n] if n.is_nan() => MISSING,
        [n] if is_count(n) => context.finite(libm::lgamma(n + 1.0)),
        _ => context.invalid(0),
    }),
    Function::numbers("LCOMB", 2, 2, |context, x| {
        of_counts(context, x, |n, r| {
            libm::lgamma(n + 1.0) - libm::lgamma(r + 1.0) - libm::lgamma(n - r + 1.0)
        })
    }),
    Function::numbers("LPERM", 1, 2, |context, x| {
        let all = match *x {
            [n] => [n, n],
            [n, r] => [n, r],
            _ => return MISSING,
        };
        of_counts(context, &all, |n, r| libm::lgamma(n + 1.0) - libm::lgamma(n - r + 1.0))
    }),
    Function::numbers("BETA", 2, 2, |context, x| beta(context, x, f64::exp)),
    Function::numbers("LOGBETA", 2, 2, |context, x| beta(context, x, |logarithm| logarithm)),
    Function::unary("DIGAMMA", digamma),
    Function::unary("TRIGAMMA", trigamma),
    Function::numbers("TRUNC", 2, 2, |context, x| match *x {
        [number, _] if number.is_nan() => number,
        [number, bytes] if (3.0..9.0).contains(&bytes) => {
            let lost = 8 * (8 - bytes as u32);
            f64::from_bits(number.to_bits() >> lost << lost)
        }
        [_, bytes] if bytes.is_nan() => MISSING,
        _ => context.invalid(1),
    }),
];

fn is_count(x: f64) -> bool {
    x >= 0.0 && x.fract() == 0.0
}

/// The largest integer to which all integers are exact.
const MOST_EXACT: f64 = 9_007_199_254_740_992.0;

fn divisor(mut a: f64, mut b: f64) -> f64 {
    while b != 0.0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Joins integers, whose signs do not count. Missing ones are ignored.
fn folded(context: &mut Context<'_>, x: &[f64], join: fn(f64, f64) -> f64) -> f64 {
    let invalid = x
        .iter()
        .position(|number| number.fract() != 0.0 && !number.is_nan() || number.abs() > MOST_EXACT);
    if let Some(position) = invalid {
        return context.invalid(position);
    }
    let present = x.iter().filter(|number| !number.is_nan()).map(|number| number.abs());
    let joined = present.reduce(join).unwrap_or(MISSING);
    if joined.is_infinite() {
        context.invalid(0)
    } else {
        joined
    }
}

fn of_counts(context: &mut Context<'_>, x: &[f64], figure: fn(f64, f64) -> f64) -> f64 {
    match *x {
        [n, r] if n.is_nan() || r.is_nan() => MISSING,
        [n, _] if !is_count(n) => context.invalid(0),
        [n, r] if !is_count(r) || r > n => context.invalid(1),
        [n, r] => context.finite(figure(n, r)),
        _ => MISSING,
    }
}

fn beta(context: &mut Context<'_>, x: &[f64], figure: fn(f64) -> f64) -> f64 {
    match *x {
        [a, b] if a.is_nan() || b.is_nan() => MISSING,
        [a, _] if a <= 0.0 => context.invalid(0),
        [_, b] if b <= 0.0 => context.invalid(1),
        [a, b] => context.finite(figure(libm::lgamma(a) + libm::lgamma(b) - libm::lgamma(a + b))),
        _ => MISSING,
    }
}

/// The logarithmic derivative of the gamma function; its asymptotic series holds from 10 on.
fn digamma(x: f64) -> f64 {
    if x <= 0.0 && x.fract() == 0.0 {
        return f64::NAN;
    }
    if x < 0.0 {
        return digamma(1.0 - x) - std::f64::consts::PI / (std::f64::consts::PI * x).tan();
    }
    let (mut at, mut sum) = (x, 0.0);
    while at < 10.0 {
        sum -= at.recip();
        at += 1.0;
    }
    let squared = (at * at).recip();
    let series = [
        1.0 / 12.0,
        -1.0 / 120.0,
        1.0 / 252.0,
        -1.0 / 240.0,
        1.0 / 132.0,
        -691.0 / 32_760.0,
        1.0 / 12.0,
    ];
    let tail = series
        .iter()
        .rev()
        .fold(0.0, |tail, coefficient| (tail + coefficient) * squared);
    sum + at.ln() - 0.5 / at - tail
}

/// The derivative of [`digamma`].
fn trigamma(x: f64) -> f64 {
    if x <= 0.0 && x.fract() == 0.0 {
        return f64::NAN;
    }
    if x < 0.0 {
        let ratio = std::f64::consts::PI / (std::f64::consts::PI * x).sin();
        return ratio * ratio - trigamma(1.0 - x);
    }
    let (mut at, mut sum) = (x, 0.0);
    while at < 10.0 {
        sum += (at * at).recip();
        at += 1.0;
    }
    let squared = (at * at).recip();
    let series = [
        1.0 / 6.0,
        -1.0 / 30.0,
        1.0 / 42.0,
        -1.0 / 30.0,
        5.0 / 66.0,
        -691.0 / 2730.0,
        7.0 / 6.0,
    ];
    let tail = series
        .iter()
        .rev()
        .fold(0.0, |tail, coefficient| (tail + coefficient) * squared);
    sum + (1.0 + tail) / at + squared / 2.0
}

#[cfg(test)]
mod tests {
    use super::super::testing::{invalid, number};
    use crate::missing::MISSING;

    #[test]
    fn figures() {
        let near = |got: f64, want: f64| assert!((got - want).abs() <= 1e-13 * want.abs().max(1.0), "{got} {want}");
        assert_eq!(number("GCD", &[24.0, 36.0, -60.0, MISSING]), 12.0);
        assert_eq!(number("LCM", &[4.0, 6.0]), 12.0);
        assert_eq!(number("LCM", &[0.0, 6.0]), 0.0);
        assert!(invalid("GCD", &[1.5, 2.0]));
        near(number("LCOMB", &[5.0, 2.0]), 10f64.ln());
        near(number("LPERM", &[5.0, 2.0]), 20f64.ln());
        near(number("LFACT", &[5.0]), 120f64.ln());
        near(number("BETA", &[5.0, 3.0]), 1.0 / 105.0);
        near(number("LOGBETA", &[5.0, 3.0]), -(105f64.ln()));
        // Abramowitz and Stegun, 6.3.2, 6.3.3 and 6.4.4: the constants of Euler and of Basel.
        near(number("DIGAMMA", &[1.0]), -0.577_215_664_901_532_9);
        near(number("DIGAMMA", &[0.5]), -1.963_510_026_021_423_5);
        near(number("TRIGAMMA", &[1.0]), std::f64::consts::PI.powi(2) / 6.0);
        near(number("TRIGAMMA", &[0.5]), std::f64::consts::PI.powi(2) / 2.0);
        assert_eq!(number("TRUNC", &[3.0, 3.0]), 3.0);
        assert!(invalid("TRUNC", &[3.1, 2.0]) && invalid("LCOMB", &[2.0, 3.0]));
    }
}
