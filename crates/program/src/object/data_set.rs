//! The data sets that objects read and make.

use feedrate_dataset::DataSetName;
use feedrate_dataset::settings::RequestedSettings;

use crate::{Filter, Number, Text};

/// The name of a data set that an object reads or makes.
#[derive(Clone, Debug)]
pub enum ObjectDataSet {
    /// One that the program states.
    Stated(DataSetName),
    /// One that is computed when the step runs.
    Computed {
        /// `library.member`, or `member`.
        text: Text,
        /// The library of the latter.
        library: String,
    },
}

/// A data set that fills a hash table.
#[derive(Clone, Debug)]
pub struct ObjectSource {
    /// Its name.
    pub data_set: ObjectDataSet,
    /// The I/O settings among its data set options.
    pub settings: RequestedSettings,
    /// `firstobs=`, from 1.
    pub first: u64,
    /// `obs=`: the number of the last observation; `None` for all.
    pub last: Option<u64>,
    /// `where=`.
    pub filter: Option<Filter>,
    /// Its variables.
    pub selection: ItemSelection,
}

/// A data set that OUTPUT makes of a hash table.
#[derive(Clone, Debug)]
pub struct ObjectOutput {
    /// Its name.
    pub data_set: ObjectDataSet,
    /// The I/O settings among its data set options.
    pub settings: RequestedSettings,
    /// Its label.
    pub label: String,
    /// `replace=no`: an existing data set is an error.
    pub keep_existing: bool,
    /// `where=`, over the vector with the values of an item.
    pub condition: Option<Number>,
    /// Its variables.
    pub selection: ItemSelection,
}

/// The variables that KEEP=, DROP= and RENAME= select, by their names.
#[derive(Clone, Debug, Default)]
pub struct ItemSelection {
    /// KEEP=; `None` for all.
    pub keep: Option<Vec<NamePattern>>,
    /// DROP=.
    pub drop: Vec<NamePattern>,
    /// RENAME=: old names and new ones.
    pub rename: Vec<(String, String)>,
}

/// The names that an item of a list stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NamePattern {
    /// One name.
    One(String),
    /// All that begin with a text.
    Prefix(String),
}

impl NamePattern {
    /// Returns whether it stands for a name; case does not count.
    pub fn matches(&self, name: &str) -> bool {
        match self {
            Self::One(one) => name.eq_ignore_ascii_case(one),
            Self::Prefix(prefix) => {
                let start = name.get(..prefix.len());
                start.is_some_and(|start| start.eq_ignore_ascii_case(prefix))
            }
        }
    }
}

impl ItemSelection {
    /// Returns the name in the selection of a variable, unless it is left out.
    pub fn selected<'n>(&'n self, name: &'n str) -> Option<&'n str> {
        let is_in = |list: &[NamePattern]| list.iter().any(|pattern| pattern.matches(name));
        if self.keep.as_ref().is_some_and(|keep| !is_in(keep)) || is_in(&self.drop) {
            return None;
        }
        let renamed = self.rename.iter().find(|(old, _)| old.eq_ignore_ascii_case(name));
        Some(renamed.map_or(name, |(_, new)| new.as_str()))
    }
}

impl ObjectDataSet {
    /// Returns the expression of a name that is computed.
    pub fn text(&self) -> Option<&Text> {
        match self {
            Self::Stated(_) => None,
            Self::Computed { text, .. } => Some(text),
        }
    }
}
