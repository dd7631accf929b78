//! Tables as lists: a line for each level of one variable, or for each combination of several.

use std::convert::Infallible;

use feedrate_rows::environment::{Audience, Cell, Listing, ResultColumn, TableOfResults};
use feedrate_values::Kind;

use super::number::{centred, count, percent, share};
use super::request::FreqListing;
use super::result_tables;
use super::table::Table;

/// A column of numbers. Its values end one character before the second line of its heading.
struct Column {
    /// Its ODS name.
    name: &'static str,
    /// The lines of its heading.
    heading: [&'static str; 2],
    /// The ends of these lines and of the column, relative to the end of the previous column.
    heading_ends: [usize; 2],
    width: usize,
}

const FREQUENCY: Column = Column::new("Frequency", ["", "Frequency"], [13, 13], 13);
const PERCENT: Column = Column::new("Percent", ["", "Percent"], [12, 12], 12);
const CUMULATIVE_FREQUENCY: Column = Column::new("CumFrequency", ["Cumulative", "Frequency"], [14, 14], 14);
const CUMULATIVE_PERCENT: Column = Column::new("CumPercent", ["Cumulative", "Percent"], [14, 13], 14);

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
    const fn new(name: &'static str, heading: [&'static str; 2], heading_ends: [usize; 2], width: usize) -> Self {
        Self {
            name,
            heading,
            heading_ends,
            width,
        }
    }

    /// Returns the column of the table of results.
    fn of_results(&self) -> ResultColumn {
        let heading = self.heading.join("\n");
        result_tables::column(self.name, heading.trim_start(), Kind::Number)
    }

    /// Returns its cell in a row.
    fn cell(&self, row: &Row<'_>) -> Cell {
        let part = match self.heading[0] {
            "" => row.number,
            _ => row.so_far,
        };
        match self.heading[1] {
            "Frequency" => Cell::number(part, count(part, 10)),
            _ => {
                let share = share(part, row.total);
                Cell::number(share, percent(share))
            }
        }
    }
}

/// A list that is drawn.
struct Drawing<'d, 'c> {
    table: &'d Table<'c>,
    columns: Vec<Column>,
    /// The width of the column of each variable.
    widths: Vec<usize>,
    /// The width of all of these columns, and that of the list.
    keys: usize,
    width: usize,
}

/// Lists the cells of a table.
pub(super) fn list(table: &Table<'_>, listing: &FreqListing, out: &mut dyn Listing) {
    let drawing = Drawing::new(table, listing);
    begin(table, &drawing.columns, out);
    if table.classes() == 1 && !table.name(0).1.is_empty() {
        out.line(centred(table.name(0).1, drawing.width).as_bytes());
        out.line(b"");
    }
    if table.cells().next().is_some() {
        drawing.headings(out);
    }
    let is_wanted = out.wants_tables();
    let most = most_rows(table, listing);
    let mut rows = 0;
    each_row(table, |row| {
        rows += 1;
        if rows > most {
            return;
        }
        drawing.row(row, out);
        if is_wanted {
            let titles = row.levels.iter().enumerate();
            let titles = titles.map(|(place, &level)| result_tables::title(table, place, level));
            let cells = drawing.columns.iter().map(|column| column.cell(row));
            out.row(&titles.chain(cells).collect::<Vec<_>>());
        }
    });
    out.line(b"");
    out.end_table();
    data_set(table, &drawing.columns, most, out);
    if rows > most {
        let text = format!("The first {most} levels are displayed.");
        out.note(&centred(&text, drawing.width));
    }
    if table.missing() != 0.0 {
        let text = format!("Frequency Missing = {}", count(table.missing(), 12));
        out.note(&centred(&text, drawing.width));
    }
}

/// Returns how many rows are listed.
fn most_rows(table: &Table<'_>, listing: &FreqListing) -> u64 {
    match listing.most_levels {
        Some(most) if table.classes() == 1 => most,
        _ => u64::MAX,
    }
}

impl<'d, 'c> Drawing<'d, 'c> {
    fn new(table: &'d Table<'c>, listing: &FreqListing) -> Self {
        let widths = (0..table.classes()).map(|place| {
            let levels = table.used(place).into_iter();
            let texts = levels.map(|level| table.level(place, level).text.as_str());
            let widths = texts.chain([table.name(place).0]).map(|text| text.chars().count());
            widths.max().unwrap_or(0)
        });
        let widths: Vec<usize> = widths.collect();
        let has_percents = listing.percents && !table.is_negative;
        let columns = [
            (listing.frequencies, FREQUENCY),
            (has_percents, PERCENT),
            (listing.cumulative && listing.frequencies, CUMULATIVE_FREQUENCY),
            (listing.cumulative && has_percents, CUMULATIVE_PERCENT),
        ];
        let columns = columns.into_iter().filter(|(is_shown, _)| *is_shown);
        let columns: Vec<Column> = columns.map(|(_, column)| column).collect();
        let keys = widths.iter().sum::<usize>() + GAP * (table.classes() - 1);
        Self {
            width: keys + columns.iter().map(|column| column.width).sum::<usize>(),
            table,
            columns,
            widths,
            keys,
        }
    }

    /// Writes the headings, and the rule below them.
    fn headings(&self, out: &mut dyn Listing) {
        let names = (0..self.table.classes()).map(|place| self.table.name(place).0);
        for (line, keys) in [" ".repeat(self.keys), self.keyed(names)].into_iter().enumerate() {
            let heading = |column: &Column| (column.heading[line].to_owned(), column.heading_ends[line]);
            let text = self.with_columns(keys, heading);
            if !text.trim().is_empty() {
                out.line(text.trim_end().as_bytes());
            }
        }
        out.line("-".repeat(self.width).as_bytes());
    }

    fn row(&self, row: &Row<'_>, out: &mut dyn Listing) {
        let levels = row.levels.iter().enumerate();
        let texts = levels.map(|(place, &level)| self.table.level(place, level).text.as_str());
        let value = |column: &Column| (column.cell(row).text, column.heading_ends[1] - 1);
        let text = self.with_columns(self.keyed(texts), value);
        out.line(text.trim_end().as_bytes());
    }

    /// Returns the texts in the columns of the variables; those of numeric variables are right-aligned.
    fn keyed<'t>(&self, texts: impl Iterator<Item = &'t str>) -> String {
        let texts = texts.zip(&self.widths).enumerate();
        let texts = texts.map(|(place, (text, &width))| match self.table.kind(place) {
            Kind::Number => format!("{text:>width$}"),
            Kind::Text => format!("{text:<width$}"),
        });
        texts.collect::<Vec<_>>().join(&" ".repeat(GAP))
    }

    /// Returns a line that begins with the columns of the variables and goes on with a text of each column, which ends
    /// at this position relative to the end of the previous column.
    fn with_columns(&self, keys: String, text: impl Fn(&Column) -> (String, usize)) -> String {
        let (mut line, mut end) = (keys, self.keys);
        for column in &self.columns {
            let (text, text_end) = text(column);
            ending_at(&mut line, &text, end + text_end);
            end += column.width;
        }
        line
    }
}

/// Begins the displayed table of results.
fn begin(table: &Table<'_>, columns: &[Column], out: &mut dyn Listing) {
    let mut all_columns = result_tables::variables(table);
    for (place, own) in all_columns.iter_mut().enumerate() {
        table.name(place).0.clone_into(&mut own.heading);
    }
    all_columns.extend(columns.iter().map(Column::of_results));
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

/// Writes the first rows of the table as a data set, with the formatted value of each level and its value.
fn data_set(table: &Table<'_>, columns: &[Column], most: u64, out: &mut dyn Listing) {
    let mut all_columns = vec![result_tables::column("Table", "Table", Kind::Text)];
    for (place, own) in result_tables::variables(table).into_iter().enumerate() {
        let (name, _) = table.name(place);
        all_columns.push(result_tables::column(&format!("F_{name}"), &own.heading, Kind::Text));
        all_columns.push(own);
    }
    all_columns.extend(columns.iter().map(Column::of_results));
    result_tables::data_set(name(table), all_columns, out, |out| {
        let request = result_tables::request(table);
        let mut rows = 0;
        each_row(table, |row| {
            rows += 1;
            if rows > most {
                return;
            }
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
