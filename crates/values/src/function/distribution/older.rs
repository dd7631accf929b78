//! The functions of one distribution each.

use super::super::{Context, Function};
use super::bivariate;
use super::law::Law;
use super::quantile::Tails;
use crate::missing::MISSING;

/// The distance from the mean beyond which a normal probability is 0 or 1 as a double.
const FARTHEST: f64 = 40.0;

pub(in crate::function) const FUNCTIONS: &[Function] = &[
    Function::numbers("PROBIT", 1, 1, |context, x| inverse(context, x, "NORMAL", &[])),
    Function::numbers("PROBCHI", 2, 3, |context, x| lower(context, x, "CHISQUARE", &[1, 2])),
    Function::numbers("PROBF", 3, 4, |context, x| lower(context, x, "F", &[1, 2, 3])),
    Function::numbers("PROBT", 2, 3, |context, x| lower(context, x, "T", &[1, 2])),
    Function::numbers("PROBGAM", 2, 2, |context, x| lower(context, x, "GAMMA", &[1])),
    Function::numbers("PROBBETA", 3, 3, |context, x| lower(context, x, "BETA", &[1, 2])),
    Function::numbers("PROBBNML", 3, 3, |context, x| {
        counted(context, x, "BINOMIAL", 2, &[0, 1])
    }),
    Function::numbers("PROBNEGB", 3, 3, |context, x| {
        counted(context, x, "NEGBINOMIAL", 2, &[0, 1])
    }),
    Function::numbers("PROBHYPR", 4, 5, |context, x| {
        counted(context, x, "HYPERGEOMETRIC", 3, &[0, 1, 2, 4])
    }),
    Function::numbers("POISSON", 2, 2, |context, x| counted(context, x, "POISSON", 1, &[0])),
    Function::numbers("PROBBNRM", 3, 3, |context, x| match *x {
        [x, y, r] if x.is_nan() || y.is_nan() || r.is_nan() => MISSING,
        [x, y, r] if r.abs() <= 1.0 => {
            let bounded = |limit: f64| limit.clamp(-FARTHEST, FARTHEST);
            bivariate::lower(bounded(x), bounded(y), r)
        }
        _ => context.invalid(2),
    }),
    Function::numbers("BETAINV", 3, 3, |context, x| inverse(context, x, "BETA", &[1, 2])),
    Function::numbers("CINV", 2, 3, |context, x| inverse(context, x, "CHISQUARE", &[1, 2])),
    Function::numbers("FINV", 3, 4, |context, x| inverse(context, x, "F", &[1, 2, 3])),
    Function::numbers("GAMINV", 2, 2, |context, x| inverse(context, x, "GAMMA", &[1])),
    Function::numbers("TINV", 2, 3, |context, x| inverse(context, x, "T", &[1, 2])),
    Function::numbers("CNONCT", 3, 3, |context, x| noncentrality(context, x, "CHISQUARE")),
    Function::numbers("FNONCT", 4, 4, |context, x| noncentrality(context, x, "F")),
    Function::numbers("TNONCT", 3, 3, |context, x| noncentrality(context, x, "T")),
];

/// Computes a figure of a distribution whose parameters are the arguments at some positions, where they are given.
fn of_law(
    context: &mut Context<'_>,
    arguments: &[f64],
    name: &str,
    positions: &[usize],
    figure: impl Fn(&Law<'_>) -> f64,
) -> f64 {
    if arguments.iter().any(|argument| argument.is_nan()) {
        return MISSING;
    }
    let mut parameters = [0.0; 4];
    let mut count = 0;
    for (parameter, argument) in parameters
        .iter_mut()
        .zip(positions.iter().filter_map(|&at| arguments.get(at)))
    {
        *parameter = *argument;
        count += 1;
    }
    match Law::new(name.as_bytes(), &parameters[..count]) {
        Ok(law) => {
            let figure = figure(&law);
            context.finite(figure)
        }
        // Parameters of a law begin at the third argument of CDF.
        Err(position) => context.invalid(
            position
                .checked_sub(2)
                .and_then(|at| positions.get(at))
                .copied()
                .unwrap_or(0),
        ),
    }
}

/// The probability of at most the first argument.
fn lower(context: &mut Context<'_>, x: &[f64], name: &str, positions: &[usize]) -> f64 {
    let at = x.first().copied().unwrap_or(MISSING);
    of_law(context, x, name, positions, |law| law.tails(at).0)
}

/// The probability of at most the count at a position.
fn counted(context: &mut Context<'_>, x: &[f64], name: &str, position: usize, positions: &[usize]) -> f64 {
    let count = x.get(position).copied().unwrap_or(MISSING);
    if count < 0.0 {
        return context.invalid(position);
    }
    of_law(context, x, name, positions, |law| law.tails(count).0)
}

/// The value whose probability is the first argument.
fn inverse(context: &mut Context<'_>, x: &[f64], name: &str, positions: &[usize]) -> f64 {
    let probability = x.first().copied().unwrap_or(MISSING);
    if !(0.0..=1.0).contains(&probability) {
        return context.invalid(0);
    }
    of_law(context, x, name, positions, |law| {
        law.quantile(Tails::below(probability))
    })
}

/// The noncentrality with which the first argument has the last one as its probability. The arguments between are the
/// degrees of freedom.
fn noncentrality(context: &mut Context<'_>, x: &[f64], name: &str) -> f64 {
    let (&[at, ref degrees @ .., probability], true) = (x, x.len() >= 3) else {
        return MISSING;
    };
    if x.iter().any(|argument| argument.is_nan()) {
        return MISSING;
    }
    if !(probability > 0.0 && probability < 1.0) {
        return context.invalid(x.len() - 1);
    }
    let lower = |noncentrality: f64| {
        let mut parameters = [0.0; 3];
        parameters[..degrees.len()].copy_from_slice(degrees);
        parameters[degrees.len()] = noncentrality;
        let law = Law::new(name.as_bytes(), &parameters[..=degrees.len()]).ok()?;
        Some(law.tails(at).0)
    };
    if lower(0.0).is_none() {
        return context.invalid(1);
    }
    // The probability falls as the noncentrality grows.
    let (mut low, mut high) = if name == "T" { (-1.0, 1.0) } else { (0.0, 1.0) };
    while low < 0.0 && lower(low).is_some_and(|found| found < probability) {
        low *= 2.0;
    }
    while lower(high).is_some_and(|found| found > probability) {
        high *= 2.0;
    }
    // None has it: less than 0 would be needed, or more than is computed.
    if lower(low).is_none_or(|found| found < probability) || lower(high).is_none() {
        return context.invalid(x.len() - 1);
    }
    for _ in 0..200 {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        if lower(middle).is_some_and(|found| found > probability) {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}
