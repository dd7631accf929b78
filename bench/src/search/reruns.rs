//! The advice of a search, held against the others.

use std::fmt;

use feedrate_check::findings::SearchResult;
use feedrate_check::search::TOLERANCE;

/// The pairs of a search and another one, and the place of the first one's choice in the second.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Stability {
    pairs: usize,
    /// The other one chose the same.
    same: usize,
    /// The other one found it within the tolerance of its own best.
    within: usize,
    /// The other one did not find it slower than that for sure: its interval reaches into the tolerance.
    not_slower: usize,
    /// The other one has no interval for it: it failed, or was dropped too early.
    unknown: usize,
}

impl Stability {
    /// Compares each search with each other one.
    pub fn between(searches: &[SearchResult]) -> Self {
        let mut holds = Self::default();
        for (index, search) in searches.iter().enumerate() {
            for (other_index, other) in searches.iter().enumerate() {
                let Some(choice) = search.choice.filter(|_| index != other_index) else {
                    continue;
                };
                let place = other.ranking.iter().find(|ranked| ranked.setting == choice);
                let ratio = place.and_then(|ranked| ranked.ratio);
                let interval = place.and_then(|ranked| ranked.interval);
                let bar = 1.0 - TOLERANCE;
                holds.pairs += 1;
                holds.same += usize::from(other.choice == Some(choice));
                holds.within += usize::from(ratio.is_some_and(|ratio| ratio >= bar));
                holds.not_slower += usize::from(interval.is_some_and(|interval| interval.high >= bar));
                holds.unknown += usize::from(interval.is_none());
            }
        }
        holds
    }
}

impl fmt::Display for Stability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "of {} pairs of searches, the second found the choice of the first within {:.0} % of its best in {}, \
             not slower than that for sure in {} (too few rounds to tell in {}), and chose it too in {}",
            self.pairs,
            TOLERANCE * 100.0,
            self.within,
            self.not_slower,
            self.unknown,
            self.same
        )
    }
}

#[cfg(test)]
mod tests {
    use feedrate_check::search::RankedSetting;
    use feedrate_check::setting::Setting;
    use feedrate_pageio::Discipline;
    use feedrate_stats::Interval;

    use super::*;

    /// A search in which a setting has an interval if it is within 0.95 of the best.
    fn search(choice: u64, ratios: [(u64, f64); 2]) -> SearchResult {
        let ranked = |(page, ratio)| RankedSetting {
            setting: Setting::cached_as_sas(page),
            megabytes_per_second: None,
            megabytes_per_second_interval: None,
            ratio: Some(ratio),
            interval: (ratio >= 0.95).then_some(Interval {
                low: ratio - 0.005,
                high: ratio + 0.005,
            }),
            rounds: 10,
            failed: false,
        };
        SearchResult {
            discipline: Discipline::AsSas,
            choice: Some(Setting::cached_as_sas(choice)),
            equal: Vec::new(),
            tolerance: TOLERANCE,
            possible: Vec::new(),
            doubts: Vec::new(),
            certainty: None,
            trials: 20,
            ranking: ratios.into_iter().map(ranked).collect(),
        }
    }

    #[test]
    fn a_choice_holds_where_another_search_finds_it_as_good() {
        let searches = [
            search(4096, [(4096, 1.0), (8192, 0.98)]),
            search(8192, [(8192, 1.0), (4096, 0.9)]),
            search(8192, [(8192, 1.0), (4096, 0.96)]),
        ];
        let expected = Stability {
            pairs: 6,
            same: 2,
            within: 4,
            not_slower: 4,
            unknown: 1,
        };
        assert_eq!(Stability::between(&searches), expected);
    }
}
