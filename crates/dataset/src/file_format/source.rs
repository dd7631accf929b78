//! The rows of a data set that is read: the interface of every format for reading.

use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;

use super::column::{ColumnBlock, RowChoice};
use super::memory::{RowBlock, RowMemory};
use crate::error::Result;
use crate::format::{Directory, Metadata, ValueLosses};
use crate::native::{Extent, Selection};
use crate::pages::{FileAccount, Identity};
use crate::pipe::PageRun;
use crate::random::RandomReader;
use crate::schema::Schema;

/// The rows of a data set that is read, block by block.
pub trait RowSource: Debug {
    /// Returns the variables and their offsets in a row.
    fn schema(&self) -> &Schema;

    /// Returns the label of the data set; may be empty.
    fn label(&self) -> &str {
        ""
    }

    /// Returns the type of the data set, such as `CORR`; empty for an ordinary one.
    fn data_set_type(&self) -> &str {
        ""
    }

    /// Returns whether the file defines the lengths of character variables. If not, they are those of the longest
    /// values.
    fn keeps_lengths(&self) -> bool {
        true
    }

    /// Returns the lengths of the variables in the file, which may be shorter than in the rows, and that of a row.
    fn stored_lengths(&self) -> (Vec<u32>, u32) {
        let schema = self.schema();
        let lengths = schema.variables().iter().map(|variable| variable.length);
        (lengths.collect(), schema.row_length())
    }

    /// Returns the number of rows that are not deleted; `u64::MAX` as long as it is not known.
    fn rows(&self) -> u64;

    /// Returns the identity of the file when it was opened, if it is one that is recognized by it.
    fn identity(&self) -> Option<Identity> {
        None
    }

    /// Returns whether the rows of a range can be located without reading those before them.
    fn can_seek(&self) -> bool {
        false
    }

    /// Returns the first rows, from 0, of the groups that are only read as a whole, in their order; none if rows are
    /// located one by one.
    fn group_starts(&self) -> Vec<u64> {
        Vec::new()
    }

    /// Returns whether rows can be read once only, and their number is known at the end.
    fn is_read_once(&self) -> bool {
        false
    }

    /// Leaves out variables: `wanted` tells of each of them whether its values are read. The bytes of others in a row
    /// have no meaning from now on; sources that cannot read without them may have them all the same. Called before a
    /// row is requested.
    fn select_variables(&mut self, _wanted: &[bool]) {}

    /// Positions at the rows of a range, from 0. Rows before and after them may also be returned.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    fn seek(&mut self, wanted: Range<u64>) -> Result<()>;

    /// Puts the next rows into `memory`, which has what this left there the last time. Returns `None` after the last
    /// row, and never an empty block.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or is damaged.
    fn next_block(&mut self, memory: &mut RowMemory) -> Result<Option<RowBlock>>;

    /// Returns whether the values of rows can be had column by column.
    fn has_columns(&self) -> bool {
        false
    }

    /// Has only rows that are chosen returned by [`next_columns`](Self::next_columns) from now on, if it can decode the
    /// others more cheaply. Returns whether it has. The variables on which the choice depends must be among those that
    /// are read. Called before a row is requested.
    fn choose_rows(&mut self, _choice: &Arc<dyn RowChoice>) -> bool {
        false
    }

    /// Returns the values of the next rows, the first of which is counted from 0; `None` after the last of the range at
    /// which this was positioned, or if it does not [have columns](Self::has_columns). Not combined with
    /// [`next_block`](Self::next_block).
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or is damaged.
    fn next_columns(&mut self) -> Result<Option<ColumnBlock>> {
        Ok(None)
    }

    /// Receives the next pages of a pipe with wanted rows. Returns `false` after the last, and for other sources. Not
    /// combined with [`next_block`](Self::next_block).
    ///
    /// # Errors
    ///
    /// Fails if the pipe fails.
    fn next_run(&mut self, _: &mut PageRun) -> Result<bool> {
        Ok(false)
    }

    /// Returns the losses of values so far, as those that exceed the length of their variable.
    fn lost(&self) -> ValueLosses {
        ValueLosses::default()
    }

    /// Returns what was moved so far. Its notes tell what of the file could not be represented.
    fn account(&self) -> FileAccount;

    /// Returns the abilities of a source that is a file of pages; `None` for other sources.
    fn paged(&self) -> Option<&dyn PagedFile> {
        None
    }

    /// The same, to change it.
    fn paged_mut(&mut self) -> Option<&mut dyn PagedFile> {
        None
    }
}

/// The abilities of a source that is a `.sas7bdat` file.
pub trait PagedFile {
    /// Returns the metadata of the file.
    fn metadata(&self) -> &Metadata;

    /// Returns the size of the file and the pages of its rows.
    fn extent(&self) -> Extent;

    /// Returns whether indexes belong to it whose rows are those that are returned here, and can be read by number.
    fn has_indexes(&self) -> bool;

    /// Returns the directory of its pages, if it is compressed and has one.
    fn directory(&self) -> Option<&Directory>;

    /// Returns whether the page of a compressed row is known.
    fn is_listed(&self) -> bool;

    /// Returns the selection, if only its rows are read.
    fn selection(&self) -> Option<&Selection>;

    /// Reads only the rows of a selection, in its order, from the file that `rows` has open, too.
    fn select(&mut self, selection: Selection, rows: RandomReader);

    /// Limits the bytes of pages in flight, except for a single larger page, before the first row is requested.
    fn hold_at_most(&mut self, bytes: u64);

    /// Closes the pages and frees their buffers. There are no further rows unless it is positioned anew.
    fn release(&mut self);
}
