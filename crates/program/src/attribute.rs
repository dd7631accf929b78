//! Attributes of variables whose names are known only when the step runs: `vformatx('a' || put(i, 1.))`.

use std::sync::{Arc, OnceLock};

use feedrate_values::format::Format;

use super::{SiteId, Slot, Text};

/// An attribute of a variable that its value does not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// Its name.
    Name,
    /// Its label, or its name if it has none.
    Label,
    /// `C` or `N`.
    Kind,
    /// Its length in bytes.
    Length,
    /// Its format with width and decimals.
    Format,
    /// The name of its format.
    FormatName,
    /// The width of its format.
    FormatWidth,
    /// The decimals of its format.
    FormatDecimals,
    /// Its informat with width and decimals; blank if it has none.
    Informat,
    /// The name of its informat.
    InformatName,
    /// The width of its informat.
    InformatWidth,
    /// The decimals of its informat.
    InformatDecimals,
}

impl Fact {
    /// All of them, in their order.
    pub const ALL: [Self; 12] = [
        Self::Name,
        Self::Label,
        Self::Kind,
        Self::Length,
        Self::Format,
        Self::FormatName,
        Self::FormatWidth,
        Self::FormatDecimals,
        Self::Informat,
        Self::InformatName,
        Self::InformatWidth,
        Self::InformatDecimals,
    ];

    /// Returns whether it is a number.
    pub fn is_number(self) -> bool {
        match self {
            Self::Length | Self::FormatWidth | Self::FormatDecimals | Self::InformatWidth | Self::InformatDecimals => {
                true
            }
            Self::Name
            | Self::Label
            | Self::Kind
            | Self::Format
            | Self::FormatName
            | Self::Informat
            | Self::InformatName => false,
        }
    }
}

/// An attribute that is asked for by a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attribute {
    /// One that its value does not change.
    Fact(Fact),
    /// 1 if it is an element of an array, else 0; also 0 if there is no such variable.
    InArray,
    /// The name of the variable after it; that of the first after a blank name.
    Next,
    /// Its value by its format.
    Value,
}

impl Attribute {
    /// Returns whether it is a number.
    pub fn is_number(self) -> bool {
        match self {
            Self::Fact(fact) => fact.is_number(),
            Self::InArray => true,
            Self::Next | Self::Value => false,
        }
    }
}

/// A variable with its attributes.
#[derive(Clone, Debug)]
pub struct NamedVariable {
    /// Its name in upper case.
    pub key: String,
    /// The place of its value.
    pub slot: Slot,
    /// The format of [`Attribute::Value`].
    pub format: Format,
    /// Its attributes, in the order of [`Fact::ALL`].
    pub facts: [Vec<u8>; Fact::ALL.len()],
    /// True for an element of an array.
    pub is_element: bool,
    /// The name of the variable after it; empty for the last.
    pub next: Vec<u8>,
}

/// The variables of a step, sorted by their keys, and the name of the first in the order of the step.
#[derive(Debug, Default)]
pub struct NamedVariables {
    /// The variables.
    pub all: Vec<NamedVariable>,
    /// The name of the first.
    pub first: Vec<u8>,
}

impl NamedVariables {
    /// Returns the variable of a name with blanks around it, in either case.
    pub fn find(&self, name: &[u8]) -> Option<&NamedVariable> {
        let name = std::str::from_utf8(name).ok()?.trim().to_uppercase();
        let found = self.all.binary_search_by(|variable| variable.key.as_str().cmp(&name));
        found.ok().map(|index| &self.all[index])
    }
}

/// A query of an attribute of the variable whose name an expression gives.
#[derive(Clone, Debug)]
pub struct AttributeQuery {
    /// The function, for messages.
    pub function: &'static str,
    /// The attribute.
    pub attribute: Attribute,
    /// The name of the variable.
    pub name: Text,
    /// The variables of the step, which are set when it was read to its end.
    pub variables: Arc<OnceLock<NamedVariables>>,
    /// Its position in the program.
    pub site: SiteId,
}
