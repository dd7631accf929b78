//! MAXID, MINID and IDGROUP of the OUTPUT statement, and the ID statement: values of selected observations.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::{Name, VariableList};
use feedrate_language::{Diagnostic, Position};
use feedrate_procedure::grammar::input::InputVariables;
use feedrate_program::Slot;

use super::roles::Roles;
use crate::aggregate::Selection;
use crate::grammar::with_end;

/// The most observations that IDGROUP selects.
const MOST_SELECTED: u64 = 100;

/// MAXID, MINID or IDGROUP.
#[derive(Debug)]
pub(super) struct SelectionRequest {
    pub at: Position,
    content: SelectionContent,
    /// The names of the results.
    names: Vec<Name>,
}

#[derive(Debug)]
enum SelectionContent {
    /// `maxid(x(a b) y(c))` or `minid`: the variables with the ones whose values are taken.
    Extreme(bool, Vec<(Name, Vec<VariableList>)>),
    /// `idgroup(max(x) min(y) missing last obs out[2] (a b))`.
    Group(GroupRequest),
}

#[derive(Debug, Default)]
struct GroupRequest {
    /// The variables of MAX and MIN, with whether the greatest comes first.
    keys: Vec<(bool, Vec<VariableList>)>,
    missing: bool,
    last: bool,
    observation: bool,
    count: usize,
    values: Vec<VariableList>,
}

/// A value of a selected observation that becomes a variable.
pub(super) struct NamedSelection {
    pub name: String,
    pub selection: Selection,
    pub rank: usize,
    /// The variable of the value; `None` for the number of the observation.
    pub variable: Option<usize>,
}

/// Takes MAXID, MINID or IDGROUP, if one is next.
pub(super) fn selection(cursor: &mut Cursor<'_>) -> Result<Option<SelectionRequest>> {
    let at = cursor.position();
    let is_group = cursor.is_word(0, "idgroup") || cursor.is_word(0, "idgrp");
    let greatest = cursor.is_word(0, "maxid");
    if !(is_group || greatest || cursor.is_word(0, "minid")) {
        return Ok(None);
    }
    cursor.skip(1);
    if is_group {
        let (group, names) = group(cursor)?;
        let content = SelectionContent::Group(group);
        return Ok(Some(SelectionRequest { at, content, names }));
    }
    let mut pairs = Vec::new();
    if cursor.take(Symbol::LeftParen) {
        while !cursor.take(Symbol::RightParen) {
            let name = cursor.expect_name("a variable, or `)`")?;
            let mut values = Vec::new();
            if cursor.take(Symbol::LeftParen) {
                values = cursor.variables("MAXID and MINID")?;
                cursor.expect(Symbol::RightParen, "after the variables of MAXID and MINID")?;
            }
            pairs.push((name, values));
        }
    }
    cursor.expect(Symbol::Equal, "after MAXID and MINID")?;
    Ok(Some(SelectionRequest {
        at,
        content: SelectionContent::Extreme(greatest, pairs),
        names: names(cursor)?,
    }))
}

/// Takes what stands in the parentheses of IDGROUP.
fn group(cursor: &mut Cursor<'_>) -> Result<(GroupRequest, Vec<Name>)> {
    let mut group = GroupRequest {
        count: 1,
        ..GroupRequest::default()
    };
    cursor.expect(Symbol::LeftParen, "after IDGROUP")?;
    while !cursor.take_word("out") {
        let word = cursor.expect_name("MAX, MIN, MISSING, LAST, OBS or OUT for IDGROUP")?;
        match word.text.to_ascii_lowercase().as_str() {
            order @ ("max" | "min") => {
                cursor.expect(Symbol::LeftParen, "after MAX and MIN of IDGROUP")?;
                group.keys.push((order == "max", cursor.variables("IDGROUP")?));
                cursor.expect(Symbol::RightParen, "after the variables of MAX and MIN")?;
            }
            "missing" => group.missing = true,
            "last" => group.last = true,
            "obs" => group.observation = true,
            other => {
                let message = format!("{} is no part of IDGROUP", other.to_ascii_uppercase());
                let hint = "there are MAX, MIN, MISSING, LAST, OBS and OUT";
                return Err(Diagnostic::error(word.at, message).with_hint(hint));
            }
        }
    }
    // The list of variables stands in parentheses too.
    if !cursor.is(0, Symbol::LeftParen)
        && let Some(end) = cursor.take_bracket()
    {
        let at = cursor.position();
        let count = cursor.expect_count("the number of observations of IDGROUP")?;
        if !(1..=MOST_SELECTED).contains(&count) {
            let message = format!("IDGROUP selects from 1 to {MOST_SELECTED} observations, not {count}");
            return Err(Diagnostic::error(at, message));
        }
        group.count = count as usize;
        cursor.expect(end, "after the number of observations of IDGROUP")?;
    }
    cursor.expect(Symbol::LeftParen, "after OUT of IDGROUP")?;
    group.values = cursor.variables("OUT of IDGROUP")?;
    cursor.expect(Symbol::RightParen, "after the variables of OUT")?;
    let names = match cursor.take(Symbol::Equal) {
        true => names(cursor)?,
        false => Vec::new(),
    };
    cursor.expect(Symbol::RightParen, "after IDGROUP")?;
    Ok((group, names))
}

/// Takes the names of results, which end before the next request.
pub(super) fn names(cursor: &mut Cursor<'_>) -> Result<Vec<Name>> {
    let mut names = Vec::new();
    while cursor.is_name(0) && !cursor.at_option() && !cursor.is(1, Symbol::LeftParen) {
        names.extend(cursor.some_names("OUTPUT")?);
    }
    Ok(names)
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
