//! Experiments with several factors: what each does, and whether what one does depends on another, on a logarithmic
//! scale.
//!
//! log(response) = block + factors + interactions of two factors. The tests are those of type III, so that cells which
//! are left out do not credit one factor with the effect of another. The model is that of [`glm`](crate::glm).

#[cfg(test)]
mod tests;

use crate::glm::{Accumulator, Effect, Fit, GlmError, Model, Observation, Test};

/// The most factors of which interactions are tested: with more, most of the tests would be of chance.
const MOST_FACTORS: usize = 6;

/// A response that was measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial<'a> {
    /// The level of each factor, from 0.
    pub levels: &'a [u32],
    /// The round in which it was measured.
    pub block: u32,
    /// The response, above 0.
    pub value: f64,
}

/// The test of an effect.
#[derive(Clone, Debug, PartialEq)]
pub struct EffectTest {
    /// The factors: one, or two whose interaction it is.
    pub factors: Vec<usize>,
    /// The test.
    pub test: Test,
    /// The degrees of freedom of the residuals.
    pub error_degrees: f64,
}

/// Analyses trials, and returns the tests of all factors and of all interactions of two factors that can be tested.
///
/// # Errors
///
/// Returns an error if there are no trials, or a response has no logarithm.
pub fn effects(factors: usize, trials: &[Trial<'_>]) -> Result<Vec<EffectTest>, GlmError> {
    let single = (0..factors).map(|factor| vec![factor]);
    let pairs = (0..factors).flat_map(|first| (first + 1..factors).map(move |second| vec![first, second]));
    let pairs: Vec<Vec<usize>> = if factors <= MOST_FACTORS {
        pairs.collect()
    } else {
        Vec::new()
    };
    let main: Vec<Vec<usize>> = single.collect();
    let all: Vec<Vec<usize>> = main.iter().chain(&pairs).cloned().collect();
    let mut fit = fitted(factors, &all, trials)?;
    let mut kept = all;
    if fit.error_degrees() < 1.0 {
        // One run of each cell tells nothing of interactions.
        fit = fitted(factors, &main, trials)?;
        kept = main;
    }
    let error_degrees = fit.error_degrees();
    // The first effect is that of the blocks.
    let tests = fit.type_three().into_iter().skip(1);
    Ok(kept
        .into_iter()
        .zip(tests)
        .filter(|(_, test)| test.degrees > 0.0 && test.f.is_finite())
        .map(|(factors, test)| EffectTest {
            factors,
            test,
            error_degrees,
        })
        .collect())
}

fn fitted(factors: usize, effects: &[Vec<usize>], trials: &[Trial<'_>]) -> Result<Fit, GlmError> {
    let blocks = Effect::class(factors);
    let effects = effects.iter().map(|classes| Effect::crossed(classes));
    let effects = std::iter::once(blocks).chain(effects).collect();
    let mut rows = Accumulator::new(Model::new(factors + 1, 0, true, effects)?);
    let mut levels = Vec::new();
    for trial in trials {
        levels.clear();
        levels.extend_from_slice(trial.levels);
        levels.push(trial.block);
        rows.add(&Observation::new(&levels, &[], trial.value.ln()));
    }
    rows.fit()
}
