//! Tables as lists: a line for each level of one variable, or for each combination of several.

use std::convert::Infallible;

use feedrate_values::Kind;

use super::number::{centred, count, percent, share};
use super::request::FreqListing;
use super::table::Table;
use crate::environment::Listing;

/// A column of numbers: the lines of its heading, where these end, and where its values end, all counted from
/// the end of the column before it.
struct Column {
    heading: [&'static str; 2],
    heading_ends: [usize; 2],
    value_ends: usize,
    width: usize,
}

const FREQUENCY: Column = Column {
    heading: ["", "Frequency"],
    heading_ends: [13, 13],
    value_ends: 12,
    width: 13,
};
const PERCENT: Column = Column {
    heading: ["", "Percent"],
    heading_ends: [12, 12],
    value_ends: 11,
    width: 12,
};
const CUMULATIVE_FREQUENCY: Column = Column {
    heading: ["Cumulative", "Frequency"],
    heading_ends: [14, 14],
    value_ends: 13,
    width: 14,
};
const CUMULATIVE_PERCENT: Column = Column {
    heading: ["Cumulative", "Percent"],
    heading_ends: [14, 13],
    value_ends: 12,
    width: 14,
};

/// Blanks between the columns of variables.
const GAP: usize = 4;

/// Lists the cells of a table.
pub(super) fn list(table: &Table<'_>, listing: &FreqListing, out: &mut dyn Listing) {
    let classes = table.classes();
    let mut widths: Vec<usize> = (0..classes)
        .map(|place| table.name(place).0.chars().count())
        .collect();
    for (place, width) in widths.iter_mut().enumerate() {
        for level in table.used(place) {
            *width = (*width).max(table.level(place, level).text.chars().count());
        }
    }
    let has_percents = listing.percents && !table.is_negative;
    let columns = [
        (listing.frequencies, FREQUENCY),
        (has_percents, PERCENT),
        (
            listing.cumulative && listing.frequencies,
            CUMULATIVE_FREQUENCY,
        ),
        (listing.cumulative && has_percents, CUMULATIVE_PERCENT),
    ];
    let columns: Vec<Column> = columns
        .into_iter()
        .filter_map(|(is_shown, column)| is_shown.then_some(column))
        .collect();
    let keys = widths.iter().sum::<usize>() + GAP * (classes - 1);
    let width = keys + columns.iter().map(|column| column.width).sum::<usize>();
    if classes == 1 && !table.name(0).1.is_empty() {
        out.line(centred(table.name(0).1, width).as_bytes());
        out.line(b"");
    }
    if table.cells().next().is_some() {
        let names = (0..classes).map(|place| table.name(place).0);
        let names = keyed(names, table, &widths);
        for line in [0, 1] {
            let mut text = match line {
                0 => " ".repeat(keys),
                _ => names.clone(),
            };
            let mut end = keys;
            for column in &columns {
                ending_at(
                    &mut text,
                    column.heading[line],
                    end + column.heading_ends[line],
                );
                end += column.width;
            }
            if !text.trim().is_empty() {
                out.line(text.trim_end().as_bytes());
            }
        }
        out.line("-".repeat(width).as_bytes());
    }
    let total = table.total();
    let mut so_far = 0.0;
    let each = |levels: &[u32], number: f64| -> Result<(), Infallible> {
        so_far += number;
        let texts = levels.iter().enumerate();
        let texts = texts.map(|(place, &level)| table.level(place, level).text.as_str());
        let mut text = keyed(texts, table, &widths);
        let mut end = keys;
        for column in &columns {
            let shown = match column.heading {
                ["", "Frequency"] => count(number, 10),
                ["", _] => percent(share(number, total)),
                [_, "Frequency"] => count(so_far, 10),
                _ => percent(share(so_far, total)),
            };
            ending_at(&mut text, &shown, end + column.value_ends);
            end += column.width;
        }
        out.line(text.trim_end().as_bytes());
        Ok(())
    };
    let Ok(()) = table.each_cell(each);
    out.line(b"");
    if table.missing() != 0.0 {
        let text = format!("Frequency Missing = {}", count(table.missing(), 12));
        out.line(centred(&text, width).as_bytes());
        out.line(b"");
    }
}

/// Texts in the columns of the variables: those of numbers on the right.
fn keyed<'t>(texts: impl Iterator<Item = &'t str>, table: &Table<'_>, widths: &[usize]) -> String {
    let mut line = String::new();
    for ((place, text), &width) in texts.enumerate().zip(widths) {
        if place > 0 {
            line.push_str(&" ".repeat(GAP));
        }
        let blanks = " ".repeat(width.saturating_sub(text.chars().count()));
        match table.kind(place) {
            Kind::Number => line.extend([blanks.as_str(), text]),
            Kind::Text => line.extend([text, blanks.as_str()]),
        }
    }
    line
}

/// Appends a text so that it ends at a place of the line, but at least one blank behind what is there.
fn ending_at(line: &mut String, text: &str, end: usize) {
    if text.is_empty() {
        return;
    }
    let there = line.chars().count();
    let blanks = end.saturating_sub(there + text.chars().count()).max(1);
    line.push_str(&" ".repeat(blanks));
    line.push_str(text);
}
