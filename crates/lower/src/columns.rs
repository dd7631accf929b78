//! The variables of an input or output data set, and the effect of KEEP, DROP and RENAME on them.

use std::collections::HashSet;

use feedrate_language::Position;
use feedrate_language::tree::{DataSetOption, Name, OptionValue, VariableList};

use super::catalog::Reaction;
use super::column::Columns;
use super::list::{ListedVariable, Roster, expand};
use super::lowering::StepLowering;
use super::variables::Variables;

impl StepLowering<'_> {
    /// Applies KEEP=, DROP= and RENAME=, in this order.
    pub fn choose(&mut self, mut columns: Columns, options: &[DataSetOption], stranger: Reaction) -> Columns {
        let lists = |wanted: &'static str| {
            options
                .iter()
                .filter(move |option| option.name == wanted)
                .filter_map(|option| match &option.value {
                    OptionValue::Variables(lists) => Some(lists),
                    _ => None,
                })
        };
        for list in lists("KEEP") {
            columns = self.keep(columns, list, stranger);
        }
        for list in lists("DROP") {
            columns = self.drop(columns, list, stranger);
        }
        for option in options {
            if let OptionValue::Renames(pairs) = &option.value {
                columns = self.rename(columns, pairs, stranger);
            }
        }
        columns
    }

    /// Keeps only the variables of a list.
    pub fn keep(&mut self, columns: Columns, lists: &[VariableList], stranger: Reaction) -> Columns {
        let chosen = self.chosen(&columns, lists, stranger);
        retain(columns, |index| chosen[index])
    }

    /// Removes the variables of a list.
    pub fn drop(&mut self, columns: Columns, lists: &[VariableList], stranger: Reaction) -> Columns {
        let chosen = self.chosen(&columns, lists, stranger);
        retain(columns, |index| !chosen[index])
    }

    fn chosen(&mut self, columns: &Columns, lists: &[VariableList], stranger: Reaction) -> Vec<bool> {
        let mut chosen = vec![false; columns.count()];
        for list in lists {
            match expand(list, columns) {
                Err(refusal) => self.error(list.at, refusal),
                Ok(named) => {
                    for named in named {
                        match named {
                            ListedVariable::Known(index) => chosen[index] = true,
                            ListedVariable::Unknown(name) => self.stranger(&name, list.at, stranger),
                        }
                    }
                }
            }
        }
        chosen
    }

    /// Renames variables, all at once, so that two variables can swap names.
    pub fn rename(&mut self, columns: Columns, pairs: &[(Name, Name)], stranger: Reaction) -> Columns {
        let mut renamed = columns.columns.clone();
        for (old, new) in pairs {
            if !self.is_name(&new.text, new.at) {
                continue;
            }
            match columns.position(&old.text) {
                Some(index) => renamed[index].name.clone_from(&new.text),
                None => self.stranger(&old.text, old.at, stranger),
            }
        }
        let mut seen = HashSet::new();
        let twice = renamed.iter().find(|column| !seen.insert(Variables::key(&column.name)));
        if let (Some(column), Some((old, _))) = (twice, pairs.first()) {
            let message = format!(
                "Variable {} already exists, so no other can be renamed to it",
                column.name
            );
            self.error(old.at, message);
            return columns;
        }
        Columns::new(renamed)
    }

    fn stranger(&mut self, name: &str, at: Position, stranger: Reaction) {
        let message = format!("The variable {name} in the DROP, KEEP, or RENAME list has never been referenced.");
        match stranger {
            Reaction::Error => self.error(at, message),
            Reaction::Silence => {}
            Reaction::Warning => self.warning(at, message),
        }
    }
}

fn retain(columns: Columns, keep: impl Fn(usize) -> bool) -> Columns {
    let columns = columns.columns.into_iter().enumerate();
    Columns::new(
        columns
            .filter(|(index, _)| keep(*index))
            .map(|(_, column)| column)
            .collect(),
    )
}
