//! Tables of results whose rows all have the same columns, which are listed and passed to other outputs.

use feedrate_rows::environment::table::{self, Alignment, Column};
use feedrate_rows::environment::{Audience, Cell, Listing, ResultColumn, TableOfResults};
use feedrate_values::Kind;

/// A table of results.
#[derive(Clone, Debug, Default)]
pub struct Results {
    table: TableOfResults,
    rows: Vec<Vec<Cell>>,
    keys: usize,
}

impl Results {
    /// Returns a table without columns and rows; see [`TableOfResults`] for the name and the title.
    pub fn new(name: &str, title: &str) -> Self {
        Self {
            table: TableOfResults {
                name: name.to_owned(),
                title: title.to_owned(),
                ..TableOfResults::default()
            },
            rows: Vec::new(),
            keys: 1,
        }
    }

    /// Sets the number of leading columns that are repeated in each panel of a table that is wider than a line; the
    /// default is 1.
    pub fn with_keys(mut self, keys: usize) -> Self {
        self.keys = keys;
        self
    }

    /// Adds a character column. Lines of the heading are separated by line feeds.
    pub fn text(self, name: &str, heading: &str) -> Self {
        self.column(name, heading, Kind::Text)
    }

    /// Adds a numeric column.
    pub fn number(self, name: &str, heading: &str) -> Self {
        self.column(name, heading, Kind::Number)
    }

    fn column(mut self, name: &str, heading: &str, kind: Kind) -> Self {
        self.table.columns.push(ResultColumn {
            name: name.to_owned(),
            heading: heading.to_owned(),
            kind,
        });
        self
    }

    /// Adds a row, with a cell for each column.
    pub fn push(&mut self, row: Vec<Cell>) {
        debug_assert_eq!(row.len(), self.table.columns.len());
        self.rows.push(row);
    }

    /// Lists the table: its title, and lines of at most `width` columns.
    pub fn show(&self, width: usize, out: &mut dyn Listing) {
        out.begin_table(&self.table);
        if !self.table.title.is_empty() {
            out.line(self.table.title.as_bytes());
            out.line(b"");
        }
        let columns = self.table.columns.iter().map(|column| Column {
            heading: column.heading.clone(),
            alignment: match column.kind {
                Kind::Number => Alignment::Right,
                Kind::Text => Alignment::Left,
            },
        });
        let columns: Vec<_> = columns.collect();
        let texts = self.rows.iter();
        let texts = texts.map(|row| row.iter().map(|cell| cell.text.clone()).collect());
        let texts: Vec<Vec<String>> = texts.collect();
        table::write(&columns, &texts, self.keys, width, out);
        if out.wants_tables() {
            for row in &self.rows {
                out.row(row);
            }
        }
        out.end_table();
    }

    /// Lists the table like [`show`](Self::show). Its data set has additional columns with the given names and
    /// constant cells, which distinguish it from other tables of that name.
    pub fn show_with_keys(mut self, keys: &[(&str, Cell)], width: usize, out: &mut dyn Listing) {
        if !out.wants_tables() {
            self.show(width, out);
            return;
        }
        self.table.audience = Audience::People;
        self.show(width, out);
        let columns = keys.iter().map(|(name, cell)| ResultColumn {
            name: (*name).to_owned(),
            heading: (*name).to_owned(),
            kind: match cell.number {
                Some(_) => Kind::Number,
                None => Kind::Text,
            },
        });
        self.table.columns = columns.chain(self.table.columns).collect();
        self.table.audience = Audience::DataSets;
        out.begin_table(&self.table);
        for row in self.rows {
            let cells = keys.iter().map(|(_, cell)| cell.clone());
            let cells: Vec<_> = cells.chain(row).collect();
            out.row(&cells);
        }
        out.end_table();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use feedrate_rows::environment::CollectedLines;

    #[test]
    fn tables_are_listed_below_their_titles() {
        let mut results = Results::new("Estimates", "Estimates of the Model")
            .text("Parameter", "Parameter")
            .number("Estimate", "Estimate");
        results.push(vec![Cell::text("x"), Cell::number(1.25, "1.2500")]);
        let mut listing = CollectedLines::default();
        results.show(80, &mut listing);
        insta::assert_snapshot!(listing.text(), @r"
        Estimates of the Model

        Parameter  Estimate

        x            1.2500
        ");
    }
}
