//! Results as comma-separated values: ODS CSV, which has only tables, and ODS CSVALL.

use std::io::{self, Write};

use feedrate_dataset::WholeFile;
use feedrate_rows::environment::{Cell, TableOfResults};

use super::file::Form;
use super::spans::{GridCell, Spans};

/// A CSV file.
#[derive(Debug)]
pub(super) struct Csv {
    /// True if it has titles and other output.
    all: bool,
    /// True if something precedes in the file, from which a blank line separates a table.
    is_begun: bool,
    columns: usize,
    spans: Spans,
    line: String,
}

impl Csv {
    pub(super) fn new(all: bool) -> Self {
        Self {
            all,
            is_begun: false,
            columns: 0,
            spans: Spans::default(),
            line: String::new(),
        }
    }

    /// Writes a text on a line of its own.
    fn text(&mut self, text: &str, out: &mut WholeFile) -> io::Result<()> {
        if !self.all {
            return Ok(());
        }
        self.is_begun = true;
        self.line.clear();
        quoted(text, &mut self.line);
        self.end_line(out)
    }

    fn cells(&mut self, cells: &[Cell], out: &mut WholeFile) -> io::Result<()> {
        self.line.clear();
        let places = self.spans.row(cells, self.columns).iter().enumerate();
        for (column, place) in places {
            if column > 0 {
                self.line.push(',');
            }
            if let GridCell::Begins(number) = place {
                let cell = &cells[*number];
                let is_bare = cell.number.is_some() && !cell.is_head && is_plain(&cell.text);
                match is_bare {
                    true => self.line.push_str(&cell.text),
                    false => quoted(&cell.text, &mut self.line),
                }
            }
        }
        self.end_line(out)
    }

    fn end_line(&mut self, out: &mut WholeFile) -> io::Result<()> {
        self.line.push('\n');
        out.write_all(self.line.as_bytes())
    }
}

impl Form for Csv {
    fn titles(&mut self, titles: &[String], out: &mut WholeFile) -> io::Result<()> {
        if self.all && self.is_begun && !titles.is_empty() {
            out.write_all(b"\n")?;
        }
        titles.iter().try_for_each(|title| self.text(title, out))
    }

    fn heading(&mut self, text: &str, out: &mut WholeFile) -> io::Result<()> {
        self.text(text, out)
    }

    fn group(&mut self, text: &str, out: &mut WholeFile) -> io::Result<()> {
        if self.all && self.is_begun {
            out.write_all(b"\n")?;
        }
        self.text(text, out)
    }

    fn note(&mut self, text: &str, out: &mut WholeFile) -> io::Result<()> {
        self.text(text, out)
    }

    fn begin_table(&mut self, table: &TableOfResults, out: &mut WholeFile) -> io::Result<()> {
        if self.is_begun {
            out.write_all(b"\n")?;
        }
        if !table.title.is_empty() {
            self.text(&table.title, out)?;
        }
        self.is_begun = true;
        self.columns = table.columns.len();
        self.spans.clear();
        if !table.head.is_empty() {
            for cells in &table.head {
                self.cells(cells, out)?;
            }
            self.spans.clear();
        }
        let is_headed = table.columns.iter().any(|own| !own.heading.is_empty());
        if !table.head.is_empty() || !is_headed {
            return Ok(());
        }
        self.line.clear();
        for (number, column) in table.columns.iter().enumerate() {
            if number > 0 {
                self.line.push(',');
            }
            quoted(&column.heading, &mut self.line);
        }
        self.end_line(out)
    }

    fn row(&mut self, cells: &[Cell], out: &mut WholeFile) -> io::Result<()> {
        self.cells(cells, out)
    }

    fn end_table(&mut self, _: &mut WholeFile) -> io::Result<()> {
        Ok(())
    }

    fn end_step(&mut self, footnotes: &[String], out: &mut WholeFile) -> io::Result<()> {
        footnotes.iter().try_for_each(|line| self.text(line, out))
    }

    fn end(&mut self, _: &mut WholeFile) -> io::Result<()> {
        Ok(())
    }
}

/// Returns whether a number needs no quotes.
fn is_plain(text: &str) -> bool {
    !text.contains([',', '"', '\n', '\r'])
}

/// Appends a quoted text. Lines of a heading are joined by blanks.
fn quoted(text: &str, line: &mut String) {
    line.push('"');
    for letter in text.chars() {
        match letter {
            '"' => line.push_str("\"\""),
            '\n' | '\r' => line.push(' '),
            letter => line.push(letter),
        }
    }
    line.push('"');
}

#[cfg(test)]
mod tests {
    use feedrate_rows::environment::ResultColumn;
    use feedrate_values::Kind;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn all_texts_come_back(rows in prop::collection::vec(prop::array::uniform3("[a\"',; .0-9\u{e4}]{0,6}"), 1..8)) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("a.csv");
            let mut out = WholeFile::create(&path).unwrap();
            let mut csv = Csv::new(false);
            let column = |name: &str| ResultColumn {
                name: name.to_owned(),
                heading: name.to_owned(),
                kind: Kind::Text,
            };
            let table = TableOfResults {
                columns: ["a", "b", "c"].map(column).to_vec(),
                ..TableOfResults::default()
            };
            csv.begin_table(&table, &mut out).unwrap();
            for row in &rows {
                // A number that is formatted with a comma or a quote is text to other programs.
                let [a, b, c] = row.clone();
                csv.row(&[Cell::text(a), Cell::number(1.0, b), Cell::head(c)], &mut out).unwrap();
            }
            out.put_in_place().unwrap();
            let reader = ::csv::Reader::from_path(&path).unwrap();
            let back: Vec<_> = reader.into_records().map(|row| row.unwrap()).collect();
            prop_assert_eq!(back.len(), rows.len());
            for (row, back) in rows.iter().zip(&back) {
                prop_assert_eq!(back.iter().collect::<Vec<_>>(), row);
            }
        }
    }
}
