//! Texts of feedrate's own in libraries: of views and of stored programs.

use std::io::{self, Write};

use super::file::{LONGEST, StoredKind, read};
use crate::drafts::{Draft, flush_names};
use crate::error::{Error, Result};
use crate::library::storage::LibraryStorage;
use crate::library::{Libraries, WORK};
use crate::name::DataSetName;

impl Libraries {
    /// Returns a stored text; `None` if there is none of that name.
    ///
    /// # Errors
    ///
    /// Fails if the library is not assigned or the file cannot be read.
    pub fn stored_text(&self, name: &DataSetName, kind: StoredKind) -> Result<Option<String>> {
        let LibraryStorage::Folder(folder) = self.storage_of(name.library())? else {
            return Ok(None);
        };
        let mut texts = folder.places().map(|place| {
            let path = kind.file_of(place, name);
            let what = match kind {
                StoredKind::View => "read the view in",
                StoredKind::Program => "read the stored program in",
            };
            read(&path, kind).map_err(|source| Error::file(what, path, source))
        });
        texts.find_map(Result::transpose).transpose()
    }

    /// Stores a text, replacing one of the same name and kind.
    ///
    /// # Errors
    ///
    /// Fails if the library takes no text, if a file of that name is not feedrate's, or if it cannot be written.
    pub fn store_text(&mut self, name: &DataSetName, kind: StoredKind, text: &str) -> Result<()> {
        let is_work = name.library() == WORK;
        if is_work {
            self.work_folder()?;
        }
        let path = kind.file_of(self.writable(name)?.path, name);
        let what = match kind {
            StoredKind::View => "write the view to",
            StoredKind::Program => "write the stored program to",
        };
        let failed = |source| Error::file(what, &path, source);
        if text.len() as u64 > LONGEST {
            return Err(failed(io::Error::other("its text is longer than 1 MiB")));
        }
        // Anything else is not replaced.
        read(&path, kind).map_err(failed)?;
        let (draft, file) = Draft::begin_unclaimed(&path, |file, _| {
            let begun = file.try_clone().and_then(|mut file| {
                file.write_all(kind.first_line().as_bytes())?;
                file.write_all(text.as_bytes())?;
                file.write_all(b"\n")?;
                Ok(file)
            });
            begun.map_err(failed)
        })?;
        if !is_work {
            file.sync_all().map_err(failed)?;
        }
        draft.put_in_place()?;
        if !is_work {
            flush_names(&path);
        }
        Ok(())
    }
}
