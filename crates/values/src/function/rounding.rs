//! Rounding, truncation and remainders.
//!
//! The language defines the results of decimal arithmetic for binary numbers: `INT(2.9999999999999)` is 3,
//! `ROUND(1.005, 0.01)` is 1.01 and `MOD(0.9, 0.3)` is 0, although the doubles of these decimals differ a little from
//! them. So these functions treat a number very near to an integer, or to the middle between two, as equal to it. The
//! tolerance for integers is published (10⁻¹²). That of [`round`] is not; the rule here yields all the results in the
//! language's reference and in reports by its users that we know. The functions whose name ends in `Z` have no
//! tolerance.

use super::{Context, Function};
use crate::missing::MISSING;

pub(super) const FUNCTIONS: &[Function] = &[
    Function::unary("INT", |x| plain(fuzz(x).trunc())),
    Function::unary("FLOOR", |x| plain(fuzz(x).floor())),
    Function::unary("CEIL", |x| plain(fuzz(x).ceil())),
    Function::unary("FUZZ", fuzz),
    Function::unary("INTZ", |x| plain(x.trunc())),
    Function::unary("FLOORZ", |x| plain(x.floor())),
    Function::unary("CEILZ", |x| plain(x.ceil())),
    Function::numbers("ROUND", 1, 2, |context, x| round(context, x, Halves::new(false, true))),
    Function::numbers("ROUNDE", 1, 2, |context, x| round(context, x, Halves::new(true, true))),
    Function::numbers("ROUNDZ", 1, 2, |context, x| round(context, x, Halves::new(true, false))),
    Function::numbers("MOD", 2, 2, |context, x| remainder(context, x, true)),
    Function::numbers("MODZ", 2, 2, |context, x| remainder(context, x, false)),
];

/// The tolerance within which a number is treated as an integer.
const FUZZ: f64 = 1e-12;

/// All numbers from here on are integers.
const ALL_WHOLE: f64 = 4_503_599_627_370_496.0;

/// The rounding of numbers in the middle between two multiples.
#[derive(Clone, Copy)]
struct Halves {
    /// True if they are rounded to the even multiple rather than away from zero.
    to_even: bool,
    /// True if numbers very near to the middle count as the middle.
    fuzzed: bool,
}

impl Halves {
    fn new(to_even: bool, fuzzed: bool) -> Self {
        Self { to_even, fuzzed }
    }
}

/// Returns the integer that is nearer than [`FUZZ`], or else the number itself.
fn fuzz(x: f64) -> f64 {
    let nearest = x.round();
    if (x - nearest).abs() < FUZZ { plain(nearest) } else { x }
}

/// Returns zero for negative zero.
fn plain(x: f64) -> f64 {
    x + 0.0
}

fn round(context: &mut Context<'_>, arguments: &[f64], halves: Halves) -> f64 {
    let (x, unit) = match *arguments {
        [x] => (x, 1.0),
        [x, unit] => (x, unit),
        _ => return MISSING,
    };
    if x.is_nan() || unit.is_nan() {
        return MISSING;
    }
    if unit <= 0.0 {
        return context.invalid(1);
    }
    let rounded = plain(nearest_multiple(x.abs(), unit, halves).copysign(x));
    context.finite(rounded)
}

/// Returns the multiple of `unit` nearest to `x`, which is not negative.
fn nearest_multiple(x: f64, unit: f64, halves: Halves) -> f64 {
    let reciprocal = whole_reciprocal(unit);
    let quotient = match reciprocal {
        Some(parts) => x * parts,
        None => x / unit,
    };
    if quotient >= ALL_WHOLE {
        return x;
    }
    let below = quotient.floor();
    let beyond = quotient - below - 0.5;
    // A decimal of up to nine digits in units has an error of at most 2·10⁻⁷ once it is binary and multiplied, and a
    // short one a relative error of about 10⁻¹².
    let near = if halves.fuzzed {
        (quotient * FUZZ).min(2.5e-7)
    } else {
        0.0
    };
    let up = if beyond.abs() <= near {
        !halves.to_even || below % 2.0 == 1.0
    } else {
        beyond > 0.0
    };
    let count = if up { below + 1.0 } else { below };
    match reciprocal {
        // The quotient of two integers is the decimal that is meant; the product with 0.1 is not.
        Some(parts) => count / parts,
        None if halves.fuzzed => short_decimal(count * unit),
        None => count * unit,
    }
}

/// Returns 10 for 0.1 and so on: the reciprocal, if it is an integer up to the error of `unit`.
fn whole_reciprocal(unit: f64) -> Option<f64> {
    if unit >= 1.0 {
        return None;
    }
    let reciprocal = 1.0 / unit;
    let whole = reciprocal.round();
    let matches = whole < ALL_WHOLE && (reciprocal - whole).abs() <= reciprocal * 4.0 * f64::EPSILON;
    matches.then_some(whole)
}

/// Returns the number of nine decimal digits within the error of a product, or else the product.
fn short_decimal(product: f64) -> f64 {
    if !(1e-9..1e9).contains(&product) {
        return product;
    }
    let places = 8 - product.log10().floor() as i32;
    let scale = 10_f64.powi(places.clamp(0, 17));
    let decimal = (product * scale).round() / scale;
    if (decimal - product).abs() <= product * 2.0 * f64::EPSILON {
        decimal
    } else {
        product
    }
}

/// Returns the remainder with the sign of the dividend. It is exact for integers. Otherwise it is zero if the remainder
/// is within rounding errors of zero or of the divisor, and a problem if fewer than three digits of it are known.
fn remainder(context: &mut Context<'_>, arguments: &[f64], fuzzed: bool) -> f64 {
    let &[x, y] = arguments else { return MISSING };
    if x.is_nan() || y.is_nan() {
        return MISSING;
    }
    if y == 0.0 {
        return context.invalid(1);
    }
    if let Some(rest) = rest_of_whole(x, y) {
        return rest;
    }
    let exact = |x: f64| x.fract() == 0.0 && x.abs() <= 2.0 * ALL_WHOLE;
    let rest = if fuzzed { x % y } else { rest_of_quotient(x, y) }.abs();
    if !(exact(x) && exact(y)) {
        let error = x.abs() * f64::EPSILON;
        if error > y.abs() * 1e-3 {
            return context.invalid(0);
        }
        let near = 4.0 * error;
        if fuzzed && (rest <= near || y.abs() - rest <= near) {
            return 0.0;
        }
    }
    plain(rest.copysign(x))
}

/// Returns the remainder of integers whose quotient, as an integer, times the divisor is exact. The divisor must not be
/// zero.
fn rest_of_whole(x: f64, y: f64) -> Option<f64> {
    let (dividend, divisor) = (x.abs(), y.abs());
    let is_whole = |number: f64| number < ALL_WHOLE && number.floor() == number;
    if !is_whole(dividend) || !is_whole(divisor) {
        return None;
    }
    let rest = dividend - (dividend / divisor).floor() * divisor;
    // The quotient may have been rounded up to an integer.
    let rest = if rest < 0.0 { rest + divisor } else { rest };
    Some(plain(rest.copysign(x)))
}

/// Returns `x` less as many `y` as its rounded quotient has, exactly; zero where the quotient was rounded up to a whole
/// number. That is the rule that yields all published results of `MODZ`: 0 for 1.7 and 0.1, 5.551E-17 for 0.9 and 0.3.
fn rest_of_quotient(x: f64, y: f64) -> f64 {
    let quotient = (x / y).trunc();
    if quotient.abs() >= ALL_WHOLE {
        return x % y;
    }
    let rest = (-quotient).mul_add(y, x);
    if rest != 0.0 && rest.is_sign_negative() != x.is_sign_negative() {
        return 0.0;
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::super::testing::{invalid, number};
    use crate::missing::MISSING;

    #[test]
    fn whole_numbers_within_the_fuzz() {
        let near = 2.999_999_999_999_9;
        for (name, x, want) in [
            ("INT", near, 3.0),
            ("INT", -2.7, -2.0),
            ("INTZ", near, 2.0),
            ("FLOOR", 1.0 - 1e-13, 1.0),
            ("FLOORZ", 1.0 - 1e-13, 0.0),
            ("FLOOR", -2.4, -3.0),
            ("CEIL", 1.0 + 1e-11, 2.0),
            ("CEIL", 1.0 + 1e-13, 1.0),
            ("CEILZ", 1.0 + 1e-13, 2.0),
            ("FUZZ", 5.999_999_999_999_9, 6.0),
            ("FUZZ", 5.999_999_99, 5.999_999_99),
        ] {
            assert_eq!(number(name, &[x]), want, "{name}({x})");
        }
        assert!(number("CEIL", &[-0.3]).is_sign_positive());
    }

    #[test]
    fn remainders_of_integers_are_exact() {
        let whole = [
            0_i64,
            1,
            -1,
            2,
            3,
            -7,
            10,
            99_991,
            1 << 40,
            (1 << 52) - 1,
            -(1 << 52),
            (1 << 53) - 1,
        ];
        for (x, y) in whole.iter().flat_map(|x| whole.iter().map(move |y| (*x, *y))) {
            if y != 0 {
                let rest = number("MOD", &[x as f64, y as f64]);
                assert_eq!(rest.to_bits(), ((x % y) as f64).to_bits(), "{x} mod {y}");
            }
        }
    }

    /// Examples from the language's reference, and from reports of its users.
    #[test]
    fn rounding_agrees_with_published_results() {
        for (x, unit, want) in [
            (1234.56789, 100.0, 1200.0),
            (1234.56789, 10.0, 1230.0),
            (1234.56789, 1.0, 1235.0),
            (1234.56789, 0.1, 1234.6),
            (1234.56789, 0.01, 1234.57),
            (1234.56789, 0.001, 1234.568),
            (1234.56789, 0.0001, 1234.5679),
            (1234.56789, 0.00001, 1234.56789),
            (1234.56789, 0.1111, 1234.5432),
            (0.33, 0.1, 0.3),
            (std::f64::consts::PI, 1.0 / 7.0, 22.0 / 7.0),
            (1.005, 0.01, 1.01),
            (-1.005, 0.01, -1.01),
            (2.5, 1.0, 3.0),
            (-2.5, 1.0, -3.0),
            (2.5 - 1e-10, 1.0, 2.0),
            (2.5 - 1e-11, 1.0, 2.0),
            (2.5 - 1e-12, 1.0, 3.0),
            (2.5 - 1e-13, 1.0, 3.0),
            // Beyond the intended precision of the functions, the stored number decides.
            (201_578_736.465, 0.01, 201_578_736.47),
            (276_578_736.465, 0.01, 276_578_736.46),
            (32_768.015_625_5, 1e-6, 32_768.015_625),
            (2048.1375 - 2048.0, 1e-3, 0.137),
            (1e300, 0.1, 1e300),
        ] {
            assert_eq!(number("ROUND", &[x, unit]), want, "{x} to {unit}");
        }
        assert_eq!(number("ROUNDE", &[2.5]), 2.0);
        assert_eq!(number("ROUNDE", &[1.2345, 0.001]), 1.234);
        assert_eq!(number("ROUND", &[1.2345, 0.001]), 1.235);
        assert_eq!(number("ROUNDZ", &[2.5 - 1e-13]), 2.0);
        assert_eq!(number("ROUNDZ", &[3.5]), 4.0);
        assert!(invalid("ROUND", &[1.0, 0.0]));
        assert!(!invalid("ROUND", &[MISSING, 0.1]));
    }

    #[test]
    fn remainders() {
        for (x, y, want) in [
            (10.0, 3.0, 1.0),
            (-10.0, 3.0, -1.0),
            (10.0, -3.0, 1.0),
            (0.3, -0.1, 0.0),
            (1.7, 0.1, 0.0),
            (0.9, 0.3, 0.0),
            (5.5, 2.0, 1.5),
            (9_007_199_254_740_991.0, 10.0, 1.0),
        ] {
            assert_eq!(number("MOD", &[x, y]), want, "{x} mod {y}");
        }
        assert!((number("MODZ", &[0.3, -0.1]) - 0.1).abs() < 1e-15);
        assert!(invalid("MOD", &[1.0, 0.0]));
        assert!(invalid("MOD", &[1e300, 0.7]));
        assert!(!invalid("MOD", &[MISSING, 0.0]));
    }
}
