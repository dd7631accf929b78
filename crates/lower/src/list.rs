//! Variable lists: expands `x1-x9`, `a--b`, `sales:` and `_numeric_`.

use feedrate_dataset::schema::MOST_VARIABLES;
use feedrate_language::tree::{VariableList, VariableRange};
use feedrate_values::Kind;

/// An ordered set of variables over which a list is expanded.
pub trait Roster {
    /// Returns the number of variables.
    fn count(&self) -> usize;
    /// Returns the name of a variable.
    fn name(&self, index: usize) -> &str;
    /// Returns the kind of a variable, if it is known.
    fn kind(&self, index: usize) -> Option<Kind>;
    /// Returns the index of the variable of that name, compared without regard to case.
    fn position(&self, name: &str) -> Option<usize>;
    /// Returns whether special lists such as `_ALL_` include this variable.
    fn is_listed(&self, index: usize) -> bool;
}

/// A variable in an expanded list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListedVariable {
    /// The index of an existing variable.
    Known(usize),
    /// A name that no variable has yet.
    Unknown(String),
}

/// Expands one part of a list to the variables that it names, in the order of the list.
///
/// # Errors
///
/// Fails for a range with an end that does not exist, a range whose ends are in the wrong order, and a list that is
/// too long.
pub fn expand(list: &VariableList, among: &dyn Roster) -> Result<Vec<ListedVariable>, String> {
    let named = |name: String| match among.position(&name) {
        Some(index) => ListedVariable::Known(index),
        None => ListedVariable::Unknown(name),
    };
    let of_kind = |index: &usize, kind: Option<Kind>| {
        among.is_listed(*index) && kind.is_none_or(|kind| among.kind(*index) == Some(kind))
    };
    match &list.range {
        VariableRange::One(name) => Ok(vec![named(name.clone())]),
        VariableRange::Numbered {
            prefix, first, last, ..
        } => {
            if first.abs_diff(*last) >= MOST_VARIABLES as u64 {
                return Err(format!(
                    "{prefix}{first}-{prefix}{last} names more than the {MOST_VARIABLES} variables that \
                     a data set can have"
                ));
            }
            Ok(list.range.names().unwrap_or_default().into_iter().map(named).collect())
        }
        VariableRange::Between { first, last, kind } => {
            let end = |name: &str| {
                among
                    .position(name)
                    .ok_or_else(|| format!("{first}--{last} needs variables that are known here, and {name} is not"))
            };
            let (from, to) = (end(first)?, end(last)?);
            if from > to {
                return Err(format!("{first}--{last} runs backwards: {last} comes before {first}"));
            }
            Ok((from..=to)
                .filter(|index| of_kind(index, *kind))
                .map(ListedVariable::Known)
                .collect())
        }
        VariableRange::Prefix(prefix) => {
            let begins = |index: &usize| {
                among
                    .name(*index)
                    .get(..prefix.len())
                    .is_some_and(|start| start.eq_ignore_ascii_case(prefix))
            };
            let matching = (0..among.count()).filter(|index| of_kind(index, None)).filter(begins);
            Ok(matching.map(ListedVariable::Known).collect())
        }
        VariableRange::All(kind) => Ok((0..among.count())
            .filter(|index| of_kind(index, *kind))
            .map(ListedVariable::Known)
            .collect()),
        VariableRange::Array(name) => Err(format!("{name}{{*}} cannot stand in this list; name its variables")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Plain(Vec<(&'static str, Kind)>);

    impl Roster for Plain {
        fn count(&self) -> usize {
            self.0.len()
        }
        fn name(&self, index: usize) -> &str {
            self.0[index].0
        }
        fn kind(&self, index: usize) -> Option<Kind> {
            Some(self.0[index].1)
        }
        fn position(&self, name: &str) -> Option<usize> {
            self.0.iter().position(|(other, _)| other.eq_ignore_ascii_case(name))
        }
        fn is_listed(&self, index: usize) -> bool {
            !self.0[index].0.starts_with('_')
        }
    }

    fn told(range: VariableRange) -> Result<String, String> {
        use Kind::{Number, Text};
        let among = Plain(vec![
            ("a", Number),
            ("x1", Number),
            ("t", Text),
            ("X2", Number),
            ("_n_", Number),
            ("z", Text),
        ]);
        let list = VariableList {
            range,
            at: super::super::tests::anywhere(),
        };
        let names = expand(&list, &among)?.into_iter().map(|named| match named {
            ListedVariable::Known(index) => among.name(index).to_owned(),
            ListedVariable::Unknown(name) => format!("?{name}"),
        });
        Ok(names.collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn each_kind_of_list_names_its_variables() {
        let numbered = |first, last, digits| VariableRange::Numbered {
            prefix: "x".into(),
            first,
            last,
            digits,
        };
        let between = |first: &str, last: &str, kind| VariableRange::Between {
            first: first.into(),
            last: last.into(),
            kind,
        };
        assert_eq!(told(VariableRange::One("T".into())).unwrap(), "t");
        assert_eq!(told(numbered(1, 3, 1)).unwrap(), "x1 X2 ?x3");
        assert_eq!(told(numbered(1, 1, 2)).unwrap(), "?x01");
        assert_eq!(told(between("x1", "z", None)).unwrap(), "x1 t X2 z");
        assert_eq!(told(between("x1", "z", Some(Kind::Text))).unwrap(), "t z");
        assert_eq!(told(VariableRange::Prefix("X".into())).unwrap(), "x1 X2");
        assert_eq!(told(VariableRange::All(Some(Kind::Number))).unwrap(), "a x1 X2");
        assert_eq!(told(numbered(3, 1, 1)).unwrap(), "?x3 X2 x1");
        assert!(told(numbered(0, u64::MAX, 1)).unwrap_err().contains("more than"));
        assert!(told(between("z", "a", None)).unwrap_err().contains("backwards"));
        assert!(told(between("q", "a", None)).unwrap_err().contains("q is not"));
    }
}
