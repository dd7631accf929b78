//! The origin of a result, for JSON.

use std::collections::BTreeMap;

use serde::Serialize;

use super::ResultFile;

/// The file of a result, with what was measured when and under what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Origin {
    /// The file.
    pub file: String,
    /// The kind of command that wrote it: `study`, `program`, `measure`, `command`, `check` or `fio`.
    pub kind: &'static str,
    /// The title of the measured work.
    pub title: String,
    /// When it was begun, of a study its last run, by RFC 3339.
    pub time: Option<String>,
    /// The most runs that one of its figures has.
    pub runs: usize,
    /// Under what it was measured.
    pub conditions: BTreeMap<String, String>,
}

impl Origin {
    /// Returns that of a result.
    pub fn of(result: &ResultFile) -> Self {
        let conditions = result.conditions.iter();
        Self {
            file: result.file.to_string_lossy().into_owned(),
            kind: result.kind.name(),
            title: result.title.clone(),
            time: result.time.map(|time| time.to_string()),
            runs: result.runs(),
            conditions: conditions
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
        }
    }
}
