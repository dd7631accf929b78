//! Statistics of the arguments of a call. Missing arguments are ignored; if too few are left, the result is missing,
//! which is not an error.
//!
//! Moments and their statistics are those of the procedures ([`feedrate_stats::moments`]), with divisor n-1, and
//! percentiles those of definition 5 ([`feedrate_stats::quantile`]): the mean of two values at a jump of the
//! distribution function.

use feedrate_stats::quantile::Definition;
use feedrate_stats::{Divisor, Moments};

use super::{Context, Function};
use crate::missing::{self, MISSING};

pub(super) const FUNCTIONS: &[Function] = &[
    Function::numbers("N", 1, usize::MAX, |_, x| present(x).count() as f64),
    Function::numbers("NMISS", 1, usize::MAX, |_, x| (x.len() - present(x).count()) as f64),
    Function::numbers("SUM", 1, usize::MAX, |_, x| of_some(x, |sum, _| sum)),
    Function::numbers("SUMABS", 1, usize::MAX, |_, x| {
        present(x)
            .map(f64::abs)
            .reduce(|a, b| a + b)
            .map_or(MISSING, missing::of_operation)
    }),
    Function::numbers("MEAN", 1, usize::MAX, |_, x| of_some(x, |sum, n| sum / n)),
    Function::numbers("MIN", 1, usize::MAX, |_, x| {
        present(x).reduce(f64::min).unwrap_or(MISSING)
    }),
    Function::numbers("MAX", 1, usize::MAX, |_, x| {
        present(x).reduce(f64::max).unwrap_or(MISSING)
    }),
    Function::numbers("RANGE", 1, usize::MAX, |_, x| {
        let least = present(x).reduce(f64::min);
        let most = present(x).reduce(f64::max);
        least
            .zip(most)
            .map_or(MISSING, |(least, most)| missing::of_operation(most - least))
    }),
    Function::numbers("USS", 1, usize::MAX, |_, x| root_of_squares_squared(x)),
    Function::numbers("RMS", 1, usize::MAX, |_, x| {
        root_of_squares(x, |squares, n| squares / n)
    }),
    Function::numbers("CSS", 1, usize::MAX, |_, x| {
        figure::<false>(x, |moments, _| match moments.n > 0.0 {
            true => moments.corrected_squares(),
            false => MISSING,
        })
    }),
    Function::numbers("VAR", 1, usize::MAX, |_, x| figure::<false>(x, Moments::variance)),
    Function::numbers("STD", 1, usize::MAX, |_, x| figure::<false>(x, Moments::deviation)),
    Function::numbers("STDERR", 1, usize::MAX, |_, x| figure::<false>(x, Moments::error)),
    Function::numbers("CV", 1, usize::MAX, |_, x| figure::<false>(x, Moments::variation)),
    Function::numbers("SKEWNESS", 1, usize::MAX, |_, x| {
        figure_without_unit(x, Moments::skewness)
    }),
    Function::numbers("KURTOSIS", 1, usize::MAX, |_, x| {
        figure_without_unit(x, Moments::kurtosis)
    }),
    Function::numbers("GEOMEAN", 1, usize::MAX, |context, x| {
        mean_of_terms(context, x, f64::ln, |sum, n| (sum / n).exp())
    }),
    Function::numbers("HARMEAN", 1, usize::MAX, |context, x| {
        mean_of_terms(context, x, f64::recip, |sum, n| n / sum)
    }),
    Function::numbers("GEOMEANZ", 1, usize::MAX, |context, x| {
        mean_of_terms(context, x, f64::ln, |sum, n| (sum / n).exp())
    }),
    Function::numbers("HARMEANZ", 1, usize::MAX, |context, x| {
        mean_of_terms(context, x, f64::recip, |sum, n| n / sum)
    }),
    Function::numbers("MEDIAN", 1, usize::MAX, |context, x| {
        percentile(context, x, 50.0, Definition::Averaged)
    }),
    Function::numbers("MAD", 1, usize::MAX, |context, x| {
        let middle = percentile(context, x, 50.0, Definition::Averaged);
        let distances: Vec<f64> = present(x).map(|value| (value - middle).abs()).collect();
        missing::of_operation(percentile(context, &distances, 50.0, Definition::Averaged))
    }),
    Function::numbers("PCTL", 2, usize::MAX, |context, x| share(context, x, 5)),
    Function::numbers("PCTL1", 2, usize::MAX, |context, x| share(context, x, 1)),
    Function::numbers("PCTL2", 2, usize::MAX, |context, x| share(context, x, 2)),
    Function::numbers("PCTL3", 2, usize::MAX, |context, x| share(context, x, 3)),
    Function::numbers("PCTL4", 2, usize::MAX, |context, x| share(context, x, 4)),
    Function::numbers("PCTL5", 2, usize::MAX, |context, x| share(context, x, 5)),
    Function::numbers("IQR", 1, usize::MAX, |context, x| {
        let of = |context: &mut Context<'_>, percent| percentile(context, x, percent, Definition::Averaged);
        missing::of_operation(of(context, 75.0) - of(context, 25.0))
    }),
    Function::numbers("LARGEST", 2, usize::MAX, |context, x| {
        ranked(context, x, Ranks::Descending)
    }),
    Function::numbers("SMALLEST", 2, usize::MAX, |context, x| {
        ranked(context, x, Ranks::Ascending)
    }),
    Function::numbers("ORDINAL", 2, usize::MAX, |context, x| {
        ranked(context, x, Ranks::WithMissing)
    }),
];

fn present(values: &[f64]) -> impl Iterator<Item = f64> {
    values.iter().copied().filter(|value| !value.is_nan())
}

/// Computes a statistic of the sum and the number of values; missing if there are none.
fn of_some(values: &[f64], figure: fn(f64, f64) -> f64) -> f64 {
    let (mut sum, mut n) = (0.0, 0.0);
    for value in present(values) {
        sum += value;
        n += 1.0;
    }
    if n == 0.0 {
        MISSING
    } else {
        missing::of_operation(figure(sum, n))
    }
}

fn root_of_squares_squared(values: &[f64]) -> f64 {
    let squares = present(values).map(|value| value * value).reduce(|a, b| a + b);
    squares.map_or(MISSING, missing::of_operation)
}

/// Returns the root of a statistic of the sum of squares and the number of values.
pub(super) fn root_of_squares(values: &[f64], figure: fn(f64, f64) -> f64) -> f64 {
    let n = present(values).count() as f64;
    missing::of_operation(figure(root_of_squares_squared(values), n).sqrt())
}

/// Computes a statistic of the moments; `HIGHER` is whether it needs the third and fourth.
fn figure<const HIGHER: bool>(values: &[f64], figure: fn(&Moments, Divisor) -> f64) -> f64 {
    let moments = Moments::of_column::<HIGHER>(values);
    missing::of_operation(figure(&moments, Divisor::Degrees))
}

/// Computes a dimensionless statistic of the third and fourth moments: values whose powers overflow or underflow are
/// scaled near to 1 by a power of two, which is exact.
fn figure_without_unit(values: &[f64], of_moments: fn(&Moments, Divisor) -> f64) -> f64 {
    const PLAIN: std::ops::Range<f64> = 1e-50..1e50;
    let greatest = present(values).map(f64::abs).fold(0.0, f64::max);
    if greatest == 0.0 || PLAIN.contains(&greatest) || !greatest.is_finite() {
        return figure::<true>(values, of_moments);
    }
    let exponent = libm::frexp(greatest).1;
    let scaled: Vec<f64> = values.iter().map(|value| libm::ldexp(*value, -exponent)).collect();
    figure::<true>(&scaled, of_moments)
}

/// Computes a mean of numbers that may not be negative from the sum of their terms and their number.
fn mean_of_terms(context: &mut Context<'_>, values: &[f64], term: fn(f64) -> f64, mean: fn(f64, f64) -> f64) -> f64 {
    if let Some(position) = values.iter().position(|value| *value < 0.0) {
        return context.invalid(position);
    }
    let n = present(values).count() as f64;
    if n == 0.0 {
        return MISSING;
    }
    missing::of_operation(mean(present(values).map(term).sum(), n))
}

/// Returns the percentile whose percentage is the first argument, of the others, by the number of a definition.
fn share(context: &mut Context<'_>, arguments: &[f64], definition: u64) -> f64 {
    match (arguments, Definition::of(definition)) {
        ([percent, ..], _) if percent.is_nan() => MISSING,
        ([percent, values @ ..], Some(definition)) if (0.0..=100.0).contains(percent) => {
            percentile(context, values, *percent, definition)
        }
        _ => context.invalid(0),
    }
}

/// Returns a percentile, in percent between 0 and 100.
fn percentile(context: &mut Context<'_>, values: &[f64], percent: f64, definition: Definition) -> f64 {
    let sorted = &mut context.numbers;
    sorted.clear();
    sorted.extend(present(values));
    let n = sorted.len();
    let at = |index| *sorted.select_nth_unstable_by(index, f64::total_cmp).1;
    let found = definition.percentile(percent, n, at);
    found.unwrap_or(MISSING)
}

/// The values that are ranked, and the end from which ranks are counted.
#[derive(Clone, Copy, PartialEq)]
enum Ranks {
    Ascending,
    Descending,
    WithMissing,
}

/// Returns the value whose rank is the first argument. A rank greater than the number of arguments is a problem, and
/// one greater than the number of nonmissing values has a missing result.
fn ranked(context: &mut Context<'_>, arguments: &[f64], ranks: Ranks) -> f64 {
    let Some((&rank, values)) = arguments.split_first() else {
        return MISSING;
    };
    if rank.is_nan() {
        return MISSING;
    }
    if !(1.0..=values.len() as f64).contains(&rank) {
        return context.invalid(0);
    }
    let sorted = &mut context.numbers;
    sorted.clear();
    if ranks == Ranks::WithMissing {
        sorted.extend_from_slice(values);
    } else {
        sorted.extend(present(values));
    }
    let rank = rank as usize;
    if rank > sorted.len() {
        return MISSING;
    }
    let index = if ranks == Ranks::Descending {
        sorted.len() - rank
    } else {
        rank - 1
    };
    *sorted.select_nth_unstable_by(index, |a, b| missing::compare(*a, *b)).1
}

#[cfg(test)]
mod tests {
    use super::super::testing::{invalid, number};
    use crate::missing::{self, MISSING};

    const M: f64 = MISSING;

    #[test]
    fn figures_of_present_values() {
        let values = [2.0, M, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];
        for (name, want) in [
            ("N", 8.0),
            ("NMISS", 1.0),
            ("SUM", 40.0),
            ("MEAN", 5.0),
            ("MIN", 2.0),
            ("MAX", 9.0),
            ("RANGE", 7.0),
            ("CSS", 32.0),
            ("USS", 232.0),
            ("VAR", 32.0 / 7.0),
            ("STD", (32.0f64 / 7.0).sqrt()),
            ("MEDIAN", 4.5),
            ("IQR", 2.0),
            ("SUMABS", 40.0),
            ("RMS", 29.0f64.sqrt()),
        ] {
            let got = number(name, &values);
            assert!((got - want).abs() < 1e-12, "{name}: {got}");
        }
        // Checked by hand from the formulas above.
        assert!((number("SKEWNESS", &[0.0, 1.0, 1.0]) + 1.732_050_807_568_877_2).abs() < 1e-12);
        assert!((number("KURTOSIS", &[5.0, 9.0, 3.0, 6.0]) - 0.928).abs() < 1e-12);
        // In any unit.
        for unit in [1e-300, 1e-90, 1e90, 1e300] {
            let values = [5.0 * unit, 9.0 * unit, 3.0 * unit, 6.0 * unit];
            assert!((number("KURTOSIS", &values) - 0.928).abs() < 1e-12, "{unit}");
        }
        assert!((number("GEOMEAN", &[1.0, 2.0, 4.0]) - 2.0).abs() < 1e-12);
        assert!((number("HARMEAN", &[1.0, 2.0, 4.0]) - 12.0 / 7.0).abs() < 1e-12);
        assert_eq!(number("GEOMEAN", &[0.0, 2.0]), 0.0);
        assert_eq!(number("HARMEAN", &[0.0, 2.0]), 0.0);
        assert_eq!(number("EUCLID", &[3.0, 4.0]), 5.0);
    }

    #[test]
    fn too_few_values_are_missing_and_no_problem() {
        for name in [
            "SUM", "MEAN", "MIN", "MAX", "RANGE", "USS", "CSS", "VAR", "STD", "STDERR", "CV", "SKEWNESS", "KURTOSIS",
            "MEDIAN", "GEOMEAN", "HARMEAN", "RMS", "IQR",
        ] {
            assert!(number(name, &[M, missing::UNDERSCORE]).is_nan(), "{name}");
            assert!(!invalid(name, &[M]), "{name}");
        }
        assert!(number("VAR", &[1.0]).is_nan());
        assert!(number("SKEWNESS", &[1.0, 1.0, 1.0]).is_nan());
    }

    #[test]
    fn ranks() {
        let values = |rank: f64| [rank, 456.0, M, 123.0, 789.0];
        assert_eq!(number("LARGEST", &values(1.0)), 789.0);
        assert_eq!(number("SMALLEST", &values(1.0)), 123.0);
        assert_eq!(number("ORDINAL", &values(2.0)), 123.0);
        assert!(number("ORDINAL", &values(1.0)).is_nan());
        assert!(number("LARGEST", &values(4.0)).is_nan());
        assert!(!invalid("LARGEST", &values(4.0)));
        assert!(invalid("LARGEST", &values(5.0)));
        assert!(invalid("SMALLEST", &values(0.0)));
    }

    #[test]
    fn percentiles_average_at_a_jump() {
        let values = |percent: f64| [percent, 1.0, 2.0, 3.0, 4.0];
        for (percent, want) in [(0.0, 1.0), (25.0, 1.5), (30.0, 2.0), (75.0, 3.5), (100.0, 4.0)] {
            assert_eq!(number("PCTL", &values(percent)), want, "{percent}");
        }
        assert!(invalid("PCTL", &values(101.0)));
    }
}
