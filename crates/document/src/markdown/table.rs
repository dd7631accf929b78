//! Tables of GFM.

use super::escape::escaped;
use crate::model::{Align, Column, Row, Table};

/// Returns a table with its title above and its caption beneath. The cells of a highlighted row are bold.
pub(super) fn markdown(table: &Table) -> String {
    let mut parts = Vec::new();
    if let Some(title) = filled(table.title.as_deref()) {
        parts.push(format!("**{}**", escaped(title)));
    }
    if !table.columns.is_empty() {
        parts.push(rows(table).join("\n"));
    }
    if let Some(caption) = filled(table.caption.as_deref()) {
        parts.push(escaped(caption));
    }
    parts.join("\n\n")
}

fn filled(text: Option<&str>) -> Option<&str> {
    text.filter(|text| !text.trim().is_empty())
}

fn rows(table: &Table) -> Vec<String> {
    let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    let heads = table.columns.iter().map(head).collect();
    let rules = table.columns.iter().map(|column| {
        let rule = match column.align {
            Align::Left => "---",
            Align::Right => "---:",
        };
        rule.to_owned()
    });
    let mut lines = vec![line(heads), line(rules.collect())];
    for row in &table.rows {
        let cells = 0..table.columns.len();
        lines.push(line(cells.map(|index| cell(row, index)).collect()));
    }
    lines
}

fn head(column: &Column) -> String {
    match &column.unit {
        Some(unit) => escaped(&format!("{} ({unit})", column.name)),
        None => escaped(&column.name),
    }
}

fn cell(row: &Row, index: usize) -> String {
    let text = escaped(row.cell(index));
    if row.highlighted && !text.is_empty() {
        format!("**{text}**")
    } else {
        text
    }
}
