//! Special functions, combinations and mathematical constants.

use super::{ArgumentKind, Arguments, Context, Function, number_at, text_at};
use crate::missing::MISSING;
use crate::value::{Value, trim};

pub(super) const FUNCTIONS: &[Function] = &[
    Function::unary("GAMMA", gamma),
    Function::unary("LGAMMA", |x| if x > 0.0 { libm::lgamma(x) } else { f64::NAN }),
    Function::unary("ERF", libm::erf),
    Function::unary("ERFC", libm::erfc),
    Function::unary("PROBNORM", |x| 0.5 * libm::erfc(-x * std::f64::consts::FRAC_1_SQRT_2)),
    Function::numbers("FACT", 1, 1, factorial),
    Function::numbers("COMB", 2, 2, combinations),
    Function::numbers("PERM", 1, 2, permutations),
    Function::number(
        "CONSTANT",
        Arguments::between(1, 2, &[ArgumentKind::Text, ArgumentKind::Number]),
        constant,
    ),
];

/// Not defined for zero and negative integers, for which it returns a NaN.
fn gamma(x: f64) -> f64 {
    if x <= 0.0 && x.fract() == 0.0 {
        f64::NAN
    } else {
        libm::tgamma(x)
    }
}

/// The largest integer whose factorial is finite.
const MOST_FACTORIAL: f64 = 170.0;

fn factorial(context: &mut Context<'_>, arguments: &[f64]) -> f64 {
    match *arguments {
        [n] if n.is_nan() => MISSING,
        [n] if is_count(n) && n <= MOST_FACTORIAL => (2..=n as u32).map(f64::from).product(),
        _ => context.invalid(0),
    }
}

fn combinations(context: &mut Context<'_>, arguments: &[f64]) -> f64 {
    let &[n, r] = arguments else { return MISSING };
    if n.is_nan() || r.is_nan() {
        return MISSING;
    }
    if !is_count(n) {
        return context.invalid(0);
    }
    if !is_count(r) || r > n {
        return context.invalid(1);
    }
    let fewer = r.min(n - r);
    // With more factors the product overflows, because each but the first is at least 2.
    if fewer > 1100.0 {
        return context.invalid(0);
    }
    let mut product = 1.0;
    for i in 1..=fewer as u32 {
        let i = f64::from(i);
        let factor = n - fewer + i;
        // Each step yields a binomial coefficient, so that the product is exact as long as possible.
        if product < 9e15 {
            product = (product * factor / i).round();
        } else {
            product *= factor / i;
        }
    }
    context.finite(product)
}

fn permutations(context: &mut Context<'_>, arguments: &[f64]) -> f64 {
    let (n, r) = match *arguments {
        [n] => (n, n),
        [n, r] => (n, r),
        _ => return MISSING,
    };
    if n.is_nan() || r.is_nan() {
        return MISSING;
    }
    if !is_count(n) {
        return context.invalid(0);
    }
    if !is_count(r) || r > n {
        return context.invalid(1);
    }
    if r > MOST_FACTORIAL {
        return context.invalid(0);
    }
    let product: f64 = (0..r as u32).map(|i| n - f64::from(i)).product();
    context.finite(product)
}

fn is_count(x: f64) -> bool {
    x >= 0.0 && x.fract() == 0.0
}

fn constant(context: &mut Context<'_>, arguments: &[Value<'_>]) -> f64 {
    let name = trim(text_at(arguments, 0)).trim_ascii_start();
    let known: &[(&str, f64)] = &[
        ("PI", std::f64::consts::PI),
        ("E", std::f64::consts::E),
        ("EULER", 0.577_215_664_901_532_9),
        ("EXACTINT", 9_007_199_254_740_992.0),
        ("BIG", f64::MAX),
        ("SMALL", f64::MIN_POSITIVE),
        ("MACEPS", f64::EPSILON),
    ];
    let lookup = |name: &[u8]| {
        let found = known
            .iter()
            .find(|(known, _)| name.eq_ignore_ascii_case(known.as_bytes()));
        found.map(|(_, value)| *value)
    };
    let of = |prefix: &str| {
        let (head, rest) = name.split_at_checked(prefix.len())?;
        let rest = lookup(rest).filter(|_| head.eq_ignore_ascii_case(prefix.as_bytes()));
        rest.filter(|value| [f64::MAX, f64::MIN_POSITIVE, f64::EPSILON].contains(value))
    };
    if name.eq_ignore_ascii_case(b"EXACTINT") && arguments.len() > 1 {
        exact_integer(number_at(arguments, 1)).unwrap_or_else(|| context.invalid(1))
    } else if let Some(value) = lookup(name) {
        value
    } else if let Some(value) = of("SQRT") {
        value.sqrt()
    } else if let Some(value) = of("LOG") {
        value.ln()
    } else {
        context.invalid(0)
    }
}

/// Returns the integer up to which all are exact in so many bytes of a number, of which 11 bits are the exponent and
/// one is the sign; `None` if a number cannot have that many.
fn exact_integer(bytes: f64) -> Option<f64> {
    let is_length = bytes.fract() == 0.0 && (2.0..=8.0).contains(&bytes);
    is_length.then(|| (8.0 * bytes - 11.0).exp2())
}

#[cfg(test)]
mod tests {
    use super::super::testing::{call, invalid, number};
    use crate::value::Value;

    #[test]
    fn known_values() {
        let near = |got: f64, want: f64| assert!((got - want).abs() <= 1e-13 * want.abs(), "{got}");
        near(number("GAMMA", &[6.0]), 120.0);
        near(number("GAMMA", &[0.5]), std::f64::consts::PI.sqrt());
        near(number("LGAMMA", &[10.0]), 362_880_f64.ln());
        near(number("PROBNORM", &[1.96]), 0.975_002_104_851_779_7);
        near(number("ERF", &[1.0]), 0.842_700_792_949_714_9);
        assert_eq!(number("FACT", &[5.0]), 120.0);
        assert_eq!(number("COMB", &[5.0, 2.0]), 10.0);
        assert_eq!(number("COMB", &[52.0, 5.0]), 2_598_960.0);
        near(number("COMB", &[60.0, 30.0]), 118_264_581_564_861_424.0);
        assert_eq!(number("PERM", &[5.0, 3.0]), 60.0);
        assert_eq!(number("PERM", &[4.0]), 24.0);
    }

    #[test]
    fn what_they_are_not_defined_for() {
        for x in [0.0, -1.0, 200.0] {
            assert!(invalid("GAMMA", &[x]), "{x}");
        }
        assert!(invalid("LGAMMA", &[-0.5]));
        for x in [-1.0, 0.5, 171.0, 1e300] {
            assert!(invalid("FACT", &[x]), "{x}");
        }
        assert!(invalid("COMB", &[2.0, 5.0]));
        assert!(invalid("COMB", &[1e6, 5e5]));
        assert!(invalid("PERM", &[1e9, 1e8]));
    }

    #[test]
    fn constants_by_name() {
        let constant = |name: &str| call("CONSTANT", &[Value::Text(name.as_bytes())]).unwrap();
        assert_eq!(constant("pi "), std::f64::consts::PI);
        assert_eq!(constant("EXACTINT"), 2f64.powi(53));
        let of_bytes = |bytes| call("CONSTANT", &[Value::Text(b"exactint"), Value::Number(bytes)]);
        assert_eq!(of_bytes(3.0), Some(8192.0));
        assert!(of_bytes(9.0).is_none_or(f64::is_nan));
        assert_eq!(constant("logbig"), f64::MAX.ln());
        assert_eq!(constant("SQRTMACEPS"), f64::EPSILON.sqrt());
        assert!(constant("LOGPI").is_nan());
    }
}
