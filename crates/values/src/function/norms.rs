//! `LPNORM`, `DEVIANCE` and `PROBMC`.

use feedrate_stats::distribution::StudentizedRange;

use super::bessel::integral;
use super::{ArgumentKind, Arguments, Context, Function, number_at, number_or, text_at};
use crate::missing::MISSING;
use crate::value::{Value, trim};

use ArgumentKind::{Number, Text};

pub(super) const FUNCTIONS: &[Function] = &[
    Function::numbers("LPNORM", 2, usize::MAX, |context, x| match x {
        [power, _, ..] if power.is_nan() || *power < 1.0 => context.invalid(0),
        [power, numbers @ ..] => norm(context, *power, numbers),
        _ => MISSING,
    }),
    Function::number("DEVIANCE", Arguments::between(3, 5, &[Text, Number]), deviance),
    Function::number("PROBMC", Arguments::between(5, 5, &[Text, Number]), of_comparisons),
];

/// The norm of the numbers that are not missing; missing if all are.
fn norm(context: &mut Context<'_>, power: f64, numbers: &[f64]) -> f64 {
    let present = || {
        numbers
            .iter()
            .filter(|number| !number.is_nan())
            .map(|number| number.abs())
    };
    let Some(greatest) = present().reduce(f64::max) else {
        return MISSING;
    };
    if greatest == 0.0 {
        return 0.0;
    }
    // Shares of the greatest have powers that are finite.
    let sum: f64 = present().map(|number| (number / greatest).powf(power)).sum();
    context.finite(greatest * sum.powf(power.recip()))
}

/// `x log(x / y)`, which is 0 for no `x`.
fn entropy(x: f64, y: f64) -> f64 {
    if x == 0.0 { 0.0 } else { x * (x / y).ln() }
}

/// `DEVIANCE(distribution, x, parameters…, epsilon)`: epsilon bounds the values that have no logarithm.
fn deviance(context: &mut Context<'_>, arguments: &[Value<'_>]) -> f64 {
    let name = trim(text_at(arguments, 0)).trim_ascii_start().to_ascii_uppercase();
    let is = |full: &str| name.len() >= 4 && full.as_bytes().starts_with(&name);
    let (x, mean) = (number_at(arguments, 1), number_at(arguments, 2));
    let parameters = if is("BINOMIAL") { 4 } else { 3 };
    if arguments.len() < parameters || arguments.len() > parameters + 1 {
        return context.invalid(0);
    }
    let least = number_or(arguments, parameters, f64::MIN_POSITIVE);
    if x.is_nan() || mean.is_nan() || least.is_nan() {
        return MISSING;
    }
    let within = |value: f64, most: f64| value.clamp(least.min(most / 2.0), most - least.min(most / 2.0));
    let result = if is("BERNOULLI") {
        let p = within(mean, 1.0);
        match x {
            0.0 => -2.0 * (-p).ln_1p(),
            1.0 => -2.0 * p.ln(),
            _ => return context.invalid(1),
        }
    } else if is("BINOMIAL") {
        let count = number_at(arguments, 3);
        if count.is_nan() {
            return MISSING;
        }
        if !(0.0..=count).contains(&x) {
            return context.invalid(1);
        }
        let mean = within(mean, count);
        2.0 * (entropy(x, mean) + entropy(count - x, count - mean))
    } else if is("NORMAL") || is("GAUSSIAN") {
        (x - mean) * (x - mean)
    } else if x < 0.0 {
        return context.invalid(1);
    } else if is("POISSON") {
        let mean = mean.max(least);
        2.0 * (entropy(x, mean) - (x - mean))
    } else if is("GAMMA") {
        let (x, mean) = (x.max(least), mean.max(least));
        2.0 * ((x - mean) / mean - (x / mean).ln())
    } else if is("IGAUSS") || is("INVGAUSSIAN") || is("WALD") {
        let (x, mean) = (x.max(least), mean.max(least));
        (x - mean) * (x - mean) / (mean * mean * x)
    } else {
        return context.invalid(0);
    };
    context.finite(result)
}

/// `PROBMC(distribution, quantile, probability, degrees, values)` of the studentized range and the maximum modulus:
/// one of the second and third arguments is missing, and is the result.
fn of_comparisons(context: &mut Context<'_>, arguments: &[Value<'_>]) -> f64 {
    let name = trim(text_at(arguments, 0)).trim_ascii_start();
    let (quantile, probability) = (number_at(arguments, 1), number_at(arguments, 2));
    // No degrees are infinitely many; for so many, the deviation is as good as known.
    let degrees = match number_at(arguments, 3) {
        degrees if degrees.is_nan() => 1e10,
        degrees => degrees,
    };
    let values = number_at(arguments, 4);
    if quantile.is_nan() == probability.is_nan() {
        return context.invalid(1);
    }
    if degrees <= 0.0 {
        return context.invalid(3);
    }
    if values.is_nan() || values < 1.0 || values.fract() != 0.0 {
        return context.invalid(4);
    }
    if !probability.is_nan() && !(0.0..1.0).contains(&probability) {
        return context.invalid(2);
    }
    let result = if name.eq_ignore_ascii_case(b"RANGE") {
        let mut range = StudentizedRange::new(values, degrees);
        match probability.is_nan() {
            true => 1.0 - range.upper(quantile),
            false => range.upper_quantile(1.0 - probability),
        }
    } else if name.eq_ignore_ascii_case(b"MAXMOD") {
        match probability.is_nan() {
            true => modulus(quantile, values, degrees),
            false => modulus_quantile(probability, values, degrees),
        }
    } else {
        return context.invalid(0);
    };
    context.finite(result)
}

/// The probability that none of so many normal values, divided by an estimated deviation, is farther from 0 than `q`.
fn modulus(q: f64, values: f64, degrees: f64) -> f64 {
    if q <= 0.0 {
        return 0.0;
    }
    // The logarithm of the deviation is near 0, with a deviation of 1 / sqrt(2 degrees) or somewhat more.
    let half = degrees / 2.0;
    let scale = half * half.ln() - libm::lgamma(half);
    let density = |t: f64| 2.0 * (scale + degrees * t - half * (2.0 * t).exp()).exp();
    let reach = 9.0 / (2.0 * degrees).sqrt();
    let (low, high) = (-reach * (1.0 + 4.0 / degrees.min(16.0)), reach.min(4.0));
    let within = |t: f64| libm::erf(q * t.exp() * std::f64::consts::FRAC_1_SQRT_2).powf(values);
    if degrees >= 1e8 {
        return within(0.0);
    }
    integral(low, high, 64, |t| density(t) * within(t))
}

fn modulus_quantile(probability: f64, values: f64, degrees: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    while modulus(high, values, degrees) < probability {
        high *= 2.0;
        if high > 1e8 {
            return f64::NAN;
        }
    }
    for _ in 0..80 {
        let middle = (low + high) / 2.0;
        if modulus(middle, values, degrees) < probability {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::super::testing::{call, number};
    use crate::missing::MISSING;
    use crate::value::Value;

    fn near(got: f64, want: f64, share: f64) {
        assert!((got - want).abs() <= share * want.abs(), "{got} for {want}");
    }

    fn named(function: &str, name: &str, numbers: &[f64]) -> f64 {
        let mut arguments = vec![Value::Text(name.as_bytes())];
        arguments.extend(numbers.iter().copied().map(Value::Number));
        call(function, &arguments).unwrap()
    }

    #[test]
    fn norms() {
        near(number("LPNORM", &[3.0, MISSING, 3.0, 0.0, -4.0]), 91_f64.cbrt(), 1e-14);
        near(number("LPNORM", &[2.0, 3e300, 4e300]), 5e300, 1e-14);
        assert!(number("LPNORM", &[2.0, MISSING]).is_nan() && number("LPNORM", &[0.5, 1.0]).is_nan());
    }

    #[test]
    fn deviances() {
        near(named("DEVIANCE", "BERN", &[1.0, 0.25]), 4.0 * 2_f64.ln(), 1e-14);
        near(
            named("DEVIANCE", "binomial", &[1.0, 2.0, 4.0]),
            2.0 * (0.5_f64.ln() + 3.0 * 1.5_f64.ln()),
            1e-14,
        );
        near(named("DEVIANCE", "POISSON", &[0.0, 2.0]), 4.0, 1e-14);
        near(named("DEVIANCE", "GAMMA", &[1.0, 2.0]), 2.0 * (2_f64.ln() - 0.5), 1e-14);
        near(named("DEVIANCE", "WALD", &[1.0, 2.0]), 0.25, 1e-14);
        assert_eq!(named("DEVIANCE", "NORMAL", &[1.0, 3.0]), 4.0);
        assert!(named("DEVIANCE", "BERN", &[0.5, 0.5]).is_nan() && named("DEVIANCE", "NONE", &[1.0, 1.0]).is_nan());
    }

    /// The quantiles of `SciPy` 1.17 for the range, and the identity of the modulus of one value with Student's t.
    #[test]
    fn comparisons() {
        let range = named("PROBMC", "RANGE", &[MISSING, 0.95, 10.0, 3.0]);
        near(range, 3.876_776_750, 1e-8);
        near(named("PROBMC", "RANGE", &[range, MISSING, 10.0, 3.0]), 0.95, 1e-9);
        let student = named("QUANTILE", "T", &[0.975, 7.0]);
        near(named("PROBMC", "MAXMOD", &[student, MISSING, 7.0, 1.0]), 0.95, 1e-9);
        let modulus = named("PROBMC", "MAXMOD", &[MISSING, 0.95, 2.0, 4.0]);
        near(named("PROBMC", "MAXMOD", &[modulus, MISSING, 2.0, 4.0]), 0.95, 1e-9);
        assert!(named("PROBMC", "WILLIAMS", &[2.0, MISSING, 2.0, 4.0]).is_nan());
    }
}
