//! A map of the visited units of a file, with a bit for each.

/// A map of units, for blocks of different lengths, whose order cannot be computed.
#[derive(Clone, Debug)]
pub(crate) struct VisitMap {
    words: Vec<u64>,
    units: u64,
    left: u64,
}

impl VisitMap {
    pub(crate) fn new(units: u64) -> Self {
        Self {
            words: vec![0; units.div_ceil(64) as usize],
            units,
            left: units,
        }
    }

    /// Marks a unit, and returns whether it was unmarked before.
    pub(crate) fn mark(&mut self, unit: u64) -> bool {
        let word = &mut self.words[(unit / 64) as usize];
        let bit = 1 << (unit % 64);
        let new = *word & bit == 0;
        *word |= bit;
        self.left -= u64::from(new);
        new
    }

    /// Clears the mark of a unit.
    pub(crate) fn clear(&mut self, unit: u64) {
        let word = &mut self.words[(unit / 64) as usize];
        let bit = 1 << (unit % 64);
        self.left += u64::from(*word & bit != 0);
        *word &= !bit;
    }

    /// Clears all marks.
    pub(crate) fn clear_all(&mut self) {
        self.words.fill(0);
        self.left = self.units;
    }

    /// Returns the first unmarked unit from `from` on, continuing at the start.
    pub(crate) fn next_free(&self, from: u64) -> Option<u64> {
        if self.left == 0 {
            return None;
        }
        self.first(from, true).or_else(|| self.first(0, true))
    }

    /// Returns the first marked unit from `from` on.
    pub(crate) fn next_visited(&self, from: u64) -> Option<u64> {
        self.first(from, false)
    }

    fn first(&self, from: u64, free: bool) -> Option<u64> {
        if from >= self.units {
            return None;
        }
        let turned = |word: u64| if free { !word } else { word };
        let mut index = (from / 64) as usize;
        let mut word = turned(self.words[index]) & (u64::MAX << (from % 64));
        loop {
            if word != 0 {
                let unit = index as u64 * 64 + u64::from(word.trailing_zeros());
                return (unit < self.units).then_some(unit);
            }
            index += 1;
            word = turned(*self.words.get(index)?);
        }
    }

    /// Marks up to `count` units beginning at an unmarked one, until a marked one, and returns their number.
    pub(crate) fn mark_run(&mut self, from: u64, count: u64) -> u64 {
        let end = from.saturating_add(count).min(self.units);
        let mut unit = from;
        while unit < end && self.mark(unit) {
            unit += 1;
        }
        unit - from
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_end_where_others_begin_and_searches_go_round() {
        let mut visited = VisitMap::new(130);
        assert_eq!(visited.mark_run(100, 10), 10);
        assert_eq!(visited.mark_run(95, 10), 5);
        assert_eq!(visited.mark_run(128, 10), 2);
        assert_eq!(visited.next_free(95), Some(110));
        assert_eq!(visited.next_free(129), Some(0));
        assert_eq!(visited.next_visited(0), Some(95));
        assert_eq!(visited.next_visited(110), Some(128));
        assert_eq!(visited.next_visited(130), None);
    }

    #[test]
    fn when_all_are_visited_none_is_free_until_one_is_forgotten() {
        let mut visited = VisitMap::new(64);
        assert_eq!(visited.mark_run(0, 64), 64);
        assert_eq!(visited.next_free(3), None);
        visited.clear(2);
        assert_eq!(visited.next_free(3), Some(2));
    }
}
