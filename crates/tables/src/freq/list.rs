//! Tables as lists: a line for each level of one variable, or for each combination of several.

use std::convert::Infallible;

use feedrate_rows::environment::{Audience, Cell, Listing, TableOfResults};
use feedrate_values::Kind;

use super::number::{centred, count, percent, share};
use super::request::FreqListing;
use super::result_tables;
use super::table::Table;

/// A column of numbers: the lines of its heading, the end of these, and the end of its values, all relative to the
/// end of the previous column.
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

/// The number of blanks between the columns of variables.
const GAP: usize = 4;

/// A row of the list.
struct Row<'r> {
    levels: &'r [u32],
    number: f64,
    /// The cumulative frequency.
    so_far: f64,
    total: f64,
}

impl Column {
    /// Returns its ODS name and its heading.
    fn named(&self) -> (&'static str, String) {
        let name = match self.heading {
            ["", "Frequency"] => "Frequency",
            ["", _] => "Percent",
            [_, "Frequency"] => "CumFrequency",
            _ => "CumPercent",
        };
        (name, self.heading.join("\n").trim_start().to_owned())
    }

    /// Returns its cell in a row.
    fn cell(&self, row: &Row<'_>) -> Cell {
        let counted = |number: f64| Cell::number(number, count(number, 10));
        let shared = |part| {
            let share = share(part, row.total);
            Cell::number(share, percent(share))
        };
        match self.heading {
            ["", "Frequency"] => counted(row.number),
            ["", _] => shared(row.number),
            [_, "Frequency"] => counted(row.so_far),
            _ => shared(row.so_far),
        }
    }
}

/// Lists the cells of a table.
pub(super) fn list(table: &Table<'_>, listing: &FreqListing, out: &mut dyn Listing) {
    let classes = table.classes();
    let mut widths: Vec<usize> = (0..classes).map(|place| table.name(place).0.chars().count()).collect();
    for (place, width) in widths.iter_mut().enumerate() {
        for level in table.used(place) {
            *width = (*width).max(table.level(place, level).text.chars().count());
        }
    }
    let has_percents = listing.percents && !table.is_negative;
    let columns = [
        (listing.frequencies, FREQUENCY),
        (has_percents, PERCENT),
        (listing.cumulative && listing.frequencies, CUMULATIVE_FREQUENCY),
        (listing.cumulative && has_percents, CUMULATIVE_PERCENT),
    ];
    let columns: Vec<Column> = columns
        .into_iter()
        .filter_map(|(is_shown, column)| is_shown.then_some(column))
        .collect();
    begin(table, &columns, out);
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
                ending_at(&mut text, column.heading[line], end + column.heading_ends[line]);
                end += column.width;
            }
            if !text.trim().is_empty() {
                out.line(text.trim_end().as_bytes());
            }
        }
        out.line("-".repeat(width).as_bytes());
    }
    let is_wanted = out.wants_tables();
    each_row(table, |row| {
        let levels = row.levels;
        let texts = levels.iter().enumerate();
        let texts = texts.map(|(place, &level)| table.level(place, level).text.as_str());
        let mut text = keyed(texts, table, &widths);
        let mut end = keys;
        for column in &columns {
            ending_at(&mut text, &column.cell(row).text, end + column.value_ends);
            end += column.width;
        }
        out.line(text.trim_end().as_bytes());
        if is_wanted {
            let titles = levels.iter().enumerate();
            let titles = titles.map(|(place, &level)| result_tables::title(table, place, level));
            let cells = columns.iter().map(|column| column.cell(row));
            out.row(&titles.chain(cells).collect::<Vec<_>>());
        }
    });
    out.line(b"");
    out.end_table();
    data_set(table, &columns, out);
    if table.missing() != 0.0 {
        let text = format!("Frequency Missing = {}", count(table.missing(), 12));
        out.note(&centred(&text, width));
    }
}

/// Begins the displayed table of results.
fn begin(table: &Table<'_>, columns: &[Column], out: &mut dyn Listing) {
    let mut all_columns = result_tables::variables(table);
    for (place, own) in all_columns.iter_mut().enumerate() {
        table.name(place).0.clone_into(&mut own.heading);
    }
    all_columns.extend(columns.iter().map(|column| {
        let (name, heading) = column.named();
        result_tables::column(name, &heading, Kind::Number)
    }));
    out.begin_table(&TableOfResults {
        name: name(table).to_owned(),
        title: match table.classes() {
            1 => table.name(0).1.to_owned(),
            _ => String::new(),
        },
        columns: all_columns,
        audience: Audience::People,
        ..TableOfResults::default()
    });
}

/// Returns the ODS name of a list.
fn name(table: &Table<'_>) -> &'static str {
    match table.classes() {
        1 => "OneWayFreqs",
        _ => "List",
    }
}

/// Writes the table as a data set, with the formatted value of each level and its value.
fn data_set(table: &Table<'_>, columns: &[Column], out: &mut dyn Listing) {
    let mut all_columns = vec![result_tables::column("Table", "Table", Kind::Text)];
    for (place, own) in result_tables::variables(table).into_iter().enumerate() {
        let (name, _) = table.name(place);
        all_columns.push(result_tables::column(&format!("F_{name}"), &own.heading, Kind::Text));
        all_columns.push(own);
    }
    all_columns.extend(columns.iter().map(|column| {
        let (name, heading) = column.named();
        result_tables::column(name, &heading, Kind::Number)
    }));
    result_tables::data_set(name(table), all_columns, out, |out| {
        let request = result_tables::request(table);
        each_row(table, |row| {
            let mut cells = vec![Cell::text(request.as_str())];
            for (place, &level) in row.levels.iter().enumerate() {
                cells.push(Cell::text(table.level(place, level).text.as_str()));
                cells.push(result_tables::value(table, place, level));
            }
            cells.extend(columns.iter().map(|column| column.cell(row)));
            out.row(&cells);
        });
    });
}

/// Calls `each` with every row.
fn each_row(table: &Table<'_>, mut each: impl FnMut(&Row<'_>)) {
    let total = table.total();
    let mut so_far = 0.0;
    let each = |levels: &[u32], number: f64| -> Result<(), Infallible> {
        so_far += number;
        each(&Row {
            levels,
            number,
            so_far,
            total,
        });
        Ok(())
    };
    let Ok(()) = table.each_cell(each);
}

/// Returns the texts in the columns of the variables; those of numeric variables are right-aligned.
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

/// Appends a text right-aligned to a position of the line, after at least one blank.
fn ending_at(line: &mut String, text: &str, end: usize) {
    if text.is_empty() {
        return;
    }
    let there = line.chars().count();
    let blanks = end.saturating_sub(there + text.chars().count()).max(1);
    line.push_str(&" ".repeat(blanks));
    line.push_str(text);
}
