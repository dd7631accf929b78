//! Tables whose rows are named by arguments.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// A row of a table, such as a case.
pub trait Row: Clone + Send + Sync + 'static {
    /// Returns its name in arguments, tables and JSON.
    fn name(&self) -> &'static str;

    /// Returns its description in the help of arguments; none if it is empty.
    fn help(&self) -> &'static str {
        ""
    }
}

/// Returns the names of a table's rows.
pub fn names<T: Row>(table: &'static [T]) -> impl Iterator<Item = &'static str> {
    table.iter().map(T::name)
}

/// Returns the parser of an argument that names a row of a table.
pub fn named<T: Row>(table: &'static [T]) -> impl TypedValueParser<Value = &'static T> {
    let value = |row: &T| match row.help() {
        "" => PossibleValue::new(row.name()),
        help => PossibleValue::new(row.name()).help(help),
    };
    PossibleValuesParser::new(table.iter().map(value)).map(move |name| {
        table
            .iter()
            .find(|row| row.name() == name)
            .expect("the parser takes the names of the rows alone")
    })
}
