//! The tables of PROC FREQ as tables of results. Data sets have a column for the table request of each row.

use feedrate_rows::environment::{Audience, Cell, Listing, ResultColumn, TableOfResults};
use feedrate_values::Kind;
use feedrate_values::missing::MISSING;

use super::counts::LevelValue;
use super::table::Table;

/// A table of results; its data set has an additional column.
pub(super) struct ResultTables {
    people: TableOfResults,
    rows: Vec<Vec<Cell>>,
}

impl ResultTables {
    pub(super) fn new(name: &str, title: String) -> Self {
        Self {
            people: TableOfResults {
                name: name.to_owned(),
                title,
                audience: Audience::People,
                ..TableOfResults::default()
            },
            rows: Vec::new(),
        }
    }

    pub(super) fn text(mut self, name: &str, heading: &str) -> Self {
        self.people.columns.push(column(name, heading, Kind::Text));
        self
    }

    pub(super) fn number(mut self, name: &str, heading: &str) -> Self {
        self.people.columns.push(column(name, heading, Kind::Number));
        self
    }

    pub(super) fn push(&mut self, row: Vec<Cell>) {
        self.rows.push(row);
    }

    /// Writes the table; `draw` draws its listing.
    pub(super) fn write(self, table: &Table<'_>, out: &mut dyn Listing, draw: impl FnOnce(&mut dyn Listing)) {
        out.begin_table(&self.people);
        draw(out);
        if out.wants_tables() {
            self.rows.iter().for_each(|row| out.row(row));
        }
        out.end_table();
        let mut columns = self.people.columns;
        columns.insert(0, column("Table", "Table", Kind::Text));
        let request = request(table);
        data_set(&self.people.name, columns, out, |out| {
            for row in self.rows {
                let cells = std::iter::once(Cell::text(request.as_str())).chain(row);
                out.row(&cells.collect::<Vec<_>>());
            }
        });
    }
}

/// Writes pairs of names and values, as tests have them: an abbreviation, the formatted value, and the value.
pub(super) fn pairs(
    table: &Table<'_>,
    name: &str,
    title: &str,
    rows: &[(&str, &str, Cell)],
    out: &mut dyn Listing,
    draw: impl FnOnce(&mut dyn Listing),
) {
    out.begin_table(&TableOfResults {
        name: name.to_owned(),
        title: title.to_owned(),
        columns: vec![column("Label1", "", Kind::Text), column("cValue1", "", Kind::Number)],
        audience: Audience::People,
        ..TableOfResults::default()
    });
    draw(out);
    for (_, label, value) in rows {
        out.row(&[Cell::head(*label), value.clone()]);
    }
    out.end_table();
    let columns = vec![
        column("Table", "Table", Kind::Text),
        column("Name1", "", Kind::Text),
        column("Label1", "", Kind::Text),
        column("cValue1", "", Kind::Text),
        column("nValue1", "", Kind::Number),
    ];
    data_set(name, columns, out, |out| {
        for (short, label, value) in rows {
            out.row(&[
                Cell::text(request(table)),
                Cell::text(*short),
                Cell::text(*label),
                Cell::text(value.text.as_str()),
                value.clone(),
            ]);
        }
    });
}

/// Writes a table that is only for data sets.
pub(super) fn data_set(
    name: &str,
    columns: Vec<ResultColumn>,
    out: &mut dyn Listing,
    rows: impl FnOnce(&mut dyn Listing),
) {
    out.begin_table(&TableOfResults {
        name: name.to_owned(),
        columns,
        audience: Audience::DataSets,
        ..TableOfResults::default()
    });
    if out.wants_tables() {
        rows(out);
    }
    out.end_table();
}

pub(super) fn column(name: &str, heading: &str, kind: Kind) -> ResultColumn {
    ResultColumn {
        name: name.to_owned(),
        heading: heading.to_owned(),
        kind,
    }
}

/// Returns the name of a request in data sets: `Table sex * region`.
pub(super) fn request(table: &Table<'_>) -> String {
    let names = (0..table.classes()).map(|place| table.name(place).0);
    format!("Table {}", names.collect::<Vec<_>>().join(" * "))
}

/// Returns the columns of the variables of a table.
pub(super) fn variables(table: &Table<'_>) -> Vec<ResultColumn> {
    let columns = (0..table.classes()).map(|place| {
        let (name, label) = table.name(place);
        let heading = if label.is_empty() { name } else { label };
        column(name, heading, table.kind(place))
    });
    columns.collect()
}

/// Returns the value of a level as a cell of a data set.
pub(super) fn value(table: &Table<'_>, place: usize, level: u32) -> Cell {
    match &table.level(place, level).value {
        LevelValue::Number(number) => Cell::number(*number, ""),
        LevelValue::Text(text) => Cell::text(String::from_utf8_lossy(text).trim_end()),
    }
}

/// Returns a missing value of a variable, for a row that totals all of its levels.
pub(super) fn no_value(table: &Table<'_>, place: usize) -> Cell {
    match table.kind(place) {
        Kind::Number => Cell::number(MISSING, ""),
        Kind::Text => Cell::text(""),
    }
}

/// Returns the row title of a level.
pub(super) fn title(table: &Table<'_>, place: usize, level: u32) -> Cell {
    let level = table.level(place, level);
    Cell {
        number: match &level.value {
            LevelValue::Number(number) => Some(*number),
            LevelValue::Text(_) => None,
        },
        ..Cell::head(level.text.as_str())
    }
}
