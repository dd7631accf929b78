//! The names of libraries and data sets.

use std::fmt;

use crate::error::{Error, Result};

/// The longest name of a library.
const LONGEST_LIBREF: usize = 8;

/// The longest name of a data set.
const LONGEST_MEMBER: usize = 32;

/// The name of a data set: its library's and its own, both in capitals.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DataSetName {
    library: String,
    member: String,
}

impl DataSetName {
    /// Of a library's name and a data set's own, in either case.
    pub fn new(library: &str, member: &str) -> Result<Self> {
        if !is_name(member, LONGEST_MEMBER) {
            return Err(Error::DataSetName {
                text: member.into(),
            });
        }
        Ok(Self {
            library: libref(library)?,
            member: member.to_ascii_uppercase(),
        })
    }

    /// Of `member` or `library.member` as it stands in a program; `default` is the library of the former.
    pub fn parse(text: &str, default: &str) -> Result<Self> {
        match text.split_once('.') {
            Some((_, member)) if member.contains('.') => {
                Err(Error::DataSetName { text: text.into() })
            }
            Some((library, member)) => Self::new(library, member),
            None => Self::new(default, text),
        }
    }

    /// The name of its library.
    pub fn library(&self) -> &str {
        &self.library
    }

    /// Its own name.
    pub fn member(&self) -> &str {
        &self.member
    }

    /// The same name in another case or library: `member` of this one's library.
    pub fn sibling(&self, member: &str) -> Result<Self> {
        Self::new(&self.library, member)
    }
}

impl fmt::Display for DataSetName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}", self.library, self.member)
    }
}

/// The name of a library in capitals.
pub(super) fn libref(text: &str) -> Result<String> {
    if is_name(text, LONGEST_LIBREF) {
        Ok(text.to_ascii_uppercase())
    } else {
        Err(Error::LibraryName { text: text.into() })
    }
}

/// Whether a text is a name: letters, digits and underscores, no digit first, not too long.
pub(super) fn is_member(text: &str) -> bool {
    is_name(text, LONGEST_MEMBER)
}

fn is_name(text: &str, longest: usize) -> bool {
    text.len() <= longest
        && text.starts_with(|c: char| c == '_' || c.is_ascii_alphabetic())
        && text.chars().all(|c| c == '_' || c.is_ascii_alphanumeric())
}

/// Those of `names` that `wanted` may have been meant to be, the nearest first: they differ from it by
/// few changes of a letter, or begin with it.
pub(super) fn near(wanted: &str, names: impl Iterator<Item = String>) -> Vec<String> {
    const MOST: usize = 3;
    let allowed = 1 + wanted.len() / 4;
    let mut found: Vec<(usize, String)> = names
        .filter_map(|name| {
            let changes = changes(wanted, &name);
            let begins = wanted.len() >= 2 && name.starts_with(wanted);
            (changes <= allowed || begins).then_some((changes, name))
        })
        .collect();
    found.sort();
    found.truncate(MOST);
    found.into_iter().map(|(_, name)| name).collect()
}

/// How many letters must be put in, left out or changed to make one name the other.
fn changes(a: &str, b: &str) -> usize {
    let b = b.as_bytes();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (line, &letter) in a.as_bytes().iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for (column, &other) in b.iter().enumerate() {
            let changed = diagonal + usize::from(letter != other);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(row[column] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_are_in_capitals_and_have_a_library() {
        let name = |text| DataSetName::parse(text, "work").map(|name| name.to_string());
        assert_eq!(name("sales").unwrap(), "WORK.SALES");
        assert_eq!(name("Lib.Sales_2").unwrap(), "LIB.SALES_2");
        for text in [
            "",
            ".",
            "a.",
            ".a",
            "1a",
            "a.b.c",
            "a b",
            "librarynine.a",
            "ä",
            "a.1",
            "a23456789012345678901234567890123",
        ] {
            assert!(name(text).is_err(), "{text}");
        }
    }

    #[test]
    fn near_names_are_found() {
        let near = |wanted| {
            let names = ["SALES", "SALES2019", "SOLES", "CLASS", "A"];
            near(wanted, names.into_iter().map(String::from)).join(" ")
        };
        assert_eq!(near("SALE"), "SALES SOLES SALES2019");
        assert_eq!(near("CLAS"), "CLASS");
        assert_eq!(near("B"), "A");
        assert_eq!(near("NOTHING"), "");
    }

    proptest! {
        #[test]
        fn changes_are_a_distance(a in "[AB]{0,6}", b in "[AB]{0,6}", c in "[AB]{0,6}") {
            prop_assert_eq!(changes(&a, &b) == 0, a == b);
            prop_assert_eq!(changes(&a, &b), changes(&b, &a));
            prop_assert!(changes(&a, &c) <= changes(&a, &b) + changes(&b, &c));
        }
    }
}
