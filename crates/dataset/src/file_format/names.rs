//! The names of variables for columns with arbitrary names.

use std::collections::HashSet;

use crate::schema::LONGEST_NAME;

/// The maximum number of names in a note.
const MOST_TOLD: usize = 5;

/// Names that have another meaning in programs.
const RESERVED: &[&str] = &[
    "_ALL_",
    "_CHARACTER_",
    "_CHAR_",
    "_ERROR_",
    "_INFILE_",
    "_IORC_",
    "_N_",
    "_NUMERIC_",
];

/// Assigns unique valid names to columns.
#[derive(Debug, Default)]
pub struct Names {
    /// The assigned names, in capitals.
    taken: HashSet<String>,
    changed: Vec<(String, String)>,
}

impl Names {
    /// Returns the name of the variable for the next column: unique, at most 32 letters, digits and underscores, and
    /// not beginning with a digit.
    pub fn next(&mut self, column: &str) -> String {
        let position = self.taken.len() + 1;
        let mut name: String = column
            .trim()
            .chars()
            .map(|letter| match letter {
                '_' => '_',
                letter if letter.is_ascii_alphanumeric() => letter,
                _ => '_',
            })
            .take(LONGEST_NAME)
            .collect();
        if name.is_empty() {
            name = format!("VAR{position}");
        }
        if name.starts_with(|first: char| first.is_ascii_digit()) {
            name.insert(0, '_');
            name.truncate(LONGEST_NAME);
        }
        let stem = name.clone();
        let mut number = 1_u64;
        while is_reserved(&name) || !self.taken.insert(name.to_ascii_uppercase()) {
            number += 1;
            let end = number.to_string();
            let kept = stem.len().min(LONGEST_NAME - end.len());
            name = format!("{}{end}", &stem[..kept]);
        }
        if name != column {
            self.changed.push((column.to_owned(), name.clone()));
        }
        name
    }

    /// Returns a note about the names that differ from those of their columns; `None` if there are none.
    pub fn note(&self) -> Option<String> {
        let renamed: Vec<_> = self
            .changed
            .iter()
            .take(MOST_TOLD)
            .map(|(column, name)| format!("`{}` is {name}", column.escape_debug()))
            .collect();
        let more = self.changed.len().saturating_sub(MOST_TOLD);
        (!renamed.is_empty()).then(|| {
            let more = match more {
                0 => String::new(),
                more => format!(", and {more} more"),
            };
            format!(
                "columns whose names no variable can have got others: {}{more}",
                renamed.join(", ")
            )
        })
    }
}

fn is_reserved(name: &str) -> bool {
    RESERVED.iter().any(|reserved| reserved.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn no_column_takes_a_name_that_means_something_else() {
        let mut names = Names::default();
        let columns = ["_n_", "_N_", "_error_", "_all_", "_n"];
        let given = columns.map(|column| names.next(column));
        assert_eq!(given, ["_n_2", "_N_3", "_error_2", "_all_2", "_n"]);
        assert!(names.note().is_some());
    }

    #[test]
    fn names_become_those_of_variables() {
        let mut names = Names::default();
        let long = "a".repeat(40);
        let columns = ["x", "X", "unit price", "2020", "", " y ", "größe", &long, &long];
        let given: Vec<_> = columns.iter().map(|column| names.next(column)).collect();
        let most = "a".repeat(32);
        let second = "a".repeat(31) + "2";
        assert_eq!(
            given,
            ["x", "X2", "unit_price", "_2020", "VAR5", "y", "gr__e", &most, &second]
        );
        insta::assert_snapshot!(names.note().unwrap(), @"columns whose names no variable can have got others: `X` is \
            X2, `unit price` is unit_price, `2020` is _2020, `` is VAR5, ` y ` is y, and 3 more");
        assert_eq!(Names::default().note(), None);
    }

    proptest! {
        #[test]
        fn every_name_is_one_of_a_variable_and_no_others(
            columns in proptest::collection::vec(".{0,40}|a{30,34}|[ab]", 0..40),
        ) {
            let mut names = Names::default();
            let mut seen = HashSet::new();
            for column in columns {
                let name = names.next(&column);
                prop_assert!((1..=LONGEST_NAME).contains(&name.len()));
                prop_assert!(!name.starts_with(|first: char| first.is_ascii_digit()));
                prop_assert!(name.chars().all(|c| c == '_' || c.is_ascii_alphanumeric()));
                prop_assert!(seen.insert(name.to_ascii_uppercase()));
            }
        }
    }
}
