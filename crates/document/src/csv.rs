//! Renders tables as CSV (RFC 4180), for spreadsheets and programs.
//!
//! The first record has the names of the columns, with their units in parentheses. In columns of numbers the commas
//! between thousands are left out. Titles, captions and highlights are not part of the data.
//!
//! Spreadsheets calculate cells that begin with `=`, `+`, `-` or `@`, and strings of a report may come from anywhere.
//! An apostrophe precedes such a cell, and a spreadsheet takes it as text; the exception is a number with its sign, and
//! with a unit, such as `-12.3 %`. A program that needs the cell as it was removes an apostrophe before one of the four
//! characters.

mod names;

use crate::clean;
use crate::figures::data;
use crate::model::{Align, Block, Column, Document, Table};

/// A table of a document as CSV.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedCsv {
    /// A name for its file, without an extension: its title in lower-case letters, digits and hyphens. No two tables of
    /// a document have the same.
    pub name: String,
    /// The records.
    pub text: String,
}

/// Returns the tables of a document in their order, and those of the figures of its plots and heat maps.
///
/// Figures have a row for each point or cell, with plain numbers in base units: bytes, bytes a second, seconds,
/// fractions of one.
pub fn tables(document: &Document) -> Vec<NamedCsv> {
    let document = clean::document(document);
    let mut names = names::Names::default();
    let mut section = "";
    let mut found = Vec::new();
    for block in &document.blocks {
        let table = match block {
            Block::Heading(heading) => {
                section = heading;
                continue;
            }
            Block::Table(table) => table,
            Block::Plot(plot) => &data::plot(plot),
            Block::HeatMap(map) => &data::heat_map(map),
            _ => continue,
        };
        found.push(NamedCsv {
            name: names.next(table.title.as_deref().unwrap_or(section)),
            text: records(table),
        });
    }
    found
}

/// Renders a table as CSV.
pub fn render(table: &Table) -> String {
    records(&clean::table(table))
}

fn records(table: &Table) -> String {
    let mut writer = ::csv::WriterBuilder::new()
        .terminator(::csv::Terminator::CRLF)
        .from_writer(Vec::new());
    let heads = table.columns.iter().map(head).collect();
    let rows = table.rows.iter().map(|row| {
        let columns = table.columns.iter().enumerate();
        columns
            .map(|(index, column)| match column.align {
                Align::Left => harmless(row.cell(index)),
                Align::Right => harmless(&plain_number(row.cell(index))),
            })
            .collect::<Vec<String>>()
    });
    for record in std::iter::once(heads).chain(rows) {
        if !record.is_empty() {
            writer
                .write_record(&record)
                .expect("records of equal lengths are written to memory");
        }
    }
    let bytes = writer.into_inner().expect("memory takes all that is written");
    String::from_utf8(bytes).expect("the records are text")
}

fn head(column: &Column) -> String {
    harmless(&match &column.unit {
        Some(unit) => format!("{} ({unit})", column.name),
        None => column.name.clone(),
    })
}

/// Removes the commas between thousands, if the text is a number.
fn plain_number(text: &str) -> String {
    let plain = text.replace(',', "");
    if plain.parse::<f64>().is_ok() {
        plain
    } else {
        text.to_owned()
    }
}

/// Puts an apostrophe before what a spreadsheet would take as a formula.
fn harmless(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@']) && !is_signed_number(text) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

/// Returns whether a text is a number with its sign, and possibly a unit after a space.
fn is_signed_number(text: &str) -> bool {
    let (number, unit) = text.split_once(' ').unwrap_or((text, ""));
    let is_unit = |c: char| c.is_alphabetic() || matches!(c, '%' | '/' | '×');
    let digits = number.trim_start_matches(['+', '-']);
    number.len() == digits.len() + 1
        && digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.replace(',', "").parse::<f64>().is_ok()
        && unit.chars().all(is_unit)
}

#[cfg(test)]
mod tests;
