//! Expands cells that span columns and rows to one cell for each column of each row.

use feedrate_rows::environment::Cell;

/// The columns of the next rows that cells above span.
#[derive(Clone, Debug, Default)]
pub(super) struct Spans {
    /// For each column, the number of further rows that the cell above spans.
    below: Vec<u32>,
    places: Vec<GridCell>,
}

/// The content of a column of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GridCell {
    /// The cell of the row with this index, which begins here.
    Begins(usize),
    /// A cell of the row that began in an earlier column.
    Across(usize),
    /// The cell above it in the same column.
    Above,
    /// Nothing.
    Empty,
}

impl Spans {
    /// Begins rows that no cells above span.
    pub(super) fn clear(&mut self) {
        self.below.clear();
    }

    /// Returns the content of each of `columns` columns of the next row, and of more if cells span more.
    pub(super) fn row(&mut self, cells: &[Cell], columns: usize) -> &[GridCell] {
        self.places.clear();
        self.below.resize(self.below.len().max(columns), 0);
        let mut next = cells.iter().enumerate();
        loop {
            let column = self.places.len();
            if let Some(rows) = self.below.get_mut(column).filter(|rows| **rows > 0) {
                *rows -= 1;
                self.places.push(GridCell::Above);
                continue;
            }
            let Some((number, cell)) = next.next() else {
                if column >= self.below.len() {
                    return &self.places;
                }
                self.places.push(GridCell::Empty);
                continue;
            };
            let end = column + cell.across.max(1) as usize;
            self.below.resize(self.below.len().max(end), 0);
            self.below[column..end].fill(cell.down.max(1) - 1);
            self.places.push(GridCell::Begins(number));
            self.places.resize(end, GridCell::Across(number));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_that_reach_down_and_across_leave_their_places_to_no_other() {
        use GridCell::{Above, Across, Begins, Empty};

        let mut spans = Spans::default();
        let first = [Cell::head("a").over(1, 2), Cell::text("b").over(2, 1)];
        let places = [Begins(0), Begins(1), Across(1), Empty];
        assert_eq!(spans.row(&first, 4), places);
        let second = [Cell::text("c"), Cell::text("d"), Cell::text("e")];
        let places = [Above, Begins(0), Begins(1), Begins(2)];
        assert_eq!(spans.row(&second, 4), places);
        let places = [Begins(0), Empty, Empty, Empty];
        assert_eq!(spans.row(&second[..1], 2), places);
        spans.clear();
        assert_eq!(spans.row(&second[..1], 2), [Begins(0), Empty]);
    }
}
