//! Probabilities, densities and quantiles of distributions: `CDF`, `PDF`, `QUANTILE` and the older functions of one
//! distribution each.

mod bivariate;
mod density;
mod discrete;
mod law;
mod noncentral;
mod older;
mod parse;
mod quantile;
mod standard;
mod tails;

use super::{ArgumentKind, Arguments, Context, Function, number_at, text_at};
use crate::missing::MISSING;
use crate::value::Value;

use ArgumentKind::{Number, Text};
use law::Law;
use quantile::Tails;

pub(super) use older::FUNCTIONS as OLDER_FUNCTIONS;

const ARGUMENTS: Arguments = Arguments::at_least(2, &[Text, Number]);

pub(super) const FUNCTIONS: &[Function] = &[
    Function::number("CDF", ARGUMENTS, |context, x| {
        of_law(context, x, |law, x| law.tails(x).0)
    }),
    Function::number("LOGCDF", ARGUMENTS, |context, x| {
        of_law(context, x, |law, x| law.tails(x).0.ln())
    }),
    Function::number("SDF", ARGUMENTS, |context, x| {
        of_law(context, x, |law, x| law.tails(x).1)
    }),
    Function::number("LOGSDF", ARGUMENTS, |context, x| {
        of_law(context, x, |law, x| law.tails(x).1.ln())
    }),
    Function::number("PDF", ARGUMENTS, |context, x| {
        of_law(context, x, |law, x| law.log_density(x).exp())
    }),
    Function::number("PMF", ARGUMENTS, |context, x| {
        of_law(context, x, |law, x| law.log_density(x).exp())
    }),
    Function::number("LOGPDF", ARGUMENTS, |context, x| {
        of_law(context, x, |law, x| law.log_density(x))
    }),
    Function::number("LOGPMF", ARGUMENTS, |context, x| {
        of_law(context, x, |law, x| law.log_density(x))
    }),
    Function::number("QUANTILE", ARGUMENTS, |context, x| {
        of_probability(context, x, |law, probability| law.quantile(Tails::below(probability)))
    }),
    Function::number("SQUANTILE", ARGUMENTS, |context, x| {
        of_probability(context, x, |law, probability| law.quantile(Tails::above(probability)))
    }),
];

/// Computes a figure of the distribution that the first argument names, at the value of the second.
fn of_law(context: &mut Context<'_>, arguments: &[Value<'_>], figure: fn(&Law<'_>, f64) -> f64) -> f64 {
    let x = number_at(arguments, 1);
    let mut parameters = std::mem::take(&mut context.numbers);
    parameters.clear();
    parameters.extend((2..arguments.len()).map(|position| number_at(arguments, position)));
    let result = if x.is_nan() || parameters.iter().any(|parameter| parameter.is_nan()) {
        MISSING
    } else {
        match Law::new(text_at(arguments, 0), &parameters) {
            Ok(law) => match figure(&law, x) {
                // The logarithm of 0, which no number is.
                f64::NEG_INFINITY => MISSING,
                figure => {
                    if figure.is_finite() {
                        figure
                    } else {
                        context.invalid(1)
                    }
                }
            },
            Err(position) => context.invalid(position),
        }
    };
    context.numbers = parameters;
    result
}

/// The same for a probability.
fn of_probability(context: &mut Context<'_>, arguments: &[Value<'_>], figure: fn(&Law<'_>, f64) -> f64) -> f64 {
    let probability = number_at(arguments, 1);
    if !(0.0..=1.0).contains(&probability) {
        return context.invalid(1);
    }
    of_law(context, arguments, figure)
}

#[cfg(test)]
mod tests;
