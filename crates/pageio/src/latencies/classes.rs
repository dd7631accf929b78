//! The number of latencies in each class: exact to 1 %, and no larger than what was counted warrants.

use hdrhistogram::Histogram;

/// Significant digits: a class is never wider than 1 % of what falls into it.
const DIGITS: u8 = 2;

/// Counts by class. They take memory once something is counted, up to the greatest value: most loads have histograms of
/// directions in which nothing moves, and a thousand loads have thousands of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Classes {
    histogram: Option<Box<Histogram<u64>>>,
}

impl Classes {
    /// Counts a value so many times.
    #[inline]
    pub(super) fn add(&mut self, value: u64, times: u64) {
        let histogram = match &mut self.histogram {
            Some(histogram) => histogram,
            none => none.insert(fresh()),
        };
        // It grows to what is counted, so there is no value that it does not take.
        let _ = histogram.record_n(value, times);
    }

    /// The classes that something fell into, by their greatest values, and how much.
    pub(super) fn counts(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let recorded = self.histogram.iter().flat_map(|histogram| histogram.iter_recorded());
        recorded.map(|class| (class.value_iterated_to(), class.count_at_value()))
    }

    /// Adds another's counts.
    pub(super) fn merge(&mut self, other: &Self) {
        match (&mut self.histogram, &other.histogram) {
            (_, None) => {}
            (None, Some(_)) => *self = other.clone(),
            (Some(own), Some(other)) => {
                // As above: it grows.
                let _ = own.add(&**other);
            }
        }
    }

    /// Forgets all counts, and keeps their memory.
    pub(super) fn clear(&mut self) {
        if let Some(histogram) = &mut self.histogram {
            histogram.clear();
        }
    }
}

#[cold]
fn fresh() -> Box<Histogram<u64>> {
    let mut histogram = Histogram::new(DIGITS).expect("two digits are possible");
    histogram.auto(true);
    Box::new(histogram)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_taken_for_what_was_counted_alone() {
        let mut classes = Classes::default();
        assert!(classes.histogram.is_none());
        classes.add(1_000_000, 1);
        let small = classes
            .histogram
            .as_ref()
            .map_or(0, |histogram| histogram.distinct_values());
        assert!(small < 2000, "{small}");
        classes.add(3_600_000_000_000, 2);
        assert_eq!(classes.counts().map(|(_, count)| count).collect::<Vec<_>>(), [1, 2]);
        let mut whole = Classes::default();
        whole.merge(&classes);
        whole.merge(&classes);
        assert_eq!(whole.counts().map(|(_, count)| count).sum::<u64>(), 6);
        classes.clear();
        assert_eq!(classes.counts().count(), 0);
    }

    #[test]
    fn a_class_is_no_wider_than_one_percent_of_what_falls_into_it() {
        for value in (0..63).flat_map(|bit| [1_u64 << bit, (1 << bit) + (1 << bit) / 3]) {
            let mut classes = Classes::default();
            classes.add(value, 1);
            let (end, _) = classes.counts().next().unwrap();
            assert!(end >= value && end - value <= value / 100, "{value} in {end}");
        }
    }
}
