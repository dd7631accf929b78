//! Data sets that are read in place of others: of views, of data sets that were sorted elsewhere, and summaries.

use super::Libraries;
use crate::error::Result;
use crate::name::DataSetName;

impl Libraries {
    /// Makes a data set be read in place of a view, or of another data set, until
    /// [`end_stand_ins`](Self::end_stand_ins).
    pub fn stand_in(&mut self, view: DataSetName, data_set: DataSetName) {
        self.stand_ins.insert(view, data_set);
    }

    /// Returns whether a data set is read in place of the one with this name.
    pub fn has_stand_in(&self, name: &DataSetName) -> bool {
        self.stand_ins.contains_key(name)
    }

    /// Returns how many data sets are read in place of views.
    pub fn stand_ins(&self) -> usize {
        self.stand_ins.len()
    }

    /// Removes the data sets that are read in place of views.
    ///
    /// # Errors
    ///
    /// Fails if one cannot be removed.
    pub fn end_stand_ins(&mut self) -> Result<()> {
        self.sorted_elsewhere.clear();
        let stand_ins = std::mem::take(&mut self.stand_ins);
        stand_ins.values().try_for_each(|name| self.delete(name))
    }

    /// Makes a data set the summary of another one for procedures that need no more of it, until
    /// [`end_summaries`](Self::end_summaries).
    pub fn summarize(&mut self, data_set: DataSetName, summary: DataSetName) {
        self.summaries.insert(data_set, summary);
    }

    /// Makes the rows of a data set, which were sorted elsewhere, be read in its place, until
    /// [`end_stand_ins`](Self::end_stand_ins).
    pub fn sort_elsewhere(&mut self, data_set: DataSetName, sorted: DataSetName) {
        self.sorted_elsewhere.insert(data_set.clone());
        self.stand_in(data_set, sorted);
    }

    /// Returns whether the rows of a data set are read as they were sorted elsewhere.
    pub fn is_sorted_elsewhere(&self, data_set: &DataSetName) -> bool {
        self.sorted_elsewhere.contains(data_set)
    }

    /// Returns the summary of a data set, if there is one.
    pub fn summary_of(&self, data_set: &DataSetName) -> Option<&DataSetName> {
        self.summaries.get(data_set)
    }

    /// Deletes all summaries.
    ///
    /// # Errors
    ///
    /// Fails if one cannot be deleted.
    pub fn end_summaries(&mut self) -> Result<()> {
        let summaries = std::mem::take(&mut self.summaries);
        summaries.values().try_for_each(|name| self.delete(name))
    }
}
