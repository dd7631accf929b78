//! SORTEDBY= of data sets that are made.

use feedrate_dataset::format::{SortOrder, SortedVariable};
use feedrate_language::tree::{DataSetOption, OptionValue};

use super::column::Columns;
use super::lowering::StepLowering;

impl StepLowering<'_> {
    /// Returns the order of a data set with these columns, as its last SORTEDBY= says, without keys for `_NULL_`;
    /// `None` without SORTEDBY=.
    pub fn told_order(&mut self, options: &[DataSetOption], columns: &Columns) -> Option<SortOrder> {
        let told = options.iter().rev().find_map(|option| match &option.value {
            OptionValue::Order(variables) => Some(variables.as_slice()),
            _ => None,
        });
        let told = told?;
        let mut keys: Vec<SortedVariable> = Vec::new();
        for (variable, descending) in told {
            let name = &variable.text;
            let place = columns.iter().position(|column| column.name.eq_ignore_ascii_case(name));
            match place.and_then(|place| u16::try_from(place).ok()) {
                Some(column) => keys.push(SortedVariable {
                    column,
                    descending: *descending,
                }),
                None => {
                    let message = format!("{} of SORTEDBY= is no variable of the data set", name.to_uppercase());
                    self.error(variable.at, message);
                }
            }
        }
        Some(SortOrder {
            keys,
            ..SortOrder::default()
        })
    }
}
