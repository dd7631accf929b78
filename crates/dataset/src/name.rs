//! The names of libraries and data sets.

use std::fmt;

/// The longest name of a library.
const LONGEST_LIBREF: usize = 8;

/// The longest name of a data set.
const LONGEST_MEMBER: usize = 32;

/// Why a text is no name of a library or a data set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// A word that is no name of a library.
    #[error(
        "`{text}` cannot name a library; a name has at most 8 letters, digits and underscores and does \
         not begin with a digit"
    )]
    Library {
        /// What was given.
        text: String,
    },
    /// A word that is no name of a data set.
    #[error(
        "`{text}` cannot name a data set; a name has at most 32 letters, digits and underscores and \
         does not begin with a digit, and may follow a library's name and a dot"
    )]
    DataSet {
        /// What was given.
        text: String,
    },
}

/// The name of a data set: its library's and its own, both in capitals.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DataSetName {
    library: String,
    member: String,
}

impl DataSetName {
    /// Of a library's name and a data set's own, in either case.
    pub fn new(library: &str, member: &str) -> Result<Self, NameError> {
        if !is_name(member, LONGEST_MEMBER) {
            return Err(NameError::DataSet {
                text: member.into(),
            });
        }
        Ok(Self {
            library: libref(library)?,
            member: member.to_ascii_uppercase(),
        })
    }

    /// Of `member` or `library.member` as it stands in a program; `default` is the library of the former.
    pub fn parse(text: &str, default: &str) -> Result<Self, NameError> {
        match text.split_once('.') {
            Some((_, member)) if member.contains('.') => {
                Err(NameError::DataSet { text: text.into() })
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
    pub fn sibling(&self, member: &str) -> Result<Self, NameError> {
        Self::new(&self.library, member)
    }
}

impl fmt::Display for DataSetName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}", self.library, self.member)
    }
}

/// The name of a library in capitals.
pub(crate) fn libref(text: &str) -> Result<String, NameError> {
    if is_name(text, LONGEST_LIBREF) {
        Ok(text.to_ascii_uppercase())
    } else {
        Err(NameError::Library { text: text.into() })
    }
}

/// Whether a text is a name: letters, digits and underscores, no digit first, not too long.
pub(crate) fn is_member(text: &str) -> bool {
    is_name(text, LONGEST_MEMBER)
}

fn is_name(text: &str, longest: usize) -> bool {
    text.len() <= longest
        && text.starts_with(|c: char| c == '_' || c.is_ascii_alphabetic())
        && text.chars().all(|c| c == '_' || c.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
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
}
