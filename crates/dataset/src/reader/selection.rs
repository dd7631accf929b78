//! Selected rows, and selected variables.

use super::Reader;
use crate::native::Selection;
use crate::random::RandomReader;

impl Reader {
    /// Reads only the rows of a selection, in its order, from a `.sas7bdat` file that `rows` has open, too. Must be
    /// called before the first row is requested. A [window](Self::set_window) then counts rows of the selection.
    pub fn select(&mut self, selection: Selection, rows: RandomReader) {
        if let Some(file) = self.source.paged_mut() {
            file.select(selection, rows);
        }
    }

    /// Returns the number of rows that are read, regardless of the window: at most [`rows`](Self::rows), and fewer with
    /// a selection of numbers.
    pub fn rows_selected(&self) -> u64 {
        match self.selection() {
            Some(Selection::Numbers(numbers)) => numbers.count(),
            Some(Selection::InOrder(_)) | None => self.rows(),
        }
    }

    /// Returns the selection, if there is one.
    pub fn selection(&self) -> Option<&Selection> {
        self.source.paged()?.selection()
    }

    /// Leaves out variables: `wanted` tells of each variable of the schema whether its values are read. The bytes of
    /// others have no meaning in the rows that are returned, and files that have each variable by itself are not read
    /// there. Must be called before the first row is requested.
    pub fn select_variables(&mut self, wanted: &[bool]) {
        self.source.select_variables(wanted);
    }
}
