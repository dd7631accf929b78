//! The standings of the candidates of a race.

use serde::{Deserialize, Serialize};

use super::Race;
use crate::order::median;
use crate::ratio::PairedRatio;
use crate::signed_rank::center;
use crate::summary::Interval;

/// The part of the tolerance by which the ratio of a candidate that is as good as the leader may be below 1; the rest
/// allows for the leader being below the best.
const POINT_SHARE: f64 = 0.5;

/// The distance below 1 to which the interval of the ratio may extend, in tolerances: after few rounds the ratio alone
/// is unreliable.
const REACH: f64 = 1.5;

/// The standing of a candidate after the complete rounds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CandidateStanding {
    /// Its number.
    pub candidate: usize,
    /// The median of its values; `None` before its first complete round. Medians of candidates with different numbers
    /// of rounds are not comparable, but their ratios are.
    pub median: Option<f64>,
    /// Its ratio to the leader over the rounds that both ran, as a [`PairedRatio`]; 1 for the leader itself.
    pub ratio: Option<f64>,
    /// The 95 % interval of the ratio; `None` under 6 rounds.
    pub interval: Option<Interval>,
    /// The number of complete rounds that it ran.
    pub rounds: usize,
    /// True if it is still in the race.
    pub live: bool,
    /// Set when it left the race because it could not be measured.
    pub failed: bool,
}

impl Race {
    /// Returns all candidates: the leader first, then the other live ones by their ratio to it, then the dropped ones,
    /// in the same order.
    pub fn standing(&self) -> Vec<CandidateStanding> {
        let leader = self.leader();
        let mut standing: Vec<CandidateStanding> = (0..self.lanes.len())
            .map(|candidate| {
                let lane = &self.lanes[candidate];
                let ratio = leader.and_then(|leader| self.ratio(candidate, leader));
                CandidateStanding {
                    candidate,
                    median: (!lane.values.is_empty()).then(|| median(&lane.values)),
                    ratio: ratio.map(|ratio| ratio.ratio),
                    interval: ratio.and_then(|ratio| ratio.interval),
                    rounds: lane.values.len(),
                    live: !lane.out,
                    failed: lane.failed,
                }
            })
            .collect();
        standing.sort_by(|a, b| {
            let place = |s: &CandidateStanding| (Some(s.candidate) == leader, s.live, s.ratio.unwrap_or(0.0));
            place(b).partial_cmp(&place(a)).unwrap_or(std::cmp::Ordering::Equal)
        });
        standing
    }

    /// Returns the live candidates that are as good as the leader, including itself, in ascending order. Empty if all
    /// have failed. A race whose candidates are all as good needs no more rounds.
    ///
    /// A candidate is among them if its ratio is at least 1 - tolerance/2 and the interval of the ratio does not extend
    /// below 1 - 1.5 tolerance. Before there are intervals (6 rounds) the leader is alone, and before the first
    /// complete round the first live candidate takes its place. A caller chooses by [`choice`](Race::choice), which
    /// also allows for the leader being faster by luck.
    pub fn within_noise_of_best(&self) -> Vec<usize> {
        let Some(leader) = self.leader() else {
            return Vec::new();
        };
        let tolerance = self.options.tolerance;
        let as_good = |ratio: PairedRatio| {
            ratio.ratio >= 1.0 - POINT_SHARE * tolerance
                && ratio
                    .interval
                    .is_some_and(|interval| interval.low >= 1.0 - REACH * tolerance)
        };
        self.live()
            .filter(|&candidate| candidate == leader || self.ratio(candidate, leader).is_some_and(as_good))
            .collect()
    }

    /// Returns the live candidate with the highest rate relative to its rounds; the first one before any round is
    /// complete, and none if all have failed.
    pub(super) fn leader(&self) -> Option<usize> {
        let live: Vec<usize> = self.live().collect();
        let rate = |candidate: usize| {
            let rounds = self.counted_rounds().into_iter();
            let logs: Vec<f64> = rounds.map(|round| self.relative[round][candidate]).collect();
            center(&logs).map_or(0.0, |center| center.value)
        };
        let rates: Vec<f64> = live.iter().map(|&candidate| rate(candidate)).collect();
        // The first of equals, which `max_by` would not return.
        let first_best = (0..live.len()).rev().max_by(|&a, &b| rates[a].total_cmp(&rates[b]))?;
        Some(live[first_best])
    }

    /// Returns the logarithms of the ratios of a candidate to the leader, over the rounds that it ran and in which any
    /// candidate moved bytes.
    pub(super) fn ln_ratios(&self, candidate: usize, leader: usize) -> Vec<f64> {
        (0..self.lanes[candidate].values.len())
            .filter(|&round| self.best[round] > 0.0)
            .map(|round| self.relative[round][candidate] - self.relative[round][leader])
            .collect()
    }

    pub(super) fn ratio(&self, candidate: usize, leader: usize) -> Option<PairedRatio> {
        PairedRatio::of_logs(&self.ln_ratios(candidate, leader))
    }
}
