//! Applies data set options to rows that do not come from a data set, such as those of a view.

use feedrate_language::Diagnostic;
use feedrate_language::tree::DataSetOption;
use feedrate_values::Kind;

use super::catalog::{Catalog, Options};
use super::column::{Column, Columns};
use super::lowering::StepLowering;

/// The columns and rows that the options select. WHERE= is left to the caller.
#[derive(Clone, Debug)]
pub struct ColumnSelection {
    /// The indexes of the selected columns, in their order, and their new names.
    pub columns: Vec<(usize, String)>,
    /// The first row, counted from 1.
    pub first: u64,
    /// The last row; `None` for no limit.
    pub last: Option<u64>,
}

/// Applies the options of a data set to columns of these names. The diagnostics report invalid options.
pub fn chosen(
    columns: &[(&str, Kind)],
    data_set_options: &[DataSetOption],
    catalog: &mut dyn Catalog,
    options: &Options,
) -> (ColumnSelection, Vec<Diagnostic>) {
    let mut lowering = StepLowering::new(catalog, options);
    let all = columns.iter().enumerate().map(|(origin, &(name, kind))| Column {
        name: name.to_owned(),
        kind,
        origin,
    });
    let all = Columns::new(all.collect());
    let left = lowering.choose(all, data_set_options, lowering.options.strangers_read);
    let source = lowering.source_options(data_set_options);
    let chosen = ColumnSelection {
        columns: left.iter().map(|column| (column.origin, column.name.clone())).collect(),
        first: source.first.unwrap_or(1),
        last: source.last.flatten(),
    };
    (chosen, lowering.finish(Vec::new()).diagnostics)
}
