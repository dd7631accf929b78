//! Begins the update of a data set.

use std::time::Instant;

use super::journal_file::JournalFile;
use super::rows::StoredRows;
use super::{Changes, Updater};
use crate::error::{Error, Result};
use crate::format::NotExtended;
use crate::index::changes::IndexChanges;
use crate::locks::AppendClaim;
use crate::name::DataSetName;
use crate::native::Description;
use crate::pages::{AloneInFile, Pool, Wait};
use crate::random;
use crate::settings::Settings;

impl Updater {
    /// Examines a data set that was claimed, without changing its file. `now` is the time in seconds since 1960, by the
    /// local clock. If `durable`, the changes have reached the device when they are committed.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or written, is read by another process, or does not accept changes in place.
    pub(crate) fn begin(
        claim: AppendClaim,
        name: &DataSetName,
        settings: &Settings,
        wait: Wait<'_>,
        now: f64,
        durable: bool,
    ) -> Result<Self> {
        let path = claim.path().to_owned();
        let began = Instant::now();
        let journal = JournalFile::create(&path)?;
        // The plan is made for the sizes of the file, which do not change while it is claimed.
        let changed = || Error::Changed { path: path.clone() };
        let described = Description::read(&path, settings, wait)?;
        let before = described.metadata().clone();
        let plan = random::plan_of_changes(&before, settings, described.directory().is_some());
        drop(described);
        let mut pool = Pool::open_to_change(&path, journal.page_file()?, plan)?;
        let alone = AloneInFile::new(pool.file().as_file(), &path, wait)?;
        let description = Description::read(&path, settings, wait)?;
        let metadata = description.metadata().clone();
        let opened = pool.identity()?;
        if !opened.is_same_file(description.identity()) || metadata.header.page_size != before.header.page_size {
            return Err(changed());
        }
        let rows = StoredRows::begin(&mut pool, &description, name)?;
        if durable && metadata.header.marks.is_none() {
            return Err(Error::NotInPlace {
                name: name.clone(),
                reason: NotExtended::Layout,
            });
        }
        let mut notes = settings.notes.clone();
        notes.extend(settings.direct.then(|| random::SGIO_IGNORED.to_owned()));
        let row = vec![0; metadata.schema.row_length() as usize];
        Ok(Self {
            name: name.clone(),
            indexes: IndexChanges::open(&path, &metadata, settings)?,
            row_before: row.clone(),
            row,
            path,
            metadata,
            pool,
            rows,
            pending: None,
            changes: Changes::default(),
            added: 0,
            durable,
            opened,
            started: now,
            began,
            described: description.account().moved,
            notes,
            journal,
            _alone: alone,
            claim,
        })
    }
}
