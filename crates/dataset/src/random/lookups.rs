//! The amount that lookups of rows by their numbers are expected to move, for plans of steps that are not run.

use super::division::{FileFacts, plan_of};
use crate::native::Extent;
use crate::settings::Settings;

/// The amount that lookups are expected to move, if each row is as likely as any other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lookups {
    /// Transfers: units that are not in a buffer.
    pub transfers: u64,
    /// Bytes of a transfer: a page, or the block that holds a row.
    pub unit_bytes: u64,
}

impl Lookups {
    /// Returns what so many lookups in a file move with these settings.
    pub fn expected(extent: &Extent, row_length: u64, is_compressed: bool, settings: &Settings, lookups: u64) -> Self {
        let facts = FileFacts {
            header_length: extent.header_bytes(),
            page_bytes: extent.page_bytes().max(1),
            pages: extent.pages(),
            file_bytes: extent.bytes(),
            row_length,
            is_searched: is_compressed,
        };
        let plan = plan_of(&facts, settings);
        let unit_bytes = plan.unit_bytes as u64;
        let units = facts.file_bytes.div_ceil(unit_bytes);
        let kept = match plan.is_mapped {
            // A unit of mapped memory counts when it is first used.
            true => units,
            // One buffer is for what is transferred between them.
            false => plan.buffers as u64 - 1,
        };
        Self {
            transfers: misses(units, kept, lookups),
            unit_bytes,
        }
    }
}

/// Returns how many of some lookups among `units`, each as likely as any other, find their unit in none of the `kept`
/// ones that were used last.
fn misses(units: u64, kept: u64, lookups: u64) -> u64 {
    if units <= 1 || kept == 0 {
        return match kept {
            0 => lookups,
            _ => units.min(lookups),
        };
    }
    let (all, kept, count) = (units as f64, kept.min(units) as f64, lookups as f64);
    // After n lookups, a unit has not been used with the probability (1 - 1/all)^n.
    let log_unused = (-1.0 / all).ln_1p();
    let used = all * -(count * log_unused).exp_m1();
    let expected = match used <= kept {
        true => used,
        false => {
            let until_full = (-kept / all).ln_1p() / log_unused;
            kept + (count - until_full).max(0.0) * (1.0 - kept / all)
        }
    };
    (expected.round() as u64).min(lookups)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts the misses of a pool that keeps the units that were used last.
    fn counted(units: u64, kept: usize, lookups: u64) -> u64 {
        let mut random = fastrand::Rng::with_seed(5);
        let mut recent: Vec<u64> = Vec::new();
        let mut misses = 0;
        for _ in 0..lookups {
            let unit = random.u64(0..units);
            match recent.iter().position(|&it| it == unit) {
                Some(place) => {
                    recent.remove(place);
                }
                None => {
                    misses += 1;
                    if recent.len() == kept {
                        recent.remove(0);
                    }
                }
            }
            recent.push(unit);
        }
        misses
    }

    #[test]
    fn expected_misses_are_those_of_a_pool() {
        for (units, kept, lookups) in [
            (100, 100, 50),
            (100, 100, 1000),
            (1000, 10, 5000),
            (1000, 500, 20_000),
            (7, 3, 4000),
            (50, 1, 3000),
        ] {
            let expected = misses(units, kept as u64, lookups) as f64;
            let counted = counted(units, kept, lookups) as f64;
            assert!(
                (expected - counted).abs() <= counted * 0.05 + 3.0,
                "{units} units, {kept} kept, {lookups} lookups: {expected}, {counted}"
            );
        }
    }

    #[test]
    fn edges_are_whole() {
        assert_eq!(misses(0, 5, 100), 0);
        assert_eq!(misses(1, 5, 100), 1);
        assert_eq!(misses(1000, 0, 100), 100);
        assert_eq!(misses(1000, 10, 0), 0);
        assert_eq!(misses(u64::MAX, 10, 100), 100);
        assert!(misses(3, 3, u64::MAX) <= 3);
    }
}
