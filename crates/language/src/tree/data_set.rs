//! Names of data sets with their options, and lists of variables.

use super::{Expression, Name};
use crate::source::Position;

/// A data set as written: `lib.name(keep=x)`.
#[derive(Clone, Debug)]
pub struct DataSet {
    /// The library, if it is given; [`OF_PATH`](Self::OF_PATH) if the member is a path.
    pub library: Option<Name>,
    /// The member. `_NULL_`, `_LAST_` and `_DATA_` are as written; a range such as `sales1-sales4` is already expanded.
    pub member: Name,
    /// True if it stands for all data sets whose names begin with that of the member: `sales:`.
    pub is_prefix: bool,
    /// The options in its parentheses.
    pub options: Vec<DataSetOption>,
}

impl DataSet {
    /// The library of data sets that are named by a path, which is then the text of their members. It is no name.
    pub const OF_PATH: &str = "'";

    /// Returns the path of its file, if it is named so.
    pub fn path(&self) -> Option<&str> {
        let library = self.library.as_ref()?;
        (library.text == Self::OF_PATH).then_some(&self.member.text)
    }

    /// Creates a data set by its library and member, as if `library.member` were written at `at`.
    pub fn named(library: &str, member: &str, at: Position) -> Self {
        let part = |text: &str| Name {
            text: text.to_owned(),
            at,
        };
        Self {
            library: Some(part(library)),
            member: part(member),
            is_prefix: false,
            options: Vec::new(),
        }
    }
}

/// A data set option.
#[derive(Clone, Debug)]
pub struct DataSetOption {
    /// Its name in upper case.
    pub name: String,
    /// The text after the `=`.
    pub value: OptionValue,
    /// The position of its name.
    pub at: Position,
}

/// The value of a data set option.
#[derive(Clone, Debug)]
pub enum OptionValue {
    /// KEEP= and DROP=.
    Variables(Vec<VariableList>),
    /// RENAME=: old names and new ones.
    Renames(Vec<(Name, Name)>),
    /// WHERE=.
    Condition(Box<Expression>),
    /// SORTEDBY=: variables, and whether each descends; none for `_NULL_`.
    Order(Vec<(Name, bool)>),
    /// INDEX=.
    Indexes(Vec<IndexDefinition>),
    /// All other values, as written, without quotes: `16K`, `max`, `yes`, a label.
    Word(String),
}

/// An index to be made.
#[derive(Clone, Debug)]
pub struct IndexDefinition {
    /// Its name: that of its variable, or, if it has several, any other.
    pub name: Name,
    /// Its variables, at least one.
    pub variables: Vec<Name>,
    /// UNIQUE.
    pub unique: bool,
    /// NOMISS.
    pub no_missing: bool,
}

/// An item of a list of variables.
#[derive(Clone, Debug)]
pub struct VariableList {
    /// The variables.
    pub range: VariableRange,
    /// Where it begins.
    pub at: Position,
}

/// The variables that an item of a list stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariableRange {
    /// `x`.
    One(String),
    /// `x1-x9`: the prefix, the first and last number, and the digits of the smaller one as written, for leading zeros.
    /// The last may be less than the first, in which case the list counts down. No list has more than 100,000 names.
    Numbered {
        /// The text before the number.
        prefix: String,
        /// The first number.
        first: u64,
        /// The last number.
        last: u64,
        /// The fewest digits of a number.
        digits: usize,
    },
    /// `a--b`, in the order of the variables; `a-numeric-b` and `a-character-b` for one kind only.
    Between {
        /// The first.
        first: String,
        /// The last.
        last: String,
        /// The kind; `None` for both.
        kind: Option<feedrate_values::Kind>,
    },
    /// `sales:`.
    Prefix(String),
    /// `_numeric_`, `_character_`, `_all_` (`None`).
    All(Option<feedrate_values::Kind>),
    /// `a{*}`: all elements of an array.
    Array(String),
}

impl VariableRange {
    /// Returns the names, if they can be determined without knowing the variables.
    pub fn names(&self) -> Option<Vec<String>> {
        match self {
            Self::One(name) => Some(vec![name.clone()]),
            Self::Numbered {
                prefix,
                first,
                last,
                digits,
            } => {
                let name = |number| format!("{prefix}{number:0digits$}");
                Some(if first <= last {
                    (*first..=*last).map(name).collect()
                } else {
                    (*last..=*first).rev().map(name).collect()
                })
            }
            Self::Between { .. } | Self::Prefix(_) | Self::All(_) | Self::Array(_) => None,
        }
    }
}
