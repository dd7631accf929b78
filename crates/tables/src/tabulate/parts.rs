//! Writes a table in parts: rows that share no box with those before them need not be drawn together with them.

use std::ops::Range;

use feedrate_rows::StepResult;

use super::branches::Bounds;
use super::grid::Grid;
use super::page::{Page, Room};
use super::row_titles::RowSink;

/// The approximate memory of a box while it is drawn, in bytes: with its text, its lines and its area.
const CELL_BYTES: usize = 224;

/// The least number of boxes that are drawn together, unless memory is short.
const PART: usize = 1 << 12;

/// Writes a part of a grid; the flag is whether a further one follows.
pub(super) type Write<'w> = dyn FnMut(&Grid, bool) -> StepResult<()> + 'w;

/// Fills rows with values, and writes them.
pub(super) struct PartSink<'s, 'p, 'd, 'w> {
    pub page: &'s Page<'p, 'd>,
    pub bounds: Bounds<'d>,
    pub columns: Range<usize>,
    pub room: Room,
    pub write: &'s mut Write<'w>,
}

impl RowSink for PartSink<'_, '_, '_, '_> {
    fn values(&mut self, row: usize, grid: &mut Grid) -> StepResult<Vec<usize>> {
        let bounds = self.bounds;
        (bounds.stop)()?;
        let count = grid.cells.len() + self.columns.len();
        (bounds.pool).check(count.saturating_mul(CELL_BYTES))?;
        let row = &self.page.rows.leaves[row];
        let columns = &self.page.columns.leaves[self.columns.clone()];
        let of_row = columns.iter().map(|column| {
            let (number, text) = self.page.value(row, column, &mut self.room)?;
            Ok(grid.add_value(number, text))
        });
        of_row.collect()
    }

    fn row_begins_apart(&mut self, grid: &mut Grid) -> StepResult<()> {
        let most = self.bounds.pool.left() / (2 * CELL_BYTES);
        if grid.cells.len() >= most.min(PART) {
            (self.write)(grid, true)?;
            grid.begin_part();
        }
        Ok(())
    }
}
