//! Tables whose rows are named by arguments.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Returns the parser of an argument that names a row of a table. `told` gives the name of a row, and its description
/// in the help, which may be empty.
pub fn named<T: Send + Sync>(
    table: &'static [T],
    told: fn(&T) -> (&'static str, &'static str),
) -> impl TypedValueParser<Value = &'static T> {
    let value = move |row: &T| match told(row) {
        (name, "") => PossibleValue::new(name),
        (name, help) => PossibleValue::new(name).help(help),
    };
    PossibleValuesParser::new(table.iter().map(value)).map(move |name| {
        table
            .iter()
            .find(|row| told(row).0 == name)
            .expect("the parser takes the names of the rows alone")
    })
}
