//! The data sets that steps of a program have made, or would have made.

use std::collections::{HashMap, HashSet};

use feedrate_dataset::library::{FILES, WORK};
use feedrate_dataset::{DataSetName, Libraries, Schema};
use feedrate_program::Write;
use feedrate_rows::{DataSetMade, Outcome};

/// The outputs of steps that affect later steps.
#[derive(Debug, Default)]
pub(crate) struct StepOutputs {
    last: Option<DataSetName>,
    /// The number of data sets made without a name.
    unnamed: u32,
    /// The data sets that steps would have made if they had run.
    predicted: HashMap<DataSetName, Schema>,
    /// The data sets that are not there, or whose variables are not known, because of a step that was planned, with the
    /// reason.
    unknown: HashMap<DataSetName, String>,
    /// The data sets that steps with errors were to make, whose variables are not known.
    failed: HashSet<DataSetName>,
    /// One of them that a step asks for, with what it is told.
    missed: Option<(DataSetName, String)>,
    /// Data sets of WORK that no step has read since they were made.
    unread: Vec<DataSetName>,
}

impl StepOutputs {
    /// Returns the last data set that was made: `_LAST_`.
    pub(crate) fn last(&self) -> Option<&DataSetName> {
        self.last.as_ref()
    }

    /// Returns the variables of a data set that a step would have made if it had run.
    pub(crate) fn predicted(&self, name: &DataSetName) -> Option<&Schema> {
        self.predicted.get(name)
    }

    /// Returns the names of the data sets in a library that steps would have made if they had run.
    pub(crate) fn predicted_members(&self, library: &str) -> impl Iterator<Item = &str> {
        let names = self.predicted.keys();
        let names = names.filter(move |name| name.library() == library);
        names.map(DataSetName::member)
    }

    /// Records what a step would have made if it had run, so that later steps can be checked.
    pub(crate) fn predict(&mut self, writes: &[Write]) {
        for write in writes {
            if write.data_set.library() != FILES {
                self.last = Some(write.data_set.clone());
                self.predict_view(&write.data_set, &write.schema);
            }
        }
    }

    /// Records what a view would have shown if it had been executed.
    pub(crate) fn predict_view(&mut self, name: &DataSetName, schema: &Schema) {
        self.unknown.remove(name);
        self.failed.remove(name);
        self.predicted.insert(name.clone(), schema.clone());
    }

    /// Records data sets that a step was to make, and whose variables are not known because of an error: what later
    /// steps say about them would only be a consequence of that error.
    pub(crate) fn set_failed(&mut self, names: impl IntoIterator<Item = DataSetName>) {
        for name in names {
            self.predicted.remove(&name);
            self.last = Some(name.clone());
            self.failed.insert(name);
        }
    }

    /// Returns what a step that is only checked is told when it asks for a data set of
    /// [`set_failed`](Self::set_failed), and records that it did; `None` for others.
    pub(crate) fn miss(&mut self, name: &DataSetName) -> Option<String> {
        if !self.failed.contains(name) {
            return None;
        }
        let text = format!("{name} was not made, because of the errors before this step");
        let (_, text) = self.missed.get_or_insert((name.clone(), text));
        Some(text.clone())
    }

    /// Takes the data set that a step asked for in vain, with what it was told.
    pub(crate) fn take_missed(&mut self) -> Option<(DataSetName, String)> {
        self.missed.take()
    }

    /// Records that nothing is known of a data set after a step that was planned.
    pub(crate) fn set_unknown(&mut self, name: &DataSetName, why: &str) {
        self.predicted.remove(name);
        self.unknown.insert(name.clone(), why.to_owned());
    }

    /// Returns why nothing is known of a data set; `None` if that is not so.
    pub(crate) fn unknown(&self, name: &DataSetName) -> Option<&str> {
        self.unknown.get(name).map(String::as_str)
    }

    /// Removes the record of what would have been made under a name.
    pub(crate) fn forget_predicted(&mut self, name: &DataSetName) {
        self.predicted.remove(name);
    }

    /// Records what a step has read and made.
    pub(crate) fn record(&mut self, outcome: &Outcome) {
        for read in &outcome.read {
            self.unread.retain(|name| *name != read.name);
        }
        if let Some(updated) = &outcome.updated {
            self.unread.retain(|name| *name != updated.name);
            if updated.account.is_some() {
                self.record_modified(&updated.name);
            }
        }
        for made in completed(outcome) {
            // A file that a step made by its path is not a data set for later steps.
            if made.name.library() != FILES {
                self.last = Some(made.name.clone());
                self.predicted.remove(&made.name);
                self.failed.remove(&made.name);
            }
            self.unread.retain(|name| *name != made.name);
            if made.name.library() == WORK {
                self.unread.push(made.name.clone());
            }
        }
    }

    /// Records that a step changed, or would have changed, a data set in place.
    pub(crate) fn record_modified(&mut self, name: &DataSetName) {
        self.last = Some(name.clone());
    }

    /// Records only the last data set that a step has made.
    pub(crate) fn record_last(&mut self, outcome: &Outcome) {
        if let Some(made) = completed(outcome).last() {
            self.last = Some(made.name.clone());
        }
    }

    /// Returns the next of DATA1, DATA2 and so on in a library.
    ///
    /// # Errors
    ///
    /// Fails where the library cannot have a data set of that name.
    pub(crate) fn next_unnamed(&mut self, library: &str) -> feedrate_dataset::Result<DataSetName> {
        self.unnamed += 1;
        DataSetName::new(library, &format!("DATA{}", self.unnamed)).map_err(Into::into)
    }

    /// Returns how many names [`Self::next_unnamed`] has returned, for [`Self::rewind_unnamed`].
    pub(crate) fn unnamed(&self) -> u32 {
        self.unnamed
    }

    /// Makes names of unnamed data sets available again, because a step is lowered again.
    pub(crate) fn rewind_unnamed(&mut self, to: u32) {
        self.unnamed = to;
    }

    /// Returns a note on the data sets of WORK that no step read, because they take room in the page cache; `None` if
    /// there are none.
    pub(crate) fn note_on_unread(&self, libraries: &Libraries) -> Option<String> {
        let unread = self.unread.iter();
        let lines: Vec<String> = unread.filter_map(|name| size_and_residency(libraries, name)).collect();
        (!lines.is_empty()).then(|| {
            format!(
                "No later step used these data sets of WORK. Without them, or once they are deleted (PROC \
                 DATASETS), the page cache has room for others:\n{}",
                lines.join("\n")
            )
        })
    }
}

/// Returns the data sets that a step completed.
fn completed(outcome: &Outcome) -> impl Iterator<Item = &DataSetMade> {
    outcome.made.iter().filter(|made| made.account.is_some())
}

/// Returns what a data set takes of storage and of the page cache; `None` if it does not exist any more.
fn size_and_residency(libraries: &Libraries, name: &DataSetName) -> Option<String> {
    let path = libraries.path(name).ok()?;
    let bytes = std::fs::metadata(path).ok()?.len();
    let residency = libraries.residency(name).ok();
    let resident = match residency.and_then(|residency| residency.bytes()) {
        Some(resident) => format!("{:.1} MB in the page cache", resident as f64 / 1e6),
        None => "how much of it in the page cache is unknown".to_owned(),
    };
    Some(format!("{name}: {:.1} MB, {resident}", bytes as f64 / 1e6))
}
