//! The rows of the tables of one name in a step, which become one data set.

use feedrate_procedures::Growth;
use feedrate_rows::environment::{Cell, GroupValue, TableOfResults};
use feedrate_values::Kind;

use super::column::Column;
use crate::results::spans::{GridCell, Spans};

/// The longest name of a variable, in bytes.
const LONGEST_NAME: usize = 32;

/// The rows of a data set of ODS OUTPUT. A column that only some of the tables have is missing in the rows of the
/// others.
#[derive(Clone, Debug, Default)]
pub(crate) struct OutputRows {
    columns: Vec<Column>,
    rows: usize,
    /// The index of the column for each column of the current table.
    places: Vec<usize>,
    /// The BY values of the current table, and the indices of their columns.
    groups: Vec<(usize, Cell)>,
    spans: Spans,
    /// The content of each column of the previous row, for cells that span rows.
    before: Vec<Cell>,
    /// True if one of the tables has rows for the observations of the input.
    has_observations: bool,
}

impl OutputRows {
    /// Returns the columns, in the order of the tables.
    pub(crate) fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Returns the number of rows.
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the quantity by which their number grows where the data are larger.
    pub(crate) fn growth(&self) -> Growth {
        match self.has_observations {
            true => Growth::Observations,
            false => Growth::Groups,
        }
    }

    /// Begins a table, in a BY group.
    pub(super) fn begin_table(&mut self, table: &TableOfResults, groups: &[GroupValue]) {
        self.has_observations |= table.has_observations;
        self.groups.clear();
        for group in groups {
            let kind = match group.value.number {
                Some(_) => Kind::Number,
                None => Kind::Text,
            };
            let place = self.column(&group.name, &group.heading, kind, &[]);
            self.groups.push((place, group.value.clone()));
        }
        let mut places = Vec::with_capacity(table.columns.len());
        for column in &table.columns {
            let place = self.column(&column.name, &column.heading, column.kind, &places);
            places.push(place);
        }
        // The value of a column that is also a BY variable is that of the table.
        self.groups.retain(|(place, _)| !places.contains(place));
        self.places = places;
        self.spans.clear();
        self.before.clear();
        self.before.resize(self.places.len(), Cell::text(""));
    }

    /// Adds the next row of the table.
    pub(super) fn row(&mut self, cells: &[Cell]) {
        let places = self.spans.row(cells, self.places.len());
        for (column, place) in places.iter().enumerate().take(self.places.len()) {
            match place {
                GridCell::Begins(number) | GridCell::Across(number) => {
                    self.before[column].clone_from(&cells[*number]);
                }
                GridCell::Above => {}
                GridCell::Empty => self.before[column] = Cell::text(""),
            }
            let cell = &self.before[column];
            let into = &mut self.columns[self.places[column]];
            into.put(self.rows, cell.number, cell.text.as_bytes());
        }
        for (place, cell) in &self.groups {
            self.columns[*place].put(self.rows, cell.number, cell.text.as_bytes());
        }
        self.rows += 1;
    }

    /// Returns about how many bytes the values take.
    pub(super) fn bytes(&self) -> usize {
        self.columns.iter().map(Column::bytes).sum()
    }

    /// Returns the index of a column, which is added if necessary. Several columns of one name in a table get distinct
    /// numbers after it.
    fn column(&mut self, name: &str, heading: &str, kind: Kind, taken: &[usize]) -> usize {
        let mut number = 1_usize;
        let mut own = shortened(name, "");
        loop {
            let mut columns = self.columns.iter();
            let Some(place) = columns.position(|column| column.name.eq_ignore_ascii_case(&own)) else {
                self.columns.push(Column::new(own, heading, kind));
                return self.columns.len() - 1;
            };
            if !taken.contains(&place) {
                if kind == Kind::Text {
                    self.columns[place].make_text();
                }
                return place;
            }
            number += 1;
            own = shortened(name, &number.to_string());
        }
    }
}

/// Returns a name with a suffix, shortened to the longest name.
fn shortened(name: &str, end: &str) -> String {
    let mut length = name.len().min(LONGEST_NAME - end.len().min(LONGEST_NAME));
    while !name.is_char_boundary(length) {
        length -= 1;
    }
    match &name[..length] {
        "" if end.is_empty() => "_".to_owned(),
        name => format!("{name}{end}"),
    }
}

#[cfg(test)]
mod tests {
    use feedrate_rows::environment::ResultColumn;
    use feedrate_values::missing;

    use super::super::column::Datum;
    use super::*;

    fn table(columns: &[(&str, Kind)]) -> TableOfResults {
        TableOfResults {
            columns: columns
                .iter()
                .map(|(name, kind)| ResultColumn {
                    name: (*name).to_owned(),
                    heading: (*name).to_owned(),
                    kind: *kind,
                })
                .collect(),
            ..TableOfResults::default()
        }
    }

    fn values(collected: &OutputRows, column: usize) -> Vec<Datum<'_>> {
        let rows = 0..collected.rows();
        rows.map(|row| collected.columns()[column].value(row)).collect()
    }

    #[test]
    fn what_only_some_tables_have_is_missing_in_the_others() {
        let mut collected = OutputRows::default();
        collected.begin_table(&table(&[("a", Kind::Number), ("b", Kind::Text)]), &[]);
        collected.row(&[Cell::number(1.0, "1"), Cell::text("x")]);
        collected.begin_table(&table(&[("B", Kind::Text), ("c", Kind::Number)]), &[]);
        collected.row(&[Cell::text("yy"), Cell::number(2.5, "2.5")]);
        collected.begin_table(&table(&[("a", Kind::Number)]), &[]);
        collected.row(&[Cell::number(3.0, "3")]);
        let names: Vec<_> = collected.columns().iter().map(|own| own.name.as_str()).collect();
        assert_eq!(names, ["a", "b", "c"]);
        let numbers = |column| {
            let values = values(&collected, column).into_iter();
            let numbers = values.map(|value| match value {
                Datum::Number(number) => number.to_bits(),
                Datum::Text(_) => panic!("a text"),
            });
            numbers.collect::<Vec<_>>()
        };
        let missing = missing::MISSING.to_bits();
        assert_eq!(numbers(0), [1.0_f64.to_bits(), missing, 3.0_f64.to_bits()]);
        assert_eq!(numbers(2), [missing, 2.5_f64.to_bits(), missing]);
        let texts = [Datum::Text(b"x"), Datum::Text(b"yy"), Datum::Text(b"")];
        assert_eq!(values(&collected, 1), texts);
        assert_eq!(collected.columns()[1].length(), 2);
    }

    #[test]
    fn numbers_become_texts_where_a_table_has_texts() {
        let mut collected = OutputRows::default();
        collected.begin_table(&table(&[("a", Kind::Number)]), &[]);
        collected.row(&[Cell::number(1.5, "1.50")]);
        collected.begin_table(&table(&[("a", Kind::Text)]), &[]);
        collected.row(&[Cell::text("x")]);
        collected.begin_table(&table(&[("a", Kind::Number)]), &[]);
        collected.row(&[Cell::number(2.5, "")]);
        let texts = ["1.5", "x", "2.5"].map(|text| Datum::Text(text.as_bytes()));
        assert_eq!(values(&collected, 0), texts);
    }

    #[test]
    fn cells_that_reach_down_hold_in_each_row() {
        let mut collected = OutputRows::default();
        let groups = [GroupValue {
            name: "g".to_owned(),
            heading: "Group".to_owned(),
            value: Cell::text("one"),
        }];
        collected.begin_table(&table(&[("a", Kind::Text), ("a", Kind::Text)]), &groups);
        collected.row(&[Cell::text("x").over(1, 2), Cell::text("y")]);
        collected.row(&[Cell::text("z")]);
        let names = collected.columns().iter().map(|own| own.name.as_str());
        assert_eq!(names.collect::<Vec<_>>(), ["g", "a", "a2"]);
        assert_eq!(values(&collected, 0), [Datum::Text(b"one"); 2]);
        assert_eq!(values(&collected, 1), [Datum::Text(b"x"); 2]);
        assert_eq!(values(&collected, 2), [Datum::Text(b"y"), Datum::Text(b"z")]);
    }
}
