//! The names of libraries and data sets.

use std::fmt;

/// The maximum length of the name of a library.
const LONGEST_LIBREF: usize = 8;

/// The maximum length of the name of a data set.
const LONGEST_MEMBER: usize = 32;

const FORM: &str = "begins with no digit and has at most";

fn library_text(text: &str) -> String {
    match text.chars().count() > LONGEST_LIBREF {
        true => format!("Libref '{text}' exceeds {LONGEST_LIBREF} characters."),
        false => format!("{text} is not a valid SAS name."),
    }
}

fn data_set_text(text: &str) -> String {
    match text.chars().count() > LONGEST_MEMBER && !text.contains('.') {
        true => format!("307-185: The data set name cannot have more than {LONGEST_MEMBER} characters."),
        false => format!("{text} is not a valid SAS name."),
    }
}

/// Why a text is not the name of a library or a data set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// It is not the name of a library.
    #[error("{}\nThat of a library {FORM} {LONGEST_LIBREF} letters, digits and underscores.", library_text(.text))]
    Library {
        /// The text.
        text: String,
    },
    /// It is not the name of a data set.
    #[error(
        "{}\nThat of a data set {FORM} {LONGEST_MEMBER} letters, digits and underscores. It may follow a library's \
         name and a dot.", data_set_text(.text)
    )]
    DataSet {
        /// The text.
        text: String,
    },
}

/// The name of a data set with its library, both in capitals.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DataSetName {
    library: String,
    member: String,
}

impl DataSetName {
    /// Creates a name from those of a library and a data set, in either case.
    ///
    /// # Errors
    ///
    /// Fails if either is not a valid name.
    pub fn new(library: &str, member: &str) -> Result<Self, NameError> {
        if !is_name(member, LONGEST_MEMBER) {
            return Err(NameError::DataSet { text: member.into() });
        }
        Ok(Self {
            library: libref(library)?,
            member: member.to_ascii_uppercase(),
        })
    }

    /// Parses `member` or `library.member`; `default` is the library of the former.
    ///
    /// # Errors
    ///
    /// Fails if it is not a valid name.
    pub fn parse(text: &str, default: &str) -> Result<Self, NameError> {
        match text.split_once('.') {
            Some((_, member)) if member.contains('.') => Err(NameError::DataSet { text: text.into() }),
            Some((library, member)) => Self::new(library, member),
            None => Self::new(default, text),
        }
    }

    /// Returns the name of its library.
    pub fn library(&self) -> &str {
        &self.library
    }

    /// Returns the name within its library.
    pub fn member(&self) -> &str {
        &self.member
    }

    /// Returns the name of another data set in the same library.
    ///
    /// # Errors
    ///
    /// Fails if it is not a valid name.
    pub fn sibling(&self, member: &str) -> Result<Self, NameError> {
        Self::new(&self.library, member)
    }
}

impl fmt::Display for DataSetName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}", self.library, self.member)
    }
}

/// Returns the name of a library in capitals.
pub(crate) fn libref(text: &str) -> Result<String, NameError> {
    if is_name(text, LONGEST_LIBREF) {
        Ok(text.to_ascii_uppercase())
    } else {
        Err(NameError::Library { text: text.into() })
    }
}

/// Returns whether a text is a name: letters, digits and underscores, not beginning with a digit, not too long.
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
