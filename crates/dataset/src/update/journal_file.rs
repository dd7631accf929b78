//! The file of a journal: a draft beside the data set, which is removed as abandoned unless the
//! header of the data set names it.

use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use feedrate_pageio::PageFile;

use crate::drafts::{self, Draft, flush_names};
use crate::error::Result;
use crate::pages::open_to_change;

/// The journal of an update.
#[derive(Debug)]
pub(crate) struct JournalFile {
    draft: Draft,
    id: NonZeroU64,
}

impl JournalFile {
    /// Creates the journal of a data set's file.
    pub(crate) fn create(data_set: &Path) -> Result<Self> {
        let (draft, ()) = Draft::begin_unclaimed(data_set, |_, _| Ok(()))?;
        let id = drafts::number_of(draft.temporary()).and_then(NonZeroU64::new);
        let Some(id) = id else {
            // The number was 0 by chance.
            return Self::create(data_set);
        };
        Ok(Self { draft, id })
    }

    /// Returns the path of the journal with this number.
    pub(crate) fn path_of(data_set: &Path, id: NonZeroU64) -> PathBuf {
        drafts::path_of(data_set, id.get())
    }

    /// Returns its number, which is not 0.
    pub(crate) fn id(&self) -> NonZeroU64 {
        self.id
    }

    /// Opens it to write and read it at random.
    pub(crate) fn page_file(&self) -> Result<PageFile> {
        let opened = open_to_change(self.draft.temporary(), Some(self.draft.file()));
        opened.map_err(|error| self.draft.in_terms_of_destination(error))
    }

    /// Keeps it from being removed, now and as abandoned, and waits until its name has reached the device.
    pub(crate) fn keep(&mut self) -> Result<()> {
        self.draft.keep_as_it_is()?;
        flush_names(self.draft.temporary());
        Ok(())
    }

    /// Removes it. What cannot be removed is without effect, because no header names it.
    pub(crate) fn remove(&self) {
        let _ = std::fs::remove_file(self.draft.temporary());
    }
}
