//! The values of system options.

use std::path::PathBuf;

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// On or off.
    Switch(bool),
    /// A number, whose greatest value is `MAX`.
    Number(u64),
    /// A character.
    Character(char),
    /// A text, or a name or word in upper case.
    Text(String),
    /// A folder; `None` for that of WORK.
    Folder(Option<PathBuf>),
}
