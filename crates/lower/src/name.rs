//! Resolves the names of data sets: adds the library, and replaces `_LAST_`.

use feedrate_dataset::{DataSetName, NameError};
use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::{DataSet, Name};
use feedrate_language::{Diagnostic, Position};

use super::catalog::Catalog;
use super::lowering::StepLowering;

/// Returns the name of a data set with its library, which is `default` where none is written. The folder of one that is
/// named by its path becomes a library.
pub fn whole_name(data_set: &DataSet, default: &str, catalog: &mut dyn Catalog) -> Result<DataSetName> {
    let member = &data_set.member;
    if let Some(path) = data_set.path() {
        let named = catalog.data_set_by_path(path);
        return named.map_err(|why| Diagnostic::error(member.at, why));
    }
    let (library, at) = match &data_set.library {
        Some(library) => (library.text.as_str(), library.at),
        None => (default, member.at),
    };
    DataSetName::new(library, &member.text).map_err(|error| {
        let at = match error {
            NameError::Library { .. } => at,
            _ => member.at,
        };
        Diagnostic::error(at, error.to_string())
    })
}

/// Returns the data set that was created last.
pub fn last(catalog: &dyn Catalog, at: Position) -> Result<DataSetName> {
    catalog
        .last_data_set()
        .ok_or_else(|| Diagnostic::error(at, "There is not a default input data set (_LAST_ is _NULL_)."))
}

/// Returns the names that begin with a prefix.
pub fn begin_with(names: Vec<String>, prefix: &str) -> impl Iterator<Item = String> {
    names.into_iter().filter(move |name| {
        let start = name.get(..prefix.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(prefix))
    })
}

/// Returns whether a data set is written as this word, without a library.
pub fn is_word(data_set: &DataSet, word: &str) -> bool {
    data_set.library.is_none() && data_set.member.text.eq_ignore_ascii_case(word)
}

impl StepLowering<'_> {
    /// Returns the full name of an input data set.
    pub fn source_name(&mut self, data_set: &DataSet) -> Option<DataSetName> {
        let at = data_set.member.at;
        if is_word(data_set, "_NULL_") {
            return self.fail(at, "_NULL_ names no data set, so it cannot be read");
        }
        let name = match is_word(data_set, "_LAST_") {
            true => last(self.catalog, at),
            false => self.name_in_default(data_set),
        };
        self.or_report(name)
    }

    /// Returns the data sets that `sales:` matches, in the order of their names. It is an error if there are none.
    pub fn beginning_with(&mut self, data_set: &DataSet) -> Vec<DataSet> {
        let at = data_set.member.at;
        let prefix = self.name_in_default(data_set);
        let Some(prefix) = self.or_report(prefix) else {
            return Vec::new();
        };
        let found = self.catalog.members(prefix.library());
        let found = self.or_report(found.map_err(|why| Diagnostic::error(at, why)));
        let names = begin_with(found.unwrap_or_default(), prefix.member());
        let data_sets = names.map(|text| DataSet {
            member: Name { text, at },
            is_prefix: false,
            ..data_set.clone()
        });
        let data_sets: Vec<DataSet> = data_sets.collect();
        if data_sets.is_empty() {
            let message = format!("there is no data set whose name begins with {prefix}");
            self.refuse_data_set(Diagnostic::error(at, message));
            self.is_incomplete = true;
        }
        data_sets
    }

    /// Returns the full name of an output data set.
    pub fn target_name(&mut self, data_set: &DataSet) -> Option<DataSetName> {
        let name = self.name_in_default(data_set);
        self.or_report(name)
    }

    fn name_in_default(&mut self, data_set: &DataSet) -> Result<DataSetName> {
        let default = self.catalog.default_library();
        whole_name(data_set, &default, self.catalog)
    }

    /// Returns the value, or reports the error and returns `None`.
    fn or_report<T>(&mut self, result: Result<T>) -> Option<T> {
        result.map_err(|diagnostic| self.refuse_data_set(diagnostic)).ok()
    }
}

/// Returns a data set with this full name as if it were written in the program at `at`.
pub fn data_set_named(name: &DataSetName, at: Position) -> DataSet {
    DataSet::named(name.library(), name.member(), at)
}
