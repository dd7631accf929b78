//! The figures of a heat map.

use crate::model::{Cell, Column, HeatMap, Table};

/// The sign of the marked cell.
const SIGN: &str = "*";

/// Returns a table with a row and a column for each level. A sign is before the value of the marked cell; the caption
/// explains it, and has the unit of the values.
pub(crate) fn table(map: &HeatMap) -> Table {
    let corner = format!("{} \\ {}", map.rows.label, map.columns.label);
    let levels = map.columns.levels.iter().map(Column::right);
    let mut table = Table::new(std::iter::once(Column::left(corner)).chain(levels));
    table.title = Some(map.title.clone());
    for (row, level) in map.rows.levels.iter().enumerate() {
        let cells = (0..map.columns.levels.len()).map(|column| text(map, column, row));
        table.push(std::iter::once(level.clone()).chain(cells), false);
    }
    let mark = map.mark.iter().map(|mark| format!("{SIGN} {}", mark.label));
    let label = match unit(map) {
        Some(unit) => format!("{} ({unit})", map.value.label),
        None => map.value.label.clone(),
    };
    let lines: Vec<String> = std::iter::once(label)
        .chain(mark)
        .filter(|line| !line.is_empty())
        .collect();
    let legend = Some(lines.join("; ")).filter(|line| !line.is_empty());
    let sentences: Vec<String> = legend.into_iter().chain(map.caption.clone()).collect();
    table.caption = (!sentences.is_empty()).then(|| sentences.join(". "));
    table
}

/// Returns the unit that all values have, if they have the same.
fn unit(map: &HeatMap) -> Option<String> {
    let finite = map.cells.iter().filter(|cell| cell.value.is_finite());
    let mut units = finite.map(|cell| {
        let shown = map.value.show(cell.value);
        shown.rsplit_once(' ').map(|(_, unit)| unit.to_owned())
    });
    let first = units.next()??;
    units.all(|unit| unit.as_ref() == Some(&first)).then_some(first)
}

/// Formats the value of a cell, without a unit that all values have.
pub(crate) fn value(map: &HeatMap, cell: &Cell) -> String {
    let shown = map.value.show(cell.value);
    let number = unit(map).and_then(|unit| {
        let number = shown.strip_suffix(&unit)?;
        Some(number.trim_end().to_owned())
    });
    number.unwrap_or(shown)
}

/// Returns the text of a cell, empty if it is missing.
fn text(map: &HeatMap, column: usize, row: usize) -> String {
    let Some(cell) = map.at(column, row) else {
        return String::new();
    };
    let value = value(map, cell);
    let shown = match &cell.note {
        Some(note) => format!("{value} ({note})"),
        None => value,
    };
    if map.is_marked(column, row) {
        format!("{SIGN} {shown}")
    } else {
        shown
    }
}
