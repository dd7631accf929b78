//! A block of observations as a table of numbers. Its moments are computed column by column while it is in the
//! processor's cache.

use feedrate_stats::Moments;
use feedrate_stats::moments::{COLUMNS, Columns};

use super::layout::Layout;

/// The size of a block in bytes. It stays in the cache of one core for both passes.
const BYTES: usize = 128 * 1024;

/// The maximum number of observations in a block.
const MOST_ROWS: usize = 1024;

/// A block of observations.
#[derive(Debug)]
pub(super) struct Block {
    layout: Layout,
    /// Numbers per row: the variables, padded with missing values to a multiple of [`COLUMNS`].
    stride: usize,
    numbers: Vec<f64>,
    /// The frequency of each row.
    counts: Vec<f64>,
    /// The total weight of each row; empty unless weights differ.
    weights: Vec<f64>,
    rows: usize,
    capacity: usize,
}

impl Block {
    /// Returns an empty block for at most `most_rows` observations.
    pub(super) fn new(layout: Layout, most_rows: usize) -> Self {
        let stride = layout.variables.next_multiple_of(COLUMNS);
        let fit = (BYTES / (8 * stride.max(1))).min(most_rows);
        let capacity = fit.clamp(1, MOST_ROWS);
        Self {
            layout,
            stride,
            numbers: vec![f64::NAN; stride * capacity],
            counts: vec![1.0; capacity],
            weights: vec![1.0; capacity],
            rows: 0,
            capacity,
        }
    }

    /// Returns the number of observations.
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// Returns whether there is no room for another observation.
    pub(super) fn is_full(&self) -> bool {
        self.rows == self.capacity
    }

    /// Removes all observations.
    pub(super) fn clear(&mut self) {
        self.rows = 0;
    }

    /// Adds an observation with frequency `count` and total weight `weight`. Returns its numbers, all of which the
    /// caller must set.
    #[inline]
    pub(super) fn add(&mut self, count: f64, weight: f64) -> &mut [f64] {
        let row = self.rows;
        self.rows += 1;
        self.counts[row] = count;
        self.weights[row] = weight;
        let start = row * self.stride;
        &mut self.numbers[start..start + self.layout.variables]
    }

    /// Returns the numbers of an observation.
    #[inline]
    pub(super) fn row(&self, row: usize) -> &[f64] {
        &self.numbers[row * self.stride..][..self.layout.variables]
    }

    /// Returns the frequency and the total weight of an observation.
    #[inline]
    pub(super) fn weight(&self, row: usize) -> (f64, f64) {
        (self.counts[row], self.weights[row])
    }

    /// Adds all observations to a cell.
    pub(super) fn add_all_to(&self, cell: &mut [f64]) {
        self.add_to(cell, 0..self.rows);
    }

    /// Adds some observations to a cell. `rows` has the row number in its lower 32 bits.
    pub(super) fn add_some_to(&self, cell: &mut [f64], rows: &[u64]) {
        let number = |row: &u64| (*row & 0xFFFF_FFFF) as usize;
        if let [one] = rows {
            return self.add_one_to(cell, number(one));
        }
        self.add_to(cell, rows.iter().map(number));
    }

    fn add_one_to(&self, cell: &mut [f64], row: usize) {
        let (count, weight) = self.weight(row);
        cell[0] += count;
        for (variable, &value) in self.row(row).iter().enumerate() {
            if !value.is_nan() {
                self.layout.add(cell, variable, &Moments::of(value, count, weight));
            }
        }
    }

    fn add_to(&self, cell: &mut [f64], rows: impl Iterator<Item = usize> + Clone) {
        cell[0] += rows.clone().map(|row| self.counts[row]).sum::<f64>();
        for first in (0..self.stride).step_by(COLUMNS) {
            let rows = rows.clone();
            let tile = match (self.layout.weighted, self.layout.higher) {
                (false, false) => self.tile::<false, false>(first, rows),
                (false, true) => self.tile::<false, true>(first, rows),
                (true, false) => self.tile::<true, false>(first, rows),
                (true, true) => self.tile::<true, true>(first, rows),
            };
            for (column, variable) in (first..self.layout.variables).take(COLUMNS).enumerate() {
                self.layout.add(cell, variable, &tile.moments(column));
            }
        }
    }

    /// Computes the moments of [`COLUMNS`] columns.
    #[inline]
    fn tile<const WEIGHTED: bool, const HIGHER: bool>(
        &self,
        first: usize,
        rows: impl Iterator<Item = usize> + Clone,
    ) -> Columns {
        let rows = rows.map_while(|row| {
            let (count, weight) = match WEIGHTED {
                true => self.weight(row),
                false => (1.0, 1.0),
            };
            Some((self.lanes(row, first)?, count, weight))
        });
        Columns::of::<WEIGHTED, HIGHER>(rows)
    }

    #[inline]
    fn lanes(&self, row: usize, first: usize) -> Option<&[f64; COLUMNS]> {
        self.numbers.get(row * self.stride + first..)?.first_chunk()
    }
}

#[cfg(test)]
mod tests {
    use feedrate_values::missing::{MISSING, special};
    use proptest::prelude::*;

    use super::super::details::Details;
    use super::super::selections::Selections;
    use super::*;

    /// Numbers, some of them missing.
    fn number() -> impl Strategy<Value = f64> {
        prop_oneof![
            6 => -1e3..1e3_f64,
            1 => Just(MISSING),
            1 => (b'A'..=b'Z').prop_map(|letter| special(letter).unwrap_or(MISSING)),
        ]
    }

    proptest! {
        #[test]
        fn a_block_gives_what_its_rows_give(
            variables in 1..11_usize,
            numbers in prop::collection::vec(number(), 0..400),
            factors in prop::collection::vec((0..4_u8, 0.0..3.0_f64), 400),
            weighted: bool,
            higher: bool,
        ) {
            let layout = Layout { variables, weighted, higher, details: Details::NONE, selections: Selections::NONE };
            let mut block = Block::new(layout, MOST_ROWS);
            let mut one_by_one = vec![0.0; layout.width()];
            layout.clear(&mut one_by_one);
            let mut at_once = one_by_one.clone();
            for (row, &(count, weight)) in numbers.chunks_exact(variables).zip(&factors) {
                let (count, weight) = if weighted { (f64::from(count), weight) } else { (1.0, 1.0) };
                block.add(count, weight).copy_from_slice(row);
                one_by_one[0] += count;
                for (variable, &value) in row.iter().enumerate().filter(|(_, value)| !value.is_nan()) {
                    layout.add(&mut one_by_one, variable, &Moments::of(value, count, weight));
                }
            }
            block.add_all_to(&mut at_once);
            prop_assert_eq!(at_once[0], one_by_one[0]);
            for variable in 0..variables {
                let (a, b) = (layout.get(&at_once, variable), layout.get(&one_by_one, variable));
                prop_assert_eq!((a.n, a.min, a.max), (b.n, b.min, b.max));
                // The tolerance grows with the possible magnitude of the sums, which depends on the power of the
                // values.
                let near = |x: f64, y: f64, power: i32| (x - y).abs() <= 1e-12 * (1.0 + b.weight) * 2e3_f64.powi(power);
                prop_assert!(near(a.total(), b.total(), 1));
                prop_assert!(near(a.second, b.second, 2));
                prop_assert!(near(a.third, b.third, 3));
                prop_assert!(near(a.fourth, b.fourth, 4));
            }
        }
    }

    #[test]
    fn rows_are_chosen_by_number() {
        let layout = Layout {
            variables: 1,
            weighted: false,
            higher: false,
            details: Details::NONE,
            selections: Selections::NONE,
        };
        let mut block = Block::new(layout, MOST_ROWS);
        for value in [1.0, 2.0, 4.0, MISSING] {
            block.add(1.0, 1.0)[0] = value;
        }
        let mut cell = vec![0.0; layout.width()];
        layout.clear(&mut cell);
        block.add_some_to(&mut cell, &[0, 2, 3]);
        block.add_some_to(&mut cell, &[1]);
        let moments = layout.get(&cell, 0);
        assert_eq!((cell[0], moments.n, moments.total()), (4.0, 3.0, 7.0));
        assert_eq!((moments.min, moments.max), (1.0, 4.0));
        assert!((moments.second - 14.0 / 3.0).abs() < 1e-14);
    }
}
