//! The values of observations in memory, in the order in which they come.

use super::GroupedValues;
use super::grouped::GroupedColumn;
use crate::aggregate::block::Block;

/// The maximum number of observations, because [`GroupedValues`] counts them in 32 bits.
const MOST_ROWS: usize = u32::MAX as usize;

/// The values of observations, a column for each variable.
#[derive(Debug)]
pub(super) struct ValueRows {
    /// The cell of each observation; `None` if there is only one cell.
    cells: Option<Vec<u32>>,
    /// The values of each variable, missing ones included.
    columns: Vec<Vec<f64>>,
    /// The frequency or weight of each observation; `None` if all of them are one.
    weights: Option<Vec<f64>>,
    rows: usize,
}

impl ValueRows {
    pub(super) fn new(variables: usize, is_weighted: bool, is_one_cell: bool) -> Self {
        Self {
            cells: (!is_one_cell).then(Vec::new),
            columns: vec![Vec::new(); variables],
            weights: is_weighted.then(Vec::new),
            rows: 0,
        }
    }

    /// Adds the observations of a block, with the cell of each, and its weight by row.
    pub(super) fn add(&mut self, block: &Block, cells: &[u32], weight: impl Fn(usize) -> f64) {
        let rows = 0..block.rows();
        self.rows += block.rows();
        if let Some(own) = &mut self.cells {
            own.extend_from_slice(cells);
        }
        if let Some(weights) = &mut self.weights {
            weights.extend(rows.clone().map(weight));
        }
        for (variable, column) in self.columns.iter_mut().enumerate() {
            column.extend(rows.clone().map(|row| block.row(row)[variable]));
        }
    }

    /// Returns whether there is no room for another block, regardless of memory.
    pub(super) fn is_full(&self) -> bool {
        self.rows > MOST_ROWS - (1 << 16)
    }

    /// Returns the approximate size in bytes, with that of a further column for [`Self::take_grouped`].
    pub(super) fn bytes(&self) -> usize {
        let cell = self.cells.as_ref().map_or(0, |_| size_of::<u32>());
        // Grouped, each value has its own weight.
        let value = size_of::<f64>() * if self.weights.is_some() { 2 } else { 1 };
        self.rows * (cell + (self.columns.len() + 1) * value)
    }

    /// Takes all observations out, and returns their values by cell. `cells` is the number of cells.
    pub(super) fn take_grouped(&mut self, cells: usize) -> GroupedValues {
        let own = self.cells.as_mut().map(std::mem::take);
        let weights = self.weights.as_mut().map(std::mem::take);
        self.rows = 0;
        let columns = self.columns.iter_mut().map(|column| {
            let column = std::mem::take(column);
            match &own {
                Some(own) => GroupedColumn::new(&column, own, weights.as_deref(), cells),
                None => GroupedColumn::of_one_cell(&column, weights.as_deref()),
            }
        });
        GroupedValues::new(columns.collect())
    }
}
