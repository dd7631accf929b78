//! The options of OUT=, for variables whose names are known and for the new ones.

use feedrate_language::tree::{DataSet, Name, OptionValue, VariableList, VariableRange};
use feedrate_lower::index_of;
use feedrate_procedure::grammar::output::OutputColumn;

use super::chosen::{NewName, NewVariables};

/// Splits the options of OUT= into those for the known `columns`, and those for the new variables.
pub(super) fn split_options(mut out: DataSet, columns: &[OutputColumn]) -> (DataSet, NewVariables) {
    let is_known = |name: &str| {
        let mut columns = columns.iter();
        columns.any(|column| column.name.eq_ignore_ascii_case(name))
    };
    let mut chosen = NewVariables::default();
    for option in &mut out.options {
        match &mut option.value {
            OptionValue::Variables(lists) => {
                let (known, new) = split_lists(lists, &is_known);
                *lists = known;
                match option.name.as_str() {
                    "KEEP" => chosen.keep.push(new),
                    _ => chosen.drop.extend(new),
                }
            }
            OptionValue::Renames(pairs) => {
                let (known, new) = pairs.drain(..).partition(|(old, _)| is_known(&old.text));
                *pairs = known;
                let new: Vec<(Name, Name)> = new;
                let new = new.into_iter().map(|(old, new)| (old.text, new.text));
                chosen.rename.extend(new);
            }
            OptionValue::Indexes(definitions) => {
                chosen.indexes = definitions.drain(..).map(|it| index_of(&it)).collect();
            }
            OptionValue::Condition(_) | OptionValue::Word(_) | OptionValue::Order(_) => {}
        }
    }
    (out, chosen)
}

/// Splits lists into the parts that name known variables, and those that may name new ones.
fn split_lists(lists: &[VariableList], is_known: &dyn Fn(&str) -> bool) -> (Vec<VariableList>, Vec<NewName>) {
    let (mut known, mut new) = (Vec::new(), Vec::new());
    for list in lists {
        match &list.range {
            VariableRange::Prefix(prefix) => {
                known.push(list.clone());
                new.push(NewName::Prefix(prefix.clone()));
            }
            VariableRange::All(None) => {
                known.push(list.clone());
                new.push(NewName::Prefix(String::new()));
            }
            range => match range.names() {
                Some(names) => {
                    for name in names {
                        match is_known(&name) {
                            true => known.push(VariableList {
                                range: VariableRange::One(name),
                                at: list.at,
                            }),
                            false => new.push(NewName::One(name)),
                        }
                    }
                }
                None => known.push(list.clone()),
            },
        }
    }
    (known, new)
}
