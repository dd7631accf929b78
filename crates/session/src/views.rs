//! The views that a step reads as data sets.

use std::collections::HashMap;

use feedrate_dataset::DataSetName;

/// The views that a step reads as data sets.
#[derive(Debug, Default)]
pub(crate) struct Views {
    /// The views to be executed before the step is lowered again.
    asked_for: Vec<DataSetName>,
    /// The views that could not be executed, each with the reason.
    unreadable: HashMap<DataSetName, String>,
    /// The views whose steps are being lowered, to be stored or to be run, each read by the one before it, with the
    /// names that they have in their texts.
    open: Vec<(DataSetName, DataSetName)>,
}

impl Views {
    /// Begins a step, of which no view is known to be unreadable.
    pub(crate) fn begin_step(&mut self) {
        self.unreadable.clear();
    }

    /// Begins to lower a step, which has requested no view yet.
    pub(crate) fn begin_lowering(&mut self) {
        self.asked_for.clear();
    }

    /// Requests the execution of a view before the step is lowered again, if that has not failed before. Returns why it
    /// cannot be read now.
    pub(crate) fn ask_for(&mut self, view: &DataSetName) -> String {
        if let Some(why) = self.unreadable.get(view) {
            return why.clone();
        }
        self.asked_for.push(view.clone());
        format!("{view} is a view, which cannot be read here; make a table of it with CREATE TABLE of PROC SQL")
    }

    /// Takes the requested views, each once, sorted by name.
    pub(crate) fn take_asked_for(&mut self) -> Vec<DataSetName> {
        let mut views = std::mem::take(&mut self.asked_for);
        views.sort();
        views.dedup();
        views
    }

    /// Records that the step of a view is being lowered, which has its `own` name in its text.
    pub(crate) fn open(&mut self, view: DataSetName, own: DataSetName) {
        self.open.push((view, own));
    }

    /// Ends the last that was opened.
    pub(crate) fn close(&mut self) {
        self.open.pop();
    }

    /// Returns whether the step of a view is being lowered.
    pub(crate) fn is_open(&self, view: &DataSetName) -> bool {
        self.open.iter().any(|(open, _)| open == view)
    }

    /// Returns whether a data set in the text of the view that is being lowered stands for the view itself.
    pub(crate) fn is_own_name(&self, name: &DataSetName) -> bool {
        self.open.last().is_some_and(|(_, own)| own == name)
    }

    /// Records why a view cannot be executed, which is reported where the step names it.
    pub(crate) fn set_unreadable(&mut self, view: DataSetName, why: String) {
        self.unreadable.insert(view, why);
    }
}
