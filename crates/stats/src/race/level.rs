//! The level of the device at each moment of a race.
//!
//! A device that is fast or slow is so for some trials, and those that follow each other are most alike: on a virtual
//! disk, trials of one setting that followed each other differed by 1.4 %, those twenty apart by 2.6 %, forty apart by
//! 3.6 %. The level at a trial is therefore what its neighbours in time got, each relative to what its candidate gets
//! in general. The trials themselves decide how many neighbours count: the number that predicts them best.

use crate::order::{median, sorted};

/// The neighbours on either side that may count.
const REACHES: [usize; 3] = [2, 6, 18];

/// The fewest rounds in which candidates and levels can be told apart.
const FEWEST_ROUNDS: usize = 3;

/// The number of times that candidates and levels are estimated by turns.
const TURNS: usize = 3;

/// The share of the errors that counts when reaches are compared; the rest are stalls, which nothing predicts.
const PREDICTED: f64 = 0.9;

/// A trial: its candidate, and the logarithm of its value.
pub(super) type Trial = (usize, f64);

/// Returns the logarithm of each trial's value relative to the level of the device at that time, for trials in the
/// order in which they were made, round by round. Only differences between candidates have a meaning.
pub(super) fn relative_to_level(rounds: &[&[Trial]], candidates: usize) -> Vec<Vec<f64>> {
    let of_rounds: Vec<Vec<f64>> = rounds
        .iter()
        .map(|round| {
            let values: Vec<f64> = round.iter().map(|&(_, value)| value).collect();
            vec![median(&values); round.len()]
        })
        .collect();
    let minus = |levels: &[Vec<f64>]| -> Vec<Vec<f64>> {
        let rounds = rounds.iter().zip(levels);
        rounds
            .map(|(round, levels)| {
                let trials = round.iter().zip(levels);
                trials.map(|(&(_, value), level)| value - level).collect()
            })
            .collect()
    };
    if rounds.len() < FEWEST_ROUNDS {
        return minus(&of_rounds);
    }
    let trials: Vec<Trial> = rounds.concat();
    let first: Vec<f64> = of_rounds.into_iter().flatten().collect();
    let fits = REACHES.map(|reach| Fit::of(&trials, candidates, &first, reach));
    let [mut best, others @ ..] = fits;
    for other in others {
        if other.error < best.error {
            best = other;
        }
    }
    let mut levels = best.levels.into_iter();
    let levels: Vec<Vec<f64>> = rounds
        .iter()
        .map(|round| levels.by_ref().take(round.len()).collect())
        .collect();
    minus(&levels)
}

/// The levels by a reach, and how far they are from what was measured.
struct Fit {
    levels: Vec<f64>,
    error: f64,
}

impl Fit {
    /// Estimates what each candidate gets, and from that the levels, by turns.
    fn of(trials: &[Trial], candidates: usize, first: &[f64], reach: usize) -> Self {
        let mut levels = first.to_vec();
        let mut rates = vec![0.0; candidates];
        for _ in 0..TURNS {
            let mut of_each: Vec<Vec<f64>> = vec![Vec::new(); candidates];
            for (&(candidate, value), level) in trials.iter().zip(&levels) {
                of_each[candidate].push(value - level);
            }
            for (rate, values) in rates.iter_mut().zip(&of_each) {
                *rate = middle(values);
            }
            let left: Vec<f64> = trials
                .iter()
                .map(|&(candidate, value)| value - rates[candidate])
                .collect();
            for (place, level) in levels.iter_mut().enumerate() {
                let before = &left[place.saturating_sub(reach)..place];
                let after = &left[place + 1..(place + 1 + reach).min(left.len())];
                *level = middle(&[before, after].concat());
            }
        }
        let errors: Vec<f64> = trials
            .iter()
            .zip(&levels)
            .map(|(&(candidate, value), level)| (value - rates[candidate] - level).abs())
            .collect();
        let mut errors = sorted(&errors);
        errors.truncate((errors.len() as f64 * PREDICTED).ceil() as usize);
        let error = errors.iter().sum();
        Self { levels, error }
    }
}

/// Returns the mean of the middle half of the values, which a quarter of outliers on either side does not move; 0 for
/// no values.
pub(super) fn middle(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    let cut = values.len() / 4;
    let last = values.len() - cut;
    if cut > 0 {
        values.select_nth_unstable_by(cut, f64::total_cmp);
        values[cut..].select_nth_unstable_by(last - cut - 1, f64::total_cmp);
    }
    let kept = &values[cut..last];
    kept.iter().sum::<f64>() / kept.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rounds of candidates whose rates are `rates`, on a device whose level at a trial is `level`.
    fn rounds(number: usize, rates: &[f64], level: impl Fn(usize) -> f64) -> Vec<Vec<Trial>> {
        let count = rates.len();
        let trial = |round: usize, place: usize| {
            // Each round begins with another candidate.
            let candidate = (place * 3 + round) % count;
            let log = rates[candidate].ln() + level(round * count + place);
            (candidate, log)
        };
        let of_round = |round| (0..count).map(|place| trial(round, place)).collect();
        (0..number).map(of_round).collect()
    }

    fn relative(rounds: &[Vec<Trial>], candidates: usize) -> Vec<Vec<f64>> {
        let rounds: Vec<&[Trial]> = rounds.iter().map(Vec::as_slice).collect();
        relative_to_level(&rounds, candidates)
    }

    /// Returns the mean error of the values within a round, each relative to the others of it.
    fn error(rounds: &[Vec<Trial>], rates: &[f64]) -> f64 {
        let relative = relative(rounds, rates.len());
        let errors = rounds.iter().zip(&relative).flat_map(|(round, values)| {
            let errors = round.iter().zip(values);
            let errors: Vec<f64> = errors
                .map(|(&(candidate, _), value)| value - rates[candidate].ln())
                .collect();
            let mean = errors.iter().sum::<f64>() / errors.len() as f64;
            errors.into_iter().map(move |error| (error - mean).abs())
        });
        let errors: Vec<f64> = errors.collect();
        errors.iter().sum::<f64>() / errors.len() as f64
    }

    #[test]
    fn a_level_that_wanders_within_rounds_is_removed() {
        let rates = [1.0, 0.9, 1.1, 0.95, 1.05, 0.8, 1.2];
        // Twice as fast and half as fast again every 40 trials.
        let level = |trial: usize| 0.35 * (trial as f64 * std::f64::consts::TAU / 40.0).sin();
        let rounds = rounds(8, &rates, level);
        let known = error(&rounds, &rates);
        // Two rounds have the medians of the rounds alone.
        let by_medians = error(&rounds[..2], &rates);
        assert!(known < 0.3 * by_medians, "{known} against {by_medians}");
    }

    #[test]
    fn a_stall_does_not_move_the_level_of_its_neighbours() {
        let rates = [1.0, 0.9, 1.1, 0.95, 1.05, 0.8, 1.2];
        let mut rounds = rounds(6, &rates, |_| 0.0);
        rounds[3][2].1 -= 1.0;
        let relative = relative(&rounds, rates.len());
        for (place, &(candidate, _)) in rounds[3].iter().enumerate().filter(|&(place, _)| place != 2) {
            let error = relative[3][place] - rates[candidate].ln() - (relative[0][0] - rates[rounds[0][0].0].ln());
            assert!(error.abs() < 0.02, "place {place}: {error}");
        }
    }

    #[test]
    fn the_middle_has_no_outliers() {
        assert_eq!(middle(&[]), 0.0);
        assert_eq!(middle(&[3.0]), 3.0);
        assert_eq!(middle(&[9e9, 2.0, -9e9, 4.0]), 3.0);
        assert_eq!(middle(&[7.0, 1.0, 5.0, 3.0, 9e9]), 5.0);
    }
}
