//! Random numbers.
//!
//! There are two generators, as in the language. `RANUNI` and its relatives use the multiplicative one of Fishman and
//! Moore ([`Generator`]), and all of them in a step share one stream, which is seeded by the first call. `RAND` uses
//! the Mersenne Twister (`Twister`), seeded by `CALL STREAMINIT`, or else by the time.
//!
//! `RANUNI`, `RANNOR`, and `RAND` for `'UNIFORM'` and `'NORMAL'` return the numbers that the language's reference and
//! its users print for the same seeds, against which they are tested. The other distributions are correct, but their
//! sequences are our own.

mod distributions;
mod generator;
mod streams;
mod twister;

use super::{ArgumentKind, Arguments, Clock, Context, Function, number_at, text_at};
use crate::missing::MISSING;
use crate::value::{Value, trim};

use distributions::Distribution;

pub(super) use generator::Generator;
pub use streams::Streams;

pub(super) const FUNCTIONS: &[Function] = &[
    Function::numbers("RANUNI", 1, 1, |context, x| old_stream(context, x, Generator::uniform)),
    Function::numbers("UNIFORM", 1, 1, |context, x| old_stream(context, x, Generator::uniform)),
    Function::numbers("RANNOR", 1, 1, |context, x| old_stream(context, x, Generator::normal)),
    Function::numbers("NORMAL", 1, 1, |context, x| old_stream(context, x, Generator::normal)),
    Function::numbers("RANEXP", 1, 1, |context, x| {
        old_stream(context, x, |generator| -generator.uniform().ln())
    }),
    Function::numbers("RANTBL", 2, usize::MAX, |context, x| {
        let Some(shares) = x.get(1..).filter(|shares| distributions::are_shares(shares)) else {
            return context.invalid(1);
        };
        let uniform = old_stream(context, &x[..1], Generator::uniform);
        if uniform.is_nan() {
            uniform
        } else {
            distributions::of_table(uniform, shares)
        }
    }),
    Function::numbers("RANTRI", 2, 2, |context, x| {
        let peak = x.get(1).copied().unwrap_or(MISSING);
        if triangle(0.5, peak).is_none() {
            return context.invalid(1);
        }
        let uniform = old_stream(context, &x[..1], Generator::uniform);
        triangle(uniform, peak).unwrap_or(MISSING)
    }),
    Function::number(
        "RAND",
        Arguments::at_least(1, &[ArgumentKind::Text, ArgumentKind::Number]),
        rand,
    ),
];

/// Returns the triangular variate of a uniform one, by the inverse of the distribution whose peak is inside of 0 and 1.
pub(super) fn triangle(uniform: f64, peak: f64) -> Option<f64> {
    let holds = peak > 0.0 && peak < 1.0;
    holds.then(|| match uniform <= peak {
        true => (peak * uniform).sqrt(),
        false => 1.0 - ((1.0 - peak) * (1.0 - uniform)).sqrt(),
    })
}

/// Returns the number, from 1, of the entry of a table with these probabilities that a uniform variate falls into.
pub(super) fn entry(uniform: f64, shares: &[f64]) -> Option<f64> {
    distributions::are_shares(shares).then(|| distributions::of_table(uniform, shares))
}

/// Returns a seed between 1 and 999 999 001 that changes each millisecond.
fn seed_of_time(clock: &dyn Clock) -> u32 {
    let milliseconds = (clock.datetime() * 1e3).round();
    // Numbers that are not finite become 0.
    (milliseconds.rem_euclid(1e6) as u32) * 1000 + 1
}

fn old_stream(context: &mut Context<'_>, x: &[f64], next: fn(&mut Generator) -> f64) -> f64 {
    let seed = x.first().copied().unwrap_or(MISSING);
    match context.streams.old(seed, context.clock) {
        Some(generator) => next(generator),
        None => context.invalid(0),
    }
}

/// `RAND(distribution, parameters…)`.
fn rand(context: &mut Context<'_>, arguments: &[Value<'_>]) -> f64 {
    let name = trim(text_at(arguments, 0)).trim_ascii_start();
    let Some(distribution) = Distribution::of_name(name) else {
        return context.invalid(0);
    };
    let parameters = &mut context.numbers;
    parameters.clear();
    parameters.extend((1..arguments.len()).map(|position| number_at(arguments, position)));
    if parameters.iter().any(|parameter| parameter.is_nan()) {
        return MISSING;
    }
    let mut source = context.streams.source(context.clock);
    match distribution.draw(&context.numbers, &mut source) {
        Some(number) if number.is_finite() => number,
        _ => context.invalid(1),
    }
}

#[cfg(test)]
mod tests;
