//! The options of OUT= that apply to the new variables, whose names depend on the observations.

use feedrate_dataset::index::Index;

/// KEEP=, DROP= and RENAME= of OUT=, reduced to names that may be those of new variables, and INDEX=.
#[derive(Clone, Debug, Default)]
pub struct NewVariables {
    /// KEEP=: each list keeps only the variables that it names.
    pub keep: Vec<Vec<NewName>>,
    /// DROP=.
    pub drop: Vec<NewName>,
    /// RENAME=: old and new names.
    pub rename: Vec<(String, String)>,
    /// INDEX=, whose variables may be new ones.
    pub indexes: Vec<Index>,
}

/// A name, or a prefix of names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewName {
    /// A complete name.
    One(String),
    /// `sales:`; the empty prefix stands for all.
    Prefix(String),
}

impl NewName {
    fn is_of(&self, name: &str) -> bool {
        match self {
            Self::One(one) => one.eq_ignore_ascii_case(name),
            Self::Prefix(prefix) => name
                .get(..prefix.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(prefix)),
        }
    }
}

impl NewVariables {
    /// Returns the final name of a new variable; `None` if it is dropped.
    pub(super) fn name_of<'n>(&'n self, name: &'n str) -> Option<&'n str> {
        let is_in = |list: &[NewName]| list.iter().any(|one| one.is_of(name));
        if !self.keep.iter().all(|list| is_in(list)) || is_in(&self.drop) {
            return None;
        }
        let mut renamed = self.rename.iter();
        let renamed = renamed.find(|(old, _)| old.eq_ignore_ascii_case(name));
        Some(renamed.map_or(name, |(_, new)| new))
    }

    /// Returns the names in the options that no new variable has.
    pub(super) fn unknown_names<'s>(&'s self, has: &dyn Fn(&str) -> bool) -> Vec<&'s str> {
        let listed = self.keep.iter().flatten().chain(&self.drop);
        let listed = listed.filter_map(|name| match name {
            NewName::One(name) => Some(name),
            NewName::Prefix(_) => None,
        });
        let renamed = self.rename.iter().map(|(old, _)| old);
        let mut unknown_names: Vec<&str> = Vec::new();
        for name in listed.chain(renamed) {
            if !has(name) && !unknown_names.contains(&name.as_str()) {
                unknown_names.push(name);
            }
        }
        unknown_names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_kept_then_dropped_then_changed() {
        let one = |name: &str| NewName::One(name.to_owned());
        let chosen = NewVariables {
            keep: vec![vec![NewName::Prefix("co".into()), one("x")]],
            drop: vec![one("COL2")],
            rename: vec![
                ("Col1".into(), "first".into()),
                ("y".into(), "z".into()),
                ("col9".into(), "last".into()),
            ],
            indexes: Vec::new(),
        };
        let names = ["COL1", "COL2", "COL3", "x", "y"].map(|name| chosen.name_of(name));
        assert_eq!(names, [Some("first"), None, Some("COL3"), Some("x"), None]);
        let has = |name: &str| ["COL1", "COL2", "X", "Y"].contains(&&*name.to_uppercase());
        assert_eq!(chosen.unknown_names(&has), ["col9"]);
    }
}
