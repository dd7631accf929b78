//! The choice at the end of a race, and how sure it is.
//!
//! The rounds are resampled with replacement (bootstrap: Efron, 1979), and each resample is judged anew. Whoever is
//! within the tolerance of the best of nearly all resamples is equal to the best, even if another one leads by luck;
//! the cheapest of these is chosen.

use serde::{Deserialize, Serialize};

use super::Race;
use super::level::middle;
use super::random::SplitMix;
use crate::order::{TAIL, sorted};
use crate::quantile::quantile;
use crate::signed_rank::MIN_FOR_INTERVAL;
use crate::summary::Interval;

/// The share of the resamples in which a candidate that is equal to the best is within the tolerance of it.
const EQUAL: f64 = 0.95;

/// The resamples by which the equal ones are found.
const RESAMPLES: usize = 200;

/// The resamples in which the choice is made again, each from this many resamples of its own.
const CHOICES: usize = 100;
const RESAMPLES_OF_CHOICE: usize = 60;

/// The choice of a race.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// The cheapest of the candidates that are equal to the best.
    pub candidate: usize,
    /// The candidates that are equal to the best, the chosen one among them, the fastest first; the chosen one alone
    /// where none is known to be equal.
    pub equal: Vec<usize>,
    /// The candidates of which the rounds do not tell that they are slower, the chosen one among them, the fastest
    /// first: those that are within the tolerance of the best in 5 of 100 resamples. All that are left under 6 rounds.
    pub possible: Vec<usize>,
    /// Its certainty; `None` under 6 rounds, in which the leader is chosen.
    pub certainty: Option<Certainty>,
}

/// The certainty of a choice, by resampling the rounds. All shares are from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Certainty {
    /// The number of rounds.
    pub rounds: usize,
    /// The share of the resamples in which the chosen one is within the tolerance of the best.
    pub within_tolerance: f64,
    /// The share of the resamples from which the same choice is made.
    pub same_choice: f64,
    /// The chosen one's rate divided by that of the best of each resample: the range of the middle 95 % of them.
    pub of_best: Interval,
}

impl Race {
    /// Returns the cheapest of the live candidates that are equal to the best within the tolerance; of equal cost, the
    /// one with the lower number. If none is so in 95 of 100 resamples, the one that is so most often is chosen. `None`
    /// before the first complete round, and if all have failed.
    pub fn choice<C: Ord>(&self, cost: impl Fn(usize) -> C, seed: u64) -> Option<Choice> {
        let leader = self.leader().filter(|_| self.rounds() > 0)?;
        let rounds = self.counted_rounds();
        if rounds.len() < MIN_FOR_INTERVAL {
            return Some(Choice {
                candidate: leader,
                equal: vec![leader],
                possible: self
                    .standing()
                    .iter()
                    .filter(|it| it.live)
                    .map(|it| it.candidate)
                    .collect(),
                certainty: None,
            });
        }
        let mut live: Vec<usize> = self.live().collect();
        live.sort_by_key(|&candidate| cost(candidate));
        let rates = Rates {
            of_each: live
                .iter()
                .map(|&lane| rounds.iter().map(|&round| self.relative[round][lane]).collect())
                .collect(),
            bar: (1.0 - self.options.tolerance).ln(),
        };
        let mut random = SplitMix(seed);
        let all: Vec<usize> = (0..rounds.len()).collect();
        let found = rates.judge(&all, RESAMPLES, &mut random);
        let same = (0..CHOICES)
            .filter(|_| {
                let drawn = draw(&all, &mut random);
                rates.judge(&drawn, RESAMPLES_OF_CHOICE, &mut random).chosen == found.chosen
            })
            .count();
        let speeds = rates.of(&all);
        let fastest_first = |mut places: Vec<usize>| -> Vec<usize> {
            places.sort_by(|&a, &b| speeds[b].total_cmp(&speeds[a]));
            places.into_iter().map(|place| live[place]).collect()
        };
        let of_best = sorted(&found.of_best);
        let bound = |share| quantile(&of_best, share).map_or(1.0, f64::exp);
        Some(Choice {
            candidate: live[found.chosen],
            equal: fastest_first(found.equal),
            possible: fastest_first(found.possible),
            certainty: Some(Certainty {
                rounds: rounds.len(),
                within_tolerance: found.within,
                same_choice: same as f64 / CHOICES as f64,
                of_best: Interval {
                    low: bound(TAIL),
                    high: bound(1.0 - TAIL),
                },
            }),
        })
    }
}

/// The rates of the live candidates, the cheapest first, as logarithms for each round.
struct Rates {
    of_each: Vec<Vec<f64>>,
    /// The logarithm of the fraction of the best that is within the tolerance.
    bar: f64,
}

/// The findings of resampling; candidates by their place.
struct Findings {
    equal: Vec<usize>,
    possible: Vec<usize>,
    chosen: usize,
    /// The share of the resamples in which the chosen one is within the tolerance.
    within: f64,
    /// The logarithm of its ratio to the best of each resample.
    of_best: Vec<f64>,
}

impl Rates {
    /// Returns the rate of each candidate over some rounds.
    fn of(&self, rounds: &[usize]) -> Vec<f64> {
        let rate = |values: &Vec<f64>| {
            let values: Vec<f64> = rounds.iter().map(|&round| values[round]).collect();
            middle(&values)
        };
        self.of_each.iter().map(rate).collect()
    }

    /// Resamples rounds, and chooses the cheapest candidate that is within the tolerance of the best of enough
    /// resamples.
    fn judge(&self, rounds: &[usize], resamples: usize, random: &mut SplitMix) -> Findings {
        let mut of_best: Vec<Vec<f64>> = vec![Vec::with_capacity(resamples); self.of_each.len()];
        for _ in 0..resamples {
            let rates = self.of(&draw(rounds, random));
            let best = rates.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            for (of_best, rate) in of_best.iter_mut().zip(rates) {
                of_best.push(rate - best);
            }
        }
        let shares: Vec<f64> = of_best
            .iter()
            .map(|ratios| {
                let within = ratios.iter().filter(|&&ratio| ratio >= self.bar).count();
                within as f64 / resamples as f64
            })
            .collect();
        let most = shares.iter().copied().fold(0.0, f64::max);
        let places = 0..shares.len();
        let possible = places.clone().filter(|&place| shares[place] >= 1.0 - EQUAL).collect();
        let mut equal: Vec<usize> = places.filter(|&place| shares[place] >= EQUAL.min(most)).collect();
        // The first is the cheapest, and somebody has the most.
        let chosen = equal.first().copied().unwrap_or(0);
        if most < EQUAL {
            // Those that are as often within the tolerance share only their luck.
            equal = vec![chosen];
        }
        Findings {
            possible,
            within: shares[chosen],
            of_best: of_best.swap_remove(chosen),
            equal,
            chosen,
        }
    }
}

/// Draws as many rounds as there are, with replacement.
fn draw(rounds: &[usize], random: &mut SplitMix) -> Vec<usize> {
    rounds.iter().map(|_| rounds[random.below(rounds.len())]).collect()
}

#[cfg(test)]
mod tests {
    use super::{Rates, SplitMix};
    use crate::testing::Noise;
    use crate::{Race, RaceOptions};

    /// A race of so many rounds with noise on each value; no candidate is dropped.
    fn race(rates: &[f64], rounds: usize, noise: f64) -> Race {
        let options = RaceOptions {
            min_rounds: rounds,
            max_rounds: rounds,
            ..RaceOptions::default()
        };
        let mut race = Race::new(rates.len(), options);
        let mut random = Noise::new(3);
        while !race.finished() {
            for candidate in race.next_round(1) {
                race.record(candidate, rates[candidate] * (noise * random.normal()).exp());
            }
        }
        race
    }

    #[test]
    fn the_cheapest_of_the_equal_ones_is_chosen_and_who_is_slower_is_not_equal() {
        let race = race(&[100.0, 99.5, 99.0, 90.0], 20, 0.002);
        let choice = race.choice(|candidate| 10 - candidate, 7).unwrap();
        assert_eq!(choice.candidate, 2);
        assert_eq!(choice.equal, [0, 1, 2]);
        let certainty = choice.certainty.unwrap();
        assert_eq!(certainty.rounds, 20);
        assert!(certainty.within_tolerance >= 0.95, "{certainty:?}");
        assert!(certainty.same_choice > 0.8, "{certainty:?}");
        assert!(certainty.of_best.low > 0.97 && certainty.of_best.high <= 1.0);
    }

    #[test]
    fn noise_makes_the_fastest_the_choice_and_less_sure() {
        let race = race(&[100.0, 99.5, 99.0, 90.0], 12, 0.1);
        let choice = race.choice(|candidate| 10 - candidate, 7).unwrap();
        assert_eq!(choice.equal, [choice.candidate]);
        let certainty = choice.certainty.unwrap();
        assert!(certainty.within_tolerance < 0.95, "{certainty:?}");
        assert!(certainty.same_choice < 0.95, "{certainty:?}");
        assert!(certainty.of_best.low < 0.97, "{certainty:?}");
    }

    #[test]
    fn nobody_is_equal_to_a_choice_that_is_not_sure() {
        let alternating = |high: f64, low: f64| {
            let rounds = 0..12;
            rounds
                .map(|round| if round % 2 == 0 { high } else { low })
                .collect::<Vec<_>>()
        };
        let twin = alternating(0.25, -0.15);
        let rates = Rates {
            of_each: vec![twin.clone(), twin, alternating(-0.2, 0.2)],
            bar: 0.97_f64.ln(),
        };
        let rounds: Vec<usize> = (0..12).collect();
        let found = rates.judge(&rounds, 200, &mut SplitMix(7));
        assert!(found.within < 0.95, "{}", found.within);
        assert_eq!((found.chosen, found.equal), (0, vec![0]));
        // Of none of them the rounds tell that it is slower.
        assert_eq!(found.possible, [0, 1, 2]);
    }

    #[test]
    fn five_rounds_have_a_leader_but_no_certainty() {
        let few = race(&[90.0, 100.0], 5, 0.0).choice(|candidate| candidate, 1).unwrap();
        assert_eq!((few.candidate, few.equal, few.certainty), (1, vec![1], None));
        assert_eq!(few.possible, [1, 0]);
        let none = Race::new(2, RaceOptions::default());
        assert_eq!(none.choice(|candidate| candidate, 1), None);
    }

    #[test]
    fn a_seed_gives_the_same_choice() {
        let race = race(&[100.0, 99.0, 98.0, 97.0], 10, 0.03);
        let choice = |seed| race.choice(|candidate| 10 - candidate, seed);
        assert_eq!(choice(5), choice(5));
    }
}
