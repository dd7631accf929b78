//! Completes an interrupted update.

use std::fs::File;
use std::num::NonZeroU64;
use std::path::Path;

use feedrate_pageio::open_file;

use super::journal_file::JournalFile;
use crate::error::{Error, Result};
use crate::format::{Header, Marks};
use crate::index;
use crate::pages::{AloneInFile, Changer, Wait, open_to_change, replay};

/// The finding of a repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repair {
    /// Nothing was wrong.
    NotNeeded,
    /// An update was interrupted, and all of its changes are made now.
    Completed,
}

/// Completes an interrupted update of a claimed file. Doing so again after another interruption is harmless.
///
/// # Errors
///
/// Fails if the journal of the update is missing or damaged, or if another process reads the file.
pub(crate) fn repair(path: &Path, wait: Wait<'_>) -> Result<Repair> {
    let file = open_to_change(path, None)?;
    let _alone = AloneInFile::new(file.as_file(), path, wait)?;
    let mut changer = Changer::open(path, Header::PREFIX)?;
    let header = Header::parse(changer.read(0, Header::PREFIX)?);
    let header = header.map_err(|error| Error::format(path, error))?;
    let Some(marks) = header.marks else {
        return Ok(Repair::NotNeeded);
    };
    let Some(id) = marks.update else {
        return Ok(Repair::NotNeeded);
    };
    let journal = JournalFile::path_of(path, id);
    complete(path, &journal, id)?;
    let index_file = index::path_of(path);
    let index_journal = marks.index_update.map(|id| (JournalFile::path_of(&index_file, id), id));
    if let Some((journal, id)) = &index_journal {
        complete(&index_file, journal, *id)?;
    }
    let (at, bytes) = Marks {
        update: None,
        index_update: None,
        ..marks
    }
    .encode();
    changer.write(at, &bytes)?;
    changer.flush()?;
    let _ = std::fs::remove_file(&journal);
    if let Some((journal, _)) = &index_journal {
        let _ = std::fs::remove_file(journal);
    }
    Ok(Repair::Completed)
}

/// Checks that no update of a file was interrupted. What is no `.sas7bdat` file passes.
///
/// # Errors
///
/// [`Error::Interrupted`] if one was.
pub(crate) fn check_not_interrupted(path: &Path) -> Result<()> {
    let mut prefix = [0; Header::PREFIX];
    let read = File::open(path).and_then(|file| open_file::read_exact_at(&file, &mut prefix, 0));
    let header = read.ok().and_then(|()| Header::parse(&prefix).ok());
    match header.and_then(|header| header.marks?.update) {
        Some(_) => Err(Error::Interrupted { path: path.into() }),
        None => Ok(()),
    }
}

/// Makes the changes of a journal in its file.
fn complete(path: &Path, journal: &Path, id: NonZeroU64) -> Result<()> {
    let is_complete = journal.exists() && replay(path, journal, id.get(), true)?;
    match is_complete {
        true => Ok(()),
        false => Err(Error::JournalDamaged {
            path: path.into(),
            journal: journal.into(),
        }),
    }
}
