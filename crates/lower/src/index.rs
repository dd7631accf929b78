//! INDEX= of data sets that are made.

use feedrate_dataset::index::Index;
use feedrate_language::tree::{DataSetOption, IndexDefinition, OptionValue};

use super::column::Columns;
use super::lowering::StepLowering;

/// Returns an index as data sets have it.
pub fn index_of(definition: &IndexDefinition) -> Index {
    let variables = definition.variables.iter();
    Index {
        name: definition.name.text.to_ascii_uppercase(),
        variables: variables.map(|it| it.text.to_ascii_uppercase()).collect(),
        unique: definition.unique,
        no_missing: definition.no_missing,
    }
}

impl StepLowering<'_> {
    /// Returns the indexes of a data set with these columns. The last INDEX= counts.
    pub fn defined_indexes(&mut self, options: &[DataSetOption], columns: &Columns) -> Vec<Index> {
        let definitions = options.iter().rev().find_map(|option| match &option.value {
            OptionValue::Indexes(definitions) => Some(definitions.as_slice()),
            _ => None,
        });
        let definitions = definitions.unwrap_or_default();
        for definition in definitions {
            self.check_index(definition, columns);
        }
        definitions.iter().map(index_of).collect()
    }

    fn check_index(&mut self, definition: &IndexDefinition, columns: &Columns) {
        let name = definition.name.text.to_ascii_uppercase();
        if definition.variables.len() > 1 && columns.find(&name).is_some() {
            self.error_with_hint(
                definition.name.at,
                format!("the composite index {name} has the name of a variable"),
                "give it another name",
            );
        }
        for variable in &definition.variables {
            if columns.find(&variable.text).is_none() {
                let message = match variable.text.to_ascii_uppercase() {
                    simple if simple == name => {
                        format!("{name} of INDEX= is no variable of the data set")
                    }
                    one => format!("{one} of the index {name} is no variable of the data set"),
                };
                self.error(variable.at, message);
            }
        }
    }
}
