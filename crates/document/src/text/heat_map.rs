//! Heat maps as tables, of which each has as many columns as fit.

use super::page::{Page, width_of};
use super::table;
use crate::figures;
use crate::model::{HeatMap, Row, Table};

/// The spaces between columns.
const BETWEEN: usize = 2;

pub(super) fn write(page: &mut Page, map: &HeatMap) {
    for (index, part) in parts(&figures::heat_map::table(map), page.width()).iter().enumerate() {
        if index > 0 {
            page.gap();
        }
        table::write(page, part);
    }
}

/// Returns tables that each have the first column and some of the others. The title is above the first, and the caption
/// beneath the last.
fn parts(table: &Table, width: usize) -> Vec<Table> {
    let widths: Vec<usize> = (0..table.columns.len())
        .map(|column| width_of_column(table, column))
        .collect();
    let first = widths.first().copied().unwrap_or(0).min(width / 3);
    let mut ranges = Vec::new();
    let (mut start, mut used) = (1, first);
    for (column, wide) in widths.iter().enumerate().skip(1) {
        if used + BETWEEN + wide > width && start < column {
            ranges.push(start..column);
            (start, used) = (column, first);
        }
        used += BETWEEN + wide;
    }
    ranges.push(start..widths.len().max(start));
    let count = ranges.len();
    let parts = ranges.into_iter().enumerate().map(|(index, range)| {
        let columns = || (0..1.min(table.columns.len())).chain(range.clone());
        let rows = table.rows.iter().map(|row| Row {
            cells: columns().map(|column| row.cell(column).to_owned()).collect(),
            highlighted: row.highlighted,
        });
        Table {
            title: table.title.clone().filter(|_| index == 0),
            caption: table.caption.clone().filter(|_| index + 1 == count),
            columns: columns().map(|column| table.columns[column].clone()).collect(),
            rows: rows.collect(),
        }
    });
    parts.collect()
}

fn width_of_column(table: &Table, column: usize) -> usize {
    let cells = table.rows.iter().map(|row| width_of(row.cell(column)));
    cells.chain([width_of(&table.columns[column].name)]).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use crate::format::Quantity;
    use crate::model::{Axis, Document, Factor, HeatMap};
    use crate::text::{TextOptions, render};

    #[test]
    fn a_heat_map_is_a_table() {
        let map = HeatMap::new(
            "Throughput by page size and buffers",
            Factor::new("Page", ["8K", "64K", "1M"]),
            Factor::new("Buffers", ["1", "16"]),
            Axis::linear("Median of 5 repeats", Quantity::Rate),
        )
        .cell(0, 0, 4e8)
        .cell(1, 0, 1.6e9)
        .cell(0, 1, 9e8)
        .noted_cell(1, 1, 2.1e9, "n = 3")
        .mark(1, 1, "recommended");
        let document = Document::new("").with(map);
        insta::assert_snapshot!(render(&document, &TextOptions::default()));
    }

    #[test]
    fn a_wide_heat_map_continues_below() {
        let levels = |count: usize| (0..count).map(|index| format!("level {index}"));
        let mut map = HeatMap::new(
            "Wide",
            Factor::new("columns", levels(12)),
            Factor::new("rows", levels(2)),
            Axis::linear("Time", Quantity::Seconds),
        )
        .mark(11, 1, "least");
        for index in 0..24 {
            map.push(index % 12, index / 12, 1.5 / (index + 1) as f64, None);
        }
        let document = Document::new("").with(map);
        insta::assert_snapshot!(render(&document, &TextOptions::default()));
    }
}
