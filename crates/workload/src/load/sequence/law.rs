//! Distributions in which some numbers come much more often than others, as fio draws them.

use super::generator::Generator;
use crate::load::spec::Distribution;

/// 2^64 divided by the golden ratio, less the whole: it spreads neighbours over all numbers.
const SPREAD: u64 = 0x61c8_8646_80b5_83eb;

/// The terms of Zipf's sum that are added up at most.
const MOST_TERMS: u64 = 10_000_000;

/// The draws whose mean is normally distributed, near enough.
const DRAWS: u64 = 12;

/// A distribution of the numbers below `count`.
#[derive(Clone, Debug)]
pub(super) struct Law {
    generator: Generator,
    count: u64,
    /// The number that is added to each, which goes round.
    shift: u64,
    /// True if neighbours of the distribution are spread over all numbers.
    is_spread: bool,
    curve: Curve,
}

#[derive(Clone, Copy, Debug)]
enum Curve {
    Zipf { theta: f64, sum: f64, sum_of_two: f64 },
    Pareto { exponent: f64 },
    Normal { deviation: u32 },
}

impl Law {
    /// Creates a distribution; `None` where it is even or by zones.
    pub(super) fn new(of: &Distribution, count: u64, center: Option<f64>, seed: u64) -> Option<Self> {
        let count = count.max(1);
        let mut generator = Generator::short(seed);
        let mut shift = |center: Option<f64>| {
            let drawn = generator.next();
            center.map_or(drawn, |center| (count as f64 * center) as u64)
        };
        let (curve, shift) = match *of {
            Distribution::Even | Distribution::Zoned(_) => return None,
            Distribution::Zipf { theta } => {
                let terms = (1..=count.min(MOST_TERMS)).map(|rank| (1.0 / rank as f64).powf(theta));
                let sum = terms.fold(0.0, |sum, term| sum + term);
                let sum_of_two = 1f64.powf(theta) + 0.5f64.powf(theta);
                (Curve::Zipf { theta, sum, sum_of_two }, shift(center))
            }
            Distribution::Pareto { power } => {
                let exponent = power.ln() / (1.0 - power).ln();
                (Curve::Pareto { exponent }, shift(center))
            }
            Distribution::Normal { deviation } => {
                let deviation = ((count as f64 * deviation) / 100.0).ceil() as u64;
                let deviation = deviation.min(count / 2).min(u64::from(u32::MAX)) as u32;
                let shift = center.map_or(0, |center| (count as f64 * (center - 0.5)) as i64);
                (Curve::Normal { deviation }, shift as u64)
            }
        };
        Some(Self {
            generator,
            count,
            shift,
            is_spread: true,
            curve,
        })
    }

    /// Returns the same distribution with its neighbours beside each other.
    pub(super) fn in_order(mut self) -> Self {
        self.is_spread = false;
        self
    }

    /// Draws a number.
    pub(super) fn next(&mut self) -> u64 {
        let rank = match self.curve {
            Curve::Zipf { theta, sum, sum_of_two } => self.zipf(theta, sum, sum_of_two),
            Curve::Pareto { exponent } => ((self.count - 1) as f64 * self.even().powf(exponent)) as u64,
            Curve::Normal { deviation } => self.normal(deviation),
        };
        let rank = if self.is_spread {
            rank.wrapping_mul(SPREAD)
        } else {
            rank
        };
        rank.wrapping_add(self.shift) % self.count
    }

    /// Draws from 0 to 1, both included.
    fn even(&mut self) -> f64 {
        self.generator.next() as f64 / f64::from(u32::MAX)
    }

    /// Zipf's law by the method of J. Gray and others (1994), with an approximated inverse.
    fn zipf(&mut self, theta: f64, sum: f64, sum_of_two: f64) -> u64 {
        let count = self.count as f64;
        let slope = (1.0 - (2.0 / count).powf(1.0 - theta)) / (1.0 - sum_of_two / sum);
        let even = self.even();
        let scaled = even * sum;
        if scaled < 1.0 {
            0
        } else if scaled < 1.0 + 0.5f64.powf(theta) {
            1
        } else {
            (count * (slope * even - slope + 1.0).powf(1.0 / (1.0 - theta))) as u64
        }
    }

    fn normal(&mut self, deviation: u32) -> u64 {
        let sum: u64 = (0..DRAWS).map(|_| self.generator.next() % (self.count + 1)).sum();
        let mean = sum.div_ceil(DRAWS);
        if deviation == 0 {
            return mean;
        }
        let drawn = (f64::from(deviation) * self.generator.fraction()) as i64;
        let mut off = drawn - i64::from(deviation / 2);
        let is_within = |off: i64| mean.checked_add_signed(off).is_some_and(|at| at < self.count);
        while off != 0 && !is_within(off) {
            off /= 2;
        }
        mean.saturating_add_signed(off)
    }
}

/// Returns the hash of a name from which the seed of a file's distribution follows (B. Jenkins 2006), with single bytes
/// where that has words, as fio does.
pub(super) fn hash_of_name(name: &[u8]) -> u32 {
    let start = 0x61c8_8647_u32.wrapping_add(name.len() as u32);
    let [mut a, mut b, mut c] = [start; 3];
    let mut rest = name;
    while rest.len() > 12 {
        a = a.wrapping_add(u32::from(rest[0]));
        b = b.wrapping_add(u32::from(rest[4]));
        c = c.wrapping_add(u32::from(rest[8]));
        for turns in [[4, 6, 8], [16, 19, 4]] {
            a = a.wrapping_sub(c) ^ c.rotate_left(turns[0]);
            c = c.wrapping_add(b);
            b = b.wrapping_sub(a) ^ a.rotate_left(turns[1]);
            a = a.wrapping_add(c);
            c = c.wrapping_sub(b) ^ b.rotate_left(turns[2]);
            b = b.wrapping_add(a);
        }
        rest = &rest[12..];
    }
    if rest.is_empty() {
        return c;
    }
    let word = |at: usize| {
        let bytes = rest.iter().skip(at).take(4).enumerate();
        bytes.fold(0, |word, (index, &byte)| word | u32::from(byte) << (8 * index))
    };
    a = a.wrapping_add(word(0));
    b = b.wrapping_add(word(4));
    c = c.wrapping_add(word(8));
    let off = |value: u32, other: u32, turns| (value ^ other).wrapping_sub(other.rotate_left(turns));
    c = off(c, b, 14);
    a = off(a, c, 11);
    b = off(b, a, 25);
    c = off(c, b, 16);
    a = off(a, c, 4);
    b = off(b, a, 14);
    off(c, b, 24)
}
