//! What the options of a data set leave of rows that come from elsewhere than a data set, such as those of a view.

use feedrate_language::Diagnostic;
use feedrate_language::tree::DataSetOption;
use feedrate_values::Kind;

use super::catalog::{Catalog, Options};
use super::columns::{Column, Columns};
use super::lowering::Lowering;

/// What the options leave. WHERE= is for who knows what it means there.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// Which columns, in their order, and what they are called now.
    pub columns: Vec<(usize, String)>,
    /// The first row, from 1 on.
    pub first: u64,
    /// The last row; `None` where all that follow are meant.
    pub last: Option<u64>,
}

/// What the options of a data set leave of columns that are called so; the diagnostics tell what is wrong with them.
pub fn chosen(
    columns: &[(&str, Kind)],
    data_set_options: &[DataSetOption],
    catalog: &mut dyn Catalog,
    options: &Options,
) -> (Chosen, Vec<Diagnostic>) {
    let mut lowering = Lowering::new(catalog, options);
    let all = columns
        .iter()
        .enumerate()
        .map(|(origin, &(name, kind))| Column {
            name: name.to_owned(),
            kind,
            origin,
        });
    let all = Columns::new(all.collect());
    let left = lowering.choose(all, data_set_options, lowering.options.strangers_read);
    let source = lowering.source_options(data_set_options);
    let chosen = Chosen {
        columns: left
            .iter()
            .map(|column| (column.origin, column.name.clone()))
            .collect(),
        first: source.first.unwrap_or(1),
        last: source.last.flatten(),
    };
    (chosen, lowering.finish(Vec::new()).diagnostics)
}
