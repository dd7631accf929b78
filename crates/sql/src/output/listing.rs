//! Rows into the listing, and as a table of results.

use feedrate_language::{Diagnostic, Position};
use feedrate_lower::{Catalog, Options, found_format};
use feedrate_rows::environment::table::{self, Alignment, Column};
use feedrate_rows::environment::{Cell, Listing, ResultColumn, TableOfResults};
use feedrate_values::format::Format;
use feedrate_values::{Kind, Value};

use super::stream::Stream;
use crate::bind::OutputColumn;

/// The number of rows that share one set of column widths, and the most that are kept in memory.
const ROWS: usize = 1000;

/// Returns the formats of columns.
pub(crate) fn formats(
    columns: &[OutputColumn],
    catalog: &dyn Catalog,
    options: &Options,
    at: Position,
) -> Result<Vec<Format>, Diagnostic> {
    let formats = columns.iter().map(|own| {
        let attributes = &own.attributes;
        match &attributes.format {
            Some(spec) => {
                let (kind, length) = (attributes.kind, attributes.length);
                let found = found_format(catalog, options, spec, kind, length, at);
                found.map(|(format, _)| format)
            }
            None => {
                let length = attributes.length as usize;
                Ok(catalog.formats().default_of(attributes.kind, length))
            }
        }
    });
    formats.collect()
}

/// Lists the rows of a query.
pub(crate) struct Lister<'l> {
    columns: Vec<Column>,
    formats: &'l [Format],
    /// NUMBER: whether rows are numbered.
    numbers: bool,
    width: usize,
    waiting: Vec<Vec<String>>,
    is_format_narrow: bool,
    /// The table of results, whether it has begun, and whether the listing wants it.
    table: TableOfResults,
    is_begun: bool,
    is_wanted: bool,
}

impl<'l> Lister<'l> {
    /// Creates a lister for lines of `width` bytes.
    pub(crate) fn new(columns: &[OutputColumn], formats: &'l [Format], numbers: bool, width: u32) -> Self {
        let before = Column {
            heading: "Row".to_owned(),
            alignment: Alignment::Right,
        };
        let table = table_of_results(columns, numbers);
        let columns = columns.iter().map(|own| Column {
            heading: match own.attributes.label.as_str() {
                "" => own.name.clone(),
                label => label.to_owned(),
            },
            alignment: match own.attributes.kind {
                Kind::Number => Alignment::Right,
                Kind::Text => Alignment::Left,
            },
        });
        Self {
            columns: numbers.then_some(before).into_iter().chain(columns).collect(),
            formats,
            numbers,
            width: width as usize,
            waiting: Vec::new(),
            is_format_narrow: false,
            table,
            is_begun: false,
            is_wanted: false,
        }
    }

    /// Lists the current row, whose number is counted from 1.
    pub(crate) fn take(&mut self, number: u64, rows: &Stream<'_>, listing: &mut dyn Listing) {
        if !std::mem::replace(&mut self.is_begun, true) {
            listing.begin_table(&self.table);
            self.is_wanted = listing.wants_tables();
        }
        let mut cells = Vec::with_capacity(self.columns.len());
        if self.numbers {
            cells.push(number.to_string());
        }
        for (index, format) in self.formats.iter().enumerate() {
            let (text, fits) = written(format, rows.value(index));
            self.is_format_narrow |= !fits;
            cells.push(text);
        }
        if self.is_wanted {
            self.add_result(number, &cells, rows, listing);
        }
        self.waiting.push(cells);
        if self.waiting.len() == ROWS {
            self.write(listing);
        }
    }

    /// Adds the current row, formatted as `texts`, to the table of results.
    fn add_result(&self, number: u64, texts: &[String], rows: &Stream<'_>, listing: &mut dyn Listing) {
        let counted = self.numbers.then_some(Some(number as f64));
        let values = (0..self.formats.len()).map(|column| match rows.value(column) {
            Value::Number(number) => Some(number),
            Value::Text(_) => None,
        });
        let numbers = counted.into_iter().chain(values);
        let cells = texts.iter().zip(numbers).map(|(text, number)| Cell {
            number,
            ..Cell::text(text.as_str())
        });
        listing.row(&cells.collect::<Vec<_>>());
    }

    /// Writes the remaining rows, and returns whether a value did not fit its format.
    pub(crate) fn finish(mut self, listing: &mut dyn Listing) -> bool {
        self.write(listing);
        if self.is_begun {
            listing.end_table();
        }
        self.is_format_narrow
    }

    fn write(&mut self, listing: &mut dyn Listing) {
        if !self.waiting.is_empty() {
            let keys = usize::from(self.numbers);
            table::write(&self.columns, &self.waiting, keys, self.width, listing);
            self.waiting.clear();
        }
    }
}

/// Returns the table of results of these columns.
fn table_of_results(columns: &[OutputColumn], numbers: bool) -> TableOfResults {
    let number = numbers.then(|| ResultColumn {
        name: "Row".to_owned(),
        heading: "Row".to_owned(),
        kind: Kind::Number,
    });
    let columns = columns.iter().enumerate().map(|(index, own)| ResultColumn {
        name: match own.name.as_str() {
            "" => format!("_TEMG{:03}", index + 1),
            name => name.to_owned(),
        },
        heading: match own.attributes.label.as_str() {
            "" => own.name.clone(),
            label => label.to_owned(),
        },
        kind: own.attributes.kind,
    });
    TableOfResults {
        name: "SQL_Results".to_owned(),
        columns: number.into_iter().chain(columns).collect(),
        ..TableOfResults::default()
    }
}

/// Formats a value without the blanks around it, and returns whether it fits its format.
pub(super) fn written(format: &Format, value: Value<'_>) -> (String, bool) {
    let mut cell = Vec::new();
    let fits = format.write(value, &mut cell);
    let text = String::from_utf8_lossy(&cell);
    let text = match format.kind() {
        Kind::Number => text.trim(),
        Kind::Text => text.trim_end(),
    };
    (text.to_owned(), fits)
}
