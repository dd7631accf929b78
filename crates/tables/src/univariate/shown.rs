//! Tables of a variable: the listing, and the data set, which has more columns.

use feedrate_rows::environment::table::{self, Alignment, Column};
use feedrate_rows::environment::{Audience, Cell, Listing, ResultColumn, TableOfResults};
use feedrate_values::Kind;

/// A table.
pub(super) struct VariableTable {
    table: TableOfResults,
    /// True if each column is listed.
    listed: Vec<bool>,
    /// The numeric columns that are formatted text in the data set.
    texts: Vec<usize>,
    /// The cells with which each row begins.
    keys: Vec<Cell>,
    rows: Vec<Vec<Cell>>,
}

impl VariableTable {
    /// Returns a table without columns and rows; each row begins with `keys`.
    pub(super) fn new(name: &str, title: &str, keys: &[Cell]) -> Self {
        Self {
            table: TableOfResults {
                name: name.to_owned(),
                title: title.to_owned(),
                ..TableOfResults::default()
            },
            listed: Vec::new(),
            texts: Vec::new(),
            keys: keys.to_vec(),
            rows: Vec::new(),
        }
    }

    /// Adds a column that only the data set has.
    pub(super) fn hidden(self, name: &str, kind: Kind) -> Self {
        self.column(name, "", kind, false)
    }

    /// Adds a character column.
    pub(super) fn text(self, name: &str, heading: &str) -> Self {
        self.column(name, heading, Kind::Text, true)
    }

    /// Adds a numeric column that is formatted text in the data set.
    pub(super) fn shown_number(mut self, name: &str) -> Self {
        self.texts.push(self.listed.len());
        self.column(name, "", Kind::Number, true)
    }

    /// Adds a numeric column.
    pub(super) fn number(self, name: &str, heading: &str) -> Self {
        self.column(name, heading, Kind::Number, true)
    }

    /// Adds a column.
    pub(super) fn column(mut self, name: &str, heading: &str, kind: Kind, listed: bool) -> Self {
        self.table.columns.push(ResultColumn {
            name: name.to_owned(),
            heading: heading.to_owned(),
            kind,
        });
        self.listed.push(listed);
        self
    }

    /// Adds a row, with a cell for each column behind the keys.
    pub(super) fn push(&mut self, cells: Vec<Cell>) {
        let row = [&self.keys[..], &cells].concat();
        debug_assert_eq!(row.len(), self.listed.len());
        self.rows.push(row);
    }

    /// Lists the table in lines of at most `width` characters, with `note` after it.
    pub(super) fn show(&self, width: usize, note: Option<&str>, out: &mut dyn Listing) {
        let displayed = self.displayed();
        out.begin_table(&displayed);
        out.line(self.table.title.as_bytes());
        out.line(b"");
        let columns = displayed.columns.iter().map(|column| Column {
            heading: column.heading.clone(),
            alignment: match column.kind {
                Kind::Number => Alignment::Right,
                Kind::Text => Alignment::Left,
            },
        });
        let columns: Vec<Column> = columns.collect();
        let listed = |row: &[Cell]| -> Vec<Cell> {
            let cells = row.iter().zip(&self.listed);
            cells
                .filter(|(_, listed)| **listed)
                .map(|(cell, _)| cell.clone())
                .collect()
        };
        let rows: Vec<Vec<Cell>> = self.rows.iter().map(|row| listed(row)).collect();
        let texts = rows.iter();
        let texts = texts.map(|row| row.iter().map(|cell| cell.text.clone()).collect());
        let texts: Vec<Vec<String>> = texts.collect();
        table::write(&columns, &texts, 1, width, out);
        if let Some(note) = note {
            out.line(note.as_bytes());
            out.line(b"");
        }
        if out.wants_tables() {
            rows.iter().for_each(|row| out.row(row));
        }
        out.end_table();
        if out.wants_tables() {
            let mut of_data_sets = TableOfResults {
                audience: Audience::DataSets,
                ..self.table.clone()
            };
            for &column in &self.texts {
                of_data_sets.columns[column].kind = Kind::Text;
            }
            out.begin_table(&of_data_sets);
            for row in &self.rows {
                out.row(row);
            }
            out.end_table();
        }
    }

    /// Returns the displayed table.
    fn displayed(&self) -> TableOfResults {
        let columns = self.table.columns.iter().zip(&self.listed);
        let columns = columns.filter(|(_, listed)| **listed);
        TableOfResults {
            columns: columns.map(|(column, _)| column.clone()).collect(),
            audience: Audience::People,
            ..self.table.clone()
        }
    }
}
