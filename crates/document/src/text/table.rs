//! Tables, and lists of records in place of tables that are too wide for the page.

use comfy_table::{CellAlignment, ContentArrangement, TableComponent, presets};

use super::page::{Page, Tone, width_of};
use crate::model::{Align, Column, Row, Table};

/// The mark of a highlighted row.
const MARK: &str = ">";

pub(super) fn write(page: &mut Page, table: &Table) {
    if let Some(title) = &table.title {
        page.wrapped(title, Tone::Strong);
    }
    let lines = arranged(table, page.width());
    if lines.iter().all(|line| width_of(line) <= page.width()) {
        for line in lines {
            let tone = if line.starts_with(MARK) {
                Tone::Strong
            } else {
                Tone::Plain
            };
            page.line(&line, tone);
        }
    } else {
        records(page, table);
    }
    if let Some(caption) = &table.caption {
        page.gap();
        page.wrapped(caption, Tone::Faint);
    }
}

/// Returns the lines of a table whose cells are wrapped so that it fits, if possible.
fn arranged(table: &Table, width: usize) -> Vec<String> {
    let mut shown = comfy_table::Table::new();
    shown
        .load_preset(presets::NOTHING)
        .set_style(TableComponent::HeaderLines, '-')
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(u16::try_from(width).unwrap_or(u16::MAX));
    let marked = table.rows.iter().any(|row| row.highlighted);
    let units = table.columns.iter().any(|column| column.unit.is_some());
    let lead = marked.then(String::new);
    shown.set_header(lead.into_iter().chain(table.columns.iter().map(|c| head(c, units))));
    for row in &table.rows {
        let mark = marked.then_some(if row.highlighted { MARK } else { "" });
        let cells = (0..table.columns.len()).map(|column| row.cell(column));
        shown.add_row(mark.into_iter().chain(cells));
    }
    let last = shown.column_count().saturating_sub(1);
    for (index, column) in shown.column_iter_mut().enumerate() {
        column.set_padding((
            0,
            if index == last {
                0
            } else if marked && index == 0 {
                1
            } else {
                2
            },
        ));
        let described = index
            .checked_sub(usize::from(marked))
            .and_then(|i| table.columns.get(i));
        if described.is_some_and(|column| column.align == Align::Right) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    shown.lines().map(|line| line.trim_end().to_owned()).collect()
}

fn head(column: &Column, units: bool) -> String {
    match (&column.unit, units) {
        (Some(unit), _) => format!("{}\n{unit}", column.name),
        (None, true) => format!("{}\n", column.name),
        (None, false) => column.name.clone(),
    }
}

/// Writes every row as a list of its cells, one below the other.
fn records(page: &mut Page, table: &Table) {
    let name = |column: &Column| match &column.unit {
        Some(unit) => format!("{}, {unit}: ", column.name),
        None => format!("{}: ", column.name),
    };
    for row in &table.rows {
        page.gap();
        for (index, column) in table.columns.iter().enumerate() {
            page.wrapped(&format!("{}{}", name(column), row.cell(index)), tone(row));
        }
    }
}

fn tone(row: &Row) -> Tone {
    if row.highlighted { Tone::Strong } else { Tone::Plain }
}
