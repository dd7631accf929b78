//! A race between candidates, the standing of each, and the choice.

use std::time::Instant;

use feedrate_stats::{Certainty, Interval, Race, RaceOptions, Summary};
use serde::Serialize;

use crate::setting::Setting;

/// The fraction of the best rate that may be given up for a setting that needs less memory.
pub const TOLERANCE: f64 = 0.03;

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

/// The choice of a search.
#[derive(Clone, Debug)]
pub struct SearchChoice {
    /// The setting that needs the least memory of those that are equal to the best.
    pub setting: Setting,
    /// The settings that are equal to the best, the fastest first.
    pub equal: Vec<Setting>,
    /// The settings of which the rounds do not tell that they are slower, the fastest first.
    pub possible: Vec<Setting>,
    /// The certainty of the choice; `None` after too few rounds.
    pub certainty: Option<Certainty>,
}

/// The standing of a candidate.
#[derive(Clone, Debug, Serialize)]
pub struct RankedSetting {
    /// The candidate.
    pub setting: Setting,
    /// The median of its rates, in 10^6 bytes a second.
    pub megabytes_per_second: Option<f64>,
    /// The 95 % interval of that median; absent after too few rounds.
    pub megabytes_per_second_interval: Option<Interval>,
    /// Its ratio to the best, over the rounds that both ran.
    pub ratio: Option<f64>,
    /// The 95 % interval of that ratio.
    pub interval: Option<Interval>,
    /// The number of its rounds.
    pub rounds: usize,
    /// True if it could not be measured.
    pub failed: bool,
}

impl Search {
    /// Creates a race.
    pub fn new(settings: Vec<Setting>, rounds: usize, seed: u64) -> Self {
        let options = RaceOptions {
            tolerance: TOLERANCE,
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

    /// Ends the race, perhaps in the middle of a round. Of a first round, what was measured counts.
    pub fn end(&mut self) {
        if self.race.rounds() == 0 {
            self.race.end_round();
        }
    }

    /// Drops the candidates for which the time is too short, of which a share is spent.
    pub fn narrow(&mut self, spent: f64) {
        self.race.narrow(spent);
    }

    /// Returns the cheapest of those that are equal to the best; before there are enough rounds to tell, the best so
    /// far. `None` if nothing was measured.
    pub fn choice(&self) -> Option<SearchChoice> {
        let cost = |candidate: usize| {
            let setting = self.settings[candidate];
            (setting.cost(), setting.depth, setting.page)
        };
        let choice = self.race.choice(cost, self.seed)?;
        let settings = |candidates: Vec<usize>| {
            let settings = candidates.into_iter().map(|candidate| self.settings[candidate]);
            settings.collect()
        };
        Some(SearchChoice {
            setting: self.settings[choice.candidate],
            equal: settings(choice.equal),
            possible: settings(choice.possible),
            certainty: choice.certainty,
        })
    }

    /// Returns all candidates, the best first.
    pub fn ranking(&self) -> Vec<RankedSetting> {
        self.race
            .standing()
            .into_iter()
            .map(|standing| RankedSetting {
                setting: self.settings[standing.candidate],
                megabytes_per_second: standing.median,
                megabytes_per_second_interval: Summary::of(self.race.values(standing.candidate))
                    .and_then(|summary| summary.interval),
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
        (12..24).map(|shift| Setting::cached_as_sas(1 << shift)).collect()
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
        assert!(rate(choice.setting) >= 0.97 * rate(Setting::cached_as_sas(1 << 23)));
        assert!(choice.setting.page < 1 << 23);
        assert!(choice.equal.len() > 1 && choice.equal.contains(&choice.setting));
        assert_eq!(choice.certainty.unwrap().within_tolerance, 1.0);
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
        assert!(search.choice().unwrap().setting.page < 1 << 20);
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
            .round::<()>(Some(Instant::now()), |_| panic!("measured after the deadline"))
            .unwrap();
        assert!(!goes_on);
        assert!(search.choice().is_none());
    }
}
