//! Dips of a rate that return at equal distances.

use serde::{Deserialize, Serialize};

use crate::order::{MAD_TO_SIGMA, median, median_distance};

/// The least depth of a dip, as a fraction of the level.
const MIN_DEPTH: f64 = 0.25;

/// The least depth of a dip, in standard deviations of the noise.
const MIN_DEVIATIONS: f64 = 4.0;

/// The fewest dips whose distances can be told from chance.
const MIN_DIPS: usize = 6;

/// The fewest intervals from one dip to the next: with fewer, places are too coarse to be regular.
const MIN_PERIOD: f64 = 4.0;

/// The fraction of the period by which a regular distance differs from it, or from twice it, where a dip was missed.
const TOLERANCE: f64 = 0.2;

/// The share of the distances that are regular.
const REGULAR_SHARE: f64 = 0.8;

/// Dips at equal distances. Rates are in the unit of the values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dips {
    /// The number of dips.
    pub count: usize,
    /// The median distance from the beginning of one to that of the next, in intervals.
    pub period: f64,
    /// The median length of one, in intervals.
    pub length: f64,
    /// The level between them.
    pub level: f64,
    /// The median of their lowest values.
    pub low: f64,
}

/// Returns the dips of `values`, the rates of successive intervals of equal length, if they return at equal distances.
pub fn periodic_dips(values: &[f64]) -> Option<Dips> {
    find(values).map(|(dips, _)| dips)
}

/// Returns the values with the level in place of dips that return; `None` where none do.
pub(super) fn without_dips(values: &[f64]) -> Option<Vec<f64>> {
    let (dips, places) = find(values)?;
    let mut values = values.to_vec();
    for (from, to) in places {
        values[from..to].fill(dips.level);
    }
    Some(values)
}

/// Returns the dips with the places of each.
fn find(values: &[f64]) -> Option<(Dips, Vec<(usize, usize)>)> {
    let level = median(values);
    let noise = MAD_TO_SIGMA * median_distance(values, level);
    let below = level - (MIN_DEPTH * level).max(MIN_DEVIATIONS * noise);
    if below <= 0.0 {
        return None;
    }
    let mut dips: Vec<(usize, usize)> = Vec::new();
    for (index, _) in values.iter().enumerate().filter(|(_, value)| **value < below) {
        match dips.last_mut() {
            // A single interval above it does not end a dip.
            Some((_, end)) if index <= *end + 1 => *end = index + 1,
            _ => dips.push((index, index + 1)),
        }
    }
    if dips.len() < MIN_DIPS {
        return None;
    }
    let distances: Vec<f64> = dips.windows(2).map(|pair| (pair[1].0 - pair[0].0) as f64).collect();
    let period = median(&distances);
    let is_regular = |distance: &&f64| {
        let near = |times: f64| (**distance - times * period).abs() <= (TOLERANCE * period).max(1.0);
        near(1.0) || near(2.0)
    };
    let regular = distances.iter().filter(is_regular).count() as f64;
    if period < MIN_PERIOD || regular < REGULAR_SHARE * distances.len() as f64 {
        return None;
    }
    let of_dips = |value: &dyn Fn(&(usize, usize)) -> f64| median(&dips.iter().map(value).collect::<Vec<_>>());
    let found = Dips {
        count: dips.len(),
        period,
        length: of_dips(&|&(from, to)| (to - from) as f64),
        level,
        low: of_dips(&|&(from, to)| values[from..to].iter().copied().fold(f64::INFINITY, f64::min)),
    };
    Some((found, dips))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Noise, planted};

    const SEEDS: u64 = 100;

    #[test]
    fn dips_at_equal_distances_are_found_with_their_period() {
        for (n, period, length, depth, deviation) in [
            (120, 15, 2, 0.5, 0.05),
            (600, 60, 4, 0.6, 0.1),
            (1800, 97, 3, 0.3, 0.05),
        ] {
            let found = (0..SEEDS).filter(|&seed| {
                let mut noise = Noise::new(seed ^ 0xD1B);
                let mut values = planted(seed, n, deviation, |_| 1.0);
                for start in (period / 2..n - length).step_by(period) {
                    let late = (noise.uniform() * 2.0) as usize;
                    for value in values.iter_mut().skip(start + late).take(length) {
                        *value *= 1.0 - depth;
                    }
                }
                let dips = periodic_dips(&values);
                dips.is_some_and(|dips| (dips.period - period as f64).abs() <= 2.0 && dips.low < 800.0 * (1.1 - depth))
            });
            assert!(found.count() >= 95, "{n} {period}");
        }
    }

    #[test]
    fn noise_and_stalls_at_random_have_no_period() {
        for (n, deviation, stalls) in [
            (120, 0.1, 0.0),
            (1800, 0.1, 0.0),
            (600, 0.2, 0.0),
            (600, 0.02, 0.02),
            (1800, 0.02, 0.05),
            (120, 0.05, 0.1),
        ] {
            let found = (0..SEEDS).filter(|&seed| {
                let mut noise = Noise::new(seed ^ 0x5741);
                let mut values = planted(seed, n, deviation, |_| 1.0);
                values.iter_mut().for_each(|value| {
                    if noise.uniform() < stalls {
                        *value *= 0.2;
                    }
                });
                periodic_dips(&values).is_some()
            });
            let found = found.count();
            assert!(found <= 5, "{n} {deviation} {stalls}: {found}");
        }
    }

    #[test]
    fn what_has_no_level_has_no_dips() {
        assert_eq!(periodic_dips(&[]), None);
        assert_eq!(periodic_dips(&[0.0; 100]), None);
        assert_eq!(periodic_dips(&[5.0; 100]), None);
    }
}
