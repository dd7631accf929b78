//! A table of one page: its rows and columns, and the values of its cells.

use feedrate_rows::StepResult;
use feedrate_values::Value;
use feedrate_values::format::Format;
use feedrate_values::missing::MISSING;

use super::branches::{Dimension, Leaf};
use super::column_headings::Heading;
use super::combinations::Combinations;
use super::nesting::figure;
use super::request::{Tabulate, TabulateTable};

/// A table of one page.
pub(super) struct Page<'p, 'd> {
    pub tabulate: &'d Tabulate,
    pub combinations: &'d Combinations<'d>,
    pub table: &'d TabulateTable,
    pub leaf: &'p Leaf<'d>,
    pub rows: Dimension<'d>,
    pub columns: &'p Dimension<'d>,
    /// The column headings, and their height in rows.
    pub headings: Vec<Heading<'p>>,
    pub height: usize,
    /// The width of each column in characters.
    pub widths: Vec<usize>,
}

impl<'d> Page<'_, 'd> {
    /// Returns the value of a cell, and its text.
    pub(super) fn value(&self, row: &Leaf<'d>, column: &Leaf<'d>, room: &mut Room) -> StepResult<(f64, String)> {
        let nestings = (self.leaf.nesting, row.nesting, column.nesting);
        // The grammar refuses such nestings.
        let Ok((bits, figure)) = figure(nestings.0, nestings.1, nestings.2) else {
            return Ok((MISSING, String::new()));
        };
        room.levels.clear();
        for (class, (&of_row, &of_column)) in row.levels.iter().zip(&*column.levels).enumerate() {
            let has = self.tabulate.aggregation.has(column.nesting.classes, class);
            room.levels.push(if has { of_column } else { of_row });
        }
        let combinations = self.combinations;
        let mut number = combinations.figure(bits, figure, &room.levels)?;
        if number.abs() < self.table.fuzz {
            number = 0.0;
        }
        if let (true, Some(text)) = (number.is_nan(), &self.table.missing_text) {
            return Ok((number, text.clone()));
        }
        room.bytes.clear();
        let format = format(self.tabulate, self.leaf, row, column);
        room.is_format_narrow |= !format.write(Value::Number(number), &mut room.bytes);
        let text = String::from_utf8_lossy(&room.bytes);
        Ok((number, text.trim().to_owned()))
    }
}

/// Returns the format of a cell: that of the column takes precedence over that of the row, and that over that of the
/// page.
fn format<'f>(tabulate: &'f Tabulate, page: &Leaf<'f>, row: &Leaf<'f>, column: &Leaf<'f>) -> &'f Format {
    let format = column.nesting.format.or(row.nesting.format);
    format.or(page.nesting.format).unwrap_or(&tabulate.format)
}

/// Returns the width of each column, which is that of the widest format in it.
pub(super) fn column_widths(
    tabulate: &Tabulate,
    page: &Leaf<'_>,
    rows: &Dimension<'_>,
    columns: &Dimension<'_>,
) -> Vec<usize> {
    let widths = columns.leaves.iter().map(|column| {
        let rows = match column.nesting.format {
            Some(_) => &rows.leaves[..1],
            None => &rows.leaves,
        };
        let widths = rows.iter().map(|row| format(tabulate, page, row, column).width());
        widths.max().unwrap_or(1).max(1)
    });
    widths.collect()
}

/// Buffers for cells, and results of drawing.
#[derive(Default)]
pub(super) struct Room {
    levels: Vec<u32>,
    bytes: Vec<u8>,
    pub is_format_narrow: bool,
}
