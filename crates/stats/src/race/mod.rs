//! The best of many settings, found while the device drifts.
//!
//! All candidates are measured once a round, in random order, and each value counts relative
//! to the level of the device at that moment, which its neighbours in time tell: from minute to
//! minute the device may be twice as fast, and from second to second it wanders too. Whoever is
//! clearly behind is dropped, so that the trials go to those among which the choice is hard
//! (racing: Maron and Moore, 1997; Birattari et al., 2002).
//!
//! This is logic alone: the caller measures. A race goes
//!
//! ```
//! use feedrate_stats::{Race, RaceOptions};
//!
//! let measure = |candidate: usize| 100.0 + 10.0 * candidate as f64;
//! let mut race = Race::new(8, RaceOptions::default());
//! while !race.finished() {
//!     for candidate in race.next_round(42) {
//!         race.record(candidate, measure(candidate));
//!     }
//!     race.eliminate();
//! }
//! // The cheapest of those that are as good as the best: here only one is.
//! let choice = race.choice(|candidate| candidate, 42).unwrap();
//! assert_eq!(choice.candidate, 7);
//! ```

mod choice;
mod level;
mod random;
#[cfg(test)]
mod simulation;
mod standing;
#[cfg(test)]
mod tests;

use level::{Trial, relative_to_level};
use random::shuffle;

pub use choice::{Certainty, Choice};
pub use standing::CandidateStanding;

/// The fraction of the best value of a round that smaller values are raised to, because 0 has no logarithm.
const FLOOR: f64 = 1e-6;

/// The fractions for the first to the fifth round, which are too few for an interval: a candidate is dropped if all its
/// ratios to the leader so far are below. With noise of 5 % on each value, this happens to a candidate within the
/// tolerance with a probability of a few in 100,000. After one round the bar is low, because one stall halves a value.
const FAR_BEHIND: [f64; 5] = [0.40, 0.70, 0.80, 0.85, 0.88];

/// The candidates that time never drops.
const FEW: usize = 3;

/// The end of a race, and the difference that does not matter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RaceOptions {
    /// The fraction of the leader's rate that a caller would give up for a cheaper setting. Default: 0.03.
    pub tolerance: f64,
    /// The fewest rounds before a race of several candidates ends. Default: 8; under 6 there are no intervals, and a
    /// race of equals runs to its limit.
    pub min_rounds: usize,
    /// The most rounds. Default: 16.
    pub max_rounds: usize,
}

impl Default for RaceOptions {
    fn default() -> Self {
        Self {
            tolerance: 0.03,
            min_rounds: 8,
            max_rounds: 16,
        }
    }
}

/// A race between candidates, numbered from 0, for the highest value.
#[derive(Clone, Debug)]
pub struct Race {
    options: RaceOptions,
    lanes: Vec<Lane>,
    /// The highest value of each complete round.
    best: Vec<f64>,
    /// The candidates that are not measured yet in the current round.
    awaited: Vec<usize>,
    /// The values of the current round.
    partial: Vec<(usize, f64)>,
    /// The logarithms of the values of each complete round, in the order in which they were measured.
    logs: Vec<Vec<Trial>>,
    /// For each complete round and candidate, the logarithm of its value relative to the level of the device then; 0
    /// where it was not measured, or nothing moved.
    relative: Vec<Vec<f64>>,
}

/// The state of a candidate.
#[derive(Clone, Debug, Default)]
struct Lane {
    /// The value of each complete round from the first one until it was dropped.
    values: Vec<f64>,
    out: bool,
    failed: bool,
}

impl Race {
    /// Creates a race.
    pub fn new(candidates: usize, options: RaceOptions) -> Self {
        Self {
            options,
            lanes: vec![Lane::default(); candidates],
            best: Vec::new(),
            awaited: Vec::new(),
            partial: Vec::new(),
            logs: Vec::new(),
            relative: Vec::new(),
        }
    }

    /// Returns the candidates to be measured now, each once, in an order that depends on `seed` and the number of the
    /// round: all live ones, or those still missing from an interrupted round. Empty once the race has finished.
    pub fn next_round(&mut self, seed: u64) -> Vec<usize> {
        if self.awaited.is_empty() && !self.finished() {
            self.awaited = self.live().collect();
        }
        let mut order = self.awaited.clone();
        shuffle(&mut order, seed ^ (self.best.len() as u64).rotate_left(32));
        order
    }

    /// Records the value of `candidate` in the current round: a rate, higher is better, 0 included. A negative value or
    /// one that is not finite is a failure. Returns whether it was expected: the value of a candidate that is dropped,
    /// unknown or already measured in this round is ignored.
    pub fn record(&mut self, candidate: usize, value: f64) -> bool {
        if !(value.is_finite() && value >= 0.0) {
            return self.record_failure(candidate);
        }
        if !self.measured(candidate) {
            return false;
        }
        self.partial.push((candidate, value));
        self.complete();
        true
    }

    /// Drops `candidate` permanently because it cannot be measured (its setting is refused, for example). Returns
    /// whether it was expected.
    pub fn record_failure(&mut self, candidate: usize) -> bool {
        if !self.measured(candidate) {
            return false;
        }
        self.lanes[candidate].out = true;
        self.lanes[candidate].failed = true;
        self.complete();
        true
    }

    /// Discards the values of an incomplete round, which are not comparable after a long pause. Failures stay.
    pub fn abandon_round(&mut self) {
        self.awaited.clear();
        self.partial.clear();
    }

    /// Completes a round that is ended early, with the values that it has: the candidates that were not measured in it
    /// leave the race. Does nothing if there are no values.
    pub fn end_round(&mut self) {
        if self.partial.is_empty() {
            return;
        }
        for candidate in std::mem::take(&mut self.awaited) {
            self.lanes[candidate].out = true;
        }
        self.complete();
    }

    /// After a complete round, drops the candidates that are clearly behind the leader, and returns them: those whose
    /// interval of the ratio is below 1 - tolerance, and in the first five rounds those whose ratios are all under a
    /// fraction that rises from 0.40 to 0.88. Does nothing within a round.
    pub fn eliminate(&mut self) -> Vec<usize> {
        let rounds = self.best.len();
        let Some(leader) = self.leader().filter(|_| rounds > 0 && self.awaited.is_empty()) else {
            return Vec::new();
        };
        let mut behind: Vec<usize> = self.live().filter(|&candidate| candidate != leader).collect();
        behind.retain(|&candidate| match FAR_BEHIND.get(rounds - 1) {
            Some(far) => {
                let ratios = self.ln_ratios(candidate, leader);
                !ratios.is_empty() && ratios.iter().all(|&ratio| ratio < far.ln())
            }
            None => self
                .ratio(candidate, leader)
                .and_then(|ratio| ratio.interval)
                .is_some_and(|interval| interval.high < 1.0 - self.options.tolerance),
        });
        for &candidate in &behind {
            self.lanes[candidate].out = true;
        }
        behind
    }

    /// After a complete round, drops the candidates that the time is too short for, and returns them, when a share of
    /// the time is spent (0 to 1): from a quarter on half of the candidates continue, from half on a quarter of them,
    /// and from three quarters on three, but never fewer than three. Does nothing within a round.
    ///
    /// Rounds of few are short, so that those who are still in the race are measured right after each other.
    pub fn narrow(&mut self, spent: f64) -> Vec<usize> {
        if !self.awaited.is_empty() || self.best.is_empty() {
            return Vec::new();
        }
        let usable = self.lanes.iter().filter(|lane| !lane.failed).count();
        let most = match spent {
            ..0.25 => return Vec::new(),
            ..0.5 => usable.div_ceil(2),
            ..0.75 => usable.div_ceil(4),
            _ => FEW,
        };
        let live = self.standing().into_iter().filter(|it| it.live);
        let behind: Vec<usize> = live.skip(most.max(FEW)).map(|standing| standing.candidate).collect();
        for &candidate in &behind {
            self.lanes[candidate].out = true;
        }
        behind
    }

    /// Returns whether the race has ended: no candidate is left; or one is, which ran a round, so that its rate is
    /// known; or the limit of rounds is reached; or, after enough rounds, all that are left are as good as the leader
    /// ([`within_noise_of_best`](Self::within_noise_of_best)). A round that several began is completed first.
    pub fn finished(&self) -> bool {
        let live = self.live().count();
        let rounds = self.rounds();
        let limit_is_reached = self.awaited.is_empty() && rounds >= self.options.max_rounds;
        match live {
            0 => true,
            1 => rounds >= 1 || limit_is_reached,
            _ => {
                limit_is_reached
                    || self.awaited.is_empty()
                        && rounds >= self.options.min_rounds
                        && self.within_noise_of_best().len() == live
            }
        }
    }

    /// Returns the number of complete rounds.
    pub fn rounds(&self) -> usize {
        self.best.len()
    }

    /// Returns the values of a candidate in the complete rounds that it ran.
    pub fn values(&self, candidate: usize) -> &[f64] {
        &self.lanes[candidate].values
    }

    /// Returns the number of values recorded in complete rounds.
    pub fn trials(&self) -> usize {
        self.lanes.iter().map(|lane| lane.values.len()).sum()
    }

    /// Returns the complete rounds in which any candidate moved bytes.
    fn counted_rounds(&self) -> Vec<usize> {
        (0..self.best.len()).filter(|&round| self.best[round] > 0.0).collect()
    }

    fn live(&self) -> impl Iterator<Item = usize> {
        (0..self.lanes.len()).filter(|&candidate| !self.lanes[candidate].out)
    }

    /// Removes a candidate from those that are not measured yet; false if it was not among them.
    fn measured(&mut self, candidate: usize) -> bool {
        let place = self.awaited.iter().position(|&other| other == candidate);
        place.map(|place| self.awaited.swap_remove(place)).is_some()
    }

    /// Completes the round once all candidates are measured.
    fn complete(&mut self) {
        if !self.awaited.is_empty() || self.partial.is_empty() {
            return;
        }
        let best = self.partial.iter().map(|&(_, value)| value).fold(0.0, f64::max);
        self.best.push(best);
        let logs = self.partial.iter().map(|&(candidate, value)| {
            let value = value.max(FLOOR * best);
            (candidate, if best > 0.0 { value.ln() } else { 0.0 })
        });
        self.logs.push(logs.collect());
        for (candidate, value) in self.partial.drain(..) {
            self.lanes[candidate].values.push(value);
        }
        self.compare_with_levels();
    }

    /// Computes all values relative to the level of the device, which the latest round makes clearer for earlier ones
    /// too.
    fn compare_with_levels(&mut self) {
        let counted = self.counted_rounds();
        let rounds: Vec<&[Trial]> = counted.iter().map(|&round| &self.logs[round][..]).collect();
        let values = relative_to_level(&rounds, self.lanes.len());
        self.relative = vec![vec![0.0; self.lanes.len()]; self.best.len()];
        for (round, values) in counted.into_iter().zip(values) {
            for (&(candidate, _), value) in self.logs[round].iter().zip(values) {
                self.relative[round][candidate] = value;
            }
        }
    }
}
