//! The variables of MAXID, MINID, IDGROUP and the ID statement: values of selected observations.

use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::{Name, VariableList};
use feedrate_language::{Diagnostic, Position};
use feedrate_procedure::grammar::input::InputVariables;
use feedrate_program::Slot;

use super::roles::Roles;
use super::selections::{SelectionContent, SelectionRequest};
use crate::aggregate::Selection;
use crate::grammar::with_end;

/// A value of a selected observation that becomes a variable.
pub(super) struct NamedSelection {
    pub name: String,
    pub selection: Selection,
    pub rank: usize,
    /// The variable of the value; `None` for the number of the observation.
    pub variable: Option<usize>,
}

impl SelectionRequest {
    /// Returns the values of the request in the order of their variables in the data set.
    pub(super) fn named(&self, variables: InputVariables<'_>, roles: &Roles) -> Result<Vec<NamedSelection>> {
        let slot = |index: usize| variables.variable(index).slot;
        let mut named = Vec::new();
        match &self.content {
            SelectionContent::Extreme(greatest, pairs) => {
                for (key, values) in extremes(pairs, variables, roles, self.at)? {
                    let selection = Selection {
                        keys: vec![(slot(key), *greatest)],
                        complete: true,
                        last: false,
                        count: 1,
                    };
                    for index in values {
                        let name = self.names.get(named.len());
                        named.push(NamedSelection {
                            name: name.map_or(&variables.variable(index).name, |name| &name.text).clone(),
                            selection: selection.clone(),
                            rank: 0,
                            variable: Some(index),
                        });
                    }
                }
            }
            SelectionContent::Group(group) => {
                let mut selection = Selection {
                    complete: !group.missing,
                    last: group.last,
                    count: group.count,
                    ..Selection::default()
                };
                for (greatest, lists) in &group.keys {
                    let keys = variables.chosen(lists)?.into_iter();
                    selection.keys.extend(keys.map(|index| (slot(index), *greatest)));
                }
                let mut add = |name: &str, variable| {
                    let values = (0..group.count).map(|rank| NamedSelection {
                        name: match group.count {
                            1 => name.to_owned(),
                            _ => with_end(name, &format!("_{}", rank + 1)),
                        },
                        selection: selection.clone(),
                        rank,
                        variable,
                    });
                    named.extend(values);
                };
                for (place, index) in variables.chosen(&group.values)?.into_iter().enumerate() {
                    let name = self.names.get(place);
                    let own = &variables.variable(index).name;
                    add(name.map_or(own, |name| &name.text), Some(index));
                }
                if group.observation {
                    add("_OBS_", None);
                }
            }
        }
        Ok(named)
    }
}

/// Returns the variables of MAXID and MINID, each with those whose values are taken: those of ID by default.
fn extremes(
    pairs: &[(Name, Vec<VariableList>)],
    variables: InputVariables<'_>,
    roles: &Roles,
    at: Position,
) -> Result<Vec<(usize, Vec<usize>)>> {
    let all: Vec<(usize, Vec<usize>)> = match pairs.is_empty() {
        true => roles.analysis.iter().map(|&index| (index, roles.ids.clone())).collect(),
        false => pairs
            .iter()
            .map(|(name, values)| {
                let values = match values.is_empty() {
                    true => roles.ids.clone(),
                    false => variables.chosen(values)?,
                };
                Ok((variables.one(name)?, values))
            })
            .collect::<Result<_>>()?,
    };
    match all.iter().any(|(_, values)| values.is_empty()) {
        true => {
            let error = Diagnostic::error(at, "MAXID and MINID need a variable whose value is taken");
            Err(error.with_hint("write MAXID(x(name))=, or an ID statement"))
        }
        false => Ok(all),
    }
}

/// Returns the selection of the ID statement: the observation with the greatest values, or the least.
pub(super) fn of_ids(ids: &[usize], least: bool, variables: InputVariables<'_>) -> Option<Selection> {
    let keys = ids.iter().map(|&index| (variables.variable(index).slot, !least));
    let keys: Vec<(Slot, bool)> = keys.collect();
    (!keys.is_empty()).then_some(Selection {
        keys,
        complete: false,
        last: false,
        count: 1,
    })
}
