//! Heat maps: a value for each combination of the levels of two factors.

use super::Axis;

/// A factor and its levels.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Factor {
    /// Its name.
    pub label: String,
    /// The names of its levels, in order.
    pub levels: Vec<String>,
}

impl Factor {
    /// Creates a factor.
    pub fn new(label: impl Into<String>, levels: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self {
            label: label.into(),
            levels: levels.into_iter().map(Into::into).collect(),
        }
    }
}

/// The value of one combination of levels.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// The index of the level in the columns.
    pub column: usize,
    /// The index of the level in the rows.
    pub row: usize,
    /// The value, in base units. One that is not finite is shown as not available, without a colour.
    pub value: f64,
    /// A short text beneath the value.
    pub note: Option<String>,
}

/// The mark of a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// The index of the level in the columns.
    pub column: usize,
    /// The index of the level in the rows.
    pub row: usize,
    /// The meaning of the mark, such as `recommended`.
    pub label: String,
}

/// Values of all combinations of the levels of two factors, as coloured cells.
///
/// Combinations without a cell are missing. Cells outside the levels are not shown, and of several cells of one
/// combination the last is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct HeatMap {
    /// The title.
    pub title: String,
    /// The explanation beneath it.
    pub caption: Option<String>,
    /// The factor whose levels are the columns, from left to right.
    pub columns: Factor,
    /// The factor whose levels are the rows, from top to bottom.
    pub rows: Factor,
    /// The label and the quantity of the values. Colours are by its scale.
    pub value: Axis,
    /// The cells.
    pub cells: Vec<Cell>,
    /// The mark of a cell.
    pub mark: Option<Mark>,
}

impl HeatMap {
    /// Creates a heat map without cells.
    pub fn new(title: impl Into<String>, columns: Factor, rows: Factor, value: Axis) -> Self {
        Self {
            title: title.into(),
            caption: None,
            columns,
            rows,
            value,
            cells: Vec::new(),
            mark: None,
        }
    }

    /// Sets the explanation beneath the heat map.
    #[must_use]
    pub fn caption(mut self, caption: impl Into<String>) -> Self {
        self.caption = Some(caption.into());
        self
    }

    /// Adds a cell.
    #[must_use]
    pub fn cell(mut self, column: usize, row: usize, value: f64) -> Self {
        self.push(column, row, value, None);
        self
    }

    /// Adds a cell with a short text beneath its value.
    #[must_use]
    pub fn noted_cell(mut self, column: usize, row: usize, value: f64, note: impl Into<String>) -> Self {
        self.push(column, row, value, Some(note.into()));
        self
    }

    /// Adds a cell.
    pub fn push(&mut self, column: usize, row: usize, value: f64, note: Option<String>) {
        self.cells.push(Cell {
            column,
            row,
            value,
            note,
        });
    }

    /// Marks a cell, with the meaning of the mark.
    #[must_use]
    pub fn mark(mut self, column: usize, row: usize, label: impl Into<String>) -> Self {
        self.mark = Some(Mark {
            column,
            row,
            label: label.into(),
        });
        self
    }

    /// Returns the cell of a combination, unless it is missing.
    pub(crate) fn at(&self, column: usize, row: usize) -> Option<&Cell> {
        self.cells
            .iter()
            .rev()
            .find(|cell| cell.column == column && cell.row == row)
    }

    /// Returns whether a combination is marked.
    pub(crate) fn is_marked(&self, column: usize, row: usize) -> bool {
        self.mark
            .as_ref()
            .is_some_and(|mark| mark.column == column && mark.row == row)
    }
}
