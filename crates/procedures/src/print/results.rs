//! The table of results of PROC PRINT, which other tools read.

use feedrate_rows::environment::{Cell, Listing, ResultColumn, TableOfResults};
use feedrate_values::Kind;

use super::request::Print;

/// The table of results of a BY group, or of all observations.
pub(super) struct ResultTable {
    description: TableOfResults,
    /// The number of leading columns that identify an observation.
    keys: usize,
    /// True if the table was begun.
    is_begun: bool,
    /// True if its rows are wanted.
    is_wanted: bool,
    /// The current row.
    cells: Vec<Cell>,
}

impl ResultTable {
    pub(super) fn new(print: &Print) -> Self {
        let number = print.numbers.as_ref().map(|heading| ResultColumn {
            name: "Obs".to_owned(),
            heading: heading.clone(),
            kind: Kind::Number,
        });
        let columns = print.columns.iter().map(|column| ResultColumn {
            name: column.name.clone(),
            heading: column.heading.clone(),
            kind: column.slot.kind(),
        });
        Self {
            description: TableOfResults {
                name: "Print".to_owned(),
                columns: number.into_iter().chain(columns).collect(),
                has_observations: true,
                ..TableOfResults::default()
            },
            keys: print.keys + usize::from(print.numbers.is_some()),
            is_begun: false,
            is_wanted: false,
            cells: Vec::new(),
        }
    }

    /// Begins the table, if it was not begun.
    pub(super) fn begin(&mut self, listing: &mut dyn Listing) {
        if !std::mem::replace(&mut self.is_begun, true) {
            listing.begin_table(&self.description);
            self.is_wanted = listing.wants_tables();
        }
    }

    /// Ends the table, if it was begun.
    pub(super) fn end(&mut self, listing: &mut dyn Listing) {
        if std::mem::take(&mut self.is_begun) {
            listing.end_table();
        }
    }

    /// Returns whether its rows are wanted.
    pub(super) fn is_wanted(&self) -> bool {
        self.is_wanted
    }

    /// Adds a row from texts and, for numeric columns, numbers.
    pub(super) fn row(
        &mut self,
        texts: &[String],
        numbers: impl Iterator<Item = Option<f64>>,
        listing: &mut dyn Listing,
    ) {
        self.cells.resize_with(texts.len(), || Cell::text(""));
        let cells = self.cells.iter_mut().enumerate();
        for (((place, cell), text), number) in cells.zip(texts).zip(numbers) {
            cell.text.clone_from(text);
            cell.number = number;
            cell.is_head = place < self.keys;
        }
        listing.row(&self.cells);
    }
}
