//! The tables of PROC CONTENTS other than that of the variables: pairs of names and values, in the listing and as
//! tables of results.

use feedrate_dataset::DataSetName;
use feedrate_rows::environment::{Audience, Cell, Listing, ResultColumn, TableOfResults};
use feedrate_values::{Kind, missing};

/// Two pairs of a name and a value, side by side.
pub(super) type Pair = (&'static str, String, &'static str, String);

/// Lists the attributes of a data set.
pub(super) fn attributes(name: &DataSetName, pairs: &[Pair], listing: &mut dyn Listing) {
    let columns = ["Label1", "cValue1", "Label2", "cValue2"];
    listing.begin_table(&table("Attributes", "", &columns, Audience::People));
    for (left, value, right, other) in pairs {
        let line = format!("{left:<20} {value:<28}  {right:<20}  {other}");
        listing.line(line.trim_end().as_bytes());
    }
    listing.line(b"");
    for (left, value, right, other) in pairs {
        listing.row(&[
            Cell::head(*left),
            Cell::text(value.as_str()),
            Cell::head(*right),
            Cell::text(other.as_str()),
        ]);
    }
    listing.end_table();
    let columns = ["Member", "Label1", "cValue1", "nValue1", "Label2", "cValue2", "nValue2"];
    listing.begin_table(&table("Attributes", "", &columns, Audience::DataSets));
    for (left, value, right, other) in pairs {
        let mut cells = vec![Cell::text(name.to_string())];
        for (label, value) in [(left, value), (right, other)] {
            cells.extend(named(label, value));
        }
        listing.row(&cells);
    }
    listing.end_table();
}

/// Lists the attributes of its pages and its file.
pub(super) fn host(name: &DataSetName, lines: &[(&'static str, String)], listing: &mut dyn Listing) {
    values(
        ("EngineHost", "Engine/Host Dependent Information"),
        name,
        lines,
        listing,
    );
}

/// Lists the record of its order, if there is one.
pub(super) fn order(name: &DataSetName, lines: &[(&'static str, String)], listing: &mut dyn Listing) {
    if !lines.is_empty() {
        values(("Sortedby", "Sort Information"), name, lines, listing);
    }
}

/// Lists names and values as the table of a name and a title.
fn values(
    (table_name, title): (&str, &str),
    name: &DataSetName,
    lines: &[(&'static str, String)],
    listing: &mut dyn Listing,
) {
    let columns = ["Label1", "cValue1"];
    listing.begin_table(&table(table_name, title, &columns, Audience::People));
    listing.line(title.as_bytes());
    listing.line(b"");
    for (label, value) in lines {
        listing.line(format!("{label:<28} {value}").trim_end().as_bytes());
        listing.row(&[Cell::head(*label), Cell::text(value.as_str())]);
    }
    listing.line(b"");
    listing.end_table();
    let columns = ["Member", "Label1", "cValue1", "nValue1"];
    listing.begin_table(&table(table_name, title, &columns, Audience::DataSets));
    for (label, value) in lines {
        let member = [Cell::text(name.to_string())];
        let cells: Vec<Cell> = member.into_iter().chain(named(label, value)).collect();
        listing.row(&cells);
    }
    listing.end_table();
}

/// Lists only the names of the variables.
pub(super) fn short(names: &str, listing: &mut dyn Listing) {
    let columns = ["Variables"];
    listing.begin_table(&table("VariablesShort", "", &columns, Audience::All));
    listing.line(names.as_bytes());
    listing.line(b"");
    listing.row(&[Cell::text(names)]);
    listing.end_table();
}

/// Returns a name, its value as text and, if it is numeric, as a number.
fn named(label: &str, value: &str) -> [Cell; 3] {
    [
        Cell::text(label),
        Cell::text(value),
        Cell::number(value.parse().unwrap_or(missing::MISSING), ""),
    ]
}

/// Returns a table without headings. Columns whose names begin with `n` are numeric.
fn table(name: &str, title: &str, columns: &[&str], audience: Audience) -> TableOfResults {
    let columns = columns.iter().map(|name| ResultColumn {
        name: (*name).to_owned(),
        heading: String::new(),
        kind: match name.starts_with('n') {
            true => Kind::Number,
            false => Kind::Text,
        },
    });
    TableOfResults {
        name: name.to_owned(),
        title: title.to_owned(),
        columns: columns.collect(),
        audience,
        ..TableOfResults::default()
    }
}
