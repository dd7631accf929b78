//! The values of a variable in a combination of class values, as far in order as they need to be.

use feedrate_rows::from_sortable;
use feedrate_stats::quantile::{Definition, Percentiles, select};

/// The order in which values are needed.
#[derive(Clone, Copy, Debug)]
pub(in crate::aggregate) enum Order<'p> {
    /// All in ascending order.
    Ascending,
    /// Only the values of these percentiles have to be where they would be in ascending order.
    Percentiles(Definition, &'p [f64]),
}

/// The values of a variable in a combination. The memory of those before is used again.
#[derive(Debug, Default)]
pub(in crate::aggregate) struct CellValues {
    /// The values in the encoding of [`feedrate_rows::sortable`], if all of their weights are one.
    values: Vec<u64>,
    /// Otherwise the values with their frequencies or weights.
    weighted: Vec<(u64, f64)>,
    is_ascending: bool,
}

impl CellValues {
    pub(super) fn clear(&mut self) {
        self.values.clear();
        self.weighted.clear();
    }

    /// Adds values and their weights, of which there are none if all are one.
    pub(super) fn add(&mut self, values: &[u64], weights: &[f64]) {
        match weights {
            [] => self.values.extend_from_slice(values),
            _ => self
                .weighted
                .extend(values.iter().copied().zip(weights.iter().copied())),
        }
    }

    /// Adds a value and its weight, if values have weights.
    pub(super) fn push(&mut self, value: u64, weight: Option<f64>) {
        match weight {
            None => self.values.push(value),
            Some(weight) => self.weighted.push((value, weight)),
        }
    }

    /// Brings the values into an order. Those with weights are sorted in any case.
    pub(super) fn arrange(&mut self, order: Order<'_>) {
        self.is_ascending = true;
        self.weighted.sort_unstable_by_key(|(value, _)| *value);
        match order {
            Order::Ascending => self.values.sort_unstable(),
            Order::Percentiles(..) if self.values.is_empty() => {}
            Order::Percentiles(definition, percents) => {
                let n = self.values.len() as f64;
                let ranks = percents.iter().map(|&percent| definition.ranks(percent, n));
                let indexes = ranks.flat_map(|ranks| [ranks.low as usize - 1, ranks.high as usize - 1]);
                let mut indexes: Vec<usize> = indexes.collect();
                indexes.sort_unstable();
                indexes.dedup();
                select(&mut self.values, &indexes);
                self.is_ascending = false;
            }
        }
    }

    /// Passes the values to `percentiles`, which must have begun with their number or the sum of their weights.
    pub(in crate::aggregate) fn give(&self, percentiles: &mut Percentiles) {
        if self.is_ascending {
            self.for_each(|value, weight| percentiles.take(value, weight));
        } else if !self.values.is_empty() {
            percentiles.take_all(|index| from_sortable(self.values[index]));
        }
    }

    /// Passes each value with its weight to `take`. Equal values follow each other, each with a part of their weight.
    pub(in crate::aggregate) fn for_each(&self, mut take: impl FnMut(f64, f64)) {
        for &value in &self.values {
            take(from_sortable(value), 1.0);
        }
        for &(value, weight) in &self.weighted {
            take(from_sortable(value), weight);
        }
    }
}
