//! Random numbers with distributions.

use std::f64::consts::TAU;

use super::permutation::Permutation;
use crate::load::spec::{Distribution, Extent, Zone};

/// A distribution of numbers from 0 to `count` − 1.
#[derive(Clone, Debug)]
pub(crate) struct Draw {
    count: u64,
    law: Law,
}

#[derive(Clone, Debug)]
enum Law {
    Even,
    Zipf(Zipf, Permutation),
    Pareto {
        exponent: f64,
        places: Permutation,
    },
    Normal {
        deviation: f64,
    },
    /// Each zone with its cumulative share, its first number and its count.
    Zoned(Vec<(f64, u64, u64)>),
}

impl Draw {
    /// Creates a distribution of `count` numbers, at least one, that represent `bytes` bytes each.
    pub(crate) fn new(distribution: &Distribution, count: u64, bytes: u64, seed: u64) -> Self {
        let count = count.max(1);
        let places = || Permutation::new(count, seed);
        let law = match distribution {
            Distribution::Even => Law::Even,
            Distribution::Zipf { theta } => Law::Zipf(Zipf::new(count, *theta), places()),
            Distribution::Pareto { power } => Law::Pareto {
                exponent: power.ln() / (1.0 - power).ln(),
                places: places(),
            },
            Distribution::Normal { deviation } => Law::Normal {
                deviation: count as f64 * deviation / 100.0,
            },
            Distribution::Zoned(zones) => Law::Zoned(zoned(zones, count, bytes)),
        };
        Self { count, law }
    }

    /// Draws a number.
    pub(crate) fn next(&self, random: &mut fastrand::Rng) -> u64 {
        match &self.law {
            Law::Even => random.u64(..self.count),
            Law::Zipf(zipf, places) => places.get(zipf.next(random)),
            Law::Pareto { exponent, places } => {
                let rank = (self.count as f64 * random.f64().powf(*exponent)) as u64;
                places.get(rank.min(self.count - 1))
            }
            Law::Normal { deviation } => self.near_the_middle(*deviation, random),
            Law::Zoned(zones) => {
                let at = random.f64();
                let zone = zones.iter().find(|(share, _, _)| at < *share).or(zones.last());
                zone.map_or(0, |&(_, first, count)| first + random.u64(..count))
            }
        }
    }

    /// Draws by the method of Box and Muller, and repeats if the number is outside.
    fn near_the_middle(&self, deviation: f64, random: &mut fastrand::Rng) -> u64 {
        let middle = self.count as f64 / 2.0;
        // With a deviation as large as the whole, more than a third are inside.
        for _ in 0..64 {
            let radius = (-2.0 * (1.0 - random.f64()).ln()).sqrt();
            let number = middle + deviation * radius * (TAU * random.f64()).cos();
            if number >= 0.0 && number < self.count as f64 {
                return (number as u64).min(self.count - 1);
            }
        }
        self.count / 2
    }
}

fn zoned(zones: &[Zone], count: u64, bytes: u64) -> Vec<(f64, u64, u64)> {
    let total: f64 = zones.iter().map(|zone| zone.access_percent).sum();
    let mut share = 0.0;
    let mut first = 0;
    let mut known = Vec::with_capacity(zones.len());
    for zone in zones {
        let wanted = match zone.extent {
            Extent::Percent(percent) => (count as f64 * percent / 100.0).round() as u64,
            Extent::Bytes(extent) => extent / bytes.max(1),
        };
        let here = wanted.min(count - first);
        share += zone.access_percent / total;
        if here > 0 && zone.access_percent > 0.0 {
            known.push((share, first, here));
        }
        first += here;
    }
    known
}

/// Zipf's law by rejection-inversion (W. Hörmann and G. Derflinger 1996), which needs no table, and whose time does not
/// depend on the count.
#[derive(Clone, Copy, Debug)]
struct Zipf {
    exponent: f64,
    count: f64,
    at_one: f64,
    at_count: f64,
    sure: f64,
}

impl Zipf {
    fn new(count: u64, exponent: f64) -> Self {
        let count = count as f64;
        let mut zipf = Self {
            exponent,
            count,
            at_one: 0.0,
            at_count: 0.0,
            sure: 0.0,
        };
        zipf.at_one = zipf.integral(1.5) - 1.0;
        zipf.at_count = zipf.integral(count + 0.5);
        zipf.sure = 2.0 - zipf.inverse(zipf.integral(2.5) - zipf.density(2.0));
        zipf
    }

    /// Draws a rank, from 0.
    fn next(&self, random: &mut fastrand::Rng) -> u64 {
        loop {
            let drawn = self.at_count + random.f64() * (self.at_one - self.at_count);
            let place = self.inverse(drawn);
            let rank = (place + 0.5).floor().clamp(1.0, self.count);
            if rank - place <= self.sure || drawn >= self.integral(rank + 0.5) - self.density(rank) {
                return rank as u64 - 1;
            }
        }
    }

    fn density(&self, place: f64) -> f64 {
        place.powf(-self.exponent)
    }

    fn is_harmonic(&self) -> bool {
        (self.exponent - 1.0).abs() < 1e-9
    }

    fn integral(&self, place: f64) -> f64 {
        if self.is_harmonic() {
            place.ln()
        } else {
            place.powf(1.0 - self.exponent) / (1.0 - self.exponent)
        }
    }

    fn inverse(&self, value: f64) -> f64 {
        if self.is_harmonic() {
            value.exp()
        } else {
            (value * (1.0 - self.exponent)).powf(1.0 / (1.0 - self.exponent))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns how often each of 100 numbers is drawn, in 100,000 draws.
    fn counts(distribution: &Distribution) -> Vec<u32> {
        let draw = Draw::new(distribution, 100, 1, 3);
        let mut random = fastrand::Rng::with_seed(5);
        let mut counts = vec![0; 100];
        for _ in 0..100_000 {
            counts[draw.next(&mut random) as usize] += 1;
        }
        counts
    }

    fn sorted(distribution: &Distribution) -> Vec<u32> {
        let mut counts = counts(distribution);
        counts.sort_unstable_by_key(|&count| std::cmp::Reverse(count));
        counts
    }

    #[test]
    fn even_draws_are_even() {
        let counts = counts(&Distribution::Even);
        assert!(counts.iter().all(|count| (800..1200).contains(count)));
    }

    #[test]
    fn the_second_of_zipf_comes_as_often_as_its_law_says() {
        for theta in [0.5, 1.0, 1.2] {
            let counts = sorted(&Distribution::Zipf { theta });
            let ratio = f64::from(counts[0]) / f64::from(counts[1]);
            assert!((ratio / 2f64.powf(theta) - 1.0).abs() < 0.08, "{ratio}");
        }
    }

    #[test]
    fn a_fifth_of_paretos_places_gets_four_fifths() {
        let counts = sorted(&Distribution::Pareto { power: 0.2 });
        let most: u32 = counts[..20].iter().sum();
        assert!((78_000..82_000).contains(&most), "{most}");
    }

    #[test]
    fn normal_draws_lie_around_the_middle() {
        let counts = counts(&Distribution::Normal { deviation: 10.0 });
        let within: u32 = counts[40..60].iter().sum();
        assert!((67_000..70_000).contains(&within), "{within}");
        let wide = Distribution::Normal { deviation: 1e9 };
        assert_eq!(self::counts(&wide).iter().sum::<u32>(), 100_000);
    }

    #[test]
    fn zones_get_their_shares() {
        let zone = |access_percent, percent| Zone {
            access_percent,
            extent: Extent::Percent(percent),
        };
        let zones = vec![zone(60.0, 10.0), zone(0.0, 40.0), zone(40.0, 50.0)];
        let counts = counts(&Distribution::Zoned(zones));
        let sum = |range: std::ops::Range<usize>| counts[range].iter().sum::<u32>();
        assert!((59_000..61_000).contains(&sum(0..10)));
        assert_eq!(sum(10..50), 0);
        assert!((39_000..41_000).contains(&sum(50..100)));
    }
}
