//! The table of the indexes of a data set.

use feedrate_dataset::DataSetName;
use feedrate_dataset::index::Index;
use feedrate_procedure::results::Results;
use feedrate_rows::environment::{Cell, Listing};

/// Lists the indexes by name, if there are some.
pub(super) fn show(name: &DataSetName, indexes: &[Index], width: usize, listing: &mut dyn Listing) {
    if indexes.is_empty() {
        return;
    }
    let mut indexes: Vec<&Index> = indexes.iter().collect();
    indexes.sort_by(|a, b| a.name.cmp(&b.name));
    let mut results = Results::new("Indexes", "Alphabetic List of Indexes and Attributes")
        .with_keys(2)
        .number("Num", "#")
        .text("Index", "Index")
        .text("Unique", "Unique Option")
        .text("NoMiss", "NoMiss Option")
        .text("Variables", "Variables");
    let option = |is_on: bool| Cell::text(if is_on { "YES" } else { "" });
    for (number, index) in (1..).zip(indexes) {
        // That of a simple index is its name.
        let variables = match index.is_composite() {
            true => index.variables.join(" "),
            false => String::new(),
        };
        results.push(vec![
            Cell::number(f64::from(number), number.to_string()),
            Cell::head(index.name.as_str()),
            option(index.unique),
            option(index.no_missing),
            Cell::text(variables),
        ]);
    }
    let member = Cell::text(name.to_string());
    results.show_with_keys(&[("Member", member)], width, listing);
}
