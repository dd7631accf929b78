//! The association of predicted probabilities with observed responses.

/// The number of intervals of equal length for predictions, as in PROC LOGISTIC.
const INTERVALS: usize = 500;

/// Counts predictions, from 0 to 1, by category.
#[derive(Clone, Debug)]
pub struct Association {
    /// The observations in each interval, for each category.
    counts: Vec<Vec<f64>>,
}

/// Pairs of observations in different categories.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Concordance {
    /// All such pairs.
    pub pairs: f64,
    /// Those whose predictions are in the order of the responses.
    pub concordant: f64,
    /// Those whose predictions are in the opposite order.
    pub discordant: f64,
    /// Somers' D.
    pub somers_d: f64,
    /// Goodman and Kruskal's gamma.
    pub gamma: f64,
    /// Kendall's tau-a.
    pub tau_a: f64,
    /// The area under the ROC curve, c.
    pub area: f64,
}

impl Association {
    /// Creates counts of no observations in `categories` categories.
    pub fn new(categories: usize) -> Self {
        Self {
            counts: vec![vec![0.0; INTERVALS]; categories],
        }
    }

    /// Adds an observation. The prediction is the mean position of its categories, by the probabilities: the last is 0
    /// and the first 1, so that with two categories it is the probability of the first.
    pub fn add(&mut self, probabilities: &[f64], category: usize, frequency: f64) {
        let last = self.counts.len().saturating_sub(1).max(1) as f64;
        let places = probabilities.iter().rev().enumerate();
        let mean: f64 = places.map(|(place, p)| place as f64 * p).sum();
        // NaN counts as the lowest.
        let interval = ((mean / last * INTERVALS as f64) as usize).min(INTERVALS - 1);
        if let Some(count) = self.counts.get_mut(category) {
            count[interval] += frequency;
        }
    }

    /// Adds the observations of another one with as many categories.
    pub fn merge(&mut self, other: &Self) {
        for (counts, others) in self.counts.iter_mut().zip(&other.counts) {
            for (count, other) in counts.iter_mut().zip(others) {
                *count += other;
            }
        }
    }

    /// Returns the pairs.
    pub fn concordance(&self) -> Concordance {
        let (mut pairs, mut concordant, mut discordant) = (0.0, 0.0, 0.0);
        for (place, first) in self.counts.iter().enumerate() {
            let of_first: f64 = first.iter().sum();
            for second in &self.counts[place + 1..] {
                let of_second: f64 = second.iter().sum();
                pairs += of_first * of_second;
                let mut below = 0.0;
                for (a, b) in first.iter().zip(second) {
                    concordant += a * below;
                    discordant += a * (of_second - below - b);
                    below += b;
                }
            }
        }
        let all: f64 = self.counts.iter().flatten().sum();
        let difference = concordant - discordant;
        Concordance {
            pairs,
            concordant,
            discordant,
            somers_d: difference / pairs,
            gamma: difference / (concordant + discordant),
            tau_a: difference / (all * (all - 1.0) / 2.0),
            area: (concordant + (pairs - concordant - discordant) / 2.0) / pairs,
        }
    }
}
