//! The variables of a data set, in order.

use std::collections::HashMap;

use feedrate_values::Kind;

use super::list::Roster;
use super::variables::Variables;

/// A variable of an input or output data set.
#[derive(Clone, Debug)]
pub(super) struct Column {
    /// Its name after RENAME=.
    pub name: String,
    pub kind: Kind,
    /// Its index before anything was dropped: a column of a schema, or a variable of the step.
    pub origin: usize,
}

/// The variables of a data set, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Columns {
    pub(super) columns: Vec<Column>,
    by_name: HashMap<String, usize>,
}

impl Columns {
    pub fn new(columns: Vec<Column>) -> Self {
        let names = columns.iter().map(|column| Variables::key(&column.name));
        let by_name = names.enumerate().map(|(index, name)| (name, index)).collect();
        Self { columns, by_name }
    }

    pub fn iter(&self) -> impl Iterator<Item = &Column> {
        self.columns.iter()
    }

    pub fn find(&self, name: &str) -> Option<&Column> {
        self.position(name).map(|index| &self.columns[index])
    }
}

impl Roster for Columns {
    fn count(&self) -> usize {
        self.columns.len()
    }

    fn name(&self, index: usize) -> &str {
        &self.columns[index].name
    }

    fn kind(&self, index: usize) -> Option<Kind> {
        Some(self.columns[index].kind)
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.by_name.get(&Variables::key(name)).copied()
    }

    fn is_listed(&self, _: usize) -> bool {
        true
    }
}
