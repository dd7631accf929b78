//! Races between the candidates.
//!
//! A device's rate can vary by a factor of two without any visible cause, so settings are compared only within a round
//! in which all of them ran, in random order; those that are clearly behind leave the race (`feedrate_stats::race`). Of
//! those that are not distinguishable from the best, the one that needs the least memory is chosen.

mod contest;

use std::time::Instant;

use feedrate_stats::{Interval, Race, RaceOptions};
use serde::Serialize;

use crate::setting::Setting;

pub use contest::{Contest, choose};

/// Candidates in a race.
#[derive(Debug)]
pub struct Search {
    settings: Vec<Setting>,
    race: Race,
    pending: Vec<usize>,
    seed: u64,
}

/// The outcome of a trial of a setting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TrialOutcome {
    /// Its rate.
    Rate(f64),
    /// It cannot be used here.
    Unusable,
    /// The check is being stopped.
    Stopped,
}

/// The standing of a candidate.
#[derive(Clone, Debug, Serialize)]
pub struct Ranked {
    /// The candidate.
    pub setting: Setting,
    /// The median of its rates, in 10^6 bytes a second.
    pub megabytes_per_second: Option<f64>,
    /// Its ratio to the best, over the rounds that both ran.
    pub ratio: Option<f64>,
    /// The 95 % interval of that ratio.
    pub interval: Option<Interval>,
    /// The number of its rounds.
    pub rounds: usize,
    /// Whether it could not be measured.
    pub failed: bool,
}

impl Search {
    /// Creates a race.
    pub fn new(settings: Vec<Setting>, rounds: usize, seed: u64) -> Self {
        let options = RaceOptions {
            max_rounds: rounds,
            ..RaceOptions::default()
        };
        Self {
            race: Race::new(settings.len(), options),
            settings,
            pending: Vec::new(),
            seed,
        }
    }

    /// Runs one round. Ends early at the deadline, or if `measure` stops or fails. Returns whether the race continues.
    ///
    /// # Errors
    ///
    /// Returns the error of `measure`.
    pub fn round<E>(
        &mut self,
        deadline: Option<Instant>,
        mut measure: impl FnMut(Setting) -> Result<TrialOutcome, E>,
    ) -> Result<bool, E> {
        self.pending = self.race.next_round(self.seed);
        for &candidate in &self.pending {
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Ok(false);
            }
            match measure(self.settings[candidate])? {
                TrialOutcome::Rate(rate) => self.race.record(candidate, rate),
                TrialOutcome::Unusable => self.race.record_failure(candidate),
                TrialOutcome::Stopped => return Ok(false),
            };
        }
        self.race.eliminate();
        Ok(!self.race.finished())
    }

    /// Keeps only the best few, for which the remaining time suffices.
    pub fn narrow(&mut self, most: usize) {
        self.race.narrow(most);
    }

    /// Returns the cheapest of those that are not distinguishable from the best; before there are enough rounds for
    /// that, the best so far. `None` if nothing was measured.
    pub fn choice(&self) -> Option<Setting> {
        self.race
            .within_noise_of_best()
            .into_iter()
            .map(|candidate| self.settings[candidate])
            .min_by_key(|setting| (setting.cost(), setting.depth, setting.page))
            .filter(|_| self.race.rounds() > 0)
    }

    /// Returns all candidates, the best first.
    pub fn ranking(&self) -> Vec<Ranked> {
        self.race
            .standing()
            .into_iter()
            .map(|standing| Ranked {
                setting: self.settings[standing.candidate],
                megabytes_per_second: standing.median,
                ratio: standing.ratio,
                interval: standing.interval,
                rounds: standing.rounds,
                failed: standing.failed,
            })
            .collect()
    }

    /// Returns the number of trials.
    pub fn trials(&self) -> usize {
        self.race.trials()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> Vec<Setting> {
        (12..24)
            .map(|shift| Setting::cached_as_sas(1 << shift))
            .collect()
    }

    /// A rate that saturates at 1,000, of which it reaches half at 64 KiB.
    fn rate(setting: Setting) -> f64 {
        1000.0 * setting.page as f64 / (setting.page as f64 + 65_536.0)
    }

    #[test]
    fn the_cheapest_of_the_best_is_chosen() {
        let mut search = Search::new(settings(), 16, 1);
        while search
            .round::<()>(None, |setting| Ok(TrialOutcome::Rate(rate(setting))))
            .unwrap()
        {}
        // Nearly 97 % of the best, at an eighth of its memory or less.
        let choice = search.choice().unwrap();
        assert!(rate(choice) >= 0.97 * rate(Setting::cached_as_sas(1 << 23)));
        assert!(choice.page < 1 << 23);
    }

    #[test]
    fn a_candidate_that_cannot_be_measured_loses() {
        let mut search = Search::new(settings(), 8, 1);
        while search
            .round::<()>(None, |setting| {
                Ok(if setting.page < 1 << 20 {
                    TrialOutcome::Rate(rate(setting))
                } else {
                    TrialOutcome::Unusable
                })
            })
            .unwrap()
        {}
        assert!(search.choice().unwrap().page < 1 << 20);
    }

    #[test]
    fn a_stop_ends_the_round_and_speaks_against_no_one() {
        let mut search = Search::new(settings(), 8, 1);
        let mut tried = 0;
        let goes_on = search
            .round::<()>(None, |_| {
                tried += 1;
                Ok(TrialOutcome::Stopped)
            })
            .unwrap();
        assert!(!goes_on);
        assert_eq!(tried, 1);
        assert!(search.ranking().iter().all(|ranked| !ranked.failed));
    }

    #[test]
    fn a_deadline_that_has_passed_measures_nothing() {
        let mut search = Search::new(settings(), 8, 1);
        let goes_on = search
            .round::<()>(Some(Instant::now()), |_| {
                panic!("measured after the deadline")
            })
            .unwrap();
        assert!(!goes_on);
        assert_eq!(search.choice(), None);
    }
}
