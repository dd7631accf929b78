//! The tables that are shown: ODS SELECT and ODS EXCLUDE.

use feedrate_language::tree::{OdsTable, OdsTables};

/// A selection of tables.
#[derive(Clone, Debug, Default)]
pub(super) enum Selection {
    /// All.
    #[default]
    All,
    /// None.
    None,
    /// Only these.
    Select(Vec<OdsTable>),
    /// All except these.
    Exclude(Vec<OdsTable>),
}

impl Selection {
    /// Executes ODS SELECT, or ODS EXCLUDE if the tables are not to be `shown`. Names are added to a list of the same
    /// statement; EXCLUDE removes names from a list of SELECT, and SELECT from one of EXCLUDE.
    pub(super) fn set(&mut self, shown: bool, tables: OdsTables) {
        *self = match (tables, shown, std::mem::take(self)) {
            (OdsTables::All, true, _) | (OdsTables::None, false, _) => Self::All,
            (OdsTables::None, true, _) | (OdsTables::All, false, _) => Self::None,
            (OdsTables::Named(more), true, Self::Select(list)) => Self::Select(added(list, more)),
            (OdsTables::Named(less), true, Self::Exclude(list)) if overlaps(&list, &less) => {
                Self::Exclude(without(list, &less)).or_all()
            }
            (OdsTables::Named(names), true, _) => Self::Select(names),
            (OdsTables::Named(more), false, Self::Exclude(list)) => Self::Exclude(added(list, more)),
            (OdsTables::Named(less), false, Self::Select(list)) if overlaps(&list, &less) => {
                Self::Select(without(list, &less))
            }
            (OdsTables::Named(names), false, _) => Self::Exclude(names),
        };
    }

    /// Returns whether a table of that name is shown.
    pub(super) fn shows(&self, table: &str) -> bool {
        match self {
            Self::All => true,
            Self::None => false,
            Self::Select(list) => has(list, table),
            Self::Exclude(list) => !has(list, table),
        }
    }

    /// Returns whether output that is part of no table is shown.
    pub(super) fn shows_lines(&self) -> bool {
        matches!(self, Self::All | Self::Exclude(_))
    }

    /// Returns the names of selected tables, for the current step.
    pub(super) fn selected(&self) -> &[OdsTable] {
        match self {
            Self::Select(list) => list,
            _ => &[],
        }
    }

    /// Ends a step, and removes the names that do not persist.
    pub(super) fn end_step(&mut self) {
        if let Self::Select(list) | Self::Exclude(list) = self {
            list.retain(|table| table.persists);
        }
        *self = std::mem::take(self).or_all();
    }

    /// Returns all tables for an empty list.
    fn or_all(self) -> Self {
        match self {
            Self::Select(list) | Self::Exclude(list) if list.is_empty() => Self::All,
            other => other,
        }
    }
}

fn added(mut list: Vec<OdsTable>, more: Vec<OdsTable>) -> Vec<OdsTable> {
    list.retain(|table| !has(&more, &table.name.text));
    list.extend(more);
    list
}

fn without(mut list: Vec<OdsTable>, less: &[OdsTable]) -> Vec<OdsTable> {
    list.retain(|table| !has(less, &table.name.text));
    list
}

fn overlaps(list: &[OdsTable], other: &[OdsTable]) -> bool {
    other.iter().any(|table| has(list, &table.name.text))
}

fn has(list: &[OdsTable], name: &str) -> bool {
    list.iter().any(|table| table.name.text.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use feedrate_language::tree::Name;
    use feedrate_language::{Position, Sources};

    use super::*;

    /// Returns tables by their names; those with a plus sign persist.
    fn named(names: &str) -> OdsTables {
        let at = Position {
            source: Sources::default().add("a", "").unwrap(),
            line: 1,
            column: 1,
            inside: None,
        };
        let tables = names.split_whitespace().map(|name| OdsTable {
            name: Name {
                text: name.trim_end_matches('+').to_owned(),
                at,
            },
            persists: name.ends_with('+'),
        });
        OdsTables::Named(tables.collect())
    }

    /// Returns which of the tables A, B and C are shown.
    fn shown(selection: &Selection) -> String {
        let tables = ["A", "B", "C"].into_iter();
        tables.filter(|table| selection.shows(table)).collect()
    }

    #[test]
    fn statements_add_to_each_other_and_take_away() {
        let mut selection = Selection::default();
        assert_eq!(shown(&selection), "ABC");
        selection.set(true, named("a"));
        selection.set(true, named("b"));
        assert_eq!(shown(&selection), "AB");
        selection.set(false, named("a"));
        assert_eq!(shown(&selection), "B");
        selection.set(false, OdsTables::None);
        selection.set(false, named("b"));
        selection.set(false, named("c"));
        assert_eq!(shown(&selection), "A");
        selection.set(true, named("c"));
        assert_eq!(shown(&selection), "AC");
        selection.set(true, named("b"));
        assert_eq!(shown(&selection), "ABC");
    }

    #[test]
    fn names_hold_for_a_step_and_all_and_none_until_they_are_changed() {
        let mut selection = Selection::default();
        selection.set(true, named("a b+"));
        assert_eq!(shown(&selection), "AB");
        selection.end_step();
        assert_eq!(shown(&selection), "B");
        selection.set(true, OdsTables::None);
        selection.end_step();
        assert_eq!(shown(&selection), "");
        assert!(!selection.shows_lines());
        selection.set(true, named("a"));
        selection.end_step();
        assert_eq!(shown(&selection), "ABC");
    }
}
