//! The hypergeometric distribution of the marked items in a sample.

use super::loader::binomial;

/// A population with marked items, and a sample of it. All fields are integers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hypergeometric {
    /// The number of marked items.
    pub marked: f64,
    /// The number of other items.
    pub others: f64,
    /// The size of the sample, at most all items.
    pub drawn: f64,
}

impl Hypergeometric {
    /// Returns the fewest marked items that a sample can have.
    pub fn least(&self) -> f64 {
        (self.drawn - self.others).max(0.0)
    }

    /// Returns the most marked items that a sample can have.
    pub fn most(&self) -> f64 {
        self.drawn.min(self.marked)
    }

    /// Returns the probability of exactly `count` marked items, as a ratio of binomial probabilities (Loader, 2000).
    pub fn probability(&self, count: f64) -> f64 {
        if count < self.least() || count > self.most() {
            return 0.0;
        }
        let all = self.marked + self.others;
        if self.drawn == 0.0 || self.drawn == all {
            return 1.0;
        }
        let (x, y) = (self.drawn / all, (all - self.drawn) / all);
        binomial(count, self.marked - count, x, y)
            * binomial(self.drawn - count, self.others - self.drawn + count, x, y)
            / binomial(self.drawn, all - self.drawn, x, y)
    }

    /// Returns the probability of at most `count`, by summing all terms of one side.
    pub fn at_most(&self, count: f64) -> f64 {
        if count < self.least() {
            return 0.0;
        }
        if count >= self.most() {
            return 1.0;
        }
        if count > self.mode() {
            return 1.0 - self.rising(count + 1.0);
        }
        self.falling(count)
    }

    /// Returns the probability of at least `count`.
    pub fn at_least(&self, count: f64) -> f64 {
        if count > self.most() {
            return 0.0;
        }
        if count <= self.least() {
            return 1.0;
        }
        if count <= self.mode() {
            return 1.0 - self.falling(count - 1.0);
        }
        self.rising(count)
    }

    /// Returns the most probable number.
    pub fn mode(&self) -> f64 {
        ((self.drawn + 1.0) * (self.marked + 1.0) / (self.marked + self.others + 2.0)).floor()
    }

    /// P(count) / P(count - 1).
    fn ratio(&self, count: f64) -> f64 {
        (self.marked - count + 1.0) / count * ((self.drawn - count + 1.0) / (self.others - self.drawn + count))
    }

    /// Returns P(count) + P(count - 1) + ..., whose terms decrease.
    fn falling(&self, count: f64) -> f64 {
        let (mut sum, mut term, mut at) = (1.0, 1.0, count);
        while at > self.least() && term > sum * f64::EPSILON / 4.0 {
            term /= self.ratio(at);
            sum += term;
            at -= 1.0;
        }
        (self.probability(count) * sum).min(1.0)
    }

    /// Returns P(count) + P(count + 1) + ..., whose terms decrease.
    fn rising(&self, count: f64) -> f64 {
        let (mut sum, mut term, mut at) = (1.0, 1.0, count);
        while at < self.most() && term > sum * f64::EPSILON / 4.0 {
            at += 1.0;
            term *= self.ratio(at);
            sum += term;
        }
        (self.probability(count) * sum).min(1.0)
    }
}
