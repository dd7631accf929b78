//! Selected rows, and selected variables.

use std::sync::Arc;

use super::Reader;
use crate::error::Result;
use crate::file_format::{ColumnBlock, RowChoice, RowNumbers};
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

    /// Returns whether the values of rows can be had column by column.
    pub fn has_columns(&self) -> bool {
        self.source.has_columns()
    }

    /// Has only rows that are chosen returned by [`next_columns`](Self::next_columns) from now on. Returns false if all
    /// are, as the source has no cheaper way. Call it before rows are requested.
    pub fn choose_rows(&mut self, choice: &Arc<dyn RowChoice>) -> bool {
        self.source.choose_rows(choice)
    }

    /// Returns the values of the next rows of the [window](Self::set_window), the first of which is counted from 1;
    /// `None` after the last, or if it does not [have columns](Self::has_columns). Must not be combined with the
    /// functions that return rows.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or is damaged.
    pub fn next_columns(&mut self) -> Result<Option<ColumnBlock>> {
        let Some(mut block) = self.source.next_columns()? else {
            return Ok(None);
        };
        match &mut block.numbers {
            RowNumbers::From(first) => *first += 1,
            RowNumbers::Chosen(numbers) => numbers.iter_mut().for_each(|number| *number += 1),
        }
        Ok(Some(block))
    }
}
