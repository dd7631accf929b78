//! The definition of a setting: its name, values and scopes, and what it is for.

use super::requested::RequestedSettings;

/// Where a setting may be specified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingScope {
    /// In an OPTIONS statement or on the command line.
    System,
    /// In a LIBNAME statement.
    Library,
    /// In parentheses after the name of a data set.
    DataSet,
}

impl SettingScope {
    /// Returns what a message calls it, after "as".
    pub fn name(self) -> &'static str {
        match self {
            Self::System => "a system option",
            Self::Library => "an option of LIBNAME",
            Self::DataSet => "a data set option",
        }
    }
}

/// The values that a setting accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accepts {
    /// A whole number from `least` to `most`, or 0 for the default; also `MIN`, which is 0, and `MAX`.
    Number {
        /// The least value other than 0.
        least: u64,
        /// The greatest value.
        most: u64,
    },
    /// A number, possibly with decimals, within bounds in thousandths.
    Thousandths {
        /// The least value.
        least: u64,
        /// The greatest value.
        most: u64,
    },
    /// On or off: `NAME`, `NONAME`, `NAME=YES`, `NAME=NO`.
    Switch,
    /// One of these words, in capitals.
    Word(&'static [&'static str]),
}

/// A value of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SettingValue {
    /// A number within its range, or 0.
    Number(u64),
    /// On or off.
    Switch(bool),
    /// The index of a word.
    Word(usize),
}

/// A setting.
#[derive(Debug)]
pub struct Definition {
    /// Its name, in capitals.
    pub name: &'static str,
    /// The values that it accepts.
    pub accepts: Accepts,
    /// Where it may be specified.
    pub scopes: &'static [SettingScope],
    /// Its purpose, in a sentence or two.
    pub help: &'static str,
    /// The field of a request that it sets.
    pub(super) field: Field,
}

/// A field of a request.
#[derive(Debug)]
pub(super) struct Field {
    /// Returns the requested value, if any.
    pub(super) get: fn(&RequestedSettings) -> Option<SettingValue>,
    /// Sets the requested value.
    pub(super) set: fn(&mut RequestedSettings, SettingValue),
}
