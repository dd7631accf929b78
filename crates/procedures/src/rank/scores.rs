//! Ranks, and the scores that are computed from them.

use feedrate_stats::distribution::normal;
use feedrate_stats::ordered::{Entry, OrderedValues};

/// TIES=: the rank of tied values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The mean of their ranks.
    Mean,
    /// The least of their ranks.
    Low,
    /// The greatest of their ranks.
    High,
    /// The same rank, where tied values count as one for the ranks of others.
    Dense,
}

/// The scores that are computed from ranks. n is the number of nonmissing values or, with TIES=DENSE, of distinct
/// ones.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum RankScores {
    /// The ranks.
    #[default]
    Rank,
    /// GROUPS=k: the integer part of rank · k / (n + 1).
    Groups(f64),
    /// FRACTION: rank / n.
    Fraction,
    /// NPLUS1: rank / (n + 1).
    FractionOfMore,
    /// PERCENT: rank / n in percent.
    Percent,
    /// NORMAL=: quantiles of the normal distribution.
    Normal(NormalScores),
    /// SAVAGE: 1/n + 1/(n - 1) + …, with as many terms as the rank, minus 1.
    Savage,
}

/// NORMAL=: the probability whose normal quantile is the score of rank r of n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NormalScores {
    /// (r - 3/8) / (n + 1/4), after Blom.
    Blom,
    /// (r - 1/3) / (n + 1/3), after Tukey.
    Tukey,
    /// r / (n + 1), after van der Waerden.
    VanDerWaerden,
}

/// A value and how often it occurs.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValueCount {
    /// The value, which is not missing.
    pub value: f64,
    /// The number of observations with it.
    pub count: f64,
}

/// Replaces values by their scores; missing values are unchanged.
pub(super) fn rank(values: &mut [f64], descending: bool, ties: Ties, scores: RankScores) {
    let there = values.iter().copied().enumerate().filter(|(_, value)| !value.is_nan());
    let ordered = OrderedValues::new(there);
    let distinct = ordered.equal().count();
    let mut scorer = Scorer::new(ordered.len() as f64, distinct as f64, ties, scores);
    let score = |group: &[Entry]| {
        let given = scorer.next(group.len() as f64);
        group.iter().for_each(|own| values[own.place()] = given);
    };
    match descending {
        true => ordered.equal().rev().for_each(score),
        false => ordered.equal().for_each(score),
    }
}

/// Returns the scores of distinct values, which are in the order of their ranks.
pub(super) fn of_counts(counts: &[ValueCount], ties: Ties, scores: RankScores) -> Vec<f64> {
    let n = counts.iter().map(|own| own.count).sum();
    let mut scorer = Scorer::new(n, counts.len() as f64, ties, scores);
    counts.iter().map(|own| scorer.next(own.count)).collect()
}

/// Gives distinct values their scores, one after the other in the order of their ranks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scorer {
    ties: Ties,
    scores: RankScores,
    n: f64,
    /// The number of values, and of distinct ones, that had their scores.
    before: f64,
    distinct_before: f64,
    /// The Savage score of a rank.
    savage: (f64, f64),
}

impl Scorer {
    /// Returns one for so many values, of which so many are distinct.
    pub(super) fn new(values: f64, distinct: f64, ties: Ties, scores: RankScores) -> Self {
        Self {
            ties,
            scores,
            n: match ties {
                Ties::Dense => distinct,
                _ => values,
            },
            before: 0.0,
            distinct_before: 0.0,
            savage: (0.0, -1.0),
        }
    }

    /// Returns the score of the next distinct value, which occurs so often.
    pub(super) fn next(&mut self, count: f64) -> f64 {
        let (low, high) = (self.before + 1.0, self.before + count);
        self.before = high;
        self.distinct_before += 1.0;
        match (self.ties, self.scores) {
            (Ties::Dense, _) => self.score(self.distinct_before),
            (Ties::Low, _) => self.score(low),
            (Ties::High, _) => self.score(high),
            // Scores that are not linear in the rank are averaged over tied values.
            (Ties::Mean, RankScores::Normal(_) | RankScores::Savage) => {
                let all = (0..count as u64).map(|further| self.score(low + further as f64));
                all.sum::<f64>() / count
            }
            (Ties::Mean, _) => self.score(f64::midpoint(low, high)),
        }
    }

    /// Returns the score of a rank, none of which must be less than the one before.
    fn score(&mut self, rank: f64) -> f64 {
        let n = self.n;
        match self.scores {
            RankScores::Rank => rank,
            RankScores::Groups(groups) => (rank * groups / (n + 1.0)).floor(),
            RankScores::Fraction => rank / n,
            RankScores::FractionOfMore => rank / (n + 1.0),
            RankScores::Percent => 100.0 * rank / n,
            RankScores::Normal(normal_scores) => normal::quantile(match normal_scores {
                NormalScores::Blom => (rank - 0.375) / (n + 0.25),
                NormalScores::Tukey => (rank - 1.0 / 3.0) / (n + 1.0 / 3.0),
                NormalScores::VanDerWaerden => rank / (n + 1.0),
            }),
            RankScores::Savage => {
                let (at, sum) = &mut self.savage;
                while *at < rank {
                    *sum += 1.0 / (n - *at);
                    *at += 1.0;
                }
                *sum
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const VALUES: [f64; 8] = [10.0, 30.0, 20.0, 20.0, f64::NAN, 40.0, 20.0, 10.0];

    fn ranked(descending: bool, ties: Ties, scores: RankScores) -> Vec<f64> {
        let mut values = VALUES.to_vec();
        rank(&mut values, descending, ties, scores);
        assert!(values.remove(4).is_nan());
        values
    }

    #[test]
    fn ties() {
        let of = |ties| ranked(false, ties, RankScores::Rank);
        assert_eq!(of(Ties::Mean), [1.5, 6.0, 4.0, 4.0, 7.0, 4.0, 1.5]);
        assert_eq!(of(Ties::Low), [1.0, 6.0, 3.0, 3.0, 7.0, 3.0, 1.0]);
        assert_eq!(of(Ties::High), [2.0, 6.0, 5.0, 5.0, 7.0, 5.0, 2.0]);
        assert_eq!(of(Ties::Dense), [1.0, 3.0, 2.0, 2.0, 4.0, 2.0, 1.0]);
        let down = ranked(true, Ties::Low, RankScores::Rank);
        assert_eq!(down, [6.0, 2.0, 3.0, 3.0, 1.0, 3.0, 6.0]);
    }

    #[test]
    fn scores() {
        let of = |ties, scores| ranked(false, ties, scores);
        assert_eq!(
            of(Ties::Mean, RankScores::Groups(4.0)),
            [0.0, 3.0, 2.0, 2.0, 3.0, 2.0, 0.0]
        );
        assert_eq!(of(Ties::High, RankScores::Percent)[0], 200.0 / 7.0);
        assert_eq!(of(Ties::Dense, RankScores::Fraction)[1], 0.75);
        assert_eq!(of(Ties::Low, RankScores::FractionOfMore)[4], 0.875);
        // The quantile of (7 - 3/8) / 7.25 as computed by R.
        let blom = of(Ties::Mean, RankScores::Normal(NormalScores::Blom))[4];
        assert!((blom - 1.364_488_748_165_73).abs() < 1e-3, "{blom}");
        let savage = of(Ties::Low, RankScores::Savage);
        assert!((savage[0] - (1.0 / 7.0 - 1.0)).abs() < 1e-15);
        let last: f64 = (1..=7).map(|j| 1.0 / f64::from(j)).sum::<f64>() - 1.0;
        assert!((savage[4] - last).abs() < 1e-14);
    }

    proptest! {
        #[test]
        fn ranks_are_those_of_counting(values in prop::collection::vec(-5..5_i8, 0..50), descending: bool) {
            let values: Vec<f64> = values.into_iter().map(f64::from).collect();
            let mut low = values.clone();
            rank(&mut low, descending, Ties::Low, RankScores::Rank);
            let mut high = values.clone();
            rank(&mut high, descending, Ties::High, RankScores::Rank);
            let mut mean = values.clone();
            rank(&mut mean, descending, Ties::Mean, RankScores::Rank);
            for (place, value) in values.iter().enumerate() {
                let before = values.iter().filter(|other| match descending {
                    true => *other > value,
                    false => *other < value,
                });
                let (before, same) = (before.count(), values.iter().filter(|other| *other == value).count());
                prop_assert_eq!(low[place], before as f64 + 1.0);
                prop_assert_eq!(high[place], (before + same) as f64);
                prop_assert_eq!(mean[place], (low[place] + high[place]) / 2.0);
            }
        }
    }
}
