//! The facts about a data set that is read.

use std::path::Path;

use super::Reader;
use crate::file_format::PagedFile;
use crate::format::{Directory, Metadata, SortOrder, ValueLosses};
use crate::native::Extent;
use crate::pages::Identity;
use crate::schema::Schema;

impl Reader {
    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the name of its engine in LIBNAME.
    pub fn engine(&self) -> &'static str {
        self.engine
    }

    /// Returns the variables and their offsets in a row.
    pub fn schema(&self) -> &Schema {
        self.source.schema()
    }

    /// Returns the label of the data set; may be empty.
    pub fn label(&self) -> &str {
        self.source.label()
    }

    /// Returns the type of the data set, such as `CORR`; empty for an ordinary one.
    pub fn data_set_type(&self) -> &str {
        self.source.data_set_type()
    }

    /// Returns the order of its rows, if it is known.
    pub fn order(&self) -> Option<&SortOrder> {
        self.metadata()?.header.row_order.order()
    }

    /// Returns the order of its rows as in a BY statement; empty if it is not known.
    pub fn order_text(&self) -> String {
        let keys = self.order().map_or(&[][..], |order| &order.keys);
        let names = self.schema().variables();
        let keys = keys.iter().filter_map(|key| {
            let name = &names.get(usize::from(key.column))?.name;
            Some(match key.descending {
                true => format!("DESCENDING {name}"),
                false => name.clone(),
            })
        });
        keys.collect::<Vec<_>>().join(" ")
    }

    /// Returns the metadata of a `.sas7bdat` file; `None` for other formats.
    pub fn metadata(&self) -> Option<&Metadata> {
        self.source.paged().map(PagedFile::metadata)
    }

    /// Returns the size of a `.sas7bdat` file and the pages of its rows; `None` for other formats.
    pub fn extent(&self) -> Option<Extent> {
        self.source.paged().map(PagedFile::extent)
    }

    /// Returns whether indexes belong to it whose rows are those that are returned here, and can be read by number.
    pub fn has_indexes(&self) -> bool {
        self.source.paged().is_some_and(PagedFile::has_indexes)
    }

    /// Returns the bytes of the pages with rows; 0 if there are no pages.
    pub fn stored_bytes(&self) -> u64 {
        self.metadata().map_or(0, |metadata| {
            let header = &metadata.header;
            let pages = header.page_count.saturating_sub(metadata.first_page_with_rows);
            pages.saturating_mul(header.page_size.into())
        })
    }

    /// Returns whether the page of a compressed row is known: its file has a directory of its pages, or all of them
    /// were read before in this session and have not changed since.
    pub fn is_listed(&self) -> bool {
        self.source.paged().is_some_and(PagedFile::is_listed)
    }

    /// Returns the directory of pages of a compressed `.sas7bdat` file, if it has one.
    pub fn directory(&self) -> Option<&Directory> {
        self.source.paged()?.directory()
    }

    /// Returns the identity of the file when it was opened; `None` for a transport file.
    pub fn identity(&self) -> Option<Identity> {
        self.source.identity()
    }

    /// Returns the number of rows that are not deleted, regardless of the window. For a pipe that has not ended, the
    /// maximum; see [`is_pipe`](Self::is_pipe).
    pub fn rows(&self) -> u64 {
        self.source.rows()
    }

    /// Returns whether the file defines the lengths of character variables. If not, they are those of the longest
    /// values.
    pub fn keeps_lengths(&self) -> bool {
        self.source.keeps_lengths()
    }

    /// Returns how many character values were cut so far because they are longer in UTF-8 than their variable, or have
    /// bytes that are undefined in their encoding.
    pub fn lost(&self) -> ValueLosses {
        self.source.lost()
    }

    /// Returns the lengths of the variables in the file, which may be shorter than here, and that of a row.
    pub fn stored_lengths(&self) -> (Vec<u32>, u32) {
        self.source.stored_lengths()
    }

    /// Returns whether a window is read from its own first page on. If not, it is read from the front of the file.
    pub fn can_seek(&self) -> bool {
        self.source.can_seek()
    }

    /// Returns the first rows, from 0, of the groups that are only read as a whole, in their order; none if rows are
    /// located one by one.
    pub fn group_starts(&self) -> Vec<u64> {
        self.source.group_starts()
    }

    /// Returns whether it is a pipe: its rows can be read once, and their number is known at the end.
    pub fn is_pipe(&self) -> bool {
        self.source.is_read_once()
    }
}
